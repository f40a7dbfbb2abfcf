import type { Calls, MidYearApplicationValue } from '@huimin/contract';
import { bornInTime, FLOW_WINDOWS } from '@huimin/domain/product';
import { cityCodeOf } from '@huimin/domain/region';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { accountPhone } from '../account/index.ts';
import { deleteFilesOf, FILES_GONE, handOverFiles, keepFilesUntil, withFiles } from '../uploads/index.ts';
import type { MidYearDependencies } from './mid-year-deps.ts';
import {
  applicationsOf,
  insertApplication,
  type MidYearRow,
  moveApplication,
  ownApplication,
} from './mid-year-store.ts';
import { applicationViews, PERSON_SEAL } from './mid-year-view.ts';

const NOT_FOUND = '没有找到这份申请';
const DECIDED = '这份申请已经有结果了，请看最新状态';
/** Papers stay as long as the cover that may come of them, and five years. */
const PAPERS_KEPT_MS = 6 * 366 * 24 * 3_600_000;

/** Asks to insure one of the own people late, for a reason that a paper shows. */
export function applyMidYear(deps: MidYearDependencies): Handler<Calls['applyMidYear']> {
  return async ({ productId, memberId, reason: code, fileIds }, request) => {
    const edition = deps.editions.edition(productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const nowMs = deps.clock.now();
    if (!FLOW_WINDOWS.mid(edition.document, nowMs)) return fail('not-on-sale');
    const reason = edition.document.flows?.mid?.reasons.find((entry) => entry.code === code);
    if (!reason) return fail('not-found', '没有这种情形，请重新选择');
    const member = (await deps.loadMembers(request.user, [memberId])).get(memberId);
    if (!member) return fail('not-found', '这位家人已不在名单里，请重新选择');
    const { name, idType, idNumber, birthDate } = member.details;
    if (reason.proof === 'birth') {
      const inTime = bornInTime(reason, birthDate, nowMs);
      return fail(
        'bad-input',
        inTime ? `${name}凭出生日期就可以直接参保，不用申请` : `${name}不符合“${reason.label}”：${reason.detail}`,
      );
    }
    const phone = await accountPhone(deps, request.user);
    const id = deps.orderIds.next(request.user.shard);
    const row = await withFiles(deps, async (query) => {
      const kept = await insertApplication(query, request.user, {
        id,
        editionCode: edition.code,
        personIndex: member.personIndex,
        personSealed: deps.vault.sealJson(PERSON_SEAL, {
          ...{ memberNo: memberId, name, idType, idNumber, birthDate, phone },
        }),
        reason: code,
        city: cityCodeOf(member.regionCode) ?? member.regionCode,
        nowMs,
      });
      if (kept) await give(deps, query, kept, fileIds, nowMs);
      return kept;
    });
    if (row === 'files-gone') return fail('not-found', FILES_GONE);
    // A second tap: the one that is open is it.
    return row ? shown(deps, row) : fail('order-state', `${name}已经有一份申请，请看它的状态`);
  };
}

async function give(
  deps: MidYearDependencies,
  query: Query,
  row: MidYearRow,
  fileIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const owner = { shard: row.shard, userId: row.user_id };
  await handOverFiles(deps, query, owner, fileIds, row.id);
  await keepFilesUntil(query, row.shard, row.id, nowMs + PAPERS_KEPT_MS);
}

async function shown(deps: MidYearDependencies, row: MidYearRow): Promise<Reply<MidYearApplicationValue>> {
  const [view] = await applicationViews(deps, [row]);
  return view ? ok(view) : fail('not-found', NOT_FOUND);
}

/** Why somebody may join late, as the edition has it. */
export function midYearRules(deps: MidYearDependencies): Handler<Calls['midYearRules']> {
  return async ({ productId }) => {
    const reasons = deps.editions.edition(productId)?.document.flows?.mid?.reasons ?? [];
    return ok({ reasons: reasons.map(({ code, label, detail, proof }) => ({ code, label, detail, proof })) });
  };
}

/** The own applications for an edition. */
export function queryMidYear(deps: MidYearDependencies): Handler<Calls['queryMidYear']> {
  return async ({ productId }, request) => {
    const edition = deps.editions.edition(productId);
    const rows = edition ? await applicationsOf(deps.database.query, request.user, edition.code) : [];
    return ok({ applications: await applicationViews(deps, rows) });
  };
}

async function own(deps: MidYearDependencies, request: CallRequest, applicationNo: string): Promise<MidYearRow | null> {
  const id = deps.numbers.midYearId(applicationNo);
  return id === null ? null : ownApplication(deps.database.query, request.user, id);
}

/** The papers that were asked for. */
export function supplementMidYear(deps: MidYearDependencies): Handler<Calls['supplementMidYear']> {
  return async ({ applicationNo, fileIds }, request) => {
    const row = await own(deps, request, applicationNo);
    if (!row) return fail('not-found', NOT_FOUND);
    const nowMs = deps.clock.now();
    const moved = await withFiles(deps, async (query) => {
      const next = await moveApplication(query, row, { event: 'PapersAdded', nowMs });
      if (next) await give(deps, query, next, fileIds, nowMs);
      return next;
    });
    if (moved === 'files-gone') return fail('not-found', FILES_GONE);
    return moved ? shown(deps, moved) : fail('order-state', DECIDED);
  };
}

/** Takes one back; its papers are deleted. Safe to repeat. */
export function withdrawMidYear(deps: MidYearDependencies): Handler<Calls['withdrawMidYear']> {
  return async ({ applicationNo }, request) => {
    const row = await own(deps, request, applicationNo);
    if (!row) return fail('not-found', NOT_FOUND);
    if (row.status === 'withdrawn') return shown(deps, row);
    const moved = await deps.database.transaction(async (query) => {
      const next = await moveApplication(query, row, { event: 'Withdrawn', nowMs: deps.clock.now() });
      if (next) await deleteFilesOf(query, next.shard, next.id);
      return next;
    });
    return moved ? shown(deps, moved) : fail('order-state', DECIDED);
  };
}
