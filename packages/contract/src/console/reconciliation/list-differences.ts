import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Day, DifferenceClassName, DifferenceLine, DifferenceNo } from './reconciliation-schemas.ts';

/** What differs on a day, by class; `gone`: what was decided and differs no more */
export const listDifferences = defineConsoleCall({
  name: 'listDifferences',
  topic: 'console/reconciliation',
  method: 'GET',
  path: '/reconciliation/days/{day}/differences',
  summary: 'What differs on a day, by class; `gone`: what was decided and differs no more',
  input: Type.Object({
    day: Day,
    class: Type.Optional(DifferenceClassName),
    gone: Type.Optional(Type.Literal('yes', { description: '后来一致的' })),
    after: Type.Optional(DifferenceNo),
  }),
  output: Type.Object({ differences: Type.Array(DifferenceLine), next: Type.Union([DifferenceNo, Type.Null()]) }),
  errors: ['staff-rule'],
  staff: ['reconciliation.view'],
  title: '看对账差异',
  noted: 'nothing',
});
