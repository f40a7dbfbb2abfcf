import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AssistanceDesk, AssistingStaff } from './assistance-schemas.ts';

/** Who the asker is at an outlet, and the help that is going on; both null for everybody else */
export const assistanceDesk = defineCall({
  name: 'assistanceDesk',
  topic: 'assisted-sale',
  method: 'GET',
  path: '/api/v1/assistance/desk',
  summary: 'Who the asker is at an outlet, and the help that is going on; both null for everybody else',
  input: Type.Object({}),
  output: Type.Object({
    staff: Type.Union([AssistingStaff, Type.Null()]),
    current: Type.Union([AssistanceDesk, Type.Null()]),
  }),
  login: 'required',
  overlay: false,
  specified: false,
});
