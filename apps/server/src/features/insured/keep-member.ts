import type { MemberDetailsValue, MemberViewValue } from '@huimin/contract';
import { relationshipLabel } from '@huimin/domain/order';
import type { RateRule } from '../../coordination/rate-limit.ts';
import type { InputProblem } from '../../http/handler.ts';
import { fail, ok, type Reply, type SessionUser } from '../../http/handler.ts';
import { type CheckedMember, checkMember, personIndex } from './check-member.ts';
import type { MemberWriteDependencies } from './insured-deps.ts';
import { changeMember, MAX_MEMBERS, type MemberWrite, ownMembers, saveMember } from './member-store.ts';
import { memberViews, openMember } from './member-view.ts';
import type { StoredMember } from './person-details.ts';

/**
 * Saying whether a person is insured answers a question about whoever has that number: enough for a family with its
 * slips of the pen, too little for trying numbers out.
 */
const WRITE_RULE: RateRule = { name: 'member-user', limit: 60, windowMs: 3_600_000 };

/** Which kept person is changed, or that one is added: typed in by the user, or taken over from what is known of them. */
export type KeptHow = { readonly changes: bigint } | { readonly addedByHand: boolean };

/** Checks, seals and stores what was typed about a person. */
export async function keepMember(
  deps: MemberWriteDependencies,
  user: SessionUser,
  input: MemberDetailsValue,
  how: KeptHow,
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
  if ('addedByHand' in how && how.addedByHand) {
    const other = await namedOtherwise(deps, user, content.personIndex, check.member);
    if (other) return badFields([{ path: 'idNumber', message: alreadyText(other) }]);
  }
  const written =
    'changes' in how
      ? await changeMember(query, user, how.changes, content, nowMs)
      : await saveMember(query, user, deps.orderIds.next(user.shard), content, nowMs);
  if (written.kind !== 'stored') return refusal(written.kind);
  const rows = await ownMembers(query, user, [written.id]);
  const [view] = await memberViews(deps, user, rows, deps.editions.edition()?.code ?? null);
  return view ? ok(view) : fail('not-found', NOT_FOUND);
}

/** The kept person with this number, if the name or the relation is not the typed one. */
async function namedOtherwise(
  deps: MemberWriteDependencies,
  user: SessionUser,
  index: Buffer,
  typed: CheckedMember,
): Promise<StoredMember | null> {
  const row = (await ownMembers(deps.database.query, user, null)).find(({ personIndex }) => personIndex.equals(index));
  if (!row) return null;
  const kept = openMember(deps, row);
  return kept.details.name === typed.details.name && kept.relationship === typed.relationship ? null : kept;
}

const alreadyText = ({ details, relationship }: StoredMember): string =>
  `这是${details.name}（${relationshipLabel(relationship)}）的号码，名单里已经有了。请核对号码；要改这位家人的信息，请在名单里点修改`;

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
