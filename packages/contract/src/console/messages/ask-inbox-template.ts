import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { MessageKindName } from './message-schemas.ts';

/** Asks for other words of a kind in the inbox; another person decides */
export const askInboxTemplate = defineConsoleCall({
  name: 'askInboxTemplate',
  topic: 'console/messages',
  method: 'POST',
  path: '/text-templates/{messageKind}/inbox',
  summary: 'Asks for other words of a kind in the inbox; another person decides',
  input: Type.Object({
    messageKind: MessageKindName,
    body: Type.String({ minLength: 5, maxLength: 300, description: '站内消息的正文' }),
    reason: Type.String({ minLength: 4, maxLength: 200, description: '原因，4 到 200 个字' }),
  }),
  output: Type.Object({ approvalNo: Type.String() }),
  errors: ['not-found', 'staff-rule', 'bad-input'],
  staff: ['messages.template'],
  title: '换站内消息文字',
  noted: 'change',
});
