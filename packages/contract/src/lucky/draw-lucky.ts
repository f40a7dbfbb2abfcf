import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { LuckyChance, Nonce, RoundCode } from './lucky-schemas.ts';

/** Uses the chance: the result follows from the seed that was fixed before and the asker's own number. Safe to repeat */
export const drawLucky = defineCall({
  name: 'drawLucky',
  topic: 'lucky',
  method: 'POST',
  path: '/api/v1/lucky/draw',
  summary:
    "Uses the chance: the result follows from the seed that was fixed before and the asker's own number. Safe to repeat",
  input: Type.Object({ roundCode: RoundCode, nonce: Nonce }),
  output: LuckyChance,
  login: 'required',
  errors: ['not-found', 'switched-off', 'order-state'],
  specified: false,
});
