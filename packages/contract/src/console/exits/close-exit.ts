import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { ExitCode, ExitKind } from './exit-schemas.ts';

/** Leads nobody there any more, at once; one person may, since nothing goes wrong by it */
export const closeExit = defineConsoleCall({
  name: 'closeExit',
  topic: 'console/exits',
  method: 'POST',
  path: '/exits/{exitKind}/{exitCode}/close',
  summary: 'Leads nobody there any more, at once; one person may, since nothing goes wrong by it',
  input: Type.Object({ exitKind: ExitKind, exitCode: ExitCode, reason: Reason }),
  output: Type.Object({}),
  errors: ['not-found', 'staff-rule'],
  staff: ['exits.change'],
  title: '关一个外部去处',
  noted: 'change',
});
