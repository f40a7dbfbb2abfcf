import { type ExplainedStep, explainCase } from '@huimin/domain/adjustment';
import { maskMiddle, maskName } from '@huimin/domain/person';
import { claimsOfPerson, peopleWithClaims, personOfCase } from './case-store.ts';
import type { ClaimBooksDependencies } from './claims-deps.ts';
import { openRuleBook } from './rule-store.ts';
import { insurerFenOf, type WorkedClaim, workOut, yearOf } from './work-out.ts';

/** A stored claim worked out again, beside what its insurer pays. */
export interface ClaimCheck {
  readonly caseNo: string;
  readonly editionCode: string;
  readonly ruleVersion: number;
  readonly status: string;
  readonly day: string;
  readonly rulesFen: number | null;
  readonly insurerFen: number | null;
  /** Null before the insurer has decided. */
  readonly agrees: boolean | null;
}

export interface WholeClaimCheck extends ClaimCheck {
  readonly name: string;
  readonly idNumberMasked: string;
  readonly steps: readonly ExplainedStep[];
}

/** Works a stored claim out again, with the steps that the resident sees. */
export async function checkClaim(deps: ClaimBooksDependencies, caseNo: string): Promise<WholeClaimCheck | null> {
  const personIndex = await personOfCase(deps.database.query, caseNo);
  if (!personIndex) return null;
  const worked = (await workOut(deps, await claimsOfPerson(deps, personIndex))).find(
    ({ stored }) => stored.row.case_no === caseNo,
  );
  if (!worked) return null;
  const { costs, adjusted, stored } = worked;
  return {
    ...checkOf(worked),
    name: maskName(stored.secrets.name),
    idNumberMasked: maskMiddle(stored.secrets.idNumber),
    steps: adjusted ? explainCase(costs, adjusted, yearOf(deps, stored.row)) : [],
  };
}

function checkOf({ stored, adjusted }: WorkedClaim): ClaimCheck {
  const { row } = stored;
  const insurerFen = insurerFenOf(stored);
  const rulesFen = adjusted?.payableFen ?? null;
  return {
    ...{
      caseNo: row.case_no,
      editionCode: row.edition_code,
      ruleVersion: row.rule_version,
      status: row.status,
      day: row.day,
    },
    ...{ rulesFen, insurerFen },
    agrees: insurerFen === null ? null : insurerFen === (rulesFen ?? 0),
  };
}

/** Works out again every claim there is, and answers how many agree and which do not, some hundreds at a time. */
export async function* checkAllClaims(
  deps: Pick<ClaimBooksDependencies, 'database' | 'vault'>,
): AsyncGenerator<{ readonly checked: number; readonly differing: readonly ClaimCheck[] }> {
  const book = await openRuleBook(deps.database.query);
  for await (const people of peopleWithClaims(deps.database.query)) {
    const checks: ClaimCheck[] = [];
    for (const person of people) {
      checks.push(...(await workOut(deps, await claimsOfPerson(deps, person), book)).map(checkOf));
    }
    const decided = checks.filter(({ agrees }) => agrees !== null);
    yield { checked: decided.length, differing: decided.filter(({ agrees }) => !agrees) };
  }
}
