import type { ConsoleCalls, DifferenceLineValue } from '@huimin/contract/console';
import { parseDate } from '@huimin/domain/date';
import { providerLabel } from '@huimin/domain/payment';
import { ADVICE_LABELS, DIFFERENCE_CLASSES, type DifferenceClass, RESOLUTIONS } from '@huimin/domain/reconciliation';
import { seesEverything } from '@huimin/domain/staff';
import { fail, ok } from '../../../http/handler.ts';
import type { ConsoleHandler } from '../../staff/index.ts';
import { DIFFERENCE_STATES } from '../report.ts';
import { gapOf } from './day-parts.ts';
import { type ReconciliationDeskDependencies, SEES_ALL } from './desk-deps.ts';
import { differencePage, type ListedDifference } from './desk-store.ts';

const PAGE = 100;

const TONES: Readonly<Record<DifferenceClass, DifferenceLineValue['tone']>> = {
  'provider-only': 'info',
  'book-only': 'error',
  amount: 'error',
  state: 'warn',
  'cross-day': 'neutral',
  refund: 'error',
};

/** Numbers beyond what the database counts are nobody's. */
export function differenceIdOf(text: string): bigint {
  const id = BigInt(text);
  return id > 9_223_372_036_854_775_807n ? -1n : id;
}

export function listDifferences(deps: ReconciliationDeskDependencies): ConsoleHandler<ConsoleCalls['listDifferences']> {
  return async ({ day, class: found, gone, after }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    if (parseDate(day) === null) return fail('bad-input', '没有这一天，请重新选日期');
    const rows = await differencePage(deps.database.query, {
      ...{ day, class: found ?? null, isGone: gone === 'yes', limit: PAGE + 1, nowMs: deps.clock.now() },
      after: after === undefined ? null : differenceIdOf(after),
    });
    const page = rows.slice(0, PAGE);
    return ok({
      differences: page.map(lineOf),
      next: rows.length > PAGE ? String(page.at(-1)?.id) : null,
    });
  };
}

export function lineOf(row: ListedDifference): DifferenceLineValue {
  const sign = row.kind === 'refund' ? -1 : 1;
  const signed = (fen: number | null) => (fen === null ? null : sign * fen);
  return {
    differenceNo: String(row.id),
    ...{ class: row.class, classLabel: DIFFERENCE_CLASSES[row.class], tone: TONES[row.class] },
    provider: providerLabel(row.provider),
    number: shortened(row.refund_no ?? row.provider_txn),
    ...{ billFen: signed(row.bill_fen), bookFen: signed(row.book_fen), gapFen: sign * gapOf(row) + 0 },
    ...{ finding: row.finding, advice: ADVICE_LABELS[row.advice] },
    ...{ state: row.state, stateLabel: DIFFERENCE_STATES[row.state], isUnderWay: row.under_way },
    decided: decidedText(row.resolution),
  };
}

export function decidedText(resolution: string | null): string | null {
  if (resolution === null) return null;
  return (RESOLUTIONS as Readonly<Record<string, string>>)[resolution] ?? '自动结清';
}

export function shortened(number: string): string {
  return number.length > 10 ? `${number.slice(0, 4)}****${number.slice(-4)}` : number;
}
