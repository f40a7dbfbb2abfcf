import { bigints, byteas, smallints } from '../../db/binary-array.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { firstIdAt, shardOfUser } from '../../security/order-ids.ts';

/** An issued policy with what its views are made from. */
export interface PersonPolicyRow {
  shard: number;
  id: bigint;
  order_id: bigint;
  user_id: bigint;
  edition_code: string;
  edition_year: number;
  /** The order's own first day of cover; null where it is the edition's. */
  cover_from: string | null;
  /** The plan that covers now: the one bought, or the one it was raised to. */
  plan_code: string;
  status: number;
  issued_at: number | null;
  premium_fen: number;
  person_index: Buffer;
  details_sealed: Buffer;
  region_code: string;
  policyholder_sealed: Buffer;
}

const COLUMNS = `p.shard, p.id, p.order_id, p.user_id, p.edition_code, p.edition_year, o.cover_from,
  coalesce(u.plan_code, o.plan_code) as plan_code, p.status, p.issued_at,
  p.premium_fen + coalesce(u.premium_fen, 0) as premium_fen, i.person_index, i.details_sealed, i.region_code, o.policyholder_sealed`;
const WITH_PERSON = `join insured i on i.shard = p.shard and i.id = p.id
  left join upgrades u on u.shard = p.shard and u.policy_id = p.id and u.issued_at is not null and u.status in (0, 3)`;
const JOINS = `join orders o on o.shard = p.shard and o.id = p.order_id ${WITH_PERSON}`;

/** Newest first. */
const newestFirst = (rows: PersonPolicyRow[]): PersonPolicyRow[] =>
  rows.sort((a, b) => b.edition_year - a.edition_year || (a.id < b.id ? 1 : -1));

/** More are never shown for one family. */
const MOST_OF_FAMILY = 500;

/** What the user bought for these people, newest first, policies that are still being issued as well. */
export async function ownPoliciesOf(
  query: Query,
  user: SessionUser,
  personIndexes: readonly Buffer[],
): Promise<PersonPolicyRow[]> {
  const rows = await query<PersonPolicyRow>(
    `select ${COLUMNS} from policies p ${JOINS}
     where p.shard = $1 and p.user_id = $2 and i.person_index = any($3) order by p.id desc limit ${MOST_OF_FAMILY}`,
    [user.shard, user.id, personIndexes],
  );
  return newestFirst(rows);
}

const MAX_BIGINT = '9223372036854775807';

/** Issued policies the user bought, newest first. */
export async function ownPolicies(
  query: Query,
  user: SessionUser,
  page: { beforeId: bigint | null; limit: number },
): Promise<PersonPolicyRow[]> {
  return query<PersonPolicyRow>(
    `select ${COLUMNS} from policies p ${JOINS}
     where p.shard = $1 and p.user_id = $2 and p.issued_at is not null and p.id < coalesce($3, ${MAX_BIGINT})
     order by p.id desc limit $4`,
    [user.shard, user.id, page.beforeId, page.limit],
  );
}

/** Both look at one place for each person: the rows of a person lie together. */
const POLICIES_BY_PERSON = `select shard, policy_id from policies_by_person where person_index = any($1::bytea[])`;
const COVERED_BY = `select person_index, user_id, claim_key, claimed_at from person_claims where person_index = any($1::bytea[]) and expires_at = 'infinity'`;

const RECORDED = `
select ${COLUMNS}, o.claim_key from unnest($2::smallint[], $3::bigint[]) as g(shard, id)
join policies p on p.shard = g.shard and p.id = g.id ${JOINS}
where i.person_index = any($1::bytea[]) and p.issued_at is not null`;

const ORDERS_OF_CLAIMS = `
select o.shard, o.id from unnest($1::smallint[], $2::bigint[], $3::bytea[], $4::bigint[], $5::bigint[])
  as g(shard, user_id, claim_key, from_id, before_id)
join orders o on o.shard = g.shard and o.user_id = g.user_id and o.id >= g.from_id and o.id < g.before_id
  and o.claim_key = g.claim_key`;

