import type { Query } from '../../db/database.ts';
import type { SessionUser } from '../../http/handler.ts';
import type { OwnPerson } from '../account/index.ts';
import type { InsuredDependencies } from './insured-deps.ts';
import { changeMember, ownMembers, readMembers } from './member-store.ts';
import { openMember } from './member-view.ts';
import type { LoadMembers, PersonDetails, StoredMember } from './person-details.ts';

type Owner = Pick<SessionUser, 'id' | 'shard'>;

/** For the order: the user's own people, opened. */
export function memberLoader(deps: InsuredDependencies & { readonly groupByShard: boolean }): LoadMembers {
  const kind = readMembers(deps.groupByShard);
  return async (user, memberNos) => {
    const numbers = new Map<bigint, string>();
    for (const memberNo of memberNos) {
      const id = deps.numbers.memberId(memberNo);
      if (id !== null) numbers.set(id, memberNo);
    }
    const rows = numbers.size === 0 ? [] : await deps.groupCommit.write(kind, { user, ids: [...numbers.keys()] });
    return new Map(rows.map((row) => openMember(deps, row, numbers.get(row.id))).map((one) => [one.memberNo, one]));
  };
}

/** Everybody whom the user keeps, opened. */
export async function ownPeople(
  deps: Pick<InsuredDependencies, 'database' | 'vault' | 'numbers'>,
  user: Owner,
): Promise<StoredMember[]> {
  const rows = await ownMembers(deps.database.query, user, null);
  return rows.map((row) => openMember(deps, row));
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

/** What the account has to know of the people its user keeps: mostly of the one kept for oneself. */
export function ownPerson(deps: InsuredDependencies): OwnPerson {
  const self = async (query: Query, user: Owner) => {
    const [first] = await ownMembers(query, user, null);
    return first?.relationship === '00' ? openMember(deps, first) : null;
  };
  return {
    name: async (user) => (await self(deps.database.query, user))?.details.name ?? null,
    personIndex: async (user) => (await self(deps.database.query, user))?.personIndex ?? null,
    keepsPeople: async (query, user) => (await ownMembers(query, user, null)).length > 0,
    async movePhone(query, user, from, to) {
      const member = await self(query, user);
      if (member?.details.phone !== from) return;
      const detailsSealed = deps.vault.sealJson('member', { ...member.details, phone: to });
      await changeMember(query, user, member.id, { ...member, detailsSealed }, deps.clock.now());
    },
  };
}
