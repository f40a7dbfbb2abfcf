import type { ConsoleCalls, MessageLineValue, MessageViewValue } from '@huimin/contract/console';
import { beijingDate, beijingDateTime, beijingMs, parseDate } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import { mayStaff, seesEverything } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import {
  failedReceiptText,
  filledText,
  isSentByHand,
  MESSAGE_KINDS,
  MESSAGE_PURPOSES,
  MESSAGE_STATUS_TABLE,
  type MessageStatus,
  messageKind,
  messageReason,
  refusalText,
  sendableMs,
} from '@huimin/domain/text-message';
import type { Query } from '../../db/database.ts';
import { amongDue } from '../../db/due-rows.ts';
import { fail, ok } from '../../http/handler.ts';
import { type ConsoleHandler, type ConsoleRequest, NotPossible } from '../staff/index.ts';
import { contentOf } from './message-sender.ts';
import { MESSAGE_COLUMNS, type MessageRow } from './message-store.ts';
import type { NoticeDeskDependencies } from './notice-desk-deps.ts';
import { newestTemplates } from './template-store.ts';

const PAGE = 50;
const DAY_MS = 24 * 3_600_000;
const RESENT_WITHIN_MS = 3 * DAY_MS;
const COUNTED = 10_000;
const MOST_RESENT = 5_000;
const BIGGEST = 9_223_372_036_854_775_807n;

/** A message belongs to a phone, not to a city or an insurer. */
export const SEES_ALL = '消息不分城市，只有数据范围是全省的人能看';

export function listMessages(deps: NoticeDeskDependencies): ConsoleHandler<ConsoleCalls['listMessages']> {
  const { query } = deps.database;
  return async ({ messageKind: kind, status, day, about, before }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    const dayMs = day === undefined ? null : parseDate(day);
    if (day !== undefined && dayMs === null) return fail('bad-input', '没有这一天，请重新选日期');
    const [ms, id] = before?.split('_') ?? [];
    const rows = await query<MessageRow>(
      `select ${MESSAGE_COLUMNS} from text_messages
       where ($1::text is null or kind = $1) and ($2::text is null or status = $2) and ($3::text is null or about = $3)
         and ($4::timestamptz is null or created_at >= $4 and created_at < $5)
         and ($6::timestamptz is null or (created_at, id) < ($6, $7))
       order by created_at desc, id desc limit ${PAGE + 1}`,
      [
        ...[kind ?? null, status ?? null, about ?? null],
        ...(dayMs === null ? [null, null] : [new Date(dayMs), new Date(dayMs + DAY_MS)]),
        ...[ms === undefined ? null : new Date(Number(ms)), bigintOf(id)],
      ],
    );
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    return ok({
      figures: await figuresOf(query, deps.clock.now()),
      kinds: Object.entries(MESSAGE_KINDS).map(([value, { title, purpose }]) => ({ value, label: title, purpose })),
      messages: page.map((row) => lineOf(deps, row)),
      next: rows.length > PAGE && last ? `${last.created_at}_${last.id}` : null,
    });
  };
}

async function figuresOf(query: Query, nowMs: number) {
  const rows = await query<{ status: MessageStatus; count: number }>(
    `select status, count(*)::integer as count from text_messages where created_at >= $1 group by status`,
    [new Date(beijingMs(`${beijingDate(nowMs)} 00:00:00`))],
  );
  const [kept] = await query<{ count: number }>(
    `select count(*)::integer as count from
       (select 1 from text_messages where status = 'created' and next_at is not null limit ${COUNTED}) as counted`,
  );
  const of = (status: MessageStatus) => rows.find((row) => row.status === status)?.count ?? 0;
  const [delivered, temporary, permanent, technical] = [
    of('delivered'),
    of('temporary'),
    of('permanent'),
    of('technical'),
  ];
  return {
    today: rows.reduce((sum, { count }) => sum + count, 0),
    ...{ delivered, temporary, permanent, technical },
    settled: delivered + temporary + permanent + technical,
    waiting: kept?.count ?? 0,
  };
}

