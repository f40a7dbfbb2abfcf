import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { ContractNo, WithholdingContract } from './withholding-schemas.ts';

/** Takes nothing for the coming year; the contract stays for the one after. Safe to repeat */
export const skipWithholding = defineCall({
  name: 'skipWithholding',
  topic: 'withholding',
  method: 'POST',
  path: '/api/v1/insure/policy/skipWbWithhold',
  specified: false,
  summary: 'Takes nothing for the coming year; the contract stays for the one after. Safe to repeat',
  input: Type.Object({ contractNo: ContractNo, editionCode: EditionCode }),
  output: WithholdingContract,
  login: 'required',
  errors: ['not-found', 'order-state'],
});
