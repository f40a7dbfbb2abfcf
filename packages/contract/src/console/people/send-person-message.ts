import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { MessageTopic, PersonKey, Ticket } from './people-schemas.ts';

/** Asks a person by text message to do something in the app; nothing is done for the person */
export const sendPersonMessage = defineConsoleCall({
  name: 'sendPersonMessage',
  topic: 'console/people',
  method: 'POST',
  path: '/people/{person}/messages',
  summary: 'Asks a person by text message to do something in the app; nothing is done for the person',
  input: Type.Object({ person: PersonKey, about: MessageTopic, ticket: Type.Optional(Ticket) }),
  output: Type.Object({ phone: Type.String() }),
  errors: ['not-found', 'staff-rule'],
  staff: ['people.serve'],
  title: '发办理短信',
  noted: 'change',
});