export function showMessage(deps: NoticeDeskDependencies): ConsoleHandler<ConsoleCalls['showMessage']> {
  return async ({ messageNo }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    const row = await messageOf(deps.database.query, messageNo);
    return row ? ok(await viewOf(deps, row, request)) : fail('not-found', '没有这条短信');
  };
}

export function resendMessage(deps: NoticeDeskDependencies): ConsoleHandler<ConsoleCalls['resendMessage']> {
  return async ({ messageNo, reason }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    try {
      const row = await deps.database.transaction(async (query) => {
        const found = await messageOf(query, messageNo, 'for update');
        if (!found) throw new NotPossible('not-found', '没有这条短信');
        if (!isResendable(found)) throw new NotPossible('staff-rule', adviceOf(found));
        const [put] = await query<MessageRow>(
          `update text_messages set status = 'created', reason = null, next_at = $3, settled_at = null
           where shard = $1 and id = $2 returning ${MESSAGE_COLUMNS}`,
          [found.shard, found.id, new Date(sendableMs(found.kind, deps.clock.now()))],
        );
        const subject = `短信 ${messageNo}`;
        await request.note({ subject, detail: `${messageKind(found.kind).title}重发：${reason.trim()}` }, query);
        return put as MessageRow;
      });
      return ok(await viewOf(deps, row, request));
    } catch (problem) {
      if (problem instanceof NotPossible) return fail(problem.failure, problem.message);
      throw problem;
    }
  };
}

export function resendMessages(deps: NoticeDeskDependencies): ConsoleHandler<ConsoleCalls['resendMessages']> {
  return async ({ messageKind: kind, reason }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', SEES_ALL);
    const { title, again } = messageKind(kind);
    if (!isSentByHand(kind)) return fail('staff-rule', BY_OTHERS[again]);
    const nowMs = deps.clock.now();
    const count = await deps.database.transaction(async (query) => {
      const rows = await query(
        `with due as materialized (
           select shard, id from text_messages
           where status = 'technical' and kind = $1 and created_at >= $2 and reason is distinct from 'text'
           order by created_at limit ${MOST_RESENT}
         )
         update text_messages set status = 'created', reason = null, next_at = $3, settled_at = null
         where ${amongDue(`status = 'technical'`)}
         returning 1 as put`,
        [kind, new Date(nowMs - RESENT_WITHIN_MS), new Date(sendableMs(kind, nowMs))],
      );
      const detail = `${title}重发 ${rows.length} 条：${reason.trim()}`;
      if (rows.length > 0) await request.note({ subject: `短信 ${title}`, detail }, query);
      return rows.length;
    });
    return count > 0 ? ok({ count }) : fail('staff-rule', '最近三天没有因为技术问题没发出的这种短信');
  };
}

async function messageOf(query: Query, messageNo: string, lock: '' | 'for update' = ''): Promise<MessageRow | null> {
  const [shard, id] = messageNo.split('_');
  const [row] = await query<MessageRow>(
    `select ${MESSAGE_COLUMNS} from text_messages where shard = $1 and id = $2 ${lock}`,
    [Number(shard), bigintOf(id)],
  );
  return row ?? null;
}

/** Numbers beyond what the database counts are nobody's. */
export function bigintOf(text: string | undefined): bigint | null {
  if (text === undefined) return null;
  const number = BigInt(text);
  return number > BIGGEST ? -1n : number;
}

const isResendable = ({ kind, status, reason }: MessageRow) =>
  status === 'technical' && reason !== 'text' && isSentByHand(kind);

/** Who sends anew what the sender does not. */
const BY_OTHERS = {
  sender: '修好后可以重发',
  topic: '这种短信由业务重新写好再发：开售提醒在预约页补发，员工确认在团体参保里重发，扣费通知到时会再发',
  person: '验证码不能重发，本人可以重新获取',
} as const;

