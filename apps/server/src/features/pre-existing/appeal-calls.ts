import type { Calls, PreExistingQueryValue } from '@huimin/contract';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { deleteFilesOf, FILES_GONE, handOverFiles, withFiles } from '../uploads/index.ts';
import { type AppealRow, insertAppeal, moveAppeal, ownAppeal } from './appeal-store.ts';
import { visibleQuery } from './own-query.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import type { QueryRow } from './query-store.ts';
import { queryViews } from './query-view.ts';

const NOT_FOUND = '没有找到这份申请';
const DECIDED = '这份申请已经有结果了，请看最新状态';

/** Says that an answer is wrong, with papers that show it. */
export function appealPreExisting(deps: PreExistingDependencies): Handler<Calls['appealPreExisting']> {
  return async ({ queryNo, appealReason, fileIds }, request) => {
    const opened = await visibleQuery(deps, request, queryNo);
    if (!opened) return fail('not-found', '没有找到这次查询');
    if (opened.answer?.label !== 'yes') return fail('order-state', '这次查询没有需要复核的结果');
    const { row } = opened;
    const { user } = request;
    const nowMs = deps.clock.now();
    const id = deps.orderIds.next(user.shard);
    const kept = await withFiles(deps, async (query) => {
      const appeal = await insertAppeal(query, user, { id, queryId: row.id, reason: appealReason, nowMs });
      if (appeal) await give(deps, query, appeal, fileIds);
      return appeal;
    });
    if (kept === 'files-gone') return fail('not-found', FILES_GONE);
    return kept ? shown(deps, row) : fail('order-state', '已经申请过复核，请看它的状态');
  };
}

async function give(
  deps: PreExistingDependencies,
  query: Query,
  appeal: AppealRow,
  fileIds: readonly string[],
): Promise<void> {
  const owner = { shard: appeal.shard, userId: appeal.user_id };
  await handOverFiles(deps, query, owner, fileIds, appeal.id);
}

async function shown(deps: PreExistingDependencies, row: QueryRow): Promise<Reply<PreExistingQueryValue>> {
  const [view] = await queryViews(deps, [row]);
  return view ? ok(view) : fail('not-found', NOT_FOUND);
}

interface Found {
  readonly appeal: AppealRow;
  readonly row: QueryRow;
}

async function own(deps: PreExistingDependencies, request: CallRequest, appealNo: string): Promise<Found | null> {
  const id = deps.numbers.appealId(appealNo);
  const appeal = id === null ? null : await ownAppeal(deps.database.query, request.user, id);
  const opened = appeal && (await visibleQuery(deps, request, deps.numbers.preExistingNo(appeal.query_id)));
  return appeal && opened ? { appeal, row: opened.row } : null;
}

/** The papers that were asked for. */
export function supplementPreExistingAppeal(
  deps: PreExistingDependencies,
): Handler<Calls['supplementPreExistingAppeal']> {
  return async ({ appealNo, fileIds }, request) => {
    const found = await own(deps, request, appealNo);
    if (!found) return fail('not-found', NOT_FOUND);
    const moved = await withFiles(deps, async (query) => {
      const next = await moveAppeal(query, found.appeal, { event: 'PapersAdded', nowMs: deps.clock.now() });
      if (next) await give(deps, query, next, fileIds);
      return next;
    });
    if (moved === 'files-gone') return fail('not-found', FILES_GONE);
    return moved ? shown(deps, found.row) : fail('order-state', DECIDED);
  };
}

/** Takes one back; its papers are deleted. Safe to repeat. */
export function withdrawPreExistingAppeal(deps: PreExistingDependencies): Handler<Calls['withdrawPreExistingAppeal']> {
  return async ({ appealNo }, request) => {
    const found = await own(deps, request, appealNo);
    if (!found) return fail('not-found', NOT_FOUND);
    if (found.appeal.status === 'withdrawn') return shown(deps, found.row);
    const moved = await deps.database.transaction(async (query) => {
      const next = await moveAppeal(query, found.appeal, { event: 'Withdrawn', nowMs: deps.clock.now() });
      if (next) await deleteFilesOf(query, next.shard, next.id);
      return next;
    });
    return moved ? shown(deps, found.row) : fail('order-state', DECIDED);
  };
}
