import { beijingDate, formatDateTime } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import type { EditionStore, LoadedEdition } from '../configuration/index.ts';
import { standingOf } from './content-check.ts';
import { approvedContent, approvedOfEdition, barredWords, type ContentRow } from './content-store.ts';

type Deps = Pick<Core, 'database' | 'clock'> & { readonly editions: EditionStore };

/** A piece that may be shown at this moment, with its edition. */
export interface ShownContent {
  readonly row: ContentRow;
  readonly edition: LoadedEdition;
}

/** One piece, or null when it may not be shown: not approved, recalled, expired, with other names or barred words. */
export async function shownContent(deps: Deps, contentId: string): Promise<ShownContent | null> {
  const row = await approvedContent(deps.database.query, contentId);
  return row === null ? null : ((await onlyShown(deps, [row]))[0] ?? null);
}

/** Every piece of an edition that may be shown. */
export async function shownOfEdition(deps: Deps, edition: LoadedEdition): Promise<ShownContent[]> {
  return onlyShown(deps, await approvedOfEdition(deps.database.query, edition.code));
}

async function onlyShown(deps: Deps, rows: readonly ContentRow[]): Promise<ShownContent[]> {
  if (rows.length === 0) return [];
  const words = await barredWords(deps.database.query);
  const nowMs = deps.clock.now();
  const today = beijingDate(nowMs);
  return rows.flatMap((row) => {
    const edition = deps.editions.edition(row.edition_code);
    const { standing } = standingOf(row, { edition, words, today, nowMs });
    return edition !== null && standing === 'shown' ? [{ row, edition }] : [];
  });
}

/** What a piece says of its approval. */
export function approvalOf({ row }: ShownContent) {
  return {
    // A draft has neither; only a preview shows one.
    approvalNo: row.approval_no ?? '审批后写上',
    expiresAt: row.expires_at === null ? '审批时定的日期' : formatDateTime(row.expires_at),
    productName: row.names.product,
    insurers: [...row.names.insurers],
    intermediaries: [...row.names.intermediaries],
  };
}
