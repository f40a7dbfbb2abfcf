import { fail, ok, type Reply } from '../../http/handler.ts';
import type { ConsoleRequest } from '../staff/index.ts';
import type { Done } from './bills.ts';
import { groupWithin } from './desk-store.ts';
import { subjectOf } from './desk-view.ts';
import type { GroupDependencies } from './group-deps.ts';
import type { GroupRow } from './group-store.ts';
import { groupOfNumber } from './operator.ts';

export const NONE = '没有这个团体';

/** A company that lies within the scope of whoever asks; everything else is absent. */
export async function groupForDesk(
  deps: GroupDependencies,
  { member }: ConsoleRequest,
  groupNo: string,
): Promise<GroupRow | null> {
  const group = await groupOfNumber(deps, groupNo);
  return group !== null && groupWithin(deps, member.scope, group) ? group : null;
}

/** A decision about a company: within the scope, noted, and what stands against it in words. */
export async function decideGroup<T>(
  deps: GroupDependencies,
  request: ConsoleRequest,
  groupNo: string,
  detail: string,
  work: (group: GroupRow, by: string) => Promise<Done<T>>,
): Promise<Reply<T>> {
  const group = await groupForDesk(deps, request, groupNo);
  if (!group) return fail('not-found', NONE);
  const done = await work(group, request.member.account);
  if (done.kind === 'absent') return fail('not-found', NONE);
  if (done.kind === 'not-so') return fail('staff-rule', done.why);
  await request.note({ subject: subjectOf(deps, group), detail });
  return ok(done);
}
