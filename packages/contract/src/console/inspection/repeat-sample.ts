import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { SampleNo } from './inspection-schemas.ts';

/** Draws a kept sample once more and compares; how anybody does the same with a list of order numbers */
export const repeatSample = defineConsoleCall({
  name: 'repeatSample',
  topic: 'console/inspection',
  method: 'GET',
  path: '/inspection/samples/{sampleNo}/repeated',
  summary: 'Draws a kept sample once more and compares; how anybody does the same with a list of order numbers',
  input: Type.Object({ sampleNo: SampleNo }),
  output: Type.Object({
    same: Type.Boolean(),
    /** As it is counted now. */
    population: Type.Integer(),
    /** Order numbers that came out only once. */
    differing: Type.Array(Type.String()),
    /** Lines for a shell; `orders.txt` has one order number a line. */
    recipe: Type.String(),
  }),
  errors: ['not-found'],
  staff: ['inspection.view'],
  title: '重算核对抽样',
  noted: 'view',
});
