import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { Reason } from '../staff/staff-schemas.ts';
import { ExitCode, ExitKind, ExitWords } from './exit-schemas.ts';

/** Adds, changes, opens or closes a place to which residents can be led away; only on a site that the settings allow */
export const keepExit = defineConsoleCall({
  name: 'keepExit',
  topic: 'console/exits',
  method: 'POST',
  path: '/exits/{exitKind}/{exitCode}',
  summary:
    'Adds, changes, opens or closes a place to which residents can be led away; only on a site that the settings allow',
  input: Type.Object({
    exitKind: ExitKind,
    exitCode: ExitCode,
    isNew: Type.Boolean({ description: '是新加的' }),
    ...ExitWords,
    reason: Reason,
  }),
  output: Type.Object({}),
  errors: ['bad-input', 'not-found', 'staff-rule'],
  staff: ['exits.change'],
  title: '加或改外部去处',
  noted: 'change',
});
