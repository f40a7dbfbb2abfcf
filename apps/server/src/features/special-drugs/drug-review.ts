import type { CoPay } from '@huimin/domain/special-drugs';
import { newsOf, type SendResult, tellOnce } from '../../coordination/tell-once.ts';
import { joining, type Query } from '../../db/database.ts';
import type { FileReply } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { type CoveredPerson, coveredPeople } from '../policy/index.ts';
import { fileOfSubject, filesOf } from '../uploads/index.ts';
import { ANSWER_SEAL, type DrugAnswer, type DrugDependencies } from './drug-deps.ts';
import {
  type DrugMove,
  type DrugNews,
  type DrugRow,
  deleteOldDrugApplications,
  drugApplicationById,
  dueDrugApplications,
  insertCycle,
  lockPolicyApplications,
  moveDrugApplication,
  overDrugApplications,
  untoldDrugApplications,
} from './drug-store.ts';
import {
  CYCLE_TOLD_BEFORE_MS,
  drugAnswer,
  drugCase,
  drugCoPay,
  drugMoney,
  drugPlace,
  nextCycleMs,
} from './drug-view.ts';

const AT_ONCE = 50;
/** Papers that were asked for are waited for so long. */
const PAPERS_WAITED_MS = 30 * 86_400_000;

type Reading = Omit<DrugDependencies, 'limiter' | 'tellsNews'>;

async function found(
  deps: Pick<DrugDependencies, 'database' | 'numbers'>,
  text: string,
  query: Query = deps.database.query,
): Promise<DrugRow | null> {
  const id = deps.numbers.drugApplicationId(text);
  return id === null ? null : drugApplicationById(query, shardOfOrder(id), id);
}

/** One whole, with what its papers have to show. */
export async function wholeDrugApplication(deps: Reading, text: string) {
  const row = await found(deps, text);
  if (!row) return null;
  const { phone: _, ...subject } = drugCase(deps, row);
  const files = (await filesOf(deps, row.shard, [row.id])).get(row.id) ?? [];
  return {
    ...{ drugApplicationNo: text, editionCode: row.edition_code, status: row.status, submittedAtMs: row.submitted_at },
    ...{ cycles: row.cycles, cyclesDone: row.cycles_done, decidedBy: row.decided_by },
    ...{ subject, answer: drugAnswer(deps, row), place: drugPlace(deps, row), files },
  };
}

export async function paperOfDrugApplication(
  deps: DrugDependencies,
  text: string,
  fileId: string,
): Promise<FileReply | null> {
  const row = await found(deps, text);
  return row ? fileOfSubject(deps, row.shard, row.id, fileId) : null;
}

export type DrugDecision = { readonly by: string } & (
  | { readonly kind: 'approve'; readonly cycles: number; readonly preExisting: boolean }
  | { readonly kind: 'refuse' | 'ask-papers'; readonly note: string }
  | { readonly kind: 'collected'; readonly priceFen: number | null }
);

/** An operator's decision, in a transaction; `gone`: there is none such, `late`: it is decided, or taken back. */
export async function decideDrugApplication(
  deps: DrugDependencies,
  query: Query,
  text: string,
  decision: DrugDecision,
): Promise<'done' | 'gone' | 'late'> {
  const row = await found(deps, text, query);
  if (!row) return 'gone';
  if (decision.kind === 'collected') return recordCollected(deps, query, row, decision);
  const answer: DrugAnswer =
    decision.kind === 'approve'
      ? { note: null, preExisting: decision.preExisting }
      : { note: decision.note, preExisting: false };
  const events = { approve: 'Approved', refuse: 'Refused', 'ask-papers': 'PapersAsked' } as const;
  const move: DrugMove = {
    event: events[decision.kind],
    nowMs: deps.clock.now(),
    decision: {
      by: decision.by,
      answerSealed: deps.vault.sealJson(ANSWER_SEAL, answer),
      ...(decision.kind === 'approve' ? { cycles: decision.cycles } : {}),
    },
    news: decision.kind === 'ask-papers' ? 'papers' : 'result',
  };
  return (await moveDrugApplication(query, row, move)) ? 'done' : 'late';
}

