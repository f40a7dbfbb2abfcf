import { notYetOnSale, type SaleDates } from './sale-window.ts';

/**
 * The edition that is meant where nobody named one: the one that residents are shown first, once its sale has begun; before
 * that, the one whose sale began last. Never one that is not sold yet while another is; null where there is none.
 */
export function editionInForce<E extends { readonly isDefault: boolean; readonly document: SaleDates }>(
  editions: readonly E[],
  nowMs: number,
): E | null {
  const sold = editions.filter(({ document }) => !notYetOnSale(document, nowMs));
  const known = sold.length > 0 ? sold : editions;
  const shownFirst = known.find(({ isDefault }) => isDefault);
  if (shownFirst) return shownFirst;
  const [latest = null] = [...known].sort((a, b) => (a.document.insureStart < b.document.insureStart ? 1 : -1));
  return latest;
}
