import type { AskBasis, PreExistingStatus, PreExistingWay } from '@huimin/domain/pre-existing';
import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import type { SessionUser } from '../../http/handler.ts';

export interface QueryRow {
  shard: number;
  id: bigint;
  user_id: bigint;
  asker_index: Buffer;
  person_index: Buffer;
  person_sealed: Buffer | null;
  basis: AskBasis;
  way: PreExistingWay;
  edition_code: string;
  status: PreExistingStatus;
  tries: number;
  answer_sealed: Buffer | null;
  asked_at: number;
  answered_at: number | null;
  expires_at: number | null;
  consent_version: number;
  consent_hash: Buffer;
}

const COLUMNS = `q.shard, q.id, q.user_id, q.asker_index, q.person_index, q.person_sealed, q.basis, q.way, q.edition_code,
  q.status, q.tries, q.answer_sealed, q.asked_at, q.answered_at, q.expires_at, c.version as consent_version,
  c.text_hash as consent_hash`;
const FROM = 'pre_existing_queries q join pre_existing_consents c on c.shard = q.shard and c.id = q.id';

export interface NewQuery {
  readonly id: bigint;
  readonly clientKey: string;
  readonly askerIndex: Buffer;
  readonly personIndex: Buffer;
  readonly personSealed: Buffer;
  readonly basis: AskBasis;
  readonly way: PreExistingWay;
  readonly editionCode: string;
  readonly consentVersion: number;
  readonly consentHash: Buffer;
  readonly nowMs: number;
  /** When a job asks, should nobody have asked by then. */
  readonly nextAskMs: number;
}

/** The question and the consent to it, both or none. False where the same one is being asked already. */
export async function insertQuery(query: Query, user: SessionUser, entry: NewQuery): Promise<boolean> {
  const rows = await query(
    `with asked as (
       insert into pre_existing_queries (shard, id, user_id, client_key, asker_index, person_index, person_sealed, basis, way,
         edition_code, status, tries, next_ask_at, asked_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'asking', 1, $14, $13) on conflict do nothing
       returning shard, id, user_id, person_index, basis, way, asked_at
     )
     insert into pre_existing_consents (shard, id, user_id, person_index, basis, version, text_hash, way, agreed_at)
     select shard, id, user_id, person_index, basis, $11::smallint, $12::bytea, way, asked_at from asked returning 1 as kept`,
    [
      user.shard,
      entry.id,
      user.id,
      entry.clientKey,
      entry.askerIndex,
      entry.personIndex,
      entry.personSealed,
      entry.basis,
      entry.way,
      entry.editionCode,
      entry.consentVersion,
      entry.consentHash,
      new Date(entry.nowMs),
      new Date(entry.nextAskMs),
    ],
  );
  return rows.length === 1;
}

/** One that was sent before with the same key, or that is being asked about the same. */
export async function sameQuery(
  query: Query,
  user: SessionUser,
  same: { clientKey: string; personIndex: Buffer; editionCode: string; way: PreExistingWay },
): Promise<QueryRow | null> {
  const [row] = await query<QueryRow>(
    `select ${COLUMNS} from ${FROM}
     where q.shard = $1 and q.user_id = $2
       and (q.client_key = $3 or q.status = 'asking' and q.person_index = $4 and q.edition_code = $5 and q.way = $6)
     order by q.id desc limit 1`,
    [user.shard, user.id, same.clientKey, same.personIndex, same.editionCode, same.way],
  );
  return row ?? null;
}

const LISTED = 20;

/**
 * The one place that reads somebody's own questions, newest first: those they asked as the person they are now shown to
 * be. What is over holds nothing to show.
 */
export async function queriesOf(query: Query, user: SessionUser, askerIndex: Buffer): Promise<QueryRow[]> {
  return query<QueryRow>(
    `select ${COLUMNS} from ${FROM}
     where q.shard = $1 and q.user_id = $2 and q.asker_index = $3 and q.person_sealed is not null
     order by q.id desc limit ${LISTED}`,
    [user.shard, user.id, askerIndex],
  );
}

export async function ownQuery(
  query: Query,
  user: SessionUser,
  askerIndex: Buffer,
  id: bigint,
): Promise<QueryRow | null> {
  const [row] = await query<QueryRow>(
    `select ${COLUMNS} from ${FROM}
     where q.shard = $1 and q.id = $4 and q.user_id = $2 and q.asker_index = $3 and q.person_sealed is not null`,
    [user.shard, user.id, askerIndex, id],
  );
  return row ?? null;
}

export async function queryById(query: Query, shard: number, id: bigint): Promise<QueryRow | null> {
  const [row] = await query<QueryRow>(`select ${COLUMNS} from ${FROM} where q.shard = $1 and q.id = $2`, [shard, id]);
  return row ?? null;
}

