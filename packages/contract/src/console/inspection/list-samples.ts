import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { SampleLine } from './inspection-schemas.ts';

/** The samples that were drawn last */
export const listSamples = defineConsoleCall({
  name: 'listSamples',
  topic: 'console/inspection',
  method: 'GET',
  path: '/inspection/samples',
  summary: 'The samples that were drawn last',
  input: Type.Object({}),
  output: Type.Object({ samples: Type.Array(SampleLine) }),
  staff: ['inspection.view'],
  title: '看抽样列表',
  noted: 'nothing',
});
