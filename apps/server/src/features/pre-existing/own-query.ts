import type { Calls } from '@huimin/contract';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import { deleteFilesOf } from '../uploads/index.ts';
import { appealsOf } from './appeal-store.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import { ownQuery, type QueryRow, standingQueries, withdrawQuery } from './query-store.ts';
import { type OpenedQuery, openQuery, queryViews } from './query-view.ts';
import { standingOf } from './standing.ts';

const NOT_FOUND = '没有找到这次查询，可能已经过期删除。请重新查';

/**
 * One of the asker's own questions. One of somebody else's, one that is over, and every one while the asker has not shown
 * who they are, are answered like one that never was.
 */
export async function visibleQuery(
  deps: PreExistingDependencies,
  request: CallRequest,
  queryNo: string,
): Promise<OpenedQuery | null> {
  const id = deps.numbers.preExistingId(queryNo);
  const standing = await standingOf(deps, request);
  if (id === null || !standing) return null;
  const row = await ownQuery(deps.database.query, request.user, standing.personIndex, id);
  return row && openQuery(deps, row);
}

export function queryPreExistingDetail(deps: PreExistingDependencies): Handler<Calls['queryPreExistingDetail']> {
  return async ({ queryNo }, request) => {
    const opened = await visibleQuery(deps, request, queryNo);
    const [view] = opened ? await queryViews(deps, [opened.row]) : [];
    return view ? ok(view) : fail('not-found', NOT_FOUND);
  };
}

/** The consent is taken back: answer, person and papers go at once. The fact of consent and withdrawal stays. */
export function withdrawPreExisting(deps: PreExistingDependencies): Handler<Calls['withdrawPreExisting']> {
  return async ({ queryNo }, request) => {
    const opened = await visibleQuery(deps, request, queryNo);
    if (!opened) return fail('not-found', NOT_FOUND);
    await deps.database.transaction((query) => withdraw(query, opened.row, deps.clock.now()));
    return ok({});
  };
}

/** The same for everything an account asked. Within the caller's transaction; answers how many consents were taken back. */
export async function withdrawOwnQueries(query: Query, user: SessionUser, nowMs: number): Promise<number> {
  const standing = await standingQueries(query, user);
  for (const row of standing) await withdraw(query, row, nowMs);
  return standing.length;
}

async function withdraw(query: Query, { shard, id }: Pick<QueryRow, 'shard' | 'id'>, nowMs: number): Promise<void> {
  await withdrawQuery(query, { shard, id }, nowMs);
  for (const appeal of await appealsOf(query, shard, [id])) await deleteFilesOf(query, shard, appeal.id);
  await query(
    `update pre_existing_appeals set status = 'withdrawn' where shard = $1 and query_id = $2 and status = any($3)`,
    [shard, id, ['submitted', 'more-papers']],
  );
}
