import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { AgreedDocuments } from './account-schemas.ts';

/** Address of Alipay’s page that says who this is; the state is stored on the server */
export const beginAlipayLogin = defineCall({
  name: 'beginAlipayLogin',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/alipay/authorise',
  summary: 'Address of Alipay’s page that says who this is; the state is stored on the server',
  input: Type.Object({ returnTo: Type.String({ minLength: 1, maxLength: 2000 }), agreedDocuments: AgreedDocuments }),
  output: Type.Object({ authorisationUrl: Type.String() }),
  login: 'optional',
  errors: ['documents-changed', 'switched-off'],
  specified: false,
});
