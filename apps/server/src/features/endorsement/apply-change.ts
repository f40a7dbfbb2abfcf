import { type ChangeItem, changeFieldRow } from '@huimin/domain/endorsement';
import { maskName } from '@huimin/domain/person';
import { cityCodeOf } from '@huimin/domain/region';
import type { Query } from '../../db/database.ts';
import { fail, ok, type Reply } from '../../http/handler.ts';
import { correctHolder } from '../account/index.ts';
import { correctKept, type PersonDetails } from '../insured/index.ts';
import {
  claimHolders,
  type InsuredRow,
  insuredDetails,
  insuredOfOrders,
  type OrderRow,
  orderById,
  policyholderDetails,
} from '../order/index.ts';
import { type ChangeableOrder, identityRows, indexOfPerson, isSelf } from './change-context.ts';
import type { ChangeDependencies } from './change-deps.ts';
import type { ChangedPerson } from './change-items.ts';
import { Undone } from './change-moves.ts';

/** A change as it is carried out: whose data, what differs, and the person before and after. */
export interface Carried {
  readonly context: ChangeableOrder;
  /** Null: the payer's. */
  readonly row: InsuredRow | null;
  readonly items: readonly ChangeItem[];
  readonly before: ChangedPerson;
  readonly after: ChangedPerson;
}

const classesOf = (items: readonly ChangeItem[]) => new Set(items.map(({ field }) => changeFieldRow(field).class));
export const touchesIdentity = (items: readonly ChangeItem[]): boolean => classesOf(items).has('identity');

/** Whether somebody else stands in the way of the new identity: in this order, or insured for this edition. */
export async function identityInTheWay(
  deps: ChangeDependencies,
  query: Query,
  { context, row, items, after }: Carried,
): Promise<Reply<null>> {
  if (!touchesIdentity(items)) return ok(null);
  const index = indexOfPerson(deps, after);
  const rows = identityRows(context, row).filter((moving) => !moving.person_index.equals(index));
  const twin = context.people.find((other) => other.person_index.equals(index) && !rows.includes(other));
  const own = row === null ? twin !== undefined && !isSelf(twin) : twin !== undefined && twin.id !== row.id;
  if (twin && own) {
    const message = `这个证件号码和${insuredDetails(deps, twin).name}的一样，请对照证件再看一遍`;
    return fail('bad-input', message, { fields: [{ path: 'newValues.idNumber', message }] });
  }
  if (rows.length === 0) return ok(null);
  const { order } = context;
  const holders = await claimHolders(query, order.edition_code, [index]);
  const others = holders.filter(
    (holder) => holder.expires_at > deps.clock.now() && !holder.claim_key.equals(order.claim_key),
  );
  return others.length === 0 ? ok(null) : fail('already-insured', alreadyInsured(after));
}

function alreadyInsured(person: ChangedPerson): string {
  return `改后的证件号码（${maskName(person.name)}）已参加本年度保障，不能再改成它。请打客服电话核对`;
}

/**
 * Puts the new data in place, in the caller's transaction: payer, insured people, the right to be insured once, the
 * papers' version. A payer who is insured stays one person; contact data go along to the payer's other orders.
 */
export async function carryOut(
  deps: ChangeDependencies,
  query: Query,
  carried: Carried,
  furtherOrderIds: readonly bigint[],
): Promise<void> {
  const { context, row, items, before, after } = carried;
  const { order } = context;
  const identity = touchesIdentity(items);
  const linked = identity ? identityRows(context, row) : row === null ? context.people.filter(isSelf) : [row];
  const changesPayer = row === null || (identity && isSelf(row));
  if (changesPayer) await writePayer(deps, query, order, items);
  for (const one of linked) {
    await writeInsured(deps, query, one, row === null ? forInsured(items) : items);
    if (identity) await moveCover(deps, query, order, one, after);
  }
  for (const id of row === null ? furtherOrderIds : []) {
    const further = await orderById(query, order.shard, id);
    if (!further) continue;
    await writePayer(deps, query, further, items);
    for (const self of (await insuredOfOrders(query, order.shard, [id])).filter(isSelf)) {
      await writeInsured(deps, query, self, forInsured(items));
    }
  }
  await replacePapers(query, carried, changesPayer, furtherOrderIds);
  if (!identity) return;
  const { regionCode: _region, ...details } = after;
  const corrected = { personIndex: indexOfPerson(deps, after), details };
  const owner = { shard: order.shard, userId: order.user_id };
  await correctKept(deps, query, owner, indexOfPerson(deps, before), corrected, deps.clock.now());
  if (!changesPayer) return;
  const holder = { personIndex: corrected.personIndex, name: after.name };
  await correctHolder(deps, query, order.user_id, indexOfPerson(deps, before), holder);
}

