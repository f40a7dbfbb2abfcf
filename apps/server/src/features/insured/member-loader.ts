import type { SessionUser } from '../../http/handler.ts';
import type { InsuredDependencies } from './insured-deps.ts';
import { ownMembers, readMembers } from './member-store.ts';
import { openMember } from './member-view.ts';
import type { LoadMembers, PersonDetails } from './person-details.ts';

/** For the order: the user's own people, opened. */
export function memberLoader(deps: InsuredDependencies & { readonly groupByShard: boolean }): LoadMembers {
  const kind = readMembers(deps.groupByShard);
  return async (user, memberNos) => {
    const ids = memberNos.flatMap((memberNo) => deps.numbers.memberId(memberNo) ?? []);
    const rows = ids.length === 0 ? [] : await deps.groupCommit.write(kind, { user, ids });
    return new Map(rows.map((row) => [deps.numbers.memberNo(row.id), openMember(deps, row)]));
  };
}

/** Name and paper of the person an account belongs to, as kept by its user; null when they kept none. */
export function ownIdentity(
  deps: InsuredDependencies,
): (user: SessionUser) => Promise<Pick<PersonDetails, 'name' | 'idType' | 'idNumber'> | null> {
  return async (user) => {
    const [first] = await ownMembers(deps.database.query, user, null);
    return first?.relationship === '00' ? openMember(deps, first).details : null;
  };
}

/** The name the user kept for themselves, or null. */
export function selfName(deps: InsuredDependencies): (user: SessionUser) => Promise<string | null> {
  const identity = ownIdentity(deps);
  return async (user) => (await identity(user))?.name ?? null;
}
