import { policyStatusAt } from '@huimin/domain/policy';
import type { Core } from '../../core.ts';
import type { EditionStore } from '../configuration/index.ts';
import { editionOfOrder } from '../order/index.ts';
import { type PersonPolicyRow, policiesOfPerson } from './person-policies-store.ts';

/** What every asker is told of a policy. */
export interface PolicyFacts {
  readonly editionYear: number;
  readonly productName: string;
  readonly planName: string;
  readonly validDate: string;
  readonly invalidDate: string;
  /** Null while it is being issued. */
  readonly status: number | null;
}

/** What is told of every issued policy of a person, newest first; with `boughtBy` only of those that account bought. */
export async function factsOfPerson(
  deps: Pick<Core, 'clock' | 'database'> & { readonly editions: EditionStore },
  personIndex: Buffer,
  boughtBy: bigint | null,
): Promise<(PolicyFacts & { readonly status: number })[]> {
  const rows = await policiesOfPerson(deps.database.query, personIndex);
  return rows
    .filter((row) => boughtBy === null || row.user_id === boughtBy)
    .map((row) => {
      const facts = policyFacts(deps, row);
      return { ...facts, status: facts.status ?? row.status };
    });
}

export function policyFacts(
  deps: Pick<Core, 'clock'> & { readonly editions: EditionStore },
  row: PersonPolicyRow,
): PolicyFacts {
  const document = editionOfOrder(deps.editions, row)?.document;
  const period = { validDate: document?.validDate ?? '', invalidDate: document?.invalidDate ?? '' };
  const known = row.issued_at !== null && document !== undefined;
  return {
    editionYear: row.edition_year,
    productName: document?.proName ?? '',
    planName: document?.plans.find((plan) => plan.code === row.plan_code)?.name ?? '',
    ...period,
    status: known
      ? policyStatusAt(row.status as 0, period, deps.clock.now())
      : row.issued_at === null
        ? null
        : row.status,
  };
}
