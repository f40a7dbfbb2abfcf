import type { MemberViewValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';

/** What was chosen for each person, by policy number: a plan's code, or `NOT_AGAIN`. Nobody is in it beforehand. */
export type RenewChoices = Readonly<Record<string, string>>;

export const NOT_AGAIN = '-';

interface Person {
  readonly policyNo: string;
  readonly state: 'insurable' | 'insured' | 'waiting-payment';
  readonly choices: readonly { readonly planCode: string; readonly premiumFen: number }[];
}

export interface RenewSum {
  /** Who can be insured and has no choice yet. */
  readonly undecided: number;
  readonly chosen: readonly string[];
  readonly totalFen: number;
  /** The one plan of all; null for nobody, or where plans are mixed. */
  readonly planCode: string | null;
  readonly isMixed: boolean;
}

/** What the choices come to. */
export function sumOf(people: readonly Person[], choices: RenewChoices): RenewSum {
  const free = people.filter(({ state }) => state === 'insurable');
  const taken = free.flatMap(({ policyNo, choices: offered }) => {
    const plan = offered.find(({ planCode }) => planCode === choices[policyNo]);
    return plan ? [{ policyNo, ...plan }] : [];
  });
  const plans = new Set(taken.map(({ planCode }) => planCode));
  return {
    undecided: free.filter(({ policyNo }) => choices[policyNo] === undefined).length,
    chosen: taken.map(({ policyNo }) => policyNo),
    totalFen: taken.reduce((sum, { premiumFen }) => sum + premiumFen, 0),
    planCode: plans.size === 1 ? ([...plans][0] ?? null) : null,
    isMixed: plans.size > 1,
  };
}

/** Against the price of before: `，比上次多 20.00 元`; nothing where it is the same. */
export function differenceText(differenceFen: number): string {
  if (differenceFen === 0) return '';
  return `，比上次${differenceFen > 0 ? '多' : '少'} ${formatYuan(Math.abs(differenceFen))} 元`;
}

/** What was answered about somebody's data, and what it was then. */
export interface CheckAnswer {
  readonly answer: 'same' | 'changed';
  readonly seen: string;
}

/** What is asked again; another text means that it was put right meanwhile. */
export function dataOf(member: MemberViewValue): string {
  const { name, relationship, relationshipNote, idNumberMasked, phoneMasked, regionCode, medicalType } = member;
  return [name, relationship, relationshipNote, idNumberMasked, phoneMasked, regionCode, medicalType].join('|');
}

/** Whether somebody's data was looked at: said to be the same, or changed and put right, and nothing missing. */
export function isChecked(member: MemberViewValue, given: CheckAnswer | undefined): boolean {
  if (!given || member.missing.length > 0) return false;
  return given.answer === 'same' ? given.seen === dataOf(member) : given.seen !== dataOf(member);
}
