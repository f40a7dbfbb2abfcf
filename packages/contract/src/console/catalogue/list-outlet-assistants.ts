import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { AssistantNo, OutletAssistant } from './outlet-assistant-schemas.ts';

/** Who may help residents at outlets, by their number, phones masked; within the cities of whoever asks */
export const listOutletAssistants = defineConsoleCall({
  name: 'listOutletAssistants',
  topic: 'console/catalogue',
  method: 'GET',
  path: '/outlet-assistants',
  summary: 'Who may help residents at outlets, by their number, phones masked; within the cities of whoever asks',
  input: Type.Object({
    /** A person's number or an outlet's. */
    number: Type.Optional(AssistantNo),
    after: Type.Optional(AssistantNo),
  }),
  output: Type.Object({
    assistants: Type.Array(OutletAssistant),
    next: Type.Union([Type.String(), Type.Null()]),
    /** Whoever asks may add somebody. */
    mayAdd: Type.Boolean(),
  }),
  staff: ['assistants.view'],
  title: '看网点协助人员',
  noted: 'nothing',
});
