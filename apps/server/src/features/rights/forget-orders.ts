import { OPEN_COMPLAINT } from '@huimin/domain/complaint';
import { DESTROYED_NAME } from '@huimin/domain/person';
import { REFUND_STATUS_TABLE } from '@huimin/domain/refund';
import { STANDING_CONTRACT } from '@huimin/domain/withholding';
import { bigints, byteas, smallints, texts } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import { openClaimsAmong } from '../claims/index.ts';
import { GROUP_PERSON_SEAL } from '../group/index.ts';
import type { PersonDetails } from '../insured/index.ts';
import { shardOfTrace } from '../recording/index.ts';
import { forgetContractPayers } from '../withholding/index.ts';
import type { Forgetting, ForgettingDependencies } from './forgetting-deps.ts';
import { pastEditions } from './past-editions.ts';
import { QUIET_ORDERS } from './quiet-orders.ts';

/** What stands in place of a person of whom nothing is kept any more: whatever reads an order reads this. */
const NOBODY: PersonDetails = {
  ...{ name: DESTROYED_NAME, idType: '01', idNumber: '', phone: null, sex: 'f', birthDate: '1900-01-01' },
  relationshipNote: null,
};
/** A keyed hash that no person has, and by which it is seen that it is done. */
const noPerson = (id: string) => `sha256(convert_to('nobody ' || ${id}, 'UTF8'))`;

interface PastOrder {
  readonly shard: number;
  readonly id: bigint;
  readonly code: string;
}

/**
 * Orders whose papers' time is over: names, numbers, addresses and the keyed hashes that lead to them go. Order, sums, payments and
 * policies stay as the books need them, of nobody. Nothing goes while a record of the sale is still kept (it ends later where there
 * was a dispute), or while money, a change, a complaint, a claim or a contract of automatic charges is open.
 */
export function pastOrders(deps: ForgettingDependencies): Forgetting<Pick<PastOrder, 'shard' | 'id'>, PastOrder> {
  return {
    what: 'order',
    first: { shard: -1, id: 0n },
    async next(from, limit) {
      const codes = pastEditions(deps);
      if (codes.length === 0) return { due: [], last: null };
      const rows = await deps.database.query<PastOrder & { readonly due: boolean }>(
        `select o.shard, o.id, o.edition_code as code, o.edition_code = any($3::text[]) and o.status = any($4::smallint[])
             and o.policyholder_index <> ${noPerson('o.id')} as due
         from orders o where (o.shard, o.id) > ($1::smallint, $2::bigint) order by o.shard, o.id limit ${limit}`,
        [from.shard, from.id, codes, [...QUIET_ORDERS]],
      );
      const due = await quiet(
        deps,
        rows.filter((row) => row.due),
      );
      return { due, last: rows.length === limit ? (rows.at(-1) ?? null) : null };
    },
    nameOf: ({ id }) => String(id),
    orderOf: ({ id, shard }) => ({ orderId: id, shard }),
    forget: (query, order) => forget(deps, query, order),
  };
}

/** Of these orders those of which nothing is open and no record of the sale is kept. */
async function quiet({ database }: ForgettingDependencies, orders: readonly PastOrder[]): Promise<PastOrder[]> {
  if (orders.length === 0) return [];
  const given = [smallints(orders.map(({ shard }) => shard)), bigints(orders.map(({ id }) => id))];
  const rows = await database.query<{ id: bigint; trace: string | null }>(
    `select g.id, b.trace from unnest($1::smallint[], $2::bigint[]) as g(shard, id)
     left join order_recordings b on b.shard = g.shard and b.order_id = g.id
     where not exists (select from refunds r where r.shard = g.shard and r.order_id = g.id and r.state <> all($3::text[]))
       and not exists (select from complaints c where c.shard = g.shard and c.order_id = g.id and c.status = any($4::text[]))
       and not exists (select from changes c where c.shard = g.shard and c.order_id = g.id
         and c.status in ('REVIEWING', 'PAPERS_WANTED'))
       and not exists (select from withholding_contracts w where w.shard = g.shard and w.status = any($5::text[])
         and (w.order_id = g.id or w.cover_order_id = g.id))`,
    [...given, REFUND_STATUS_TABLE.terminal, OPEN_COMPLAINT, [...STANDING_CONTRACT]],
  );
  const traces = rows.flatMap(({ trace }) => trace ?? []);
  const kept = await database.query<{ trace: string }>(
    `select trace from recordings join unnest($1::smallint[], $2::text[]) as given(shard, trace) using (shard, trace)
     where keys_wrapped is not null`,
    [smallints(traces.map(shardOfTrace)), texts(traces)],
  );
  const isKept = new Set(kept.map(({ trace }) => trace));
  const free = new Set(rows.filter(({ trace }) => trace === null || !isKept.has(trace)).map(({ id }) => id));
  return withoutOpenClaims(
    database.query,
    orders.filter(({ id }) => free.has(id)),
  );
}

