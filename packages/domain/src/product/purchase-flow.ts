import { addDays, beijingDate, beijingMs, parseDate } from '../date/index.ts';
import { isOnSale, notYetOnSale, type SaleDates, saleWindowAt } from './sale-window.ts';

/**
 * How a person comes to buy: in the sale's own window, before it as somebody who was covered before, after it as
 * somebody who could not join in time, or with an outlet's help. One journey; the rules below are all that differs.
 */
export type PurchaseFlow = 'normal' | 'early' | 'mid' | 'assisted';

/** Why somebody joins after the main window. */
export interface MidYearReason {
  /** Lower-case word. */
  code: string;
  label: string;
  /** What it takes, in one sentence for residents. */
  detail: string;
  /** birth: the birth date itself shows it; paper: a person looks at a paper first. */
  proof: 'birth' | 'paper';
  /** The application comes within so many days of the event (of birth, or as the paper says). */
  withinDays: number;
}

export interface MidYearWindow {
  from: string;
  until: string;
  waitingDays: number;
}

/** Windows and rules of an edition besides its main window; what is absent is not offered. Beijing time. */
export interface FlowRules {
  /** Those covered before may buy from `from` until the sale begins. */
  early?: { from: string };
  /** From `from` to `until`; cover begins so many whole days after the day of the application. */
  mid?: MidYearWindow & { reasons: readonly MidYearReason[] };
  /** Outlets may help to fill in; the resident confirms and pays on an own phone. */
  assisted?: boolean;
}

export interface FlowDates extends SaleDates {
  validDate: string;
  invalidDate: string;
  /** Whose reasons count is not needed to tell what is open: residents' phones get the windows only. */
  flows?: Omit<FlowRules, 'mid'> & { mid?: MidYearWindow };
}

interface FlowRule {
  label: string;
  isOpen: (edition: FlowDates, nowMs: number) => boolean;
  /** First day of cover when applied for at this moment; null: the edition's. */
  coverFrom: (edition: FlowDates, nowMs: number) => string | null;
  /** Every insured person must have been covered by an earlier edition, bought by the same account. */
  coveredBefore: boolean;
  /** Every insured person must have a reason to join late. */
  needsReason: boolean;
  /** Only with an outlet's code that this resident took up. */
  needsAssistance: boolean;
}

/** The rules per kind, side by side. */
export const FLOW_RULES: Readonly<Record<PurchaseFlow, FlowRule>> = {
  normal: {
    label: '参保',
    isOpen: isOnSale,
    coverFrom: () => null,
    coveredBefore: false,
    needsReason: false,
    needsAssistance: false,
  },
  early: {
    label: '提前参保',
    isOpen: (edition, nowMs) =>
      edition.flows?.early !== undefined &&
      nowMs >= beijingMs(edition.flows.early.from) &&
      notYetOnSale(edition, nowMs),
    coverFrom: () => null,
    coveredBefore: true,
    needsReason: false,
    needsAssistance: false,
  },
  mid: {
    label: '中途参保',
    isOpen(edition, nowMs) {
      const { mid } = edition.flows ?? {};
      if (!mid || notYetOnSale(edition, nowMs) || saleWindowAt(edition, nowMs) === 'insureing') return false;
      const last = midCoverFrom(edition, nowMs);
      return (
        nowMs >= beijingMs(mid.from) && nowMs <= beijingMs(mid.until) && last !== null && last <= edition.invalidDate
      );
    },
    coverFrom: midCoverFrom,
    coveredBefore: false,
    needsReason: true,
    needsAssistance: false,
  },
  assisted: {
    label: '网点协助参保',
    isOpen: (edition, nowMs) => edition.flows?.assisted === true && isOnSale(edition, nowMs),
    coverFrom: () => null,
    coveredBefore: false,
    needsReason: false,
    needsAssistance: true,
  },
};

function midCoverFrom(edition: FlowDates, nowMs: number): string | null {
  const { mid } = edition.flows ?? {};
  if (!mid) return null;
  const after = addDays(beijingDate(nowMs), mid.waitingDays + 1);
  return after > edition.validDate ? after : null;
}

/** The way to buy that is open to a resident alone at this moment; null when there is none. They never overlap. */
export function openFlow(edition: FlowDates, nowMs: number): Exclude<PurchaseFlow, 'assisted'> | null {
  return (['normal', 'early', 'mid'] as const).find((flow) => FLOW_RULES[flow].isOpen(edition, nowMs)) ?? null;
}

/** Milliseconds until `openFlow` next answers otherwise because of the windows beside the main one; null: never. */
export function msUntilFlowChange(edition: FlowDates, nowMs: number): number | null {
  const { early, mid } = edition.flows ?? {};
  const edges = [
    early && beijingMs(early.from),
    mid && beijingMs(mid.from),
    // The day's date decides when cover begins, and with the last of them the window is over.
    mid && beijingMs(mid.until) + 1,
    mid && beijingMs(addDays(edition.invalidDate, -mid.waitingDays)),
  ];
  const now = openFlow(edition, nowMs);
  const later = edges
    .filter((ms): ms is number => ms !== undefined && ms > nowMs && openFlow(edition, ms) !== now)
    .sort((a, b) => a - b)[0];
  return later === undefined ? null : later - nowMs;
}

/** Whether a birth date alone shows that somebody may join late: born within the reason's days, not in the future. */
export function bornInTime(
  reason: Pick<MidYearReason, 'proof' | 'withinDays'>,
  birthDate: string,
  nowMs: number,
): boolean {
  const today = beijingDate(nowMs);
  return reason.proof === 'birth' && birthDate <= today && today <= addDays(birthDate, reason.withinDays);
}

const FLOW_DATE_LABELS = {
  'flows.early.from': '提前参保开始',
  'flows.mid.from': '中途参保开始',
  'flows.mid.until': '中途参保截止',
} as const;

/** What is wrong with an edition's windows, for who publishes it. */
export function flowProblems(edition: FlowDates & { flows?: FlowRules }): { path: string; message: string }[] {
  const problems: { path: string; message: string }[] = [];
  const { early, mid } = edition.flows ?? {};
  const moment = (path: keyof typeof FLOW_DATE_LABELS, text: string): number | null => {
    const ms = parseDate(text);
    if (ms === null) problems.push({ path, message: `请填写${FLOW_DATE_LABELS[path]}，写成 2026.01.01 00:00` });
    return ms;
  };
  if (early) moment('flows.early.from', early.from);
  if (!mid) return problems;
  const [from, until] = [moment('flows.mid.from', mid.from), moment('flows.mid.until', mid.until)];
  // Whether the main window's own dates are any is found where they are checked.
  const ends = parseDate(edition.insureEnd);
  if (from !== null && ends !== null && from < ends) {
    problems.push({ path: 'flows.mid.from', message: '中途参保要在参保截止之后' });
  }
  if (from !== null && until !== null && until <= from) {
    problems.push({ path: 'flows.mid.until', message: '中途参保截止要晚于它的开始' });
  }
  if (!Number.isInteger(mid.waitingDays) || mid.waitingDays < 0 || mid.waitingDays > 180) {
    problems.push({ path: 'flows.mid.waitingDays', message: '等待天数为 0 到 180 的整数' });
  }
  if (mid.reasons.length === 0) problems.push({ path: 'flows.mid.reasons', message: '至少要有一种中途参保的情形' });
  return problems;
}
