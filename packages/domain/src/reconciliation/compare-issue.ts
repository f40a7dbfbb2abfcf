import { addDays, type BeijingDay } from '../date/index.ts';
import { type Fen, fenToYuanText } from '../money/index.ts';
import { consortiumPartsFen } from '../product/index.ts';

/** What may differ between our policy and the insurer's; the order in which a report shows it. */
export const ISSUE_CLASSES = {
  'insurer-only': '保司有我无',
  'ours-only': '我有保司无',
  state: '状态不符',
  premium: '保费不符',
  share: '份额不符',
} as const;

export type IssueClass = keyof typeof ISSUE_CLASSES;

/** A policy as we have it. */
export interface OwnPolicy {
  readonly issuedOn: BeijingDay;
  /** All that was paid for it, with what raised it. */
  readonly premiumFen: Fen;
  /** What raised it to that, and when; null for one that was never raised. */
  readonly raised: { readonly byFen: Fen; readonly on: BeijingDay } | null;
  /** `cancelling`: being given back; nobody can say yet how it ends. */
  readonly state: 'valid' | 'cancelling' | 'cancelled';
  readonly cancelledOn: BeijingDay | null;
}

/** The same policy as the insurer's file tells it. */
export interface InsurerPolicy {
  readonly premiumFen: Fen;
  readonly state: 'valid' | 'cancelled';
  /** What each insurer carries, by name. */
  readonly shares: Readonly<Record<string, Fen>>;
}

export interface IssueTerms {
  readonly consortium: readonly { readonly name: string; readonly sharePercent: number }[];
  /** The last day that the insurer has sent a file of. */
  readonly latestDay: BeijingDay;
  /** For so many days after something happened here the insurer's files need not have it. */
  readonly graceDays: number;
}

export interface IssueDifference {
  readonly class: IssueClass;
  /** What differs, in plain Chinese, with the figures. */
  readonly finding: string;
}

/** Nothing in `differences` and not `isWaiting`: they agree. */
export interface ComparedIssue {
  readonly differences: readonly IssueDifference[];
  /** A later file will tell. */
  readonly isWaiting: boolean;
}

const AGREED: ComparedIssue = { differences: [], isWaiting: false };
const WAITING: ComparedIssue = { differences: [], isWaiting: true };
const only = (found: IssueClass, finding: string): ComparedIssue => ({
  differences: [{ class: found, finding }],
  isWaiting: false,
});

/** Compares one policy on both sides; what neither side insures is no difference. */
export function compareIssue(own: OwnPolicy | null, insurer: InsurerPolicy | null, terms: IssueTerms): ComparedIssue {
  if (own === null) {
    return insurer?.state === 'valid' ? only('insurer-only', '保司承保了，我方没有这张已承保的保单') : AGREED;
  }
  if (insurer === null) {
    if (own.state !== 'valid') return AGREED;
    return isRecent(own.issuedOn, terms) ? WAITING : only('ours-only', `我方 ${own.issuedOn} 承保，保司的文件里没有`);
  }
  const parts = [stateOf(own, insurer, terms), premiumOf(own, insurer, terms), shareOf(insurer, terms)];
  const differences = parts.filter((part) => part !== null && part !== 'waiting');
  return { differences, isWaiting: differences.length === 0 && parts.includes('waiting') };
}

type Part = IssueDifference | 'waiting' | null;

/** What happened here so lately that no file of the insurer's need have it. */
function isRecent(day: BeijingDay, { latestDay, graceDays }: IssueTerms): boolean {
  return addDays(day, graceDays) > latestDay;
}

function stateOf(own: OwnPolicy, insurer: InsurerPolicy, terms: IssueTerms): Part {
  if (own.state === insurer.state) return null;
  if (own.state === 'cancelling') return 'waiting';
  if (own.state === 'valid') return { class: 'state', finding: '保司已退保，我方有效' };
  return own.cancelledOn !== null && isRecent(own.cancelledOn, terms)
    ? 'waiting'
    : { class: 'state', finding: '我方已退保，保司有效' };
}

function premiumOf({ premiumFen, raised }: OwnPolicy, insurer: InsurerPolicy, terms: IssueTerms): Part {
  if (insurer.premiumFen === premiumFen) return null;
  if (raised && isRecent(raised.on, terms) && insurer.premiumFen === premiumFen - raised.byFen) return 'waiting';
  const [there, here] = [insurer.premiumFen, premiumFen].map(fenToYuanText);
  return { class: 'premium', finding: `保司 ${there} 元，我方 ${here} 元` };
}

/** The parts of what the insurer itself says is the premium: a wrong premium is told once, not once more per share. */
function shareOf({ premiumFen, shares }: InsurerPolicy, { consortium }: IssueTerms): Part {
  const parts = consortiumPartsFen(premiumFen, consortium);
  const due = new Map(consortium.map(({ name }, index) => [name, parts[index] ?? 0]));
  const wrong = [...new Set([...due.keys(), ...Object.keys(shares)])].flatMap((name) => {
    const [there, here] = [shares[name] ?? 0, due.get(name) ?? 0];
    return there === here ? [] : [`${name} ${fenToYuanText(there)} 元，应为 ${fenToYuanText(here)} 元`];
  });
  return wrong.length > 0 ? { class: 'share', finding: wrong.join('；') } : null;
}
