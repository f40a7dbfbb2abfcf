import { POLICY_STATUS } from '@huimin/domain/policy';
import type { PurchaseFlow } from '@huimin/domain/product';
import { cityCodeOf } from '@huimin/domain/region';
import type { Query } from '../../db/database.ts';
import type { WriteKind } from '../../db/group-commit.ts';
import { bigint, boolean, bytea, integer, moment, rowsOf, smallint, text } from '../../db/row-array.ts';

/** The right to be insured once per edition, asked for one order: all of its people or none. */
export interface ClaimRequest {
  readonly claimKey: Buffer;
  readonly editionCode: string;
  readonly userId: bigint;
  readonly personIndexes: readonly Buffer[];
  readonly claimedAt: Date;
  readonly expiresAt: Date;
}

/** Positions in `personIndexes` that somebody else holds. */
export type ClaimAnswer = readonly number[];

const CLAIM = `
with given as (
  select distinct on (person_index, edition_code) person_index, edition_code, claim_key, user_id, claimed_at, expires_at
  from unnest($1::claim_wish_1[])
    with ordinality as g(person_index, edition_code, claim_key, user_id, claimed_at, expires_at, position)
  order by person_index, edition_code, position
)
insert into person_claims (person_index, edition_code, claim_key, user_id, claimed_at, expires_at)
select person_index, edition_code, claim_key, user_id, claimed_at, expires_at from given
on conflict (person_index, edition_code) do update
  set claim_key = excluded.claim_key, user_id = excluded.user_id, claimed_at = excluded.claimed_at,
      expires_at = greatest(
        excluded.expires_at,
        case when person_claims.claim_key = excluded.claim_key then person_claims.expires_at else excluded.expires_at end)
  where person_claims.claim_key = excluded.claim_key or person_claims.expires_at <= excluded.claimed_at
returning person_index, edition_code, claim_key`;

const claimWishes = rowsOf<{ request: ClaimRequest; personIndex: Buffer }>('claim_wish_1', [
  bytea(({ personIndex }) => personIndex),
  text(({ request }) => request.editionCode),
  bytea(({ request }) => request.claimKey),
  bigint(({ request }) => request.userId),
  moment(({ request }) => request.claimedAt),
  moment(({ request }) => request.expiresAt),
]);

/** Rows are sorted by person inside the statement, so that two batches lock in the same order. */
export const claimPersons: WriteKind<ClaimRequest, ClaimAnswer> = {
  name: 'claim',
  async flush(query, requests) {
    const wishes = requests.flatMap((request) =>
      request.personIndexes.map((personIndex) => ({ request, personIndex })),
    );
    const rows = await query<{ person_index: Buffer; edition_code: string; claim_key: Buffer }>(CLAIM, [
      claimWishes(wishes),
    ]);
    const holder = new Map(
      rows.map((row) => [`${row.person_index.toString('hex')} ${row.edition_code}`, row.claim_key]),
    );
    return requests.map((request) =>
      request.personIndexes.flatMap((personIndex, position) => {
        const key = holder.get(`${personIndex.toString('hex')} ${request.editionCode}`);
        return key?.equals(request.claimKey) ? [] : [position];
      }),
    );
  },
};

/** One order as transaction A writes it. */
export interface NewOrder {
  readonly shard: number;
  readonly id: bigint;
  readonly userId: bigint;
  readonly clientKey: string;
  readonly claimKey: Buffer;
  readonly editionCode: string;
  readonly editionYear: number;
  readonly planCode: string;
  readonly unitPremiumFen: number;
  readonly premiumFen: number;
  readonly policyholderSealed: Buffer;
  readonly policyholderIndex: Buffer;
  readonly agreedDocuments: unknown;
  readonly automaticReapplication: boolean;
  readonly attribution: unknown;
  readonly traceId: string | null;
  readonly flow: string;
  /** First day of cover, `YYYY-MM-DD`; null: the edition's. */
  readonly coverFrom: string | null;
  readonly assistanceNo: string | null;
  readonly kind: OrderKind;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly insured: readonly NewInsured[];
}

export interface NewInsured {
  readonly id: bigint;
  readonly personIndex: Buffer;
  readonly detailsSealed: Buffer;
  readonly relationship: string;
  readonly regionCode: string;
  readonly sex: string;
  readonly birthYear: number;
}

