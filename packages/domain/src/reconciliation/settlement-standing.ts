import { addDays, type BeijingDay } from '../date/index.ts';
import type { Fen } from '../money/index.ts';

/**
 * Where the money of one provider's bill day stands. `early`: it need not be there yet; `late`: it should be; `short` and
 * `over`: what was settled is less or more than the bill; `nothing`: the bill comes to nothing and nothing came.
 */
export type SettlementState = 'nothing' | 'early' | 'late' | 'short' | 'over' | 'settled' | 'no-bill';

export const SETTLEMENT_STATES = {
  nothing: { label: '没有要到账的', tone: 'neutral' },
  early: { label: '待到账', tone: 'info' },
  late: { label: '该到没到', tone: 'warn' },
  short: { label: '少结算', tone: 'error' },
  over: { label: '多结算', tone: 'error' },
  settled: { label: '相符', tone: 'success' },
  'no-bill': { label: '有到账没账单', tone: 'error' },
} as const satisfies Record<SettlementState, { label: string; tone: string }>;

/** Providers settle on the next working day; a long holiday lies between at most. */
export const SETTLED_WITHIN_DAYS = 10;

/** What came of one provider's bill day, all transfers together. */
export interface Settled {
  readonly transfers: number;
  readonly grossFen: Fen;
}

/** `billNetFen`: payments less refunds of the bill; null while there is none. */
export function settlementState(
  billNetFen: Fen | null,
  { transfers, grossFen }: Settled,
  day: BeijingDay,
  today: BeijingDay,
): SettlementState {
  if (billNetFen === null) return transfers > 0 ? 'no-bill' : waits(day, today);
  if (transfers === 0) return billNetFen === 0 ? 'nothing' : waits(day, today);
  if (grossFen === billNetFen) return 'settled';
  return grossFen < billNetFen ? 'short' : 'over';
}

const waits = (day: BeijingDay, today: BeijingDay): 'early' | 'late' =>
  today > addDays(day, SETTLED_WITHIN_DAYS) ? 'late' : 'early';
