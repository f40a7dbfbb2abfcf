import type { Calls } from '@huimin/contract';
import { type CallRequest, fail, type Handler, ok } from '../../http/handler.ts';
import { deleteFilesOf } from '../uploads/index.ts';
import { appealsOf } from './appeal-store.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import { ownQuery, withdrawQuery } from './query-store.ts';
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
    const { shard, id } = opened.row;
    await deps.database.transaction(async (query) => {
      await withdrawQuery(query, opened.row, deps.clock.now());
      for (const appeal of await appealsOf(query, shard, [id])) await deleteFilesOf(query, shard, appeal.id);
      await query(
        `update pre_existing_appeals set status = 'withdrawn' where shard = $1 and query_id = $2 and status = any($3)`,
        [shard, id, ['submitted', 'more-papers']],
      );
    });
    return ok({});
  };
}
