import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PolicyView } from '../policy/policy-schemas.ts';

/** Policies of editions before the one on show, newest year first; of one year where it is given */
export const oldYearPolicy = defineCall({
  name: 'oldYearPolicy',
  topic: 'renewal',
  method: 'POST',
  path: '/api/v1/oldYear/policy',
  summary: 'Policies of editions before the one on show, newest year first; of one year where it is given',
  input: Type.Object({ editionYear: Type.Optional(Type.Integer({ minimum: 2000, maximum: 2100 })) }),
  output: Type.Object({ policies: Type.Array(PolicyView) }),
  login: 'required',
});
