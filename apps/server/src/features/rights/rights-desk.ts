import type { ConsoleCalls, RightsRequestValue } from '@huimin/contract/console';
import { RIGHTS_STATUS_TABLE } from '@huimin/domain/account';
import { beijingDateTime } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import { mayStaff } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import { fail, ok, type SessionUser } from '../../http/handler.ts';
import { accountsByIds } from '../account/index.ts';
import { restrictPerson } from '../evidence/index.ts';
import { type ConsoleHandler, namesOf, type StaffMember, type WaitingCounter } from '../staff/index.ts';
import { eraseBeyondContract, restrictBeyondContract } from './beyond-contract.ts';
import { openMoney } from './open-money.ts';
import { RESTRICTED_WHY } from './restricted-why.ts';
import type { RightsDeskDependencies } from './rights-deps.ts';
import { ANSWER_SEAL, liftedOf, type RightsRow, WORDS_SEAL } from './rights-store.ts';
import { tellAnswer } from './tell-answer.ts';

const PAGE = 40;
const WHOLE = '本人的权利申请不分城市和渠道，要全省范围的人来办';

/** Requests are of a whole person: whoever works for a part alone neither sees nor answers them. */
export const seesAll = ({ scope }: StaffMember): boolean =>
  scope.insurers === null && scope.cities === null && scope.channels === null;

/** What the database counts to; a row that no list ends with lies behind everything. */
const BIGGEST = 9_223_372_036_854_775_807n;

export function listRightsRequests(deps: RightsDeskDependencies): ConsoleHandler<ConsoleCalls['listRightsRequests']> {
  const { query } = deps.database;
  return async ({ which = 'open', before }, request) => {
    if (!seesAll(request.member)) return fail('staff-rule', WHOLE);
    const [at = '0', id = '0'] = before?.split('_') ?? [];
    const rows = await query<RightsRow>(
      which === 'open'
        ? `select * from rights_requests where status = 'waiting' and ($1 or (due_at, id) > ($2::timestamptz, $3::bigint))
           order by due_at, id limit $4`
        : `select * from rights_requests
           where status <> 'waiting' and ($1 or (asked_at, id) < ($2::timestamptz, $3::bigint))
           order by asked_at desc, id desc limit $4`,
      [before === undefined, new Date(Number(at)), BigInt(id) > BIGGEST ? BIGGEST : BigInt(id), PAGE + 1],
    );
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    if (before === undefined)
      await request.note({ subject: '本人权利申请', detail: which === 'open' ? '待办' : '办过的' });
    return ok({
      requests: await shown(deps, page),
      next: rows.length > PAGE && last ? `${which === 'open' ? last.due_at : last.asked_at}_${last.id}` : null,
      at: beijingDateTime(deps.clock.now()),
    });
  };
}

/** How many wait for an answer, for whoever may give it. */
export function countRightsRequests({ database }: Pick<RightsDeskDependencies, 'database'>): WaitingCounter {
  return async (member): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(member.roles, 'rights.answer') || !seesAll(member)) return {};
    const [row] = await database.query<{ n: number }>(
      `select count(*)::integer as n from rights_requests where status = 'waiting'`,
      [],
    );
    return { rights: row?.n ?? 0 };
  };
}

