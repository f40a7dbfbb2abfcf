import type { Calls, OutputOf } from '@huimin/contract';
import { consoleCalls } from '@huimin/contract/console';
import type { StaffRole } from '@huimin/contract/vocabulary';
import { RIGHTS_STATUS_TABLE, RIGHTS_WORKING_DAYS } from '@huimin/domain/account';
import { beijingDateTime, deadlineAfter, formatDeadline } from '@huimin/domain/date';
import { relationshipLabel, shownOrderStatus } from '@huimin/domain/order';
import { maskPhone } from '@huimin/domain/person';
import { STAFF_ROLE_LABELS } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import type { RateRule } from '../../coordination/rate-limit.ts';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok, type Reply, type SessionUser } from '../../http/handler.ts';
import { accountPhone, checkCode, codeRefusal, sendCode } from '../account/index.ts';
import { ownComplaints } from '../complaints/index.ts';
import { type PersonDetails, personOfAccount } from '../insured/index.ts';
import type { RightsDependencies } from './rights-deps.ts';
import {
  ANSWER_SEAL,
  insertRequest,
  ownRequests,
  type RightsRow,
  WORDS_SEAL,
  withdrawRequest,
} from './rights-store.ts';

const DAY_MS = 86_400_000;
const LOOKS_SHOWN_MS = 180 * DAY_MS;
const MOST_LOOKS = 100;
const COPIES: RateRule = { name: 'own-data-copies', limit: 5, windowMs: DAY_MS };
const TITLES: ReadonlyMap<string, string> = new Map(
  Object.values(consoleCalls).map(({ name, title }) => [name, title]),
);

export function showOwnData(deps: RightsDependencies): Handler<Calls['showOwnData']> {
  const { query } = deps.database;
  return async (_input, { user }) => {
    const [counts] = await query<{
      members: number;
      orders: number;
      policies: number;
      agreements: number;
      complaints: number;
    }>(
      `select
         (select count(*)::integer from members where shard = $1 and user_id = $2 and removed_at is null) as members,
         (select count(*)::integer from orders where shard = $1 and user_id = $2) as orders,
         (select count(*)::integer from policies where shard = $1 and user_id = $2 and issued_at is not null) as policies,
         (select count(*)::integer from account_agreements where shard = $1 and user_id = $2) as agreements,
         (select count(*)::integer from complaints where shard = $1 and user_id = $2) as complaints`,
      [user.shard, user.id],
    );
    const held = [
      { what: '手机号和联系信息', count: 1, why: '登录、通知' },
      { what: '本人和家人的参保信息', count: counts?.members ?? 0, why: '参保、出单' },
      { what: '订单和付款记录', count: counts?.orders ?? 0, why: '收款、退款、对账' },
      { what: '保单', count: counts?.policies ?? 0, why: '保障、理赔' },
      { what: '投诉', count: counts?.complaints ?? 0, why: '答复、核查' },
      { what: '同意过的文件', count: counts?.agreements ?? 0, why: '证明您同意过什么' },
    ];
    return ok({
      held,
      keptUntil: await keptUntil(deps, query, user),
      looks: await looksAt(deps, query, user),
      requests: (await ownRequests(query, user)).map((row) => requestView(deps, row)),
    });
  };
}

export function sendOwnDataCode(deps: RightsDependencies): Handler<Calls['sendOwnDataCode']> {
  return async (_input, request) => {
    const phone = await accountPhone(deps, request.user);
    const sent = await sendCode(deps.codes, { phone, purpose: 'own-data' }, request.clientAddress);
    return sent.ok ? ok({ phoneMasked: maskPhone(phone), ...sent.value }) : sent;
  };
}

async function proven(deps: RightsDependencies, query: Query, user: SessionUser, code: string): Promise<Reply<null>> {
  const phone = await accountPhone(deps, user);
  const check = await checkCode(deps, query, { phone, purpose: 'own-data', code }, deps.clock.now());
  return check === 'right' ? ok(null) : codeRefusal(check);
}

