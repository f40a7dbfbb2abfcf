import type { HandlerTable } from '../../http/handler.ts';
import { claimLuckyPrize, drawLucky, earnLuckyChance, luckyProof, luckyRound } from './lucky-calls.ts';
import type { LuckyDependencies } from './lucky-deps.ts';

export { ADDRESS_SEAL as PRIZE_SEAL, type LuckyDependencies, type PrizeAddress } from './lucky-deps.ts';
export { closeRound, listRounds, openRound, prizeClaims, prizeParcel, prizeSent, sweepLucky } from './lucky-rounds.ts';
export { countChances } from './lucky-store.ts';

/** The calls of this topic, by name. */
export function luckyHandlers(deps: LuckyDependencies) {
  return {
    luckyRound: luckyRound(deps),
    earnLuckyChance: earnLuckyChance(deps),
    drawLucky: drawLucky(deps),
    claimLuckyPrize: claimLuckyPrize(deps),
    luckyProof: luckyProof(deps),
  } satisfies HandlerTable;
}
