import type { ConsoleCalls, InboxLineValue } from '@huimin/contract/console';
import { beijingDate, beijingDateTime, beijingMs, parseDate } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import { seesEverything } from '@huimin/domain/staff';
import {
  INBOX_KINDS,
  INBOX_STATUSES,
  type InboxStatus,
  inboxStatus,
  MESSAGE_PURPOSES,
  messageKind,
} from '@huimin/domain/text-message';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { accountsByIds } from '../account/index.ts';
import { type InboxRow, inboxContent, inboxForDesk } from '../inbox/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { bigintOf, SEES_ALL } from './desk-messages.ts';
import type { NoticeDeskDependencies } from './notice-desk-deps.ts';

const PAGE = 50;
const DAY_MS = 24 * 3_600_000;

export function listInboxMessages(deps: NoticeDeskDependencies): ConsoleHandler<ConsoleCalls['listInboxMessages']> {
  const { query } = deps.database;
  return async ({ messageKind: kind, inboxStatus: status, day, about, before }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    const dayMs = day === undefined ? null : parseDate(day);
    if (day !== undefined && dayMs === null) return fail('bad-input', '没有这一天，请重新选日期');
    const [ms, id] = before?.split('_') ?? [];
    const rows = await inboxForDesk(query, {
      ...{ kind: kind ?? null, status: status ?? null, about: about ?? null },
      fromMs: dayMs,
      untilMs: dayMs === null ? null : dayMs + DAY_MS,
      beforeMs: ms === undefined ? null : Number(ms),
      beforeId: bigintOf(id),
      limit: PAGE + 1,
    });
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    const accounts = await accountsByIds(query, [...new Set(page.map((row) => row.user_id))]);
    const phones = new Map(accounts.map(({ id, phoneSealed }) => [id, deps.vault.open('phone', phoneSealed)]));
    return ok({
      figures: await figuresOf(query, deps.clock.now()),
      kinds: INBOX_KINDS.map((value) => ({ value, label: messageKind(value).title })),
      messages: page.map((row) => lineOf(deps, row, phones.get(row.user_id) ?? null)),
      next: rows.length > PAGE && last ? `${last.created_at}_${last.id}` : null,
    });
  };
}

async function figuresOf(query: Query, nowMs: number) {
  const [row] = await query<{ today: number; seen: number; read: number }>(
    `select count(*)::integer as today, count(delivered_at)::integer as seen, count(read_at)::integer as read
     from inbox_messages where created_at >= $1`,
    [new Date(beijingMs(`${beijingDate(nowMs)} 00:00:00`))],
  );
  const { today = 0, seen = 0, read = 0 } = row ?? {};
  return { today, created: today - seen, delivered: seen - read, read };
}

/** What its owner has restricted is kept, and not read here. */
function contentOf(deps: Core, row: InboxRow) {
  return row.restricted_at === null ? inboxContent(deps, row) : { title: '本人要求停止使用', text: '', screen: null };
}

function lineOf(deps: Core, row: InboxRow, phone: string | null): InboxLineValue {
  const { purpose } = messageKind(row.kind);
  const status: InboxStatus = inboxStatus(row);
  const { label, tone } = INBOX_STATUSES[status];
  const time = (ms: number | null) => (ms === null ? null : beijingDateTime(ms));
  return {
    messageNo: `${row.shard}_${row.id}`,
    messageKind: row.kind,
    ...contentOf(deps, row),
    ...{ purpose, purposeLabel: MESSAGE_PURPOSES[purpose], about: row.about },
    phoneMasked: phone === null ? '已注销' : maskPhone(phone),
    ...{ status, statusLabel: label, tone },
    createdAt: beijingDateTime(row.created_at),
    deliveredAt: time(row.delivered_at),
    readAt: time(row.read_at),
  };
}
