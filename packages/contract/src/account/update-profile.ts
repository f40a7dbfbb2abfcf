import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ContactData } from './account-schemas.ts';

/** Change the resident’s own contact data; an empty text removes it */
export const updateProfile = defineCall({
  name: 'updateProfile',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/update',
  summary: 'Change the resident’s own contact data; an empty text removes it',
  input: Type.Object({
    nickname: Type.Optional(Type.String({ maxLength: 20 })),
    email: Type.Optional(Type.String({ maxLength: 100 })),
    address: Type.Optional(Type.String({ maxLength: 120 })),
  }),
  output: ContactData,
  login: 'required',
});
