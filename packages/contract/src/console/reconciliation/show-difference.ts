import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { DifferenceNo, DifferenceView } from './reconciliation-schemas.ts';

/** One difference with what happened to its money and what may be decided */
export const showDifference = defineConsoleCall({
  name: 'showDifference',
  topic: 'console/reconciliation',
  method: 'GET',
  path: '/reconciliation/differences/{differenceNo}',
  summary: 'One difference with what happened to its money and what may be decided',
  input: Type.Object({ differenceNo: DifferenceNo }),
  output: DifferenceView,
  errors: ['not-found', 'staff-rule'],
  staff: ['reconciliation.view'],
  title: '看一笔差异',
  noted: 'view',
});
