import { isShareWay, type ShareVisit } from '@huimin/domain/share';
import type { Core } from '../../core.ts';
import { knownShareCodes, shareCodeIn, shareCodeOfOpenId, shareCodeOfUser } from './share-codes.ts';
import { readShareVisit } from './share-visit.ts';

/** What an order brings along of shares. */
interface BroughtShares {
  readonly shareCode?: string | undefined;
  readonly shareFrom?: string | undefined;
  readonly shareVisit?: string | undefined;
}

/**
 * The shares that led to an order, and which of their codes count: given out, and not the buyer's own. The one in the
 * address was followed now; the one that the browser kept says itself when it was opened.
 */
export async function sharesOfOrder(
  core: Pick<Core, 'database' | 'index'>,
  brought: BroughtShares,
  buyer: { readonly userId: bigint; readonly openId: string | null },
  nowMs: number,
): Promise<{ readonly visits: readonly ShareVisit[]; counts(shareCode: string): boolean }> {
  const kept = readShareVisit(core.index, brought.shareVisit);
  const inAddress = shareCodeIn(brought.shareCode);
  const shareFrom = isShareWay(brought.shareFrom) ? brought.shareFrom : null;
  const visits = [
    // Opened here before: its own moment counts, or a link kept for years would never end.
    ...(inAddress === null || kept?.shareCode === inAddress ? [] : [{ shareCode: inAddress, shareFrom, atMs: nowMs }]),
    ...(kept === null ? [] : [kept]),
  ];
  if (visits.length === 0) return { visits, counts: () => false };
  const own = [
    shareCodeOfUser(core, buyer.userId),
    ...(buyer.openId === null ? [] : [shareCodeOfOpenId(core, buyer.openId)]),
  ];
  const known = await knownShareCodes(
    core.database.query,
    visits.map(({ shareCode }) => shareCode),
  );
  return { visits, counts: (shareCode) => known.has(shareCode) && !own.includes(shareCode) };
}
