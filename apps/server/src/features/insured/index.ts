import type { HandlerTable } from '../../http/handler.ts';
import { addMember } from './add-member.ts';
import type { MemberWriteDependencies } from './insured-deps.ts';
import { queryFamily } from './query-family.ts';
import { updateMember } from './update-member.ts';

export { freeAbandonedClaims } from './abandoned-claims.ts';
export type { InsuredDependencies } from './insured-deps.ts';
export { memberLoader, selfName } from './member-loader.ts';
export type { LoadMembers, PersonDetails, StoredMember } from './person-details.ts';
export { regionOfPerson } from './region-of-person.ts';

/** The calls of this topic, by name. */
export function insuredHandlers(deps: MemberWriteDependencies) {
  return {
    addMember: addMember(deps),
    queryFamily: queryFamily(deps),
    updateMember: updateMember(deps),
  } satisfies HandlerTable;
}
