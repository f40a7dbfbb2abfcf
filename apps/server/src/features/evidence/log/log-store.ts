import { entryBytes, type LogEntry } from '@huimin/evidence/log';
import type { Database, Query } from '../../../db/database.ts';

/** Another entry stands for the same thing already. */
export class EntryTaken extends Error {
  constructor(key: string) {
    super(`the log holds another entry for ${key}`);
  }
}

/**
 * Adds an entry for a thing, once: the same one again changes nothing. It waits for its number until the next round, and
 * may be added inside the transaction of what it tells. @throws EntryTaken
 */
export async function appendEntry(query: Query, key: string, entry: LogEntry, nowMs: number): Promise<void> {
  const bytes = Buffer.from(entryBytes(entry));
  const added = await query(
    `insert into log_entries (key, entry, appended_at) values ($1, $2, $3) on conflict (key) do nothing returning 1 as added`,
    [key, bytes, new Date(nowMs)],
  );
  if (added.length > 0) return;
  const [known] = await query<{ entry: Buffer }>(`select entry from log_entries where key = $1`, [key]);
  if (!known?.entry.equals(bytes)) throw new EntryTaken(key);
}

export interface StoredCheckpoint {
  readonly number: number;
  readonly size: number;
  readonly checkpoint: string;
}

export async function lastCheckpoint(query: Query): Promise<StoredCheckpoint | null> {
  return checkpointOf(await query(`select number, size, checkpoint from log_checkpoints order by number desc limit 1`));
}

/** The one before the newest. */
export async function formerCheckpoint(query: Query): Promise<StoredCheckpoint | null> {
  return checkpointOf(
    await query(`select number, size, checkpoint from log_checkpoints order by number desc limit 1 offset 1`),
  );
}

export async function checkpointNumber(query: Query, number: number): Promise<StoredCheckpoint | null> {
  return checkpointOf(await query(`select number, size, checkpoint from log_checkpoints where number = $1`, [number]));
}

function checkpointOf([row]: object[]): StoredCheckpoint | null {
  const found = row as (Omit<StoredCheckpoint, 'size'> & { size: bigint }) | undefined;
  return found ? { ...found, size: Number(found.size) } : null;
}

export async function storeCheckpoint(query: Query, { number, size, checkpoint }: StoredCheckpoint, at: Date) {
  await query(
    `insert into log_checkpoints (number, size, checkpoint, signed_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [number, size, checkpoint, at],
  );
}

/** The entry of a thing; its position is null while it waits for a number. */
export async function entryOf(query: Query, key: string): Promise<{ position: number | null; entry: Buffer } | null> {
  const [row] = await query<{ position: bigint | null; entry: Buffer }>(
    `select position, entry from log_entries where key = $1`,
    [key],
  );
  return row ? { entry: row.entry, position: row.position === null ? null : Number(row.position) } : null;
}

/** The entries of these things, as far as a checkpoint speaks for them. */
export async function publishedEntries(query: Query, keys: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await query<{ key: string; entry: Buffer }>(
    `select key, entry from log_entries where key = any($1)
       and position < (select size from log_checkpoints order by number desc limit 1)`,
    [keys],
  );
  return new Map(rows.map(({ key, entry }) => [key, entry]));
}

export async function entriesBetween(query: Query, from: number, to: number): Promise<Buffer[]> {
  const rows = await query<{ entry: Buffer }>(
    `select entry from log_entries where position >= $1 and position < $2 order by position`,
    [from, to],
  );
  if (rows.length !== to - from) throw new Error(`the log has ${rows.length} of the entries ${from} to ${to}`);
  return rows.map(({ entry }) => entry);
}

/** The log's name: the one it was begun with, whatever is asked for later. */
export async function logOrigin(query: Query, origin: string): Promise<string> {
  await query(`insert into log_state (origin) values ($1) on conflict do nothing`, [origin]);
  const [row] = await query<{ origin: string }>(`select origin from log_state`);
  return row?.origin ?? origin;
}

/** One server at a time; a server that has ended gives way when its lease is over. */
export async function takeLease(query: Query, holder: string, nowMs: number, leaseMs: number): Promise<boolean> {
  const taken = await query(
    `update log_state set lease_by = $1, lease_until = $3 where lease_by is null or lease_until <= $2 returning 1 as taken`,
    [holder, new Date(nowMs), new Date(nowMs + leaseMs)],
  );
  return taken.length === 1;
}

export async function releaseLease(query: Query, holder: string): Promise<void> {
  await query(`update log_state set lease_by = null, lease_until = null where lease_by = $1`, [holder]);
}

/** Gives the entries that wait their numbers, in the order in which they were added; answers how many have one. */
export function numberWaiting({ transaction }: Database, most: number): Promise<number> {
  return transaction((query) => numberIn(query, most));
}

/** Adds an entry behind everything that has come, with its number; the same one again changes nothing. */
export function appendAtOnce({ transaction }: Database, key: string, entry: LogEntry, nowMs: number): Promise<void> {
  return transaction(async (query) => {
    const position = await numberIn(query, ALL);
    const added = await query(
      `insert into log_entries (key, entry, appended_at, position) values ($1, $2, $3, $4) on conflict do nothing
       returning 1 as added`,
      [key, Buffer.from(entryBytes(entry)), new Date(nowMs), position],
    );
    if (added.length > 0) await query('update log_state set size = size + 1');
  });
}

/** The last entry that changed the key; null before the first. */
export async function newestKeyEntry(query: Query): Promise<Buffer | null> {
  const [row] = await query<{ entry: Buffer }>(
    `select entry from log_entries where key like 'key/%' and position is not null order by position desc limit 1`,
  );
  return row?.entry ?? null;
}

const ALL = 2_147_483_647;

async function numberIn(query: Query, most: number): Promise<number> {
  // Whoever else numbers waits here, and sees afterwards what has a number.
  const [state] = await query<{ size: bigint }>('select size from log_state for update');
  const [after] = await query<{ size: bigint }>(
    `with waiting as (
         select key, row_number() over (order by appended_at, key) - 1 as place
         from log_entries where position is null order by appended_at, key limit $2
       ), numbered as (
         update log_entries e set position = $1::bigint + w.place from waiting w where e.key = w.key returning 1
       )
       update log_state set size = size + (select count(*) from numbered) returning size`,
    [state?.size ?? 0n, most],
  );
  return Number(after?.size ?? 0n);
}