const ADVICE: Readonly<Record<MessageStatus, string>> = {
  created: '到时间自动发，不用处理',
  sending: '网关已收下，正在等回执',
  delivered: '已经送达',
  temporary: '会自动再试，不用处理',
  permanent: '再发也送不到。请本人核对手机号，不重发',
  technical: BY_OTHERS.sender,
  unwanted: '本人选了不收营销短信，没有发',
};

function adviceOf({ kind, status, reason, next_at: nextAt }: MessageRow): string {
  const { again } = messageKind(kind);
  if (status === 'technical' && reason === 'text') return '内容不能发，请技术人员改掉写进去的内容，不重发';
  if (status === 'technical' && !isSentByHand(kind)) return BY_OTHERS[again];
  if (status !== 'temporary' || nextAt !== null) return ADVICE[status];
  if (again === 'sender') return '试的次数用完了，不再自动发';
  return again === 'person' ? BY_OTHERS.person : '由业务到时再发，不用处理';
}

function lineOf(deps: NoticeDeskDependencies, row: MessageRow): MessageLineValue {
  const { title, purpose } = messageKind(row.kind);
  const entry = statusEntryOf(MESSAGE_STATUS_TABLE, row.status);
  const time = (ms: number | null) => (ms === null ? null : beijingDateTime(ms));
  const reason = row.reason === null ? null : messageReason(row.reason);
  return {
    messageNo: `${row.shard}_${row.id}`,
    ...{ messageKind: row.kind, title, purpose, purposeLabel: MESSAGE_PURPOSES[purpose] },
    about: row.about,
    phoneMasked: maskPhone(contentOf(deps, row).phone),
    ...{ status: row.status, statusLabel: entry?.label ?? row.status, tone: entry?.tone ?? 'neutral' },
    ...{ reasonText: reason?.text ?? null, reasonCode: reason?.code ?? null },
    tries: row.tries,
    createdAt: beijingDateTime(row.created_at),
    nextAt: row.status === 'sending' ? null : time(row.next_at),
    settledAt: time(row.settled_at),
  };
}

const ANSWERS: Readonly<Record<string, string>> = {
  accepted: '网关已收下',
  unknown: '网关没有回答清楚',
  limited: '网关让等一等',
  'wrong-number': '网关说号码不对',
};
const RECEIPTS: Readonly<Record<string, string>> = {
  delivered: '已送达',
  'not-taken': '网关查不到这一条',
  'no-receipt': '72 小时没有回执',
};

async function viewOf(
  deps: NoticeDeskDependencies,
  row: MessageRow,
  { member }: ConsoleRequest,
): Promise<MessageViewValue> {
  const { query } = deps.database;
  const attempts = await query<{
    number: number;
    at: number;
    answer: string | null;
    receipt: string | null;
    receipt_at: number | null;
  }>(
    `select number, at, answer, receipt, receipt_at from text_message_tries where shard = $1 and message_id = $2
     order by number`,
    [row.shard, row.id],
  );
  const template = (await newestTemplates(query, deps.gatewayName)).get(row.kind);
  return {
    ...lineOf(deps, row),
    text: filledText(row.kind, template?.body ?? messageKind(row.kind).text, contentOf(deps, row).parameters).replace(
      /\$\{\w+\}/g,
      '＊＊',
    ),
    attempts: attempts.map(({ number, at, answer, receipt, receipt_at: receiptAt }) => ({
      number,
      at: beijingDateTime(at),
      answerText: answer === null ? '还没有回答' : (ANSWERS[answer] ?? refusalText(answer)),
      answerCode: answer === null || answer in ANSWERS ? null : answer,
      receiptText: receipt === null ? null : (RECEIPTS[receipt] ?? failedReceiptText(receipt)),
      receiptCode: receipt === null || receipt in RECEIPTS ? null : receipt,
      receiptAt: receiptAt === null ? null : beijingDateTime(receiptAt),
    })),
    advice: adviceOf(row),
    mayResend: isResendable(row) && mayStaff(member.roles, 'messages.resend'),
  };
}
