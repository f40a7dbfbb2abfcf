import type { Right, RightsStatus } from '@huimin/domain/account';
import { beijingDateTime } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface RightsRow {
  readonly shard: number;
  readonly id: bigint;
  readonly user_id: bigint;
  readonly person_index: Buffer | null;
  readonly kind: Right;
  readonly words_sealed: Buffer;
  readonly status: RightsStatus;
  readonly asked_at: number;
  readonly due_at: number;
  readonly answered_by: number | null;
  readonly answer_sealed: Buffer | null;
  /** Answered, and the rest follows by itself when the money that needs it has come through. */
  readonly goes_on: boolean;
  readonly lifted_at: number | null;
  readonly lifted_sealed: Buffer | null;
}

export const WORDS_SEAL = 'rights-words';
export const ANSWER_SEAL = 'rights-answer';
export const LIFTED_SEAL = 'rights-lifted';
const MOST = 30;

/** When and how a restriction was taken back; null where it was not. */
export function liftedOf(
  { vault }: Pick<Core, 'vault'>,
  { lifted_at: at, lifted_sealed: sealed }: Pick<RightsRow, 'lifted_at' | 'lifted_sealed'>,
): { readonly at: string; readonly words: string } | null {
  return at === null
    ? null
    : { at: beijingDateTime(at), words: sealed === null ? '' : vault.open(LIFTED_SEAL, sealed) };
}

/** The one place where it is decided whose requests somebody sees. */
export async function ownRequests(query: Query, user: SessionUser, most = MOST): Promise<RightsRow[]> {
  return query<RightsRow>(`select * from rights_requests where shard = $1 and user_id = $2 order by id desc limit $3`, [
    user.shard,
    user.id,
    most,
  ]);
}

/** What was asked for by accounts, the newest of each right; without words, which are for whoever answers. */
export async function newestRequests(
  query: Query,
  accounts: readonly Pick<SessionUser, 'shard' | 'id'>[],
): Promise<Pick<RightsRow, 'kind' | 'status' | 'asked_at' | 'due_at'>[]> {
  return query(
    `select distinct on (r.kind) r.kind, r.status, r.asked_at, r.due_at
     from unnest($1::smallint[], $2::bigint[]) as g(shard, id)
     join rights_requests r on r.shard = g.shard and r.user_id = g.id
     order by r.kind, r.asked_at desc, r.id desc`,
    [accounts.map(({ shard }) => shard), accounts.map(({ id }) => id)],
  );
}

type NewRequest = Pick<
  RightsRow,
  'shard' | 'id' | 'user_id' | 'person_index' | 'kind' | 'words_sealed' | 'asked_at' | 'due_at'
>;

/**
 * One that people decide; false while another of its kind waits. With an answer it was done as soon as it was asked, and is
 * in nobody's way.
 */
export async function insertRequest(query: Query, row: NewRequest, answerSealed: Buffer | null): Promise<boolean> {
  const askedAt = new Date(row.asked_at);
  const rows = await query(
    `insert into rights_requests (shard, id, user_id, person_index, kind, words_sealed, status, asked_at, due_at,
       answered_at, answer_sealed)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (shard, user_id, kind) where status = 'waiting' do nothing returning 1 as stored`,
    [
      row.shard,
      row.id,
      row.user_id,
      row.person_index,
      row.kind,
      row.words_sealed,
      answerSealed === null ? 'waiting' : 'done',
      askedAt,
      new Date(row.due_at),
      answerSealed === null ? null : askedAt,
      answerSealed,
    ],
  );
  return rows.length === 1;
}

export async function withdrawRequest(query: Query, user: SessionUser, kind: Right): Promise<boolean> {
  const rows = await query(
    `update rights_requests set status = 'withdrawn'
     where shard = $1 and user_id = $2 and kind = $3 and status = 'waiting' returning 1 as done`,
    [user.shard, user.id, kind],
  );
  return rows.length === 1;
}

/** Since when a restriction stands that was granted; null where none does. */
export async function restrictedSince(query: Query, user: SessionUser): Promise<string | null> {
  const [row] = await query<{ at: number | null }>(
    `select min(answered_at) as at from rights_requests
     where shard = $1 and user_id = $2 and kind = 'restrict' and status = 'done'`,
    [user.shard, user.id],
  );
  return row?.at == null ? null : beijingDateTime(row.at);
}

/** Takes back every restriction that was granted, and answers which. */
export async function liftedRequests(
  query: Query,
  user: SessionUser,
  nowMs: number,
): Promise<Pick<RightsRow, 'shard' | 'id' | 'user_id' | 'kind'>[]> {
  return query(
    `update rights_requests set status = 'lifted', lifted_at = $3
     where shard = $1 and user_id = $2 and kind = 'restrict' and status = 'done' returning shard, id, user_id, kind`,
    [user.shard, user.id, new Date(nowMs)],
  );
}