async function shown(deps: RightsDeskDependencies, rows: readonly RightsRow[]): Promise<RightsRequestValue[]> {
  const { query } = deps.database;
  const accounts = await accountsByIds(
    query,
    rows.map((row) => row.user_id),
  );
  const users = new Map(accounts.map((user) => [user.id, user.phoneSealed]));
  const money = new Map<bigint, string[]>();
  for (const row of rows) {
    const user = accounts.find(({ id }) => id === row.user_id);
    const isAsked = row.status === 'waiting' && (row.kind === 'erase' || row.kind === 'restrict');
    if (user && isAsked) money.set(row.id, await openMoney(deps, query, user));
  }
  const names = await namesOf(
    deps,
    query,
    rows.map((row) => row.answered_by),
  );
  return rows.map((row) => {
    const entry = statusEntryOf(RIGHTS_STATUS_TABLE, row.status);
    const phone = users.get(row.user_id);
    return {
      rightsNo: `${row.shard}_${row.id}`,
      right: row.kind,
      words: deps.vault.open(WORDS_SEAL, row.words_sealed),
      person: row.person_index?.toString('base64url') ?? null,
      phone: phone ? maskPhone(deps.vault.open('phone', phone)) : '',
      statusLabel: entry?.label ?? row.status,
      tone: entry?.tone ?? 'neutral',
      open: row.status === 'waiting',
      askedAt: beijingDateTime(row.asked_at),
      dueAt: beijingDateTime(row.due_at),
      openMoney: money.get(row.id) ?? [],
      goesOn: row.goes_on,
      answer: row.answer_sealed === null ? null : deps.vault.open(ANSWER_SEAL, row.answer_sealed),
      answeredBy: row.answered_by === null ? null : (names.get(row.answered_by) ?? ''),
      lifted: liftedOf(deps, row),
    };
  });
}

/**
 * What is done about recordings comes first and may be repeated; the answer is written once. So a request is never said to
 * be done without it.
 */
export function answerRightsRequest(deps: RightsDeskDependencies): ConsoleHandler<ConsoleCalls['answerRightsRequest']> {
  const { query, transaction } = deps.database;
  return async ({ rightsNo, agree, answer }, request) => {
    if (!seesAll(request.member)) return fail('staff-rule', WHOLE);
    const [shard = '0', id = '0'] = rightsNo.split('_');
    const [row] = await query<RightsRow>(
      `select * from rights_requests where shard = $1::integer and id = $2::numeric and status = 'waiting'`,
      [shard, id],
    );
    if (!row) return fail('not-found', '没有这个申请，或者已经答复、撤回了');
    const touches = agree && (row.kind === 'restrict' || row.kind === 'erase');
    const holder = deps.recordings.holderOf(row.user_id);
    const done = touches ? await restrictPerson(deps.retention, holder, RESTRICTED_WHY) : null;
    const sum =
      done === null
        ? ''
        : `参保过程记录：${done.erased} 份已销毁，${done.restricted + done.waiting} 份改为只存不用，${done.refused} 份因冻结保留。`;
    const written = await transaction(async (inside) => {
      const [waiting] = await inside(
        `select 1 as waiting from rights_requests where shard = $1 and id = $2 and status = 'waiting' for update`,
        [row.shard, row.id],
      );
      if (!waiting) return null;
      const [user] = await accountsByIds(inside, [row.user_id]);
      const { words: beside, goesOn } = touches && user ? await beyondContract(deps, inside, row, user) : NOTHING;
      const own = answer.trim();
      const ended = (sum || beside) && !/[。！？!?]$/.test(own) ? `${own}。` : own;
      const words = [ended, sum, beside].filter(Boolean).join(' ');
      await inside(
        `update rights_requests set status = $3, answered_at = $4, answered_by = $5, answer_sealed = $6,
           goes_on = $7
         where shard = $1 and id = $2`,
        [
          row.shard,
          row.id,
          agree ? 'done' : 'refused',
          new Date(deps.clock.now()),
          request.member.id,
          deps.vault.seal(ANSWER_SEAL, words),
          goesOn,
        ],
      );
      if (user) await tellAnswer(deps, inside, row, user);
      const detail = [agree ? '已办' : '没有办', sum, beside].filter(Boolean).join(' ');
      await request.note({ subject: `权利申请 ${rightsNo}`, person: row.person_index, detail }, inside);
      return words;
    });
    return written === null ? fail('not-found', '没有这个申请，或者已经答复、撤回了') : ok({ answer: written });
  };
}

const NOTHING = { words: '', goesOn: false };

async function beyondContract(deps: RightsDeskDependencies, query: Query, row: RightsRow, user: SessionUser) {
  if (row.kind === 'erase') return eraseBeyondContract(deps, query, user);
  return { words: await restrictBeyondContract(deps, query, user), goesOn: false };
}
