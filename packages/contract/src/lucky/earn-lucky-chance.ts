import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { LuckyActionCode, LuckyChance, RoundCode } from './lucky-schemas.ts';

/** Takes the one chance of a round for something that has nothing to do with buying. Safe to repeat */
export const earnLuckyChance = defineCall({
  name: 'earnLuckyChance',
  topic: 'lucky',
  method: 'POST',
  path: '/api/v1/lucky/chance',
  summary: 'Takes the one chance of a round for something that has nothing to do with buying. Safe to repeat',
  input: Type.Object({ roundCode: RoundCode, action: LuckyActionCode }),
  output: LuckyChance,
  login: 'required',
  errors: ['not-found', 'switched-off', 'order-state'],
  specified: false,
});
