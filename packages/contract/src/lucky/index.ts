export { claimLuckyPrize } from './claim-lucky-prize.ts';
export { drawLucky } from './draw-lucky.ts';
export { earnLuckyChance } from './earn-lucky-chance.ts';
export { luckyProof } from './lucky-proof.ts';
export { luckyRound } from './lucky-round.ts';
