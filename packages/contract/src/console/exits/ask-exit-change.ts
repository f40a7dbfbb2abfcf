import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { ApprovalNo, Reason } from '../staff/staff-schemas.ts';
import { ExitCode, ExitKind, ExitWords } from './exit-schemas.ts';

/** Asks for a new or another place to which residents can be led away; it counts when another person has agreed */
export const askExitChange = defineConsoleCall({
  name: 'askExitChange',
  topic: 'console/exits',
  method: 'POST',
  path: '/exits/{exitKind}/{exitCode}/change',
  summary:
    'Asks for a new or another place to which residents can be led away; it counts when another person has agreed',
  input: Type.Object({
    exitKind: ExitKind,
    exitCode: ExitCode,
    isNew: Type.Boolean({ description: '是新加的' }),
    ...ExitWords,
    reason: Reason,
  }),
  output: Type.Object({ approvalNo: ApprovalNo }),
  errors: ['bad-input', 'not-found', 'staff-rule'],
  staff: ['exits.change'],
  title: '申请加或改外部去处',
  noted: 'change',
});