const SAVE = `
with saved as (
  insert into orders (shard, id, user_id, client_key, claim_key, edition_code, edition_year, plan_code, status,
    unit_premium_fen, premium_fen, insured_count, policyholder_sealed, policyholder_index, agreed_documents,
    automatic_reapplication, attribution, trace_id, created_at, expires_at, flow, cover_from, assistance_no, kind, city)
  select g.shard, g.id, g.user_id, g.client_key, g.claim_key, g.edition_code, g.edition_year, g.plan_code, 20,
    g.unit_premium_fen, g.premium_fen, g.insured_count, g.policyholder_sealed, g.policyholder_index,
    g.agreed_documents::jsonb, g.automatic_reapplication, g.attribution::jsonb, g.trace_id, g.created_at, g.expires_at,
    g.flow, g.cover_from, g.assistance_no, g.kind, g.city
  from unnest($1::saved_order_1[]) as g
  on conflict (shard, user_id, client_key) do nothing
  returning shard, id, created_at
), people as (
  insert into insured (shard, id, order_id, person_index, details_sealed, relationship, region_code, sex, birth_year,
    premium_fen)
  select p.shard, p.id, p.order_id, p.person_index, p.details_sealed, p.relationship, p.region_code, p.sex,
    p.birth_year, p.premium_fen
  from unnest($2::saved_insured_1[]) as p
  where p.order_id = any (array(select id from saved))
), news as (
  insert into outbox (shard, id, kind, order_id, created_at, available_at)
  select shard, id, 'order-saved', id, created_at, created_at from saved
)
select id from saved`;

const savedOrders = rowsOf<NewOrder>('saved_order_1', [
  smallint((order) => order.shard),
  bigint((order) => order.id),
  bigint((order) => order.userId),
  text((order) => order.clientKey),
  bytea((order) => order.claimKey),
  text((order) => order.editionCode),
  smallint((order) => order.editionYear),
  text((order) => order.planCode),
  integer((order) => order.unitPremiumFen),
  integer((order) => order.premiumFen),
  smallint((order) => order.insured.length),
  bytea((order) => order.policyholderSealed),
  bytea((order) => order.policyholderIndex),
  text((order) => JSON.stringify(order.agreedDocuments)),
  boolean((order) => order.automaticReapplication),
  text((order) => (order.attribution === null ? null : JSON.stringify(order.attribution))),
  text((order) => order.traceId),
  moment((order) => order.createdAt),
  moment((order) => order.expiresAt),
  text((order) => order.flow),
  text((order) => order.coverFrom),
  text((order) => order.assistanceNo),
  text((order) => order.kind),
  text(({ insured }) => insured[0] && (cityCodeOf(insured[0].regionCode) ?? insured[0].regionCode)),
]);

const savedInsured = rowsOf<{ order: NewOrder; insured: NewInsured }>('saved_insured_1', [
  smallint(({ order }) => order.shard),
  bigint(({ insured }) => insured.id),
  bigint(({ order }) => order.id),
  bytea(({ insured }) => insured.personIndex),
  bytea(({ insured }) => insured.detailsSealed),
  text(({ insured }) => insured.relationship),
  text(({ insured }) => insured.regionCode),
  text(({ insured }) => insured.sex),
  smallint(({ insured }) => insured.birthYear),
  integer(({ order }) => order.unitPremiumFen),
]);

/** Transaction A: one statement for one or many orders; false where the client key was used before. */
export function saveOrders(groupByShard: boolean): WriteKind<NewOrder, boolean> {
  return {
    name: 'save-order',
    ...(groupByShard ? { groupOf: (order: NewOrder) => order.shard } : {}),
    async flush(query, orders) {
      const people = orders.flatMap((order) => order.insured.map((insured) => ({ order, insured })));
      const rows = await query<{ id: bigint }>(SAVE, [savedOrders(orders), savedInsured(people)]);
      const saved = new Set(rows.map((row) => row.id));
      return orders.map((order) => saved.has(order.id));
    },
  };
}

