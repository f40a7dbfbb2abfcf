import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { SampledOrder, SampleLine, SampleNo } from './inspection-schemas.ts';

/** A sample with what the evidence of each order says */
export const showSample = defineConsoleCall({
  name: 'showSample',
  topic: 'console/inspection',
  method: 'GET',
  path: '/inspection/samples/{sampleNo}',
  summary: 'A sample with what the evidence of each order says',
  input: Type.Object({ sampleNo: SampleNo }),
  output: Type.Object({
    sample: SampleLine,
    orders: Type.Array(SampledOrder),
    /** How many of each verdict. */
    verdicts: Type.Array(Type.Object({ label: Type.String(), count: Type.Integer() })),
  }),
  errors: ['not-found'],
  staff: ['inspection.view'],
  title: '看抽样',
  noted: 'view',
});
