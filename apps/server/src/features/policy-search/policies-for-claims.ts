import type { PolicyOfPerson } from '../claims/index.ts';
import { openPolicy } from './found-policy.ts';
import { policiesOfPerson } from './person-policies-store.ts';
import type { PolicySearchDependencies } from './policy-search-deps.ts';

/** What a person's policies say about who may see their claims. */
export function policiesForClaims(
  deps: Pick<PolicySearchDependencies, 'database' | 'vault'>,
): (personIndex: Buffer) => Promise<PolicyOfPerson[]> {
  return async (personIndex) => {
    const rows = await policiesOfPerson(deps.database.query, personIndex);
    return rows.map((row) => {
      const { insured } = openPolicy(deps, row);
      return { boughtBy: row.user_id, insuredName: insured.name, insuredPhone: insured.phone };
    });
  };
}
