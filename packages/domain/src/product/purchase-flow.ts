import { addDays, beijingDate, beijingMs, parseDate } from '../date/index.ts';
import { pauseOfAll, type SalePause } from './sale-pause.ts';
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
  /** Where the sale stands still now. */
  salePauses?: readonly SalePause[];
}

type IsOpen = (edition: FlowDates, nowMs: number) => boolean;

/** When each way is open, side by side. */
export const FLOW_WINDOWS: Readonly<Record<PurchaseFlow, IsOpen>> = {
  normal: isOnSale,
  early: (edition, nowMs) =>
    edition.flows?.early !== undefined && nowMs >= beijingMs(edition.flows.early.from) && notYetOnSale(edition, nowMs),
  mid(edition, nowMs) {
    const { mid } = edition.flows ?? {};
    if (!mid || notYetOnSale(edition, nowMs) || saleWindowAt(edition, nowMs) === 'insureing') return false;
    const last = midCoverFrom(edition, nowMs);
    return (
      nowMs >= beijingMs(mid.from) && nowMs <= beijingMs(mid.until) && last !== null && last <= edition.invalidDate
    );
  },
  assisted: (edition, nowMs) => edition.flows?.assisted === true && isOnSale(edition, nowMs),
};

/** First day of cover when applied for this way at this moment; null: the edition's. */
export function coverFrom(flow: PurchaseFlow, edition: FlowDates, nowMs: number): string | null {
  return flow === 'mid' ? midCoverFrom(edition, nowMs) : null;
}

function midCoverFrom(edition: FlowDates, nowMs: number): string | null {
  const { mid } = edition.flows ?? {};
  if (!mid) return null;
  const after = addDays(beijingDate(nowMs), mid.waitingDays + 1);
  return after > edition.validDate ? after : null;
}

/**
 * The way to buy that is open to a resident alone at this moment; null when there is none, also while the whole province
 * stands still. They never overlap.
 */
export function openFlow(edition: FlowDates, nowMs: number): Exclude<PurchaseFlow, 'assisted'> | null {
  if (pauseOfAll(edition.salePauses)) return null;
  return (['normal', 'early', 'mid'] as const).find((flow) => FLOW_WINDOWS[flow](edition, nowMs)) ?? null;
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
