import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { MessageKindName } from './message-schemas.ts';

/** Asks for another template of a kind, as it is registered with the gateway; another person decides */
export const askTextTemplate = defineConsoleCall({
  name: 'askTextTemplate',
  topic: 'console/messages',
  method: 'POST',
  path: '/text-templates/{messageKind}',
  summary: 'Asks for another template of a kind, as it is registered with the gateway; another person decides',
  input: Type.Object({
    messageKind: MessageKindName,
    registeredId: Type.String({ pattern: '^[0-9A-Za-z_]{3,40}$', description: '网关里的模板编号，3 到 40 位' }),
    body: Type.String({ minLength: 5, maxLength: 300, description: '网关审过的正文，一字不差' }),
    reason: Type.String({ minLength: 4, maxLength: 200, description: '原因，4 到 200 个字' }),
  }),
  output: Type.Object({ approvalNo: Type.String() }),
  errors: ['not-found', 'staff-rule', 'bad-input'],
  staff: ['messages.template'],
  title: '换短信模板',
  noted: 'change',
});