/** Who the application is for, as far as a policy still covers them. */
async function coveredBy(deps: DrugDependencies, row: DrugRow): Promise<CoveredPerson | null> {
  const covered = await coveredPeople(deps, { id: row.user_id, shard: row.shard }, row.edition_code);
  return covered.find(({ policyId }) => policyId === row.policy_id) ?? null;
}

/** What a cycle of it costs its resident, by either finding; null where no policy covers them any more. */
export async function coPaysOfDrugApplication(
  deps: DrugDependencies,
  text: string,
): Promise<{ readonly normal: CoPay; readonly preExisting: CoPay } | null> {
  const row = await found(deps, text);
  const person = row && (await coveredBy(deps, row));
  const left = person && (await drugMoney(deps.database.query, row.shard, [person])).get(row.policy_id);
  if (!left) return null;
  const by = (preExisting: boolean) =>
    drugCoPay(drugCase(deps, row), { note: null, preExisting }, left, { applicationId: row.id });
  return { normal: by(false), preExisting: by(true) };
}

/** A cycle was taken at the pharmacy: its sums count towards deductible and limit, and the next cycle gets its day. */
async function recordCollected(
  deps: DrugDependencies,
  query: Query,
  row: DrugRow,
  { by, priceFen }: { readonly by: string; readonly priceFen: number | null },
): Promise<'done' | 'late'> {
  const person = await coveredBy({ ...deps, database: joining(deps.database, query) }, row);
  const nowMs = deps.clock.now();
  await lockPolicyApplications(query, row);
  const current = await drugApplicationById(query, row.shard, row.id);
  if (current?.status !== 'arranged' || !person) return 'late';
  const money = await drugMoney(query, row.shard, [person]);
  const left = money.get(row.policy_id);
  const subject = drugCase(deps, current);
  if (!left) return 'late';
  const sums = drugCoPay(subject, drugAnswer(deps, current), left, {
    ...{ applicationId: current.id, priceFen: priceFen ?? undefined },
  });
  const cycleNo = current.cycles_done + 1;
  const isLast = cycleNo >= current.cycles;
  await moveDrugApplication(query, current, {
    event: isLast ? 'LastCollected' : 'Collected',
    nowMs,
    ...(isLast ? {} : { nextDueAtMs: nextCycleMs(nowMs, subject.drug.cycleDays) }),
  });
  await insertCycle(query, current, { ...sums, cycleNo, by, nowMs });
  return 'done';
}

/** Words that tell nobody beside the phone's owner what it is about: neither drug nor illness. */
const RESULTS: Readonly<Record<DrugNews, string>> = {
  result: '服务申请有了结果，请登录查看',
  papers: '服务申请还缺材料，请登录查看',
  cycle: '服务申请可以办下一期了，请登录查看',
};

/** Tells the askers what is new; one that cannot be told now is told in the next round. */
export async function tellDrugNews(deps: DrugDependencies, send: SendResult): Promise<number> {
  const { query } = deps.database;
  return tellOnce(await untoldDrugApplications(query, AT_ONCE), {
    nowMs: deps.clock.now(),
    change: newsOf(query, 'drug_applications'),
    send: (row, kind) =>
      send({
        editionCode: row.edition_code,
        account: { id: row.user_id, shard: row.shard },
        outId: `${deps.numbers.drugApplicationNo(row.id)}-${row.status}-${row.cycles_done}`,
        phone: drugCase(deps, row).phone,
        result: RESULTS[kind as DrugNews],
      }),
  });
}

/** Begins next cycles a week ahead, ends what is over, and deletes what was kept long enough. */
export async function sweepDrugApplications(deps: DrugDependencies): Promise<number> {
  const { query } = deps.database;
  const nowMs = deps.clock.now();
  const over = await overDrugApplications(query, nowMs, nowMs - PAPERS_WAITED_MS, AT_ONCE);
  for (const row of over) await moveDrugApplication(query, row, { event: 'TimePassed', nowMs });
  const due = await dueDrugApplications(query, nowMs + CYCLE_TOLD_BEFORE_MS, AT_ONCE);
  for (const row of due) {
    const nextDueAtMs = row.next_due_at ?? nowMs;
    await moveDrugApplication(query, row, { event: 'CycleDue', nowMs, place: null, nextDueAtMs, news: 'cycle' });
  }
  return over.length + due.length + (await deleteOldDrugApplications(query, nowMs));
}
