import { saidYuan } from '../money/index.ts';
import { firstProblem, isShortText } from '../sheet/index.ts';

/** A part in a million; odds are whole parts. */
export const ODDS_WHOLE = 1_000_000;
/** What a prize may be worth: a keepsake, so that nothing outside the contract is promised to anybody. */
const DEAREST_PRIZE_FEN = 20_000;

export interface LuckyPrize {
  readonly code: string;
  readonly name: string;
  /** 件, 本. */
  readonly unit: string;
  readonly valueFen: number;
  readonly stock: number;
  /** Parts in a million. */
  readonly oddsPpm: number;
}

/** What earns a chance; none of them has to do with buying, paying or bringing others. */
export const LUCKY_ACTIONS = ['health-manual'] as const;
export type LuckyAction = (typeof LUCKY_ACTIONS)[number];

/** What is fixed when a round is opened. */
export interface LuckyRules {
  readonly code: string;
  readonly title: string;
  readonly organiser: string;
  readonly approvalNo: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  /** Days in which a prize has to be claimed. */
  readonly claimDays: number;
  readonly actions: readonly LuckyAction[];
  readonly prizes: readonly LuckyPrize[];
}

/** What keeps a round from being opened; null when it is sound. */
export function luckyRulesProblem(rules: LuckyRules): string | null {
  const { prizes } = rules;
  const isCount = (value: number, most: number): boolean => Number.isSafeInteger(value) && value > 0 && value <= most;
  return firstProblem([
    [/^[0-9a-z-]{2,30}$/.test(rules.code), 'code 为 2 到 30 位小写字母、数字和短横线'],
    [isPlain(rules.title, 20), 'title 要写，不超过 20 个字'],
    [isPlain(rules.organiser, 60), 'organiser 要写举办的公司全称'],
    [isPlain(rules.approvalNo, 40), 'approvalNo 要写批准号'],
    [isCount(rules.endsAtMs - rules.startsAtMs, 400 * 86_400_000), '结束要晚于开始，最长 400 天'],
    [isCount(rules.claimDays, 90), 'claimDays 写 1 到 90'],
    [
      rules.actions.length > 0 && rules.actions.every((action) => LUCKY_ACTIONS.includes(action)),
      `actions 只能写 ${LUCKY_ACTIONS.join('、')}`,
    ],
    [prizes.length > 0 && prizes.length <= 20, '奖品写 1 到 20 种'],
    [new Set(prizes.map(({ code }) => code)).size === prizes.length, '奖品编号有重复'],
    [prizes.every(({ code }) => /^[0-9a-z-]{1,20}$/.test(code)), '奖品编号为 1 到 20 位小写字母、数字和短横线'],
    [prizes.every(({ name, unit }) => isPlain(name, 20) && isPlain(unit, 2)), '奖品要写名称和单位'],
    [
      prizes.every(({ valueFen }) => isCount(valueFen, DEAREST_PRIZE_FEN)),
      `奖品价值要大于 0，不超过 ${saidYuan(DEAREST_PRIZE_FEN)} 元`,
    ],
    [prizes.every(({ stock }) => isCount(stock, 1_000_000)), '奖品数量写大于 0 的整数'],
    [prizes.every(({ oddsPpm }) => isCount(oddsPpm, ODDS_WHOLE)), '抽中机会写大于 0 的整数，百万分之几'],
    [prizes.reduce((sum, { oddsPpm }) => sum + oddsPpm, 0) <= ODDS_WHOLE, '抽中机会加起来超过 100%'],
  ]);
}

/** `|` and line ends part the text that is hashed. */
function isPlain(text: string, most: number): boolean {
  return isShortText(text, most) && !text.includes('|');
}

/** The rules as the text whose SHA-256 is published before the first draw. */
export function luckyRulesText(rules: LuckyRules): string {
  return [
    'huimin-lucky-1',
    `code|${rules.code}`,
    `title|${rules.title}`,
    `organiser|${rules.organiser}`,
    `approval|${rules.approvalNo}`,
    `time|${rules.startsAtMs}|${rules.endsAtMs}|${rules.claimDays}`,
    `actions|${rules.actions.join(',')}`,
    ...rules.prizes.map(({ code, name, unit, valueFen, stock, oddsPpm }) =>
      ['prize', code, name, unit, valueFen, stock, oddsPpm].join('|'),
    ),
  ].join('\n');
}

/** `0.5%`. */
export function oddsText(oddsPpm: number): string {
  return `${Number((oddsPpm / 10_000).toFixed(4))}%`;
}
