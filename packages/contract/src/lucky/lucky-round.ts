import Type from 'typebox';
import { defineCall } from '../define-call.ts';
import { EditionCode } from '../vocabulary/schemas.ts';
import { LuckyChance, LuckyRound } from './lucky-schemas.ts';

/** The draw of an edition with its prizes, odds and stock, and where the asker's chance stands */
export const luckyRound = defineCall({
  name: 'luckyRound',
  topic: 'lucky',
  method: 'GET',
  path: '/api/v1/lucky/round',
  summary: "The draw of an edition with its prizes, odds and stock, and where the asker's chance stands",
  input: Type.Object({ productId: Type.Optional(EditionCode) }),
  output: Type.Object({ round: LuckyRound, chance: Type.Union([LuckyChance, Type.Null()]) }),
  login: 'optional',
  errors: ['not-found', 'switched-off'],
  specified: false,
});
