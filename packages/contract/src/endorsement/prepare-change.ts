import Type, { type Static } from 'typebox';
import { defineCall } from '../define-call.ts';
import { ClientKey, OrderNo, PolicyNo } from '../vocabulary/schemas.ts';
import { Change, ChangeReason, NewValues } from './endorsement-schemas.ts';

const ChangePlan = Type.Object({
  change: Change,
  /** at-once: done with the code; review: a person looks at it. */
  way: Type.Enum(['at-once', 'review']),
  /** Why a person has to look; null when none has to. */
  why: Type.Union([Type.String(), Type.Null()]),
  /** Where it would be done at once with a check of identity: what that check is for. */
  proofPurpose: Type.Union([Type.Enum(['change-payer', 'correct-identity']), Type.Null()]),
  papersNeeded: Type.Boolean(),
  newPhoneCodeNeeded: Type.Boolean(),
  /** Policies that it changes. */
  policyCount: Type.Integer(),
});
export type ChangePlanValue = Static<typeof ChangePlan>;

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
