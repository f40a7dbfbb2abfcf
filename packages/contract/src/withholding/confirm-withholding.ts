import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode, Fen } from '../vocabulary/schemas.ts';
import { ContractNo, WithholdingContract } from './withholding-schemas.ts';

/** Says yes to the coming year of a contract at this amount; without it nothing is taken. Safe to repeat */
export const confirmWithholding = defineCall({
  name: 'confirmWithholding',
  topic: 'withholding',
  method: 'POST',
  path: '/api/v1/insure/policy/confirmWbWithhold',
  specified: false,
  summary: 'Says yes to the coming year of a contract at this amount; without it nothing is taken. Safe to repeat',
  input: Type.Object({
    contractNo: ContractNo,
    editionCode: EditionCode,
    /** As it was shown. */
    amountFen: Fen,
    /** Versions that were read to their end. */
    agreedDocuments: Type.Array(
      Type.Object({
        key: Type.String({ minLength: 1, maxLength: 40 }),
        version: Type.Integer({ minimum: 1, maximum: 9999 }),
      }),
      { maxItems: 20 },
    ),
  }),
  output: WithholdingContract,
  login: 'required',
  errors: ['not-found', 'order-state', 'documents-changed'],
});
