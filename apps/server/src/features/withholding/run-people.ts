import type { StoredMember } from '../insured/index.ts';
import { ownPeople, personIndex } from '../insured/index.ts';
import {
  claimHolders,
  insuredDetails,
  insuredOfOrders,
  type OrderRow,
  orderById,
  policyholderDetails,
} from '../order/index.ts';
import type { ContractRow } from './contract-store.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

export interface RunPeople {
  readonly policyholder: StoredMember;
  /** Whoever still has cover by the order that is repeated. */
  readonly insured: readonly StoredMember[];
}

/**
 * Who is insured again: the people of the order that is repeated, without those whose policies were given back. What
 * the payer has put right since about somebody they keep counts.
 */
export async function peopleOf(
  deps: WithholdingDependencies,
  contract: ContractRow,
  cover: OrderRow,
): Promise<RunPeople> {
  const kept = await ownPeople(deps, { id: contract.user_id, shard: contract.shard });
  const rows = await insuredOfOrders(deps.database.query, cover.shard, [cover.id]);
  const payer = policyholderDetails(deps, cover);
  const self = kept.find(({ relationship }) => relationship === '00');
  const index = personIndex(deps.index, payer.idType, payer.idNumber);
  return {
    policyholder: {
      memberNo: 'payer',
      id: cover.id,
      personIndex: index,
      details: self?.personIndex.equals(index) ? { ...self.details, phone: self.details.phone ?? payer.phone } : payer,
      relationship: '00',
      regionCode: self?.regionCode ?? '',
    },
    insured: rows
      .filter((row) => !row.is_void && contract.insured_ids.includes(String(row.id)))
      .map((row) => {
        const memberNo = String(row.id);
        const same = kept.find((member) => member.personIndex.equals(row.person_index));
        if (same) return { ...same, memberNo };
        return {
          memberNo,
          id: row.id,
          personIndex: row.person_index,
          details: insuredDetails(deps, row),
          relationship: row.relationship as StoredMember['relationship'],
          regionCode: row.region_code,
        };
      }),
  };
}

/** Those of the people who have no cover yet by any of these editions, which are of one year. */
export async function withoutCoverYet(
  deps: WithholdingDependencies,
  people: readonly StoredMember[],
  editionCodes: readonly string[],
): Promise<StoredMember[]> {
  const indexes = people.map((person) => person.personIndex);
  const ofEach = await Promise.all(editionCodes.map((code) => claimHolders(deps.database.query, code, indexes)));
  const holders = ofEach.flat();
  const covered = holders.filter(({ expires_at }) => expires_at === Number.POSITIVE_INFINITY);
  return people.filter((person) => !covered.some((holder) => holder.person_index.equals(person.personIndex)));
}

/** Whether somebody of them is covered, or held by an order that can still be paid, by one of these editions. */
export async function isAnybodyClaimed(
  deps: WithholdingDependencies,
  personIndexes: readonly Buffer[],
  editionCodes: readonly string[],
): Promise<boolean> {
  const nowMs = deps.clock.now();
  const ofEach = await Promise.all(editionCodes.map((code) => claimHolders(deps.database.query, code, personIndexes)));
  return ofEach.flat().some(({ expires_at }) => expires_at > nowMs);
}

/** The order that is repeated; a contract always has one. */
export async function coverOrderOf(deps: WithholdingDependencies, contract: ContractRow): Promise<OrderRow> {
  const order = await orderById(deps.database.query, contract.shard, contract.cover_order_id);
  if (!order) throw new Error('a contract without its order');
  return order;
}
