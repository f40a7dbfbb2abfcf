import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { BeijingTime, Empty } from '../vocabulary/schemas.ts';
import { ConsentName, OwnRequest } from './rights-schemas.ts';

/** What is held about the account's person, for how long, who of the staff looked, and what was asked for */
export const showOwnData = defineCall({
  name: 'showOwnData',
  topic: 'rights',
  method: 'GET',
  path: '/api/v1/user/data',
  summary: "What is held about the account's person, for how long, who of the staff looked, and what was asked for",
  input: Empty,
  output: Type.Object({
    held: Type.Array(Type.Object({ what: Type.String(), count: Type.Integer(), why: Type.String() })),
    /** Until then the law has insurance papers kept; null: nothing was bought. */
    keptUntil: Type.Union([Type.String(), Type.Null()]),
    /** Whether it is known who the account's owner is: only then it is told who looked. */
    isOwnerKnown: Type.Boolean(),
    looks: Type.Array(Type.Object({ at: BeijingTime, who: Type.String(), what: Type.String(), why: Type.String() })),
    /** What was agreed to and can be taken back at once. */
    consents: Type.Array(
      Type.Object({
        consent: ConsentName,
        label: Type.String(),
        /** What follows from taking it back. */
        effect: Type.String(),
      }),
    ),
    requests: Type.Array(OwnRequest),
    /** Since when a restriction stands that its owner may take back; null: none does. */
    restrictedSince: Type.Union([BeijingTime, Type.Null()]),
    /** Why the account cannot be closed now, and where each is seen to; empty: it can. */
    closing: Type.Array(Type.Object({ what: Type.String(), screen: Type.String() })),
  }),
  login: 'required',
  overlay: false,
  specified: false,
});
