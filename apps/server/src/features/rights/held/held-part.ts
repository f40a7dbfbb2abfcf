import type { Core } from '../../../core.ts';
import type { SessionUser } from '../../../http/handler.ts';
import type { EditionStore } from '../../configuration/index.ts';

export interface HeldDependencies extends Core {
  readonly editions: EditionStore;
  /** Under what an account's recordings are found. */
  readonly recordings: { holderOf(userId: bigint): Buffer };
  /** What staff wrote down about a person (by keyed hash), oldest first. */
  readonly notesAbout: (person: Buffer) => Promise<readonly { atMs: number; kind: string; words: string }[]>;
}

/** One thing that is held: what to read it under, and what is read. An empty text: nothing is held there. */
export type HeldRow = Readonly<Record<string, string>>;

/** One kind of what is held about an account's owner. */
export interface HeldPart {
  /** 订单; the title it is read under. */
  readonly what: string;
  /** What it is used for, after 用于. */
  readonly why: string;
  /** What the copy leaves out here, and where it is read instead. */
  readonly leftOut?: string;
  /** Shown on the page by itself, so not counted in its list. */
  readonly apart?: true;
  /** The tables it is read from. A test asks that each table with somebody's data is told, or says why not. */
  readonly tables: readonly string[];
  /** Everything that is held of this kind, oldest first. */
  rows(deps: HeldDependencies, user: SessionUser): Promise<readonly HeldRow[]>;
}

/** More rows of one kind than anybody has. */
export const ALL_ROWS = 10_000;

/** How sums are written in the copy: 158.00. */
export const yuan = (fen: number | bigint): string => (Number(fen) / 100).toFixed(2);

/** The parameters of most queries: shard, then user. */
export const ofUser = (user: Pick<SessionUser, 'shard' | 'id'>): [number, bigint] => [user.shard, user.id];
