import type { Calls } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import type { Core } from '../../core.ts';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { countUnread, inboxContent, markRead, takeOwnMessages } from './inbox-store.ts';

const PAGE = 20;

export function queryInbox(core: Core): Handler<Calls['queryInbox']> {
  const { query } = core.database;
  return async ({ cursor }, { user }) => {
    const beforeId = cursor ? core.numbers.inboxId(cursor) : null;
    const rows = await takeOwnMessages(query, user, { beforeId, page: PAGE, nowMs: core.clock.now() });
    const shown = rows.slice(0, PAGE);
    const last = shown.at(-1);
    return ok({
      messages: shown.map((row) => ({
        inboxNo: core.numbers.inboxNo(row.id),
        ...inboxContent(core, row),
        at: formatDateTime(row.created_at),
        isRead: row.read_at !== null,
      })),
      unread: await countUnread(query, user),
      nextCursor: rows.length > PAGE && last ? core.numbers.inboxNo(last.id) : null,
    });
  };
}

export function countInbox({ database }: Core): Handler<Calls['countInbox']> {
  return async (_input, { user }) => ok({ unread: await countUnread(database.query, user) });
}

export function readInbox({ database, numbers, clock }: Core): Handler<Calls['readInbox']> {
  const { query } = database;
  return async ({ inboxNo, andEarlier = false }, { user }) => {
    const id = numbers.inboxId(inboxNo);
    const isOwn = id !== null && (await markRead(query, user, { id, andEarlier, nowMs: clock.now() }));
    if (!isOwn) return fail('not-found', '没有这条消息，请返回后重新进入');
    return ok({ unread: await countUnread(query, user) });
  };
}
