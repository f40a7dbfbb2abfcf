export {
  chainStart,
  chainText,
  type DrawInput,
  drawLine,
  drawText,
  type PublishedDraw,
  prizeOfRoll,
  rollOf,
} from './draw.ts';
export { LUCKY_STATUS_TABLE, type LuckyEvent, type LuckyStatus, luckyStatusLabel } from './lucky-status.ts';
export {
  LUCKY_ACTIONS,
  type LuckyAction,
  type LuckyPrize,
  type LuckyRules,
  luckyRulesProblem,
  luckyRulesText,
  ODDS_WHOLE,
  oddsText,
} from './round-rules.ts';
export { type Hashing, type RoundProof, roundProblems } from './verify-round.ts';
