import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { MessageNo, MessageView } from './message-schemas.ts';

/** Sends once more what did not go out for a technical reason, after it was mended */
export const resendMessage = defineConsoleCall({
  name: 'resendMessage',
  topic: 'console/messages',
  method: 'POST',
  path: '/messages/{messageNo}/resend',
  summary: 'Sends once more what did not go out for a technical reason, after it was mended',
  input: Type.Object({
    messageNo: MessageNo,
    reason: Type.String({ minLength: 4, maxLength: 200, description: '修好了什么，4 到 200 个字' }),
  }),
  output: MessageView,
  errors: ['not-found', 'staff-rule'],
  staff: ['messages.resend'],
  title: '重发短信',
  noted: 'change',
});