/** Takes up to `limit` questions whose time has come; each is this caller's until `pauseOf` has passed. */
export async function takeDue(query: Query, nowMs: number, leaseMs: number, limit: number): Promise<QueryRow[]> {
  const rows = await query<{ shard: number; id: bigint }>(
    `with due as materialized (
       select shard, id from pre_existing_queries where status = 'asking' and next_ask_at <= $1 order by next_ask_at limit ${limit}
     )
     update pre_existing_queries set tries = tries + 1, next_ask_at = $2
     where ${amongDue(`status = 'asking' and next_ask_at <= $1`)}
     returning shard, id`,
    [new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  const taken: QueryRow[] = [];
  for (const { shard, id } of rows) {
    const row = await queryById(query, shard, id);
    if (row) taken.push(row);
  }
  return taken;
}

type Named = Pick<QueryRow, 'shard' | 'id'>;

export async function askAgainAt(query: Query, row: Named, atMs: number): Promise<void> {
  await query(`update pre_existing_queries set next_ask_at = $3 where shard = $1 and id = $2 and status = 'asking'`, [
    row.shard,
    row.id,
    new Date(atMs),
  ]);
}

/** False where it was answered, given up or withdrawn meanwhile. */
export async function endAsking(
  query: Query,
  row: Named,
  end: { status: 'answered' | 'no-answer'; answerSealed: Buffer | null; atMs: number; expiresAtMs: number },
): Promise<boolean> {
  const rows = await query(
    `update pre_existing_queries set status = $3, answer_sealed = $4, answered_at = $5, expires_at = $6, next_ask_at = null
     where shard = $1 and id = $2 and status = 'asking' returning 1 as ended`,
    [row.shard, row.id, end.status, end.answerSealed, new Date(end.atMs), new Date(end.expiresAtMs)],
  );
  return rows.length === 1;
}

/** What an appeal made of an answer. */
export async function correctAnswer(
  query: Query,
  row: Named,
  answerSealed: Buffer,
  at: { atMs: number; expiresAtMs: number },
): Promise<boolean> {
  const rows = await query(
    `update pre_existing_queries set answer_sealed = $3, answered_at = $4, expires_at = $5
     where shard = $1 and id = $2 and status = 'answered' returning 1 as corrected`,
    [row.shard, row.id, answerSealed, new Date(at.atMs), new Date(at.expiresAtMs)],
  );
  return rows.length === 1;
}

/** The consent is withdrawn: answer and person go at once, nothing more is asked. */
export async function withdrawQuery(query: Query, row: Named, nowMs: number): Promise<boolean> {
  const rows = await query(
    `with gone as (
       update pre_existing_queries set status = 'withdrawn', answer_sealed = null, person_sealed = null, next_ask_at = null
       where shard = $1 and id = $2 and status in ('asking', 'answered', 'no-answer') returning shard, id
     )
     update pre_existing_consents c set withdrawn_at = $3 from gone where c.shard = gone.shard and c.id = gone.id
     returning 1 as withdrawn`,
    [row.shard, row.id, new Date(nowMs)],
  );
  return rows.length === 1;
}

/** Questions of an account whose consent can still be taken back. */
export async function standingQueries(query: Query, user: SessionUser): Promise<Pick<QueryRow, 'shard' | 'id'>[]> {
  return query(
    `select shard, id from pre_existing_queries
     where shard = $1 and user_id = $2 and status in ('asking', 'answered', 'no-answer') order by id`,
    [user.shard, user.id],
  );
}

/** Forgets answers whose time is over, unless an appeal against them is open; answers how many. */
export async function expireQueries(query: Query, nowMs: number): Promise<number> {
  const rows = await query(
    `update pre_existing_queries q set status = 'expired', answer_sealed = null, person_sealed = null
     where q.expires_at <= $1 and q.person_sealed is not null and q.status in ('answered', 'no-answer')
       and not exists (select from pre_existing_appeals a where a.shard = q.shard and a.query_id = q.id
         and a.status in ('submitted', 'more-papers'))
     returning 1 as expired`,
    [new Date(nowMs)],
  );
  return rows.length;
}

/** Deletes what nobody has to keep any more. */
export async function deleteOld(query: Query, nowMs: number, keptSinceMs: number): Promise<void> {
  await query(`delete from pre_existing_standings where expires_at <= $1`, [new Date(nowMs)]);
  await query(`delete from pre_existing_lookups where at <= $1`, [new Date(keptSinceMs)]);
  await query(
    `with old as (delete from pre_existing_consents where agreed_at <= $1 returning shard, id)
     delete from pre_existing_queries q using old where q.shard = old.shard and q.id = old.id`,
    [new Date(keptSinceMs)],
  );
}
