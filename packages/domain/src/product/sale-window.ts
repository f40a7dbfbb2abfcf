import { beijingMs } from '../date/index.ts';
import type { StatusTable } from '../status/index.ts';

/** Spelt as the specification spells it. */
export type SaleWindow = 'insureing' | 'underwriting' | 'underwriteEnd';

/** The dates of a sale, Beijing time, `YYYY-MM-DD HH:mm:ss` (a bare day means its first moment). */
export interface SaleDates {
  insureStart: string;
  insureEnd: string;
  underwriteEnd: string;
  underwriteComplete: boolean;
}

export type SaleWindowEvent = 'InsureEndPassed' | 'UnderwriteEndPassed' | 'UnderwritingCompleted';

/** How the window moves as time passes. An operator who changes the dates starts it anew. */
export const SALE_WINDOW_TABLE: StatusTable<SaleWindow, SaleWindowEvent> = {
  title: 'Sale window',
  entries: [
    { status: 'insureing', key: 'Insureing', label: '参保中', tone: 'success' },
    { status: 'underwriting', key: 'Underwriting', label: '承保处理中', tone: 'warn' },
    { status: 'underwriteEnd', key: 'UnderwriteEnd', label: '参保已结束', tone: 'neutral' },
  ],
  initial: ['insureing'],
  terminal: ['underwriteEnd'],
  rows: [
    ['insureing', 'underwriting', 'InsureEndPassed'],
    ['insureing', 'underwriteEnd', 'UnderwriteEndPassed'],
    ['insureing', 'underwriteEnd', 'UnderwritingCompleted'],
    ['underwriting', 'underwriteEnd', 'UnderwriteEndPassed'],
    ['underwriting', 'underwriteEnd', 'UnderwritingCompleted'],
  ],
};

/**
 * The sale window at a moment, compared exactly as the specification's table (section 4) says: `underwriting` strictly
 * after insureEnd and strictly before underwriteEnd, `underwriteEnd` from underwriteEnd on or once underwriting is
 * complete, `insureing` otherwise, also before insureStart (see `notYetOnSale`). Throws RangeError on bad dates.
 */
export function saleWindowAt(product: SaleDates, nowMs: number): SaleWindow {
  const underwriteEndMs = beijingMs(product.underwriteEnd);
  if (product.underwriteComplete || nowMs >= underwriteEndMs) return 'underwriteEnd';
  return nowMs > beijingMs(product.insureEnd) ? 'underwriting' : 'insureing';
}

/** Whether the sale has not begun. */
export function notYetOnSale(product: SaleDates, nowMs: number): boolean {
  return nowMs < beijingMs(product.insureStart);
}

/** Whether an order may be saved now: the sale has begun and the window is `insureing`. */
export function isOnSale(product: SaleDates, nowMs: number): boolean {
  return !notYetOnSale(product, nowMs) && saleWindowAt(product, nowMs) === 'insureing';
}

/**
 * Milliseconds until `saleWindowAt` or `notYetOnSale` next gives another answer; null when it never will by itself.
 * May exceed what a timer can hold (2^31 - 1 ms): cap it and ask again.
 */
export function msUntilNextChange(product: SaleDates, nowMs: number): number | null {
  const stateAt = (ms: number) => `${notYetOnSale(product, ms)} ${saleWindowAt(product, ms)}`;
  const now = stateAt(nowMs);
  const later = [beijingMs(product.insureStart), beijingMs(product.insureEnd) + 1, beijingMs(product.underwriteEnd)]
    .filter((ms) => ms > nowMs && stateAt(ms) !== now)
    .sort((a, b) => a - b)[0];
  return later === undefined ? null : later - nowMs;
}
