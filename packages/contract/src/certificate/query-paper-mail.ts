import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { MailNo } from '../vocabulary/schemas.ts';
import { PaperMail } from './certificate-schemas.ts';

/** How it stands with an e-mail */
export const queryPaperMail = defineCall({
  name: 'queryPaperMail',
  topic: 'certificate',
  method: 'GET',
  path: '/api/v1/insure/policy/paperMail',
  summary: 'How it stands with an e-mail',
  input: Type.Object({ mailNo: MailNo }),
  output: PaperMail,
  login: 'required',
  overlay: false,
  specified: false,
  errors: ['not-found'],
});
