import type { SessionUser } from '../../http/handler.ts';
import type { InsuredDependencies } from './insured-deps.ts';
import { ownMembers, readMembers } from './member-store.ts';
import { openMember } from './member-view.ts';
import type { LoadMembers } from './person-details.ts';

/** For the order: the user's own people, opened. */
export function memberLoader(deps: InsuredDependencies & { readonly groupByShard: boolean }): LoadMembers {
  const kind = readMembers(deps.groupByShard);
  return async (user, memberNos) => {
    const ids = memberNos.flatMap((memberNo) => deps.numbers.memberId(memberNo) ?? []);
    const rows = ids.length === 0 ? [] : await deps.groupCommit.write(kind, { user, ids });
    return new Map(rows.map((row) => [deps.numbers.memberNo(row.id), openMember(deps, row)]));
  };
}

/** The name the user kept for themselves, or null. */
export function selfName(deps: InsuredDependencies): (user: SessionUser) => Promise<string | null> {
  return async (user) => {
    const [first] = await ownMembers(deps.database.query, user, null);
    return first?.relationship === '00' ? openMember(deps, first).details.name : null;
  };
}