export function askRight(deps: RightsDependencies): Handler<Calls['askRight']> {
  return async ({ right, words, code }, { user }) => {
    const { query } = deps.database;
    const proof = await proven(deps, query, user, code);
    if (!proof.ok) return proof;
    const nowMs = deps.clock.now();
    const stored = await insertRequest(query, {
      ...{ shard: user.shard, id: deps.orderIds.next(user.shard), user_id: user.id, kind: right },
      person_index: await personOfAccount(query, user),
      words_sealed: deps.vault.seal(WORDS_SEAL, words.trim()),
      asked_at: nowMs,
      due_at: deadlineAfter(nowMs, RIGHTS_WORKING_DAYS).byMs,
    });
    if (!stored) return fail('order-state', '同样的申请还在办理，不用再提交');
    const [row] = await ownRequests(query, user);
    return ok(requestView(deps, row as RightsRow));
  };
}

export function withdrawRight(deps: RightsDependencies): Handler<Calls['withdrawRight']> {
  return async ({ right }, { user }) =>
    (await withdrawRequest(deps.database.query, user, right)) ? ok({}) : fail('not-found', '没有办理中的这项申请');
}

/** Everything at once, made from the rows as they are and kept nowhere. */
export function exportOwnData(deps: RightsDependencies): Handler<Calls['exportOwnData']> {
  return async ({ code }, { user }) => {
    const { query } = deps.database;
    if (!(await deps.limiter.allows(COPIES, String(user.id)))) return fail('too-many-requests');
    const proof = await proven(deps, query, user, code);
    if (!proof.ok) return proof;
    const copy = await wholeCopy(deps, query, user);
    return ok({ json: JSON.stringify(copy, null, 2), text: asText(copy) });
  };
}

type Copy = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;

async function wholeCopy(deps: RightsDependencies, query: Query, user: SessionUser): Promise<Copy> {
  const owner = [user.shard, user.id];
  const members = await query<{ sealed: Buffer; relationship: string; region: string; consent_at: number }>(
    `select details_sealed as sealed, relationship, region_code as region, consent_at from members
     where shard = $1 and user_id = $2 and removed_at is null order by id`,
    owner,
  );
  const orders = await query<{ id: bigint; at: number; status: number; fen: number; count: number }>(
    `select id, created_at as at, status, premium_fen as fen, insured_count as count from orders
     where shard = $1 and user_id = $2 order by id`,
    owner,
  );
  const policies = await query<{ id: bigint; year: number; fen: number; sealed: Buffer }>(
    `select p.id, p.edition_year as year, p.premium_fen as fen, i.details_sealed as sealed
     from policies p join insured i on i.shard = p.shard and i.id = p.id
     where p.shard = $1 and p.user_id = $2 and p.issued_at is not null order by p.id`,
    owner,
  );
  const agreements = await query<{ key: string; version: number; at: number }>(
    `select document_key as key, version, agreed_at as at from account_agreements
     where shard = $1 and user_id = $2 order by agreed_at, document_key`,
    owner,
  );
  const open = (purpose: string, sealed: Buffer) => deps.vault.openJson<PersonDetails>(purpose, sealed);
  return {
    账户: [{ 手机号: await accountPhone(deps, user) }],
    本人和家人: members.map((row) => {
      const { name, idType, idNumber, phone, birthDate } = open('member', row.sealed);
      return {
        ...{ 姓名: name, 关系: relationshipLabel(row.relationship), 证件类型: idType, 证件号码: idNumber },
        ...{
          手机号: phone ?? '',
          出生日期: birthDate,
          医保所在地: row.region,
          同意时间: beijingDateTime(row.consent_at),
        },
      };
    }),
    订单: orders.map((row) => ({
      ...{ 订单号: deps.numbers.orderNo(row.id), 时间: beijingDateTime(row.at), 人数: String(row.count) },
      ...{ 金额: yuan(row.fen), 状态: shownOrderStatus(row.status).residentLabel },
    })),
    保单: policies.map((row) => ({
      ...{ 保单号: deps.numbers.policyNo(row.id), 年度: String(row.year), 保费: yuan(row.fen) },
      被保险人: open('insured', row.sealed).name,
    })),
    同意过的文件: agreements.map((row) => ({
      文件: row.key,
      版本: String(row.version),
      时间: beijingDateTime(row.at),
    })),
    谁查过我: (await looksAt(deps, query, user)).map((look) => ({
      ...{ 时间: look.at, 谁: look.who, 做了什么: look.what, 原因: look.why },
    })),
    投诉: (await ownComplaints(deps, user)).map((one) => ({
      ...{ 投诉编号: one.complaintNo, 时间: one.filedAt, 分类: one.categoryLabel, 内容: one.words },
      ...{
        状态: one.statusLabel,
        经过: one.steps.map(({ label, words }) => [label, words ?? ''].join(' ')).join('；'),
      },
    })),
    我的申请: (await ownRequests(query, user)).map((row) => ({
      ...{ 时间: beijingDateTime(row.asked_at), 说明: deps.vault.open(WORDS_SEAL, row.words_sealed) },
      答复: row.answer_sealed === null ? '' : deps.vault.open(ANSWER_SEAL, row.answer_sealed),
    })),
  };
}