export interface OrderRow {
  shard: number;
  id: bigint;
  user_id: bigint;
  claim_key: Buffer;
  edition_code: string;
  edition_year: number;
  plan_code: string;
  flow: PurchaseFlow;
  /** First day of cover where it is not the edition's, `YYYY-MM-DD`. */
  cover_from: string | null;
  assistance_no: string | null;
  kind: OrderKind;
  /** The order whose policies an upgrade raises. */
  base_order_id: bigint | null;
  status: number;
  unit_premium_fen: number;
  premium_fen: number;
  insured_count: number;
  policyholder_sealed: Buffer;
  created_at: number;
  expires_at: number;
  paid_at: number | null;
  issued_at: number | null;
  closed_at: number | null;
}

const ORDER_COLUMNS = `shard, id, user_id, claim_key, edition_code, edition_year, plan_code, flow, cover_from,
  assistance_no, kind, base_order_id, status, unit_premium_fen, premium_fen, insured_count, policyholder_sealed, created_at,
  expires_at, paid_at, issued_at, closed_at`;

/**
 * purchase insures people; upgrade pays the difference to a dearer plan for policies of an earlier order; group insures one
 * person of a company, which pays by transfer and is the policyholder.
 */
export type OrderKind = 'purchase' | 'upgrade' | 'group';

export interface Owner {
  readonly id: bigint;
  readonly shard: number;
}

/** The one place that reads an order for somebody: only its owner finds it. */
export async function orderOfOwner(query: Query, owner: Owner, orderId: bigint): Promise<OrderRow | null> {
  const rows = await query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where shard = $1 and id = $2 and user_id = $3`,
    [owner.shard, orderId, owner.id],
  );
  return rows[0] ?? null;
}

export async function orderByClientKey(query: Query, owner: Owner, clientKey: string): Promise<OrderRow | null> {
  const rows = await query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders where shard = $1 and user_id = $2 and client_key = $3`,
    [owner.shard, owner.id, clientKey],
  );
  return rows[0] ?? null;
}

/** When an order was paid for, in ms; null while it is not. For whoever may know no more of it. */
export async function orderPaidAt(query: Query, shard: number, orderId: bigint): Promise<number | null> {
  const [row] = await query<{ paid_at: number | null }>('select paid_at from orders where shard = $1 and id = $2', [
    shard,
    orderId,
  ]);
  return row?.paid_at ?? null;
}

/** Any order by its id, for jobs and notices; never for an answer to a person. */
export async function orderById(query: Query, shard: number, orderId: bigint): Promise<OrderRow | null> {
  const rows = await query<OrderRow>(`select ${ORDER_COLUMNS} from orders where shard = $1 and id = $2`, [
    shard,
    orderId,
  ]);
  return rows[0] ?? null;
}

