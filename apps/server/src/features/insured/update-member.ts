import type { Calls, InputOf, MemberDetailsValue } from '@huimin/contract';
import { fail, type Handler, ok } from '../../http/handler.ts';
import type { MemberWriteDependencies } from './insured-deps.ts';
import { badFields, keepMember, NOT_FOUND, refusal } from './keep-member.ts';
import { ownMembers, removeMember, restoreMember } from './member-store.ts';
import { memberViews, openMember } from './member-view.ts';
import type { PersonDetails } from './person-details.ts';

type Changes = NonNullable<InputOf<Calls['updateMember']>['details']>;

/** Changes or removes a kept person, or undoes a removal; numbers of other users' people are answered like numbers of nobody. */
export function updateMember(deps: MemberWriteDependencies): Handler<Calls['updateMember']> {
  return async (input, request) => {
    const { query } = deps.database;
    const id = deps.numbers.memberId(input.memberId);
    if (id === null) return fail('not-found', NOT_FOUND);
    if (input.remove) {
      const removed = await removeMember(query, request.user, id, deps.clock.now());
      return removed ? ok({ member: null }) : fail('not-found', NOT_FOUND);
    }
    if (input.restore) {
      const restored = await restoreMember(query, request.user, id, deps.clock.now());
      if (restored.kind !== 'stored') return refusal(restored.kind);
      const rows = await ownMembers(query, request.user, [id]);
      const [view] = await memberViews(deps, request.user, rows, deps.editions.edition()?.code ?? null);
      return ok({ member: view ?? null });
    }
    if (!input.details) return fail('bad-input', '没有要修改的内容，请返回后重新填写');
    const [row] = await ownMembers(query, request.user, [id]);
    if (!row) return fail('not-found', NOT_FOUND);
    const kept = openMember(deps, row).details;
    if (input.details.idNumber === undefined && input.details.idType !== kept.idType) {
      return badFields([{ path: 'idNumber', message: '换了证件类型，请重新填写证件号码' }]);
    }
    const changed = await keepMember(deps, request.user, withKept(input.details, kept), { changes: id });
    return changed.ok ? ok({ member: changed.value }) : changed;
  };
}

/** What was left out stays as it was; a phone or a kind of insurance of null goes. */
function withKept(changes: Changes, kept: PersonDetails): MemberDetailsValue {
  const phone = changes.phone === undefined ? kept.phone : changes.phone;
  const samePaper = changes.idNumber === undefined;
  return {
    ...changes,
    idNumber: changes.idNumber ?? kept.idNumber,
    sex: changes.sex ?? (samePaper ? kept.sex : undefined),
    birthDate: changes.birthDate ?? (samePaper ? kept.birthDate : undefined),
    phone: phone ?? undefined,
    medicalType: (changes.medicalType === undefined ? kept.medicalType : changes.medicalType) ?? undefined,
  };
}
