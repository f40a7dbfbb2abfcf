import type { Calls, OutputOf } from '@huimin/contract';
import { maskMiddle } from '@huimin/domain/person';
import { coverageText, editionChanges, openFlow } from '@huimin/domain/product';
import { regionDisplayText } from '@huimin/domain/region';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import { memberStates, ownPeople } from '../insured/index.ts';
import { editionOfOrder, insuredDetails } from '../order/index.ts';
import { type FormerPolicy, formerPolicies, newestOfEach } from './former-people.ts';
import type { RenewalDependencies } from './renewal-deps.ts';

type Person = OutputOf<Calls['queryOldPolicy']>['people'][number];

/** Everybody one has insured before, in the same product, with what each can have now. Nobody is chosen here. */
export function queryOldPolicy(deps: RenewalDependencies): Handler<Calls['queryOldPolicy']> {
  return async (input, request) => {
    const edition = deps.editions.edition(input.productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const { document } = edition;
    const policies = await formerPolicies(deps.database.query, request.user, document.editionYear);
    const former = newestOfEach(policies.filter((policy) => nameOf(deps, policy) === document.name)).sort(selfFirst);
    const indexes = former.map(({ person }) => person.person_index);
    const states = await memberStates(deps, request.user, indexes, edition.code);
    const kept = await ownPeople(deps, request.user);
    const newest = former.reduce<FormerPolicy | null>(
      (one, other) => (one && one.edition_year >= other.edition_year ? one : other),
      null,
    );
    const before = newest && deps.editions.edition(newest.edition_code)?.document;
    return ok({
      editionCode: edition.code,
      editionYear: document.editionYear,
      productName: document.proName,
      coverage: coverageText(document),
      onSale: isOpenToFormer(edition, deps.clock.now()),
      changes: before
        ? editionChanges(before, document).map(({ title, before, after }) => ({ title, before, after }))
        : [],
      continuity: document.continuity ?? null,
      people: former.map((policy, at) => {
        const details = insuredDetails(deps, policy.person);
        const now = kept.find(({ personIndex }) => personIndex.equals(policy.person.person_index));
        const { formerPlanName, choices } = choicesOf(deps, policy, edition);
        return {
          policyNo: deps.numbers.policyNo(policy.id),
          name: now?.details.name ?? details.name,
          relationship: (now?.relationship ?? policy.person.relationship) as Person['relationship'],
          idNumberMasked: maskMiddle(details.idNumber),
          formerYear: policy.edition_year,
          formerPlanName,
          coveredUntil: editionOfOrder(deps.editions, policy)?.document.invalidDate ?? '',
          regionText: regionDisplayText(now?.regionCode ?? policy.person.region_code) ?? '',
          state: states[at] ?? 'insurable',
          choices,
        };
      }),
    });
  };
}

/** In the sale, and before it in the window that is for those who were covered before; nowhere while the sale stands still. */
function isOpenToFormer({ document, pauses }: LoadedEdition, nowMs: number): boolean {
  const flow = openFlow({ ...document, salePauses: pauses }, nowMs);
  return flow === 'normal' || flow === 'early';
}

/** Oneself, then by year and as they stood in the order. */
function selfFirst(a: FormerPolicy, b: FormerPolicy): number {
  const self = Number(b.person.relationship === '00') - Number(a.person.relationship === '00');
  return self || b.edition_year - a.edition_year || Number(b.order_id - a.order_id) || Number(a.id - b.id);
}

function nameOf(deps: RenewalDependencies, policy: FormerPolicy): string | undefined {
  return deps.editions.edition(policy.edition_code)?.document.name;
}

/** The plan of before first; where it is not sold any more, only the others. */
function choicesOf(
  deps: RenewalDependencies,
  policy: FormerPolicy,
  { document }: LoadedEdition,
): Pick<Person, 'choices'> & { formerPlanName: string } {
  const formerCode = policy.person.upgrade_plan ?? policy.plan_code;
  const formerFen = policy.premium_fen + (policy.person.upgrade_fen ?? 0);
  const formerPlan = deps.editions.edition(policy.edition_code)?.document.plans.find(({ code }) => code === formerCode);
  const choices = document.plans.map(({ code, name, premiumFen }) => ({
    kind: kindOf(code, premiumFen),
    ...{ planCode: code, planName: name, premiumFen, differenceFen: premiumFen - formerFen },
  }));
  return {
    formerPlanName: formerPlan?.name ?? '',
    choices: choices.sort((a, b) => Number(b.kind === 'again') - Number(a.kind === 'again')),
  };

  function kindOf(code: string, premiumFen: number): 'again' | 'upgrade' | 'downgrade' {
    if (code === formerCode || document.plans.length === 1) return 'again';
    return premiumFen > formerFen ? 'upgrade' : 'downgrade';
  }
}
