import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ClientKey, OrderNo } from '../vocabulary/schemas.ts';
import { PaperMail, PaperName, WhosePaper } from './certificate-schemas.ts';

/** Sends a paper to an e-mail address that its owner typed and confirmed */
export const sendPaperMail = defineCall({
  name: 'sendPaperMail',
  topic: 'certificate',
  method: 'POST',
  path: '/api/v1/insure/policy/paperMail',
  summary: 'Sends a paper to an e-mail address that its owner typed and confirmed',
  input: Type.Object({
    orderNo: OrderNo,
    paper: PaperName,
    ...WhosePaper,
    address: Type.String({ minLength: 3, maxLength: 120, description: '邮箱' }),
    /** Made once for each wish: asked twice, it is one mail. */
    clientKey: ClientKey,
  }),
  output: PaperMail,
  login: 'required',
  specified: false,
  errors: ['not-found', 'paper-not-ready', 'too-many-requests', 'switched-off'],
});
