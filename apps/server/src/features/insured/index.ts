import type { MemberDetailsValue, MemberViewValue } from '@huimin/contract';
import type { HandlerTable, Reply, SessionUser } from '../../http/handler.ts';
import { addMember } from './add-member.ts';
import type { MemberWriteDependencies } from './insured-deps.ts';
import { keepMember } from './keep-member.ts';
import { queryFamily } from './query-family.ts';
import { updateMember } from './update-member.ts';

export { freeAbandonedClaims, isSavingOrder } from './abandoned-claims.ts';
export { checkMember, personIndex } from './check-member.ts';
export { correctKept } from './correct-kept.ts';
export type { InsuredDependencies, MemberWriteDependencies } from './insured-deps.ts';
export { keptFamily } from './kept-family.ts';
export { memberLoader, ownIdentity, ownPeople, ownPerson } from './member-loader.ts';
export { eraseAllMembers, eraseUninsuredMembers, forgetRemovedMembers, keptPersons } from './member-store.ts';
export { memberStates } from './member-view.ts';
export type { LoadMembers, PersonDetails, StoredMember } from './person-details.ts';
export { personOfAccount } from './person-of-account.ts';
export { regionOfPerson } from './region-of-person.ts';

/** Keeps what is known about a person as one of the user's people; the same person again changes that row. */
export function keepPerson(
  deps: MemberWriteDependencies,
  user: SessionUser,
  details: MemberDetailsValue,
): Promise<Reply<MemberViewValue>> {
  return keepMember(deps, user, details, { addedByHand: false });
}

/** The calls of this topic, by name. */
export function insuredHandlers(deps: MemberWriteDependencies) {
  return {
    addMember: addMember(deps),
    queryFamily: queryFamily(deps),
    updateMember: updateMember(deps),
  } satisfies HandlerTable;
}
