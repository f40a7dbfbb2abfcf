import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { PersonDetails } from '../insured/index.ts';
import { notePeople, partIndex, type SeenPerson } from './known-people.ts';

const AT_ONCE = 400;
/** What is written at this moment may still be on its way. */
const SETTLED_MS = 20_000;

type IndexingCore = Pick<Core, 'database' | 'vault' | 'index' | 'clock'>;

/** Makes everybody findable who was kept or ordered for since the last round, and answers how many rows it read. */
export async function indexPeople(core: IndexingCore): Promise<number> {
  const orders = await goOn(core, 'orders', (query, from, until) => readOrders(core, query, from, until));
  const members = await goOn(core, 'members', (query, from, until) => readMembers(core, query, from, until));
  return orders + members;
}

interface Progress {
  readonly seen_at: number;
  readonly row_id: bigint;
}

interface Round {
  readonly seen: readonly SeenPerson[];
  readonly rows: readonly { readonly at: number; readonly id: bigint }[];
}

type Reader = (query: Query, from: Progress, until: Date) => Promise<Round>;

/** One step behind where the last one ended; one replica at a time. */
async function goOn({ database, clock }: IndexingCore, kind: string, read: Reader): Promise<number> {
  return database.transaction(async (query) => {
    const [from] = await query<Progress>(
      `select seen_at, row_id from people_progress where kind = $1 for update skip locked`,
      [kind],
    );
    if (!from) return 0;
    const { seen, rows } = await read(query, from, new Date(clock.now() - SETTLED_MS));
    const last = rows.at(-1);
    if (!last) return 0;
    await notePeople(query, seen);
    await query(`update people_progress set seen_at = $2, row_id = $3 where kind = $1`, [
      kind,
      new Date(last.at),
      last.id,
    ]);
    return rows.length;
  });
}

async function readOrders(core: IndexingCore, query: Query, from: Progress, until: Date): Promise<Round> {
  const rows = await query<{ shard: number; id: bigint; at: number; payer: Buffer; sealed: Buffer }>(
    `select shard, id, created_at as at, policyholder_index as payer, policyholder_sealed as sealed from orders
     where (created_at, id) > ($1::timestamptz, $2::bigint) and created_at <= $3
     order by created_at, id limit ${AT_ONCE}`,
    [new Date(from.seen_at), from.row_id, until],
  );
  const insured = await query<{ shard: number; id: bigint; order_id: bigint; index: Buffer; sealed: Buffer }>(
    `select i.shard, i.id, i.order_id, i.person_index as index, i.details_sealed as sealed
     from unnest($1::smallint[], $2::bigint[]) as g(shard, id)
     join insured i on i.shard = g.shard and i.order_id = g.id`,
    [rows.map((row) => row.shard), rows.map((row) => row.id)],
  );
  const times = new Map(rows.map((row) => [row.id, row.at]));
  const people = insured.map((row) => ({
    ...place(core, row.index, core.vault.openJson<PersonDetails>('insured', row.sealed)),
    ...{ source: 'insured' as const, shard: row.shard, rowId: row.id, seenAtMs: times.get(row.order_id) ?? 0 },
  }));
  const payers = rows.map((row) => ({
    ...place(core, row.payer, core.vault.openJson<PersonDetails>('policyholder', row.sealed)),
    ...{ source: 'payer' as const, shard: row.shard, rowId: row.id, seenAtMs: row.at },
  }));
  return { seen: [...payers, ...people], rows };
}

async function readMembers(core: IndexingCore, query: Query, from: Progress, until: Date): Promise<Round> {
  const rows = await query<{ shard: number; id: bigint; at: number; index: Buffer; sealed: Buffer }>(
    `select shard, id, updated_at as at, person_index as index, details_sealed as sealed from members
     where (updated_at, id) > ($1::timestamptz, $2::bigint) and updated_at <= $3
     order by updated_at, id limit ${AT_ONCE}`,
    [new Date(from.seen_at), from.row_id, until],
  );
  const seen = rows
    .filter((row) => row.sealed.length > 0)
    .map((row) => ({
      ...place(core, row.index, core.vault.openJson<PersonDetails>('member', row.sealed)),
      ...{ source: 'member' as const, shard: row.shard, rowId: row.id, seenAtMs: row.at },
    }));
  return { seen, rows };
}

const place = (core: IndexingCore, index: Buffer, details: PersonDetails) => ({
  index,
  part: partIndex(core, details.name, details.idNumber),
});
