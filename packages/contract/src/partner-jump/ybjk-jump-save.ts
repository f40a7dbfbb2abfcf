import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ClientKey } from '../vocabulary/schemas.ts';
import { Jump, JumpTarget } from './jump-schemas.ts';

/** Records that the account's owner agrees to one jump to the medical-insurance app; safe to repeat by its key */
export const ybjkJumpSave = defineCall({
  name: 'ybjkJumpSave',
  topic: 'partner-jump',
  method: 'POST',
  path: '/api/v1/insure/order/ybjkJumpSave',
  summary:
    "Records that the account's owner agrees to one jump to the medical-insurance app; safe to repeat by its key",
  input: Type.Object({
    clientKey: ClientKey,
    source: JumpTarget,
    consentVersion: Type.Integer({ minimum: 1, maximum: 10_000 }),
    consent: Type.Literal(true),
  }),
  output: Jump,
  login: 'required',
  errors: ['not-found', 'documents-changed', 'too-many-requests'],
});
