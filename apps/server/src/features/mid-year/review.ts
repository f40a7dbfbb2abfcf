import type { MidYearEvent } from '@huimin/domain/mid-year';
import { newsOf, type SendResult, tellOnce } from '../../coordination/tell-once.ts';
import type { Query } from '../../db/database.ts';
import type { FileReply } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { fileOfSubject } from '../uploads/index.ts';
import type { MidYearDependencies } from './mid-year-deps.ts';
import {
  applicationById,
  lapseApplications,
  type MidYearRow,
  moveApplication,
  untoldApplications,
} from './mid-year-store.ts';
import { askedPerson } from './mid-year-view.ts';

const DAY_MS = 24 * 3_600_000;
/** An approval can be used this long; papers that were asked for are waited for as long. */
const GOOD_FOR_MS = 15 * DAY_MS;

async function found(deps: MidYearDependencies, query: Query, applicationNo: string): Promise<MidYearRow | null> {
  const id = deps.numbers.midYearId(applicationNo);
  return id === null ? null : applicationById(query, shardOfOrder(id), id);
}

export async function paperOfMidYear(
  deps: MidYearDependencies,
  applicationNo: string,
  fileId: string,
): Promise<FileReply | null> {
  const row = await found(deps, deps.database.query, applicationNo);
  return row ? fileOfSubject(deps, row.shard, row.id, fileId) : null;
}

export interface MidYearDecision {
  readonly kind: 'approve' | 'refuse' | 'ask-papers';
  readonly by: string;
  /** Why, or what is missing; null for an approval. */
  readonly note: string | null;
}

const EVENTS: Readonly<Record<MidYearDecision['kind'], MidYearEvent>> = {
  approve: 'Approved',
  refuse: 'Refused',
  'ask-papers': 'PapersAsked',
};

/** An operator's decision; `gone`: there is none such, `late`: it is decided or taken back. */
export async function decideMidYear(
  deps: MidYearDependencies,
  applicationNo: string,
  { kind, by, note }: MidYearDecision,
  query: Query = deps.database.query,
): Promise<'done' | 'gone' | 'late'> {
  const row = await found(deps, query, applicationNo);
  if (!row) return 'gone';
  const nowMs = deps.clock.now();
  const moved = await moveApplication(query, row, {
    event: EVENTS[kind],
    decision: { by, answer: note },
    ...(kind === 'approve' ? { goodUntilMs: nowMs + GOOD_FOR_MS } : {}),
    nowMs,
  });
  return moved ? 'done' : 'late';
}

const TOLD_AT_ONCE = 50;
const RESULTS: Partial<Record<MidYearRow['status'], string>> = {
  approved: '中途参保资格已确认，请在15天内参保',
  refused: '中途参保申请没有通过',
  'more-papers': '中途参保申请还缺材料',
};

/** Tells the askers of decided applications; one that cannot be told now is told in the next round. */
export async function tellMidYear(deps: MidYearDependencies, send: SendResult): Promise<number> {
  const { query } = deps.database;
  return tellOnce(await untoldApplications(query, TOLD_AT_ONCE), {
    nowMs: deps.clock.now(),
    change: newsOf(query, 'mid_year_applications'),
    send: async (row, kind) => {
      const result = RESULTS[row.status];
      // Taken back meanwhile: there is nothing to tell any more.
      if (result === undefined || row.status !== kind) return true;
      const outId = `${deps.numbers.midYearNo(row.id)}-${row.status}`;
      const account = { id: row.user_id, shard: row.shard };
      return send({ editionCode: row.edition_code, outId, account, phone: askedPerson(deps, row).phone, result });
    },
  });
}

/** Ends what was approved and not used, and what waited for papers in vain. */
export async function sweepMidYear(deps: Pick<MidYearDependencies, 'database' | 'clock'>): Promise<number> {
  const nowMs = deps.clock.now();
  return lapseApplications(deps.database.query, nowMs, nowMs - GOOD_FOR_MS);
}