/** Many orders in one read, by their ids. */
export async function ordersByIds(
  query: Query,
  orders: readonly { readonly shard: number; readonly order_id: bigint }[],
): Promise<Map<bigint, OrderRow>> {
  const rows = await query<OrderRow>(`select ${ORDER_COLUMNS} from orders where shard = any($1) and id = any($2)`, [
    [...new Set(orders.map(({ shard }) => shard))],
    [...new Set(orders.map(({ order_id: id }) => id))],
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface OrderListQuery {
  readonly statuses: readonly number[] | null;
  readonly editionYear: number | null;
  /** Only orders that somebody's premium has paid for, whatever became of them. */
  readonly paidOnly: boolean;
  readonly beforeId: bigint | null;
  readonly limit: number;
}

/** Without a cursor; a plain comparison lets every page start inside the index, `or` would read the pages before it. */
const MAX_BIGINT = '9223372036854775807';

/** Newest first; reads by the owner's index only, so it stays fast however many orders there are. */
export async function ordersOfOwner(query: Query, owner: Owner, list: OrderListQuery): Promise<OrderRow[]> {
  return query<OrderRow>(
    `select ${ORDER_COLUMNS} from orders
     where shard = $1 and user_id = $2 and id < coalesce($3, ${MAX_BIGINT})
       and ($4::smallint[] is null or status = any($4)) and ($5::smallint is null or edition_year = $5)
       and (not $6 or paid_at is not null)
     order by id desc limit $7`,
    [owner.shard, owner.id, list.beforeId, list.statuses, list.editionYear, list.paidOnly, list.limit],
  );
}

/** Those of the orders that are unpaid and whose payers have a cashier open that may have been paid at. */
export async function ordersWithOpenCashier(query: Query, orders: readonly OrderRow[]): Promise<Set<bigint>> {
  const unpaid = orders.filter((order) => order.status === 20 || order.status === 25);
  const [first] = unpaid;
  if (!first) return new Set();
  const rows = await query<{ order_id: bigint }>(
    `select distinct order_id from payment_attempts where shard = $1 and order_id = any($2) and state = 'WAITING'`,
    [first.shard, unpaid.map((order) => order.id)],
  );
  return new Set(rows.map((row) => row.order_id));
}

export interface InsuredRow {
  id: bigint;
  order_id: bigint;
  /** The person's policy: the row's own id, or for an upgrade order the policy that it raises. */
  policy_id: bigint;
  person_index: Buffer;
  details_sealed: Buffer;
  relationship: string;
  region_code: string;
  premium_fen: number;
  /** Given back or never covered: the papers of this person do not count any more. */
  is_void: boolean;
  /** The upgrade that stands on the policy, also while it is being given back. */
  upgrade_id: bigint | null;
  upgrade_plan: string | null;
  upgrade_fen: number | null;
  /** Of that upgrade, or for an upgrade order the one that it pays. */
  upgrade_status: number | null;
}

/** Policies that were given back, or never came about. */
export const VOID_POLICIES: readonly number[] = [POLICY_STATUS.cancelled, POLICY_STATUS.issuingFailed];

/**
 * The people of orders. A policy has the id of its insured. The people of an upgrade order are those whose policies it
 * raises, each with the difference as premium.
 */
export async function insuredOfOrders(query: Query, shard: number, orderIds: readonly bigint[]): Promise<InsuredRow[]> {
  if (orderIds.length === 0) return [];
  return query<InsuredRow>(
    `select i.id, i.order_id, i.id as policy_id, i.person_index, i.details_sealed, i.relationship, i.region_code,
       i.premium_fen, coalesce(p.status = any($3), false) as is_void, u.id as upgrade_id, u.plan_code as upgrade_plan,
       u.premium_fen as upgrade_fen, u.status as upgrade_status
     from insured i left join policies p on p.shard = i.shard and p.id = i.id
       left join upgrades u on u.shard = i.shard and u.policy_id = i.id and u.issued_at is not null and u.status in (0, 3)
     where i.shard = $1 and i.order_id = any($2)
     union all
     select u.id, u.order_id, u.policy_id, i.person_index, i.details_sealed, i.relationship, i.region_code, u.premium_fen,
       u.status = any($3), null, null, null, u.status
     from upgrades u join insured i on i.shard = u.shard and i.id = u.policy_id
     where u.shard = $1 and u.order_id = any($2)
     order by id`,
    [shard, orderIds, VOID_POLICIES],
  );
}

/** Gives back what an order holds, except where it became cover. Safe to repeat. */
export async function releaseClaims(
  query: Query,
  claim: { claimKey: Buffer; editionCode: string; personIndexes: readonly Buffer[] },
): Promise<void> {
  await query(
    `delete from person_claims where person_index = any($1) and edition_code = $2 and claim_key = $3 and expires_at <> 'infinity'`,
    [claim.personIndexes, claim.editionCode, claim.claimKey],
  );
}

/** Ends cover whose policies were given back: their people may be insured again. Safe to repeat. */
export async function endCover(
  query: Query,
  claim: { claimKey: Buffer; editionCode: string; personIndexes: readonly Buffer[] },
): Promise<void> {
  await query(`delete from person_claims where person_index = any($1) and edition_code = $2 and claim_key = $3`, [
    claim.personIndexes,
    claim.editionCode,
    claim.claimKey,
  ]);
}

/** For explaining a refusal: which of the people are covered, and which are held by the asker's own unpaid order. */
export async function claimHolders(
  query: Query,
  editionCode: string,
  personIndexes: readonly Buffer[],
): Promise<{ person_index: Buffer; user_id: bigint; expires_at: number; claim_key: Buffer }[]> {
  return query(
    `select person_index, user_id, expires_at, claim_key from person_claims where edition_code = $1 and person_index = any($2)`,
    [editionCode, personIndexes],
  );
}
