import type { Calls } from '@huimin/contract';
import type { Handler } from '../../http/handler.ts';
import type { MemberWriteDependencies } from './insured-deps.ts';
import { keepMember } from './keep-member.ts';

/**
 * Adding a person who is kept already changes that row: no double entries from a second tap or tab. With another name or relation the
 * number is one of somebody else on the list, and a slip of the pen must not turn the one into the other.
 */
export function addMember(deps: MemberWriteDependencies): Handler<Calls['addMember']> {
  return (input, request) => keepMember(deps, request.user, input, { addedByHand: true });
}
