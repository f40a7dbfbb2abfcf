import type { RetentionNumbers } from '@huimin/domain/evidence';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { EditionStore, LoadedEdition } from '../configuration/index.ts';

export interface ForgettingDependencies
  extends Pick<Core, 'clock' | 'database' | 'log' | 'random' | 'vault' | 'numbers' | 'orderIds'> {
  readonly editions: EditionStore;
  /** How long the law has insurance papers kept. */
  readonly retentionNumbers: RetentionNumbers;
  /** False: nothing is destroyed. */
  readonly erases: boolean;
}

/** One of what has a time of its own: orders, claims, who may look at them, complaints. */
export interface Forgetting<Place, Due> {
  /** order, claim, claim-viewer, complaint */
  readonly what: string;
  readonly first: Place;
  /** What is due among the next so many, and where they ended; null: there are no more. */
  next(from: Place, limit: number): Promise<{ readonly due: readonly Due[]; readonly last: Place | null }>;
  /** By which it is told from others; no personal data. */
  nameOf(due: Due): string;
  /** Where it is an order: by which operators find it. */
  orderOf?(due: Due): { readonly orderId: bigint; readonly shard: number };
  /** Within a transaction of its own. */
  forget(query: Query, due: Due): Promise<void>;
}

/** The cover of an edition, by which its papers' time is counted; null where there is no such edition. */
export function contractOf(edition: LoadedEdition | null): { readonly from: string; readonly to: string } | null {
  return edition && { from: edition.document.validDate, to: edition.document.invalidDate };
}
