import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import { openClaimsOf } from '../claims/index.ts';
import { keptPersons } from '../insured/index.ts';
import { policiesForClaims } from '../policy-search/index.ts';

export type ClaimsCore = Pick<Core, 'clock' | 'database' | 'vault' | 'numbers'>;

/** Whose claims are not over among whomever the account keeps or is shown claims of, once for each claim; read with `query`. */
export async function openClaims(core: ClaimsCore, query: Query, user: SessionUser): Promise<Buffer[]> {
  const { clock, vault, numbers } = core;
  const inside = { clock, vault, numbers, database: { ...core.database, query } };
  return openClaimsOf({ ...inside, policiesOf: policiesForClaims(inside) }, user, await keptPersons(query, user));
}
