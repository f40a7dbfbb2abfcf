import { type ChangeItem, type Correction, decideChange, measureCorrection } from '@huimin/domain/endorsement';
import type { Query } from '../../db/database.ts';
import { type OrderRow, orderById } from '../order/index.ts';
import { identityInTheWay, touchesIdentity } from './apply-change.ts';
import { describeOrder, indexOfPerson, presentPerson, whyPayerStays, whyPolicyStays } from './change-context.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { type ChangedPerson, withItems } from './change-items.ts';
import { type ChangeEventRow, type ChangeRow, changeById, eventsOf } from './change-store.ts';
import { itemsOf } from './change-view.ts';

/** A request for a change as whoever decides it needs it. */
export interface DeskChange {
  readonly change: ChangeRow;
  readonly order: OrderRow;
  readonly policyNo: string | null;
  readonly items: readonly ChangeItem[];
  readonly before: ChangedPerson;
  readonly after: ChangedPerson;
  readonly personIndex: Buffer;
  readonly touchesIdentity: boolean;
  readonly correction: Correction | null;
  /** Why the rules left it to a person; null where they would not any more. */
  readonly whyReviewed: string | null;
  /** Why it cannot be carried out any more; null: it can. */
  readonly inTheWay: string | null;
  readonly events: readonly ChangeEventRow[];
}

/** One request, open or decided; null where there is none that was handed in. */
export async function deskChange(
  deps: ChangeDependencies,
  query: Query,
  shard: number,
  id: bigint,
): Promise<DeskChange | null> {
  const change = await changeById(query, shard, id);
  const order = change && change.status !== 'DRAFT' ? await orderById(query, shard, change.orderId) : null;
  const described = order && (await describeOrder(deps, query, order));
  if (!change || !order || !described?.ok) return null;
  const context = described.value;
  const row = context.people.find((person) => person.id === change.insuredId) ?? null;
  const person = presentPerson(deps, context, row);
  const items = itemsOf(deps, change);
  const before = { ...person, ...Object.fromEntries(items.map((item) => [item.field, item.before])) };
  const after = { ...person, ...Object.fromEntries(items.map((item) => [item.field, item.after])) };
  const identity = touchesIdentity(items);
  const correction = identity ? measureCorrection(before, after) : null;
  const isOpen = change.status === 'REVIEWING' || change.status === 'PAPERS_WANTED';
  const asked = { fields: items.map(({ field }) => field), correction, isProven: false };
  const decision = decideChange(asked, context.phase);
  const stays =
    row === null ? whyPayerStays(context) : whyPolicyStays(context.policies.find((policy) => policy.id === row.id));
  return {
    ...{ change, order, items, before, after, correction },
    policyNo: row ? deps.numbers.policyNo(row.id) : null,
    personIndex: indexOfPerson(deps, person),
    touchesIdentity: identity,
    whyReviewed: decision.way === 'at-once' ? null : decision.why,
    inTheWay: isOpen ? (stays ?? (await taken())) : null,
    events: await eventsOf(query, shard, [change.id]),
  };

  async function taken(): Promise<string | null> {
    if (withItems(person, items) === null) return '信息在这期间已经变了，要请本人重新申请';
    const free = await identityInTheWay(deps, query, { context, row, items, before, after });
    // Without the other one's name.
    return free.ok ? null : '改后的证件号码已经有人参保，不能改成它';
  }
}
