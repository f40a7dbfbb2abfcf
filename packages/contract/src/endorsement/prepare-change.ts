import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { ClientKey, OrderNo, PolicyNo } from '../vocabulary/schemas.ts';
import { ChangePlan, ChangeReason, NewValues } from './endorsement-schemas.ts';

/** Checks new data of a payer or an insured person and says how the change goes on. Repeats with the same clientKey replace the draft */
export const prepareChange = defineCall({
  name: 'prepareChange',
  topic: 'endorsement',
  method: 'POST',
  path: '/api/v1/insure/change/prepare',
  summary:
    'Checks new data of a payer or an insured person and says how the change goes on. Repeats with the same clientKey replace the draft',
  input: Type.Object({
    orderNo: OrderNo,
    /** Whose policy; without it the payer's data change. */
    policyNo: Type.Optional(PolicyNo),
    clientKey: ClientKey,
    reason: ChangeReason,
    newValues: NewValues,
    traceId: Type.Optional(Type.String({ pattern: '^[0-9a-zA-Z-]{8,64}$' })),
  }),
  output: ChangePlan,
  login: 'required',
  specified: false,
  errors: ['not-found', 'order-state', 'switched-off', 'already-insured', 'adult-required', 'too-many-requests'],
});
