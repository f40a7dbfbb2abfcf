import type { Calls, FamilyPolicyValue, FamilyValue } from '@huimin/contract';
import { maskMiddle } from '@huimin/domain/person';
import { POLICY_STATUS } from '@huimin/domain/policy';
import { notYetOnSale, openFlow } from '@huimin/domain/product';
import { fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import { keptFamily, memberStates } from '../insured/index.ts';
import { insuredDetails, insuredOfOrders, orderOfOwner } from '../order/index.ts';
import { ownPoliciesOf, type PersonPolicyRow } from './person-policies-store.ts';
import { policyFacts } from './policy-facts.ts';
import type { PolicySearchDependencies } from './policy-search-deps.ts';

type Cover = FamilyValue['people'][number]['cover'][number];

/** Policies of these states cover nobody any more, or never did. */
const GONE: readonly number[] = [POLICY_STATUS.cancelled, POLICY_STATUS.issuingFailed, POLICY_STATUS.terminated];

/** The kept people with their cover per year. */
export function queryFamilyPolicies(deps: PolicySearchDependencies): Handler<Calls['queryFamilyPolicies']> {
  return async (_input, request) => {
    const { user } = request;
    const kept = await keptFamily(deps, user);
    const indexes = kept.map((person) => person.personIndex);
    const policies = await ownPoliciesOf(deps.database.query, user, indexes);
    const claimed = await claimedYears(deps, user, indexes);
    const years = [...claimed.keys()].sort((a, b) => b - a);
    return ok({
      years,
      people: kept.map(({ personIndex, view }, index) => {
        const history = policies
          .filter((row) => row.person_index.equals(personIndex))
          .map((row) => familyPolicy(deps, row));
        return {
          member: view,
          cover: years.map((year) => coverOf(year, history, claimed.get(year)?.[index] ?? [])),
          history,
        };
      }),
    });
  };
}

type ClaimState = FamilyValue['people'][number]['member']['state'];

/** Per year and person: the states in that year's editions. */
async function claimedYears(
  deps: PolicySearchDependencies,
  user: SessionUser,
  personIndexes: readonly Buffer[],
): Promise<Map<number, ClaimState[][]>> {
  const years = new Map<number, ClaimState[][]>();
  const nowMs = deps.clock.now();
  for (const edition of deps.editions.all()) {
    // What nobody can have bought yet.
    if (notYetOnSale(edition.document, nowMs) && openFlow(edition.document, nowMs) === null) continue;
    const states = await memberStates(deps, user, personIndexes, edition.code);
    const year = edition.document.editionYear;
    const before = years.get(year) ?? personIndexes.map(() => []);
    years.set(
      year,
      before.map((known, index) => [...known, states[index] ?? 'insurable']),
    );
  }
  return years;
}

function coverOf(editionYear: number, history: readonly FamilyPolicyValue[], claims: readonly ClaimState[]): Cover {
  const ofYear = history.filter((policy) => policy.editionYear === editionYear);
  const standing = ofYear.find((policy) => policy.status !== null && !GONE.includes(policy.status));
  if (standing) return { editionYear, state: 'policy', policy: standing };
  const coming = ofYear.find((policy) => policy.status === null);
  if (coming) return { editionYear, state: 'issuing', policy: coming };
  if (claims.includes('insured')) return { editionYear, state: 'elsewhere', policy: null };
  if (claims.includes('waiting-payment')) return { editionYear, state: 'waiting-payment', policy: null };
  return { editionYear, state: 'none', policy: null };
}

function familyPolicy(deps: PolicySearchDependencies, row: PersonPolicyRow): FamilyPolicyValue {
  const facts = policyFacts(deps, row);
  return {
    ...facts,
    // One that could not be issued is told by its status although it never was.
    status: facts.status ?? (row.status === POLICY_STATUS.issuingFailed ? row.status : null),
    orderNo: deps.numbers.orderNo(row.order_id),
    position: Number(row.id & 15n),
    policyNo: row.issued_at === null ? null : deps.numbers.policyNo(row.id),
    editionCode: row.edition_code,
    premiumFen: row.premium_fen,
  };
}

/** The people of one order of the asker's own, with their policies. */
export function queryPolicyFamily(deps: PolicySearchDependencies): Handler<Calls['queryPolicyFamily']> {
  return async (input, request) => {
    const { query } = deps.database;
    const orderId = deps.numbers.orderId(input.orderNo);
    const order = orderId === null ? null : await orderOfOwner(query, request.user, orderId);
    if (!order) return fail('not-found', '没有找到这笔订单');
    const insured = await insuredOfOrders(query, order.shard, [order.id]);
    const policies = await ownPoliciesOf(
      query,
      request.user,
      insured.map((row) => row.person_index),
    );
    return ok({
      people: insured.map((row) => {
        const details = insuredDetails(deps, row);
        const policy = policies.find((entry) => entry.id === row.id);
        return {
          name: details.name,
          idNumberMasked: maskMiddle(details.idNumber),
          relationship: row.relationship as '00',
          policy: policy ? familyPolicy(deps, policy) : null,
        };
      }),
    });
  };
}
