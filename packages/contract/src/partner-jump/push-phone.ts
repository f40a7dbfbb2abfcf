import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { PhoneNumber } from '../vocabulary/schemas.ts';
import { Jump, JumpTarget } from './jump-schemas.ts';

/** Hands the account's own phone to the bureau's gateway, for the jump that was just agreed to */
export const pushPhone = defineCall({
  name: 'pushPhone',
  topic: 'partner-jump',
  method: 'GET',
  path: '/api/v1/insurance/pushPhone',
  summary: "Hands the account's own phone to the bureau's gateway, for the jump that was just agreed to",
  input: Type.Object({
    source: JumpTarget,
    /** The account's; another one is refused. What the account has when it is left out. */
    phone: Type.Optional(PhoneNumber),
  }),
  output: Jump,
  login: 'required',
  errors: ['proof-required', 'order-state', 'switched-off', 'provider-busy', 'too-many-requests'],
});
