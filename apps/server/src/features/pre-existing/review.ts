import { ANSWER_LIFE_MS, type AppealEvent, appealReasonLabel } from '@huimin/domain/pre-existing';
import type { Query } from '../../db/database.ts';
import type { FileReply } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { noteNotice } from '../account/index.ts';
import { fileOfSubject, filesOf, keepFilesUntil } from '../uploads/index.ts';
import { type AppealRow, appealById, lapseAppeals, moveAppeal } from './appeal-store.ts';
import { recordLookup } from './lookup-store.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import { correctAnswer, deleteOld, expireQueries, queryById } from './query-store.ts';
import { type OpenedQuery, openQuery } from './query-view.ts';
import { ANSWER_SEAL, type KeptAnswer } from './run-ask.ts';

const DAY_MS = 24 * 3_600_000;
/** Medical papers go soon after the decision: who disagrees with it can hand them in again. */
const PAPERS_KEPT_MS = 90 * DAY_MS;
/** Consents and lists of who looked are kept for three years and a little. */
const RECORDS_KEPT_MS = (3 * 366 + 30) * DAY_MS;

/** Whom an appeal is about. */
export async function personOfAppeal(
  query: Query,
  { shard, id }: Pick<AppealRow, 'shard' | 'id'>,
): Promise<Buffer | null> {
  const [row] = await query<{ person_index: Buffer }>(
    `select q.person_index from pre_existing_appeals a
     join pre_existing_queries q on q.shard = a.shard and q.id = a.query_id where a.shard = $1 and a.id = $2`,
    [shard, id],
  );
  return row?.person_index ?? null;
}

interface Found {
  readonly appeal: AppealRow;
  readonly opened: OpenedQuery;
}

async function found(
  deps: PreExistingDependencies,
  appealNo: string,
  query: Query = deps.database.query,
): Promise<Found | null> {
  const id = deps.numbers.appealId(appealNo);
  const appeal = id === null ? null : await appealById(query, shardOfOrder(id), id);
  const row = appeal && (await queryById(query, appeal.shard, appeal.query_id));
  const opened = row && openQuery(deps, row);
  return appeal && opened ? { appeal, opened } : null;
}

/** Every look goes into the list that the resident sees, before anything is told. */
function look(deps: PreExistingDependencies, { opened }: Found, by: string): Promise<void> {
  const looker = { asWhom: 'operator' as const, key: `operator:${by}`, name: by };
  return recordLookup(deps, opened.row.person_index, looker, 'appeal');
}

/** One whole, with what its papers have to show. */
export async function wholePreExistingAppeal(deps: PreExistingDependencies, appealNo: string, by: string) {
  const one = await found(deps, appealNo);
  if (!one) return null;
  await look(deps, one, by);
  const { appeal, opened } = one;
  const { row, person, answer } = opened;
  const files = (await filesOf(deps, appeal.shard, [appeal.id])).get(appeal.id) ?? [];
  return {
    ...{ appealNo, status: appeal.status, reason: appealReasonLabel(appeal.reason), answer: appeal.answer },
    ...{ createdAtMs: appeal.created_at, queryNo: deps.numbers.preExistingNo(row.id), editionCode: row.edition_code },
    ...{ name: person.name, idNumber: person.idNumber, birthDate: person.birthDate },
    label: answer && { label: answer.label, classCode: answer.classCode, ruleVersion: answer.ruleVersion },
    files,
  };
}

export async function paperOfPreExistingAppeal(
  deps: PreExistingDependencies,
  appealNo: string,
  fileId: string,
  by: string,
): Promise<FileReply | null> {
  const one = await found(deps, appealNo);
  const file = one && (await fileOfSubject(deps, one.appeal.shard, one.appeal.id, fileId));
  if (!one || !file) return null;
  await look(deps, one, by);
  return file;
}

export interface AppealDecision {
  readonly kind: 'correct' | 'confirm' | 'ask-papers';
  readonly by: string;
  /** Why, or what is missing. */
  readonly note: string;
  /** What a correction comes to; the class of a yes that stays one. */
  readonly classCode: string | null;
}

const EVENTS: Readonly<Record<AppealDecision['kind'], AppealEvent>> = {
  correct: 'Corrected',
  confirm: 'Confirmed',
  'ask-papers': 'PapersAsked',
};
const NEWS: Readonly<Record<AppealDecision['kind'], string>> = {
  correct: '您的复核申请有结果了，已更正',
  confirm: '您的复核申请有结果了，登录后可以看',
  'ask-papers': '您的复核申请还缺材料，登录后可以看',
};

/** An operator's decision, in a transaction; `gone`: there is none such, `late`: it is decided or taken back. */
export async function decidePreExistingAppeal(
  deps: PreExistingDependencies,
  query: Query,
  appealNo: string,
  { kind, by, note, classCode }: AppealDecision,
): Promise<'done' | 'gone' | 'late'> {
  const one = await found(deps, appealNo, query);
  if (!one) return 'gone';
  const { appeal, opened } = one;
  const { row, person, answer } = opened;
  const atMs = deps.clock.now();
  const moved = await moveAppeal(query, appeal, { event: EVENTS[kind], decision: { by, answer: note }, nowMs: atMs });
  if (!moved) return 'late';
  if (kind === 'correct' && answer) {
    const kept: KeptAnswer = { ...answer, label: classCode === null ? 'no' : 'yes', classCode, reviewed: true };
    const sealed = deps.vault.sealJson(ANSWER_SEAL, kept);
    await correctAnswer(query, row, sealed, { atMs, expiresAtMs: atMs + ANSWER_LIFE_MS });
  }
  if (kind !== 'ask-papers') await keepFilesUntil(query, moved.shard, moved.id, atMs + PAPERS_KEPT_MS);
  await noteNotice(deps, query, moved.shard, person.phone, NEWS[kind], {
    ...{ accountId: row.user_id, about: appealNo },
  });
  return 'done';
}

/** Ends appeals whose papers never came, forgets answers whose time is over, deletes what nobody has to keep. */
export async function sweepPreExisting(deps: PreExistingDependencies): Promise<number> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const lapsed = await lapseAppeals(query, nowMs);
  for (const { shard, id } of lapsed) await keepFilesUntil(query, shard, id, nowMs);
  const expired = await expireQueries(query, nowMs);
  await deleteOld(query, nowMs, nowMs - RECORDS_KEPT_MS);
  return lapsed.length + expired;
}
