import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { BeijingDay, SampleNo, Seed } from './inspection-schemas.ts';

/** Draws a random sample of paid orders by a seed, and keeps what came out */
export const drawSample = defineConsoleCall({
  name: 'drawSample',
  topic: 'console/inspection',
  method: 'POST',
  path: '/inspection/samples',
  summary: 'Draws a random sample of paid orders by a seed, and keeps what came out',
  input: Type.Object({
    seed: Seed,
    size: Type.Integer({ minimum: 1, maximum: 200, description: '抽样笔数' }),
    from: BeijingDay,
    to: BeijingDay,
  }),
  output: Type.Object({ sampleNo: SampleNo }),
  errors: ['staff-rule'],
  staff: ['inspection.view'],
  title: '抽样',
  noted: 'view',
});
