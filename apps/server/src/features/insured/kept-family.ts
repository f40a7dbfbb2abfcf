import type { MemberViewValue } from '@huimin/contract';
import type { SessionUser } from '../../http/handler.ts';
import type { InsuredDependencies } from './insured-deps.ts';
import { ownMembers } from './member-store.ts';
import { memberViews } from './member-view.ts';

export interface KeptPerson {
  readonly personIndex: Buffer;
  readonly view: MemberViewValue;
}

/** Everybody the user keeps, themselves first, with the hash of their paper; states are for the edition on show. */
export async function keptFamily(deps: InsuredDependencies, user: SessionUser): Promise<KeptPerson[]> {
  const rows = await ownMembers(deps.database.query, user, null);
  const views = await memberViews(deps, user, rows, deps.editions.edition()?.code ?? null);
  return rows.flatMap(({ personIndex }, index) => {
    const view = views[index];
    return view ? [{ personIndex, view }] : [];
  });
}