/** Of these orders those of whose people no claim by their edition is open. */
async function withoutOpenClaims(query: Query, orders: readonly PastOrder[]): Promise<PastOrder[]> {
  const rows = await query<{ order: bigint; person: Buffer; edition: string }>(
    `select g.id as order, i.person_index as person, g.edition
     from unnest($1::smallint[], $2::bigint[], $3::text[]) as g(shard, id, edition)
     join insured i on i.shard = g.shard and i.order_id = g.id`,
    [
      smallints(orders.map(({ shard }) => shard)),
      bigints(orders.map(({ id }) => id)),
      texts(orders.map(({ code }) => code)),
    ],
  );
  const open = await openClaimsAmong(query, rows);
  const held = new Set(open.map(({ order }) => order));
  return orders.filter(({ id }) => !held.has(id));
}

async function forget({ vault }: ForgettingDependencies, query: Query, { shard, id, code }: PastOrder): Promise<void> {
  const people = await query<{ id: bigint; person: Buffer }>(
    'select id, person_index as person from insured where shard = $1 and order_id = $2 for update',
    [shard, id],
  );
  const policies = bigints(people.map((one) => one.id));
  const persons = byteas(people.map(({ person }) => person));
  const [order] = await query<{ payer: Buffer }>(
    'select policyholder_index as payer from orders where shard = $1 and id = $2 for update',
    [shard, id],
  );
  await query(
    'delete from policies_by_person where person_index = any($1::bytea[]) and policy_id = any($2::bigint[])',
    [persons, policies],
  );
  await query('delete from person_claims where person_index = any($1::bytea[]) and edition_code = $2', [persons, code]);
  await query(
    `delete from people where person_index = any($4::bytea[]) and shard = $1
       and (source = 'payer' and row_id = $2 or source = 'insured' and row_id = any($3::bigint[]))`,
    [shard, id, policies, byteas([...people.map(({ person }) => person), ...(order ? [order.payer] : [])])],
  );
  await query(
    `update insured set details_sealed = $3, person_index = ${noPerson('id')} where shard = $1 and order_id = $2`,
    [shard, id, vault.sealJson('insured', NOBODY)],
  );
  // What they said of it is nobody's any more.
  await query('delete from insured_consents where shard = $1 and order_id = $2', [shard, id]);
  await query(`update changes set items_sealed = $3 where shard = $1 and order_id = $2`, [
    shard,
    id,
    vault.sealJson('change', []),
  ]);
  await query('delete from love_certificates where shard = $1 and order_id = $2', [shard, id]);
  await query(
    `update group_people set details_sealed = $3, person_index = ${noPerson('id')} where shard = $1 and order_id = $2`,
    [shard, id, vault.sealJson(GROUP_PERSON_SEAL, NOBODY)],
  );
  await forgetContractPayers({ vault }, query, { shard, id });
  // The mark that it is done, last.
  await query(
    `update orders set policyholder_sealed = $3, policyholder_index = ${noPerson('id')} where shard = $1 and id = $2`,
    [shard, id, vault.sealJson('policyholder', NOBODY)],
  );
}
