import type { Calls, OutputOf } from '@huimin/contract';
import { RIGHTS_STATUS_TABLE, RIGHTS_WORKING_DAYS } from '@huimin/domain/account';
import { beijingDateTime, deadlineAfter, formatDeadline } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import { statusEntryOf } from '@huimin/domain/status';
import type { RateRule } from '../../coordination/rate-limit.ts';
import type { Query } from '../../db/database.ts';
import { fail, type Handler, ok, type SessionUser } from '../../http/handler.ts';
import { accountPhone, sendCode } from '../account/index.ts';
import { inTheWay } from './close-account.ts';
import { standingConsents, takeBackConsents } from './consents.ts';
import { copyPage } from './copy-page.ts';
import { HELD } from './held/index.ts';
import { knownOwner } from './known-owner.ts';
import { looksAt } from './looks.ts';
import { proven } from './proven.ts';
import type { RightsDependencies } from './rights-deps.ts';
import {
  ANSWER_SEAL,
  insertRequest,
  liftedOf,
  ownRequests,
  type RightsRow,
  restrictedSince,
  WORDS_SEAL,
  withdrawRequest,
} from './rights-store.ts';
import { wholeCopy } from './whole-copy.ts';

const APART: ReadonlySet<string> = new Set(HELD.filter(({ apart }) => apart).map(({ what }) => what));
const DAY_MS = 86_400_000;
const COPIES: RateRule = { name: 'own-data-copies', limit: 5, windowMs: DAY_MS };

export function showOwnData(deps: RightsDependencies): Handler<Calls['showOwnData']> {
  const { query } = deps.database;
  return async (_input, { user }) => {
    const { parts } = await wholeCopy(deps, user);
    return ok({
      held: parts
        .filter(({ what }) => !APART.has(what))
        .map(({ what, why, rows }) => ({ what, why, count: rows.length })),
      keptUntil: await keptUntil(deps, query, user),
      isOwnerKnown: (await knownOwner(query, user)) !== null,
      looks: await looksAt(deps, user),
      consents: await standingConsents(query, user),
      requests: (await ownRequests(query, user)).map((row) => requestView(deps, row)),
      restrictedSince: await restrictedSince(query, user),
      closing: await inTheWay(deps, query, user),
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

export function askRight(deps: RightsDependencies): Handler<Calls['askRight']> {
  return async ({ right, words, code, consents }, { user }) => {
    const { query, transaction } = deps.database;
    const proof = await proven(deps, query, user, code);
    if (!proof.ok) return proof;
    const nowMs = deps.clock.now();
    const request = {
      ...{ shard: user.shard, id: deps.orderIds.next(user.shard), user_id: user.id, kind: right },
      person_index: await knownOwner(query, user),
      words_sealed: deps.vault.seal(WORDS_SEAL, words.trim()),
      asked_at: nowMs,
      due_at: deadlineAfter(nowMs, RIGHTS_WORKING_DAYS).byMs,
    };
    if (right === 'consent' && consents !== undefined) {
      await transaction(async (inside) => {
        const answer = await takeBackConsents(inside, user, consents, nowMs);
        await insertRequest(inside, request, deps.vault.seal(ANSWER_SEAL, answer));
      });
    } else if (!(await insertRequest(query, request, null))) {
      return fail('order-state', '同样的申请还在办理，不用再提交');
    }
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
    const copy = await wholeCopy(deps, user);
    return ok({ ...copy, page: copyPage(copy) });
  };
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

export function requestView(deps: Pick<RightsDependencies, 'vault'>, row: RightsRow): OutputOf<Calls['askRight']> {
  return {
    right: row.kind,
    statusLabel: statusEntryOf(RIGHTS_STATUS_TABLE, row.status)?.label ?? row.status,
    open: row.status === 'waiting',
    askedAt: beijingDateTime(row.asked_at),
    dueAt: formatDeadline(deadlineAfter(row.asked_at, RIGHTS_WORKING_DAYS)),
    answer: row.answer_sealed === null ? null : deps.vault.open(ANSWER_SEAL, row.answer_sealed),
    lifted: liftedOf(deps, row),
  };
}
