import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { LuckyProof, RoundCode } from './lucky-schemas.ts';

/** Everything that a round can be checked by, a thousand draws at a time; the seed once it is over */
export const luckyProof = defineCall({
  name: 'luckyProof',
  topic: 'lucky',
  method: 'GET',
  path: '/api/v1/lucky/proof',
  summary: 'Everything that a round can be checked by, a thousand draws at a time; the seed once it is over',
  input: Type.Object({
    roundCode: RoundCode,
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000_000, description: '从这个顺序号之后开始' })),
  }),
  output: LuckyProof,
  errors: ['not-found'],
  specified: false,
});
