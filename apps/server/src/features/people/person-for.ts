import type { StaffMember } from '../staff/index.ts';
import { indexOf, type KnownPerson, keyOf, knownPeople } from './known-people.ts';
import type { PeopleDependencies } from './people-deps.ts';
import { visiblePeople } from './visible-people.ts';

/** Whom a key leads to, when this member may see that person; null otherwise, and for a key of nobody. */
export async function personFor(
  deps: PeopleDependencies,
  member: StaffMember,
  key: string,
): Promise<KnownPerson | null> {
  const { query } = deps.database;
  const index = indexOf(key);
  const visible = await visiblePeople(deps, query, member.scope, [index]);
  if (!visible.has(keyOf(index))) return null;
  return (await knownPeople(deps, query, [index])).get(keyOf(index)) ?? null;
}

export const NOBODY = '没有找到这个人，或者不在您能看的范围里';