/** Of a payer's data, what an insured person has too. */
const forInsured = (items: readonly ChangeItem[]): ChangeItem[] =>
  items.filter(({ field }) => changeFieldRow(field).subjects.includes('insured'));

const withValues = <P extends object>(person: P, items: readonly ChangeItem[]): P => ({
  ...person,
  ...Object.fromEntries(items.map(({ field, after }) => [field, after])),
});

async function writePayer(
  deps: ChangeDependencies,
  query: Query,
  order: OrderRow,
  items: readonly ChangeItem[],
): Promise<void> {
  const details = withValues<PersonDetails>(policyholderDetails(deps, order), items);
  await query(`update orders set policyholder_sealed = $3, policyholder_index = $4 where shard = $1 and id = $2`, [
    order.shard,
    order.id,
    deps.vault.sealJson('policyholder', details),
    indexOfPerson(deps, { ...details, regionCode: null }),
  ]);
}

async function writeInsured(
  deps: ChangeDependencies,
  query: Query,
  row: InsuredRow,
  items: readonly ChangeItem[],
): Promise<void> {
  const person = withValues({ ...insuredDetails(deps, row), regionCode: row.region_code }, items);
  const { regionCode, ...details } = person;
  await query(
    `with changed as (
       update insured set details_sealed = $4, person_index = $5, region_code = $6, sex = $7, birth_year = $8
       where shard = $1 and id = $2 and order_id = $3 returning order_id
     )
     update orders o set city = $9 from changed
     where o.shard = $1 and (o.id = $3 or o.base_order_id = $3) and not exists (
       select 1 from insured i where i.shard = $1 and i.order_id = $3 and i.id < $2)`,
    [
      shardOf(row),
      row.id,
      row.order_id,
      deps.vault.sealJson('insured', details),
      indexOfPerson(deps, person),
      regionCode,
      details.sex,
      Number(details.birthDate.slice(0, 4)),
      regionCode === null ? null : (cityCodeOf(regionCode) ?? regionCode),
    ],
  );
}

const shardOf = (row: InsuredRow): number => Number((row.order_id >> 14n) & 255n);

/** The cover, and by whom it is found, go over to the corrected identity, or nothing happens at all. */
async function moveCover(
  deps: ChangeDependencies,
  query: Query,
  order: OrderRow,
  row: InsuredRow,
  after: ChangedPerson,
): Promise<void> {
  const index = indexOfPerson(deps, after);
  if (row.person_index.equals(index)) return;
  await query('delete from policies_by_person where person_index = $1 and policy_id = $2', [row.person_index, row.id]);
  // Also where nothing was recorded yet: what records it may have read the former number a moment ago.
  await query(
    'insert into policies_by_person (person_index, policy_id, shard) values ($1, $2, $3) on conflict do nothing',
    [index, row.id, order.shard],
  );
  const nowMs = deps.clock.now();
  const left = await query(
    `delete from person_claims where person_index = $1 and edition_code = $2 and claim_key = $3 returning 1 as gone`,
    [row.person_index, order.edition_code, order.claim_key],
  );
  // Given back before: there is no cover to go over.
  if (left.length === 0) return;
  const taken = await query(
    `insert into person_claims as held (person_index, edition_code, claim_key, user_id, claimed_at, expires_at)
     values ($1, $2, $3, $4, $5, 'infinity')
     on conflict (person_index, edition_code) do update set claim_key = excluded.claim_key, user_id = excluded.user_id,
       claimed_at = excluded.claimed_at, expires_at = excluded.expires_at
     where held.expires_at <= $5
     returning 1 as taken`,
    [index, order.edition_code, order.claim_key, order.user_id, new Date(nowMs)],
  );
  if (taken.length === 0) throw new Undone(fail('already-insured', alreadyInsured(after)));
}

/** Papers that were drawn before say from now on that they are replaced. */
async function replacePapers(
  query: Query,
  { context, row, items }: Carried,
  changesPayer: boolean,
  furtherOrderIds: readonly bigint[],
): Promise<void> {
  const subject = row === null ? 'payer' : 'insured';
  if (!items.some(({ field }) => changeFieldRow(field).printedOf.includes(subject))) return;
  const { order } = context;
  await query(
    `update policies set paper_version = least(paper_version + 1, 127)
     where shard = $1 and order_id = any($2) and ($3::bigint is null or id = $3)`,
    [
      order.shard,
      changesPayer && row === null ? [order.id, ...furtherOrderIds] : [order.id],
      changesPayer ? null : (row?.id ?? null),
    ],
  );
}
