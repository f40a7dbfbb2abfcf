import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { MessageNo, MessageView } from './message-schemas.ts';

/** One text message: what it said, every try, and what is done about it */
export const showMessage = defineConsoleCall({
  name: 'showMessage',
  topic: 'console/messages',
  method: 'GET',
  path: '/messages/{messageNo}',
  summary: 'One text message: what it said, every try, and what is done about it',
  input: Type.Object({ messageNo: MessageNo }),
  output: MessageView,
  errors: ['not-found', 'staff-rule'],
  staff: ['messages.view'],
  title: '看一条短信',
  noted: 'view',
});
