import { joining } from '../../db/database.ts';
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

/**
 * A decision about a company: within the scope, and what stands against it in words. It is carried out by the dependencies that
 * `work` is given: in one transaction with its entry in the audit log.
 */
export async function decideGroup<T>(
  deps: GroupDependencies,
  request: ConsoleRequest,
  groupNo: string,
  detail: string,
  work: (inside: GroupDependencies, group: GroupRow, by: string) => Promise<Done<T>>,
): Promise<Reply<T>> {
  const group = await groupForDesk(deps, request, groupNo);
  if (!group) return fail('not-found', NONE);
  return deps.database.transaction(async (query) => {
    const inside = { ...deps, database: joining(deps.database, query) };
    const done = await work(inside, group, request.member.account);
    if (done.kind === 'absent') return fail('not-found', NONE);
    if (done.kind === 'not-so') return fail('staff-rule', done.why);
    await request.note({ subject: subjectOf(deps, group), detail }, query);
    return ok(done);
  });
}
