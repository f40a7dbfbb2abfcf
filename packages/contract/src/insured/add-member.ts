import { defineCall } from '../define-call.ts';
import { MemberDetails, MemberView } from './member-schemas.ts';

/** Keep a person the policyholder may insure */
export const addMember = defineCall({
  name: 'addMember',
  topic: 'insured',
  method: 'POST',
  path: '/api/v1/family/insert',
  summary: 'Keep a person the policyholder may insure',
  input: MemberDetails,
  output: MemberView,
  login: 'required',
});
