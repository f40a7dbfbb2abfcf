import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import type { MediaType } from './inspect/inspected.ts';

/** What one resident may have lying here at once. */
const MOST_FILES = 60;
const MOST_BYTES = 100 * 1024 * 1024;

export interface UploadRow {
  readonly id: bigint;
  readonly mediaType: MediaType;
  readonly bytes: number;
  readonly nameSealed: Buffer;
  readonly subjectId: bigint | null;
}

const COLUMNS = `id, media_type as "mediaType", bytes, name_sealed as "nameSealed", subject_id as "subjectId"`;

export interface NewUpload {
  readonly id: bigint;
  readonly clientKey: string;
  readonly purpose: string;
  readonly mediaType: MediaType;
  readonly bytes: number;
  readonly nameSealed: Buffer;
  readonly chunks: readonly Buffer[];
  readonly nowMs: number;
  readonly expiresAtMs: number;
}

/** Keeps a file and its pieces; false where the resident has as many as one may. The caller holds a transaction. */
export async function insertUpload(query: Query, user: SessionUser, upload: NewUpload): Promise<boolean> {
  const rows = await query(
    `insert into uploads (shard, id, user_id, client_key, purpose, media_type, bytes, chunks, name_sealed, created_at,
       expires_at)
     select $1::smallint, $3::bigint, $2::bigint, $4::text, $5::text, $6::text, $7::integer, $8::smallint, $9::bytea,
       $10::timestamptz, $11::timestamptz
     where (select count(*) < $12 and coalesce(sum(bytes), 0) + $7 <= $13 from uploads where shard = $1 and user_id = $2)
     returning 1 as kept`,
    [
      user.shard,
      user.id,
      upload.id,
      upload.clientKey,
      upload.purpose,
      upload.mediaType,
      upload.bytes,
      upload.chunks.length,
      upload.nameSealed,
      new Date(upload.nowMs),
      new Date(upload.expiresAtMs),
      MOST_FILES,
      MOST_BYTES,
    ],
  );
  if (rows.length === 0) return false;
  for (const [seq, sealed] of upload.chunks.entries()) {
    await query(`insert into upload_chunks (shard, upload_id, seq, sealed) values ($1, $2, $3, $4)`, [
      user.shard,
      upload.id,
      seq,
      sealed,
    ]);
  }
  return true;
}

export async function uploadByClientKey(query: Query, user: SessionUser, clientKey: string): Promise<UploadRow | null> {
  const [row] = await query<UploadRow>(
    `select ${COLUMNS} from uploads where shard = $1 and user_id = $2 and client_key = $3`,
    [user.shard, user.id, clientKey],
  );
  return row ?? null;
}

/** The one place that looks a file up for somebody: only whoever handed it in finds it. */
export async function uploadOfOwner(query: Query, user: SessionUser, id: bigint): Promise<UploadRow | null> {
  const [row] = await query<UploadRow>(`select ${COLUMNS} from uploads where shard = $1 and id = $2 and user_id = $3`, [
    user.shard,
    id,
    user.id,
  ]);
  return row ?? null;
}

/** All of an owner's, in the order in which they came. */
export function uploadsOfOwner(query: Query, user: SessionUser): Promise<(UploadRow & { createdAtMs: number })[]> {
  return query<UploadRow & { createdAtMs: number }>(
    `select ${COLUMNS}, created_at as "createdAtMs" from uploads where shard = $1 and user_id = $2 order by id`,
    [user.shard, user.id],
  );
}

/** Files of requests, in the order they came. */
export async function uploadsOfSubjects(
  query: Query,
  shard: number,
  subjectIds: readonly bigint[],
): Promise<(UploadRow & { subjectId: bigint })[]> {
  if (subjectIds.length === 0) return [];
  return query(`select ${COLUMNS} from uploads where shard = $1 and subject_id = any($2) order by id`, [
    shard,
    subjectIds,
  ]);
}

export async function chunksOf(query: Query, shard: number, id: bigint): Promise<Buffer[]> {
  const rows = await query<{ sealed: Buffer }>(
    `select sealed from upload_chunks where shard = $1 and upload_id = $2 order by seq`,
    [shard, id],
  );
  return rows.map((row) => row.sealed);
}

/**
 * Gives one's own files to a request; from then on they stay until it is decided. Answers how many of them are the
 * request's now: fewer than asked for where one is not there, somebody else's, or another request's.
 */
export async function giveToSubject(
  query: Query,
  owner: { readonly shard: number; readonly userId: bigint },
  ids: readonly bigint[],
  subjectId: bigint,
): Promise<number> {
  const rows = await query(
    `update uploads set subject_id = $4, expires_at = 'infinity'
     where shard = $1 and user_id = $2 and id = any($3) and (subject_id is null or subject_id = $4)
     returning 1 as given`,
    [owner.shard, owner.userId, ids, subjectId],
  );
  return rows.length;
}

/** From now on the files of a decided request go at this moment. */
export async function keepUntil(query: Query, shard: number, subjectId: bigint, atMs: number): Promise<void> {
  await query(`update uploads set expires_at = $3 where shard = $1 and subject_id = $2`, [
    shard,
    subjectId,
    new Date(atMs),
  ]);
}

const DELETE_OF_SUBJECT = `
with gone as (delete from uploads where shard = $1 and subject_id = $2 returning shard, id)
delete from upload_chunks c using gone where c.shard = gone.shard and c.upload_id = gone.id`;

/** Deletes every file of a request that was taken back. */
export async function deleteOfSubject(query: Query, shard: number, subjectId: bigint): Promise<void> {
  await query(DELETE_OF_SUBJECT, [shard, subjectId]);
}

/** Deletes one's own file that belongs to no request; false where there is none such. */
export async function deleteUnused(query: Query, user: SessionUser, id: bigint): Promise<boolean> {
  const rows = await query<{ id: bigint }>(
    `with gone as (
       delete from uploads where shard = $1 and id = $2 and user_id = $3 and subject_id is null returning shard, id
     ), pieces as (
       delete from upload_chunks c using gone where c.shard = gone.shard and c.upload_id = gone.id
     )
     select id from gone`,
    [user.shard, id, user.id],
  );
  return rows.length === 1;
}

/** Deletes files whose time is over, at most `limit` at once; answers how many. */
export async function deleteExpired(query: Query, nowMs: number, limit: number): Promise<number> {
  const rows = await query<{ id: bigint }>(
    `with due as (
       select shard, id from uploads where expires_at <= $1 order by expires_at limit $2
     ), gone as (
       delete from uploads u using due where u.shard = due.shard and u.id = due.id returning u.shard, u.id
     ), pieces as (
       delete from upload_chunks c using gone where c.shard = gone.shard and c.upload_id = gone.id
     )
     select id from gone`,
    [new Date(nowMs), limit],
  );
  return rows.length;
}