const yuan = (fen: number): string => (fen / 100).toFixed(2);

function asText(copy: Copy): string {
  return Object.entries(copy)
    .map(([title, rows]) => {
      const lines = rows.map((row) =>
        Object.entries(row)
          .map(([name, value]) => `${name}：${value || '—'}`)
          .join('，'),
      );
      return `【${title}】\n${lines.length === 0 ? '没有' : lines.join('\n')}`;
    })
    .join('\n\n');
}

/** Roles, not names: who of the staff looked at this person, what for. */
async function looksAt(
  deps: RightsDependencies,
  query: Query,
  user: SessionUser,
): Promise<OutputOf<Calls['showOwnData']>['looks']> {
  const person = await personOfAccount(query, user);
  if (person === null) return [];
  const rows = await query<{ at: number; what: string; detail: string; roles: StaffRole[] | null }>(
    `select a.at, a.what, a.detail, s.roles from staff_audit a left join staff_accounts s on s.id = a.staff_id
     where a.subject_index = $1 and a.at > $2 and a.outcome = 'done' order by a.number desc limit ${MOST_LOOKS}`,
    [person, new Date(deps.clock.now() - LOOKS_SHOWN_MS)],
  );
  return rows.map((row) => ({
    at: beijingDateTime(row.at),
    who: row.roles?.map((role) => STAFF_ROLE_LABELS[role]).join('、') ?? '系统',
    what: TITLES.get(row.what) ?? '查看',
    why: row.detail,
  }));
}

/** The last cover's end and the years for which insurance papers are kept after it. */
async function keptUntil(deps: RightsDependencies, query: Query, user: SessionUser): Promise<string | null> {
  const rows = await query<{ code: string }>(
    `select distinct edition_code as code from policies where shard = $1 and user_id = $2`,
    [user.shard, user.id],
  );
  const ends = deps.editions
    .all()
    .filter(({ code }) => rows.some((row) => row.code === code))
    .map(({ document }) => document.invalidDate);
  const last = ends.sort().at(-1);
  return last === undefined ? null : `${Number(last.slice(0, 4)) + deps.keptYears}${last.slice(4)}`;
}

function requestView(deps: RightsDependencies, row: RightsRow): OutputOf<Calls['askRight']> {
  return {
    right: row.kind,
    statusLabel: statusEntryOf(RIGHTS_STATUS_TABLE, row.status)?.label ?? row.status,
    open: row.status === 'waiting',
    askedAt: beijingDateTime(row.asked_at),
    dueAt: formatDeadline(deadlineAfter(row.asked_at, RIGHTS_WORKING_DAYS)),
    answer: row.answer_sealed === null ? null : deps.vault.open(ANSWER_SEAL, row.answer_sealed),
  };
}
