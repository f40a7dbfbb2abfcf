import { defineCall } from '../define-call.ts';
import { Empty } from '../vocabulary/schemas.ts';
import { ProfileView } from './account-schemas.ts';

/** Who is logged in */
export const profile = defineCall({
  name: 'profile',
  topic: 'account',
  method: 'POST',
  path: '/api/v1/user/profile',
  summary: 'Who is logged in',
  input: Empty,
  output: ProfileView,
  login: 'required',
});
