import type { Calls } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { ClaimDependencies } from './claims-deps.ts';
import { candidateByKey, claimsSeenBy } from './people.ts';
import { newestRecheck, recheckView } from './recheck-store.ts';
import { openRuleBook } from './rule-store.ts';
import { calculationOf, claimView, type WorkedClaim, workOut } from './work-out.ts';

const NO_PERSON = '没有找到这位家人，请重新选择';
const NO_CLAIM = '没有找到这个案件，请返回后重新进入';

/** The claims of one person, newest visit first. */
export function queryClaims(deps: ClaimDependencies): Handler<Calls['queryClaims']> {
  return async ({ personKey }, { user }) => {
    const person = await candidateByKey(deps, user, personKey);
    if (!person) return fail('not-found', NO_PERSON);
    const { claims } = await claimsSeenBy(deps, user, person);
    const worked = await workOut(deps, claims);
    return ok({ person: person.view, claims: worked.map((claim) => claimView(deps, claim)) });
  };
}

/** One claim whole. */
export function queryClaimDetail(deps: ClaimDependencies): Handler<Calls['queryClaimDetail']> {
  return async ({ personKey, caseNo }, { user }) => {
    const person = await candidateByKey(deps, user, personKey);
    if (!person) return fail('not-found', NO_PERSON);
    const { claims } = await claimsSeenBy(deps, user, person);
    const book = await openRuleBook(deps.database.query);
    const worked = (await workOut(deps, claims, book)).find(({ stored }) => stored.row.case_no === caseNo);
    if (!worked) return fail('not-found', NO_CLAIM);
    const { row, settlements } = worked.stored;
    const recheck = await newestRecheck(deps.database.query, row.shard, row.case_no);
    return ok({
      person: person.view,
      claim: claimView(deps, worked),
      settlements: settlements.map((line) => ({
        settlementNo: line.settlement_no,
        totalFen: line.total_fen,
        medicalFen: line.medical_fen,
        seriousFen: line.serious_fen,
        otherFen: line.other_fen,
        inScopeFen: line.in_scope_fen,
        outOfScopeFen: line.out_of_scope_fen,
        specialDrugFen: line.special_drug_fen,
      })),
      calculation: calculationOf(deps, book, worked),
      recheck: recheck && recheckView(deps, recheck),
      mayAskRecheck: row.status !== 'withdrawn' && recheck?.status !== 'asked',
    });
  };
}

/** A person's year with every step. */
export function queryLiSuan(deps: ClaimDependencies): Handler<Calls['queryLiSuan']> {
  return async ({ personKey, editionCode, caseNo }, { user }) => {
    const person = await candidateByKey(deps, user, personKey);
    if (!person) return fail('not-found', NO_PERSON);
    const { claims } = await claimsSeenBy(deps, user, person);
    const book = await openRuleBook(deps.database.query);
    const worked = (await workOut(deps, claims, book)).filter(({ adjusted }) => adjusted !== null);
    const years = yearsOf(deps, worked);
    // Whoever comes from a claim is shown its year: a policy of another edition has other rules.
    const asked = editionCode ?? worked.find(({ stored }) => stored.row.case_no === caseNo)?.stored.row.edition_code;
    const chosen = years.find((year) => year.editionCode === asked) ?? years[0];
    if (!chosen) return ok({ person: person.view, years: [], year: null });
    const ofYear = worked.filter(({ stored }) => stored.row.edition_code === chosen.editionCode);
    const last = ofYear.reduce((latest, one) => (one.place > latest.place ? one : latest));
    return ok({
      person: person.view,
      years,
      year: {
        ...chosen,
        payableFen: ofYear.reduce((sum, { adjusted }) => sum + (adjusted?.payableFen ?? 0), 0),
        balances: calculationOf(deps, book, last)?.balances ?? [],
        cases: ofYear.flatMap((one) => {
          const calculation = calculationOf(deps, book, one);
          return calculation ? [{ claim: claimView(deps, one), calculation }] : [];
        }),
      },
    });
  };
}

/** The editions with a case that counts, newest first. */
function yearsOf({ editions }: Pick<ClaimDependencies, 'editions'>, worked: readonly WorkedClaim[]) {
  const codes = [...new Set(worked.map(({ stored }) => stored.row.edition_code))];
  return codes
    .map((editionCode) => {
      const document = editions.edition(editionCode)?.document;
      return { editionCode, editionYear: document?.editionYear ?? 0, productName: document?.proName ?? '' };
    })
    .sort((a, b) => b.editionYear - a.editionYear || (a.editionCode < b.editionCode ? -1 : 1));
}
