import Type from 'typebox';
import { defineConsoleCall } from '../define-console-call.ts';
import { TextTemplate } from './message-schemas.ts';

/** Each kind of text message with its template, as it arrives, and the versions before */
export const listTextTemplates = defineConsoleCall({
  name: 'listTextTemplates',
  topic: 'console/messages',
  method: 'GET',
  path: '/text-templates',
  summary: 'Each kind of text message with its template, as it arrives, and the versions before',
  input: Type.Object({}),
  output: Type.Object({
    gateway: Type.String(),
    templates: Type.Array(TextTemplate),
  }),
  staff: ['messages.view'],
  title: '看短信模板',
  noted: 'nothing',
});
