import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { MessageKindName } from './message-schemas.ts';

/** Sends once more everything of a kind that did not go out for a technical reason in the last three days */
export const resendMessages = defineConsoleCall({
  name: 'resendMessages',
  topic: 'console/messages',
  method: 'POST',
  path: '/messages/resend',
  summary: 'Sends once more everything of a kind that did not go out for a technical reason in the last three days',
  input: Type.Object({
    messageKind: MessageKindName,
    reason: Type.String({ minLength: 4, maxLength: 200, description: '修好了什么，4 到 200 个字' }),
  }),
  output: Type.Object({ count: Type.Integer() }),
  errors: ['staff-rule'],
  staff: ['messages.resend'],
  title: '重发一种短信',
  noted: 'change',
});