const COVERED = `
select ${COLUMNS} from unnest($2::smallint[], $3::bigint[]) as g(shard, order_id)
join policies p on p.shard = g.shard and p.order_id = g.order_id ${JOINS}
where i.person_index = any($1::bytea[]) and p.issued_at is not null`;

/** An order is written right after its people are claimed, and a wish that is sent again claims them again. */
const ORDER_BEFORE_CLAIM_MS = 60 * 60_000;
const ORDER_AFTER_CLAIM_MS = 5 * 60_000;

interface Covering {
  readonly person_index: Buffer;
  readonly user_id: bigint;
  readonly claim_key: Buffer;
  readonly claimed_at: number;
}

/** Who is covered by which order. */
const coverOf = (row: { person_index: Buffer; claim_key: Buffer }): string =>
  `${row.person_index.toString('hex')} ${row.claim_key.toString('hex')}`;

/**
 * Issued policies of a person, whoever bought them, newest first. The same five statements are asked whether or not
 * anybody has this number.
 */
export async function policiesOfPerson(query: Query, personIndex: Buffer): Promise<PersonPolicyRow[]> {
  return policiesOfPeople(query, [personIndex]);
}

/**
 * Of several people, newest first. A person's policies are found in two ways: by the record made after issue, which
 * knows those that were given back too, and by who covers the person now, which knows those of this moment. Only what
 * is not recorded is looked for by its account, and only around the moment of its claim: an account may hold any
 * number of orders.
 */
export async function policiesOfPeople(query: Query, people: readonly Buffer[]): Promise<PersonPolicyRow[]> {
  const known = await query<{ shard: number; policy_id: bigint }>(POLICIES_BY_PERSON, [people]);
  const covering = await query<Covering>(COVERED_BY, [people]);
  const recorded = await query<PersonPolicyRow & { claim_key: Buffer }>(RECORDED, [
    people,
    known.map((row) => row.shard),
    known.map((row) => row.policy_id),
  ]);
  const found = new Set(recorded.map((row) => row.id));
  const covers = new Set(recorded.map(coverOf));
  const unrecorded = covering.filter((row) => !covers.has(coverOf(row)));
  const orders = await query<{ shard: number; id: bigint }>(ORDERS_OF_CLAIMS, [
    unrecorded.map((row) => shardOfUser(row.user_id)),
    unrecorded.map((row) => row.user_id),
    unrecorded.map((row) => row.claim_key),
    unrecorded.map((row) => firstIdAt(row.claimed_at - ORDER_BEFORE_CLAIM_MS)),
    unrecorded.map((row) => firstIdAt(row.claimed_at + ORDER_AFTER_CLAIM_MS)),
  ]);
  const orderById = new Map(orders.map((order) => [order.id, order]));
  const covered = await query<PersonPolicyRow>(COVERED, [
    people,
    [...orderById.values()].map((order) => order.shard),
    [...orderById.keys()],
  ]);
  return newestFirst([
    ...recorded.map(({ claim_key: _, ...row }) => row),
    ...covered.filter((row) => !found.has(row.id)),
  ]);
}

/** Makes the policies of issued orders findable by their people. Safe to repeat. */
export async function recordIssuedPolicies(
  query: Query,
  orders: readonly { readonly shard: number; readonly order_id: bigint }[],
): Promise<void> {
  const rows = await query<{ shard: number; id: bigint; person_index: Buffer }>(
    `select i.shard, i.id, i.person_index
     from unnest($1::smallint[], $2::bigint[]) as g(shard, order_id)
     join insured i on i.shard = g.shard and i.order_id = g.order_id`,
    [smallints(orders.map((order) => order.shard)), bigints(orders.map((order) => order.order_id))],
  );
  await query(
    `insert into policies_by_person (person_index, policy_id, shard)
     select g.person_index, g.policy_id, g.shard
     from unnest($1::bytea[], $2::bigint[], $3::smallint[]) as g(person_index, policy_id, shard)
     order by g.person_index, g.policy_id
     on conflict do nothing`,
    [
      byteas(rows.map((row) => row.person_index)),
      bigints(rows.map((row) => row.id)),
      smallints(rows.map((row) => row.shard)),
    ],
  );
}
