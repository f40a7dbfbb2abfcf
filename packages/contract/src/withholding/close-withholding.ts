import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ContractNo, WithholdingContract } from './withholding-schemas.ts';

/** Ends automatic re-application: nothing is taken any more from now on. Safe to repeat */
export const closeWithholding = defineCall({
  name: 'closeWithholding',
  topic: 'withholding',
  method: 'POST',
  path: '/api/v1/insure/policy/closeWbWithhold',
  summary: 'Ends automatic re-application: nothing is taken any more from now on. Safe to repeat',
  input: Type.Object({ contractNo: ContractNo }),
  output: WithholdingContract,
  login: 'required',
  errors: ['not-found', 'order-state'],
});
