import type { MemberDetailsValue, MemberViewValue } from '@huimin/contract';
import type { RateRule } from '../../coordination/rate-limit.ts';
import type { InputProblem } from '../../http/handler.ts';
import { fail, ok, type Reply, type SessionUser } from '../../http/handler.ts';
import { checkMember, personIndex } from './check-member.ts';
import type { MemberWriteDependencies } from './insured-deps.ts';
import { changeMember, MAX_MEMBERS, type MemberWrite, ownMembers, saveMember } from './member-store.ts';
import { memberViews } from './member-view.ts';

/**
 * Saying whether a person is insured answers a question about whoever has that number: enough for a family with its
 * slips of the pen, too little for trying numbers out.
 */
const WRITE_RULE: RateRule = { name: 'member-user', limit: 60, windowMs: 3_600_000 };

/** Checks, seals and stores what was typed about a person: a new one, or (with `memberId`) a kept one. */
export async function keepMember(
  deps: MemberWriteDependencies,
  user: SessionUser,
  input: MemberDetailsValue,
  memberId: bigint | null,
): Promise<Reply<MemberViewValue>> {
  const nowMs = deps.clock.now();
  const check = checkMember(input, nowMs);
  if (!check.ok) return badFields(check.problems);
  if (!(await deps.limiter.allows(WRITE_RULE, String(user.id)))) return fail('too-many-requests');
  const { details, relationship, regionCode } = check.member;
  const content = {
    personIndex: personIndex(deps.index, details.idType, details.idNumber),
    detailsSealed: deps.vault.sealJson('member', details),
    relationship,
    regionCode,
  };
  const { query } = deps.database;
  const written =
    memberId === null
      ? await saveMember(query, user, deps.orderIds.next(user.shard), content, nowMs)
      : await changeMember(query, user, memberId, content, nowMs);
  if (written.kind !== 'stored') return refusal(written.kind);
  const rows = await ownMembers(query, user, [written.id]);
  const [view] = await memberViews(deps, user, rows, deps.editions.edition()?.code ?? null);
  return view ? ok(view) : fail('not-found', NOT_FOUND);
}

export const NOT_FOUND = '没有找到这位家人，请返回家人列表再试';

export function refusal(kind: Exclude<MemberWrite['kind'], 'stored'>): Reply<never> {
  switch (kind) {
    case 'full':
      return fail('bad-input', `最多保存 ${MAX_MEMBERS} 位家人。请先删除不用的，再添加`);
    case 'second-self':
      return badFields([{ path: 'relationship', message: '您已经添加过本人。如需更正，请修改本人的信息' }]);
    case 'same-person':
      return badFields([{ path: 'idNumber', message: '这位家人已经在列表里，不用重复添加' }]);
    case 'not-found':
      return fail('not-found', NOT_FOUND);
  }
}

export function badFields(fields: readonly InputProblem[]): Reply<never> {
  return fail('bad-input', fields[0]?.message, { fields });
}
