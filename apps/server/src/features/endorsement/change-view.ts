import type { ChangeValue, UploadedFileValue } from '@huimin/contract';
import { deadlineAfter, formatDateTime, formatDeadline } from '@huimin/domain/date';
import {
  type ChangeEvent,
  type ChangeItem,
  changeReasonLabel,
  nextChangeStatus,
  REVIEW_WORKING_DAYS,
  shownChangeStatus,
  shownItem,
} from '@huimin/domain/endorsement';
import { filesOf } from '../uploads/index.ts';
import { type ChangeableOrder, presentPerson } from './change-context.ts';
import type { ChangeDependencies } from './change-deps.ts';
import { type ChangeEventRow, type ChangeRow, eventsOf } from './change-store.ts';

const TONES = { success: 'ok', warn: 'warn', error: 'err', info: 'info', neutral: 'neutral' } as const;
type Step = ChangeValue['steps'][number];

export const itemsOf = (deps: Pick<ChangeDependencies, 'vault'>, change: ChangeRow): ChangeItem[] =>
  deps.vault.openJson<ChangeItem[]>('change', change.itemsSealed);

/** Changes of an order as its policyholder sees them: what becomes what, what has happened, what comes next. */
export async function changeViews(
  deps: ChangeDependencies,
  context: ChangeableOrder,
  changes: readonly ChangeRow[],
): Promise<ChangeValue[]> {
  const ids = changes.map((change) => change.id);
  const events = await eventsOf(deps.database.query, context.order.shard, ids);
  const files = await filesOf(deps, context.order.shard, ids);
  return changes.map((change) =>
    changeView(deps, context, change, {
      events: events.filter((event) => event.changeId === change.id),
      files: files.get(change.id) ?? [],
    }),
  );
}

interface Around {
  readonly events: readonly ChangeEventRow[];
  readonly files: readonly UploadedFileValue[];
}

function changeView(
  deps: ChangeDependencies,
  context: ChangeableOrder,
  change: ChangeRow,
  { events, files }: Around,
): ChangeValue {
  const row = context.people.find((person) => person.id === change.insuredId) ?? null;
  const items = itemsOf(deps, change);
  const { label, tone } = shownChangeStatus(change.status);
  const latest = change.status === 'REVIEWING' ? latestResult(events) : null;
  const isApproved = change.status === 'APPROVED';
  const text = (ms: number | null) => (ms === null ? null : formatDateTime(ms));
  return {
    changeNo: deps.numbers.changeNo(change.id),
    orderNo: deps.numbers.orderNo(context.order.id),
    subject: change.subject,
    policyNo: row ? deps.numbers.policyNo(row.id) : null,
    name: presentPerson(deps, context, row).name,
    relationship: row ? (row.relationship as ChangeValue['relationship']) : null,
    status: change.status,
    statusLabel: label,
    tone: TONES[tone],
    items: items.map(shownItem),
    unchanged: unchangedText(change, items),
    reasonLabel: changeReasonLabel(change.reason),
    files: [...files],
    note: events.findLast((event) => NOTED.includes(event.event))?.note ?? null,
    endorsementNo: isApproved ? deps.numbers.endorsementNo(change.id) : null,
    submittedAt: text(change.submittedAtMs),
    decidedAt: text(change.decidedAtMs),
    latestResult: latest,
    withdrawable: change.status !== 'DRAFT' && nextChangeStatus(change.status, 'Withdrawn') !== null,
    steps: stepsOf(deps, context, change, events, latest),
  };
}

const NOTED: readonly ChangeEvent[] = ['PapersAsked', 'Rejected', 'Withdrawn'];
const REVIEW_BEGINS: readonly ChangeEvent[] = ['HandedIn', 'PapersGiven'];

/** The promise counts from when everything was there. */
function latestResult(events: readonly ChangeEventRow[]): string | null {
  const begun = events.findLast((event) => REVIEW_BEGINS.includes(event.event));
  return begun ? formatDeadline(deadlineAfter(begun.atMs, REVIEW_WORKING_DAYS)) : null;
}

const STAYS: Readonly<Record<ChangeRow['subject'], readonly (readonly [field: string, label: string])[]>> = {
  payer: [
    ['phone', '联系电话'],
    ['-', '被保险人'],
    ['-', '保障期'],
    ['-', '保费'],
  ],
  insured: [
    ['regionCode', '医保所在地'],
    ['-', '保障期'],
    ['-', '保费'],
  ],
};

function unchangedText({ subject }: ChangeRow, items: readonly ChangeItem[]): string {
  const changed = items.map(({ field }) => field as string);
  return STAYS[subject]
    .filter(([field]) => !changed.includes(field))
    .map(([, label]) => label)
    .join('、');
}

const step = (state: Step['state'], title: string, more: Partial<Step> = {}): Step => ({
  ...{ state, title, note: null, at: null },
  ...more,
});

function stepsOf(
  deps: ChangeDependencies,
  { edition }: ChangeableOrder,
  change: ChangeRow,
  events: readonly ChangeEventRow[],
  latest: string | null,
): Step[] {
  const steps = events.flatMap((event) => pastStep(deps, change, event));
  const { insuranceCompany } = edition.document;
  const insurer = (insuranceCompany.find((company) => company.lead) ?? insuranceCompany[0])?.name ?? '保险公司';
  const endorsement = step('next', '生成批单', { note: '批单是保单的一部分，会附上新的电子保单' });
  const review = `预计 ${REVIEW_WORKING_DAYS} 个工作日内审完${deps.tellsResults ? '，结果发短信' : '，结果在这里看'}`;
  if (change.status === 'REVIEWING') {
    return [...steps, step('now', `${insurer}审核中`, { note: review, at: latest }), endorsement];
  }
  if (change.status === 'PAPERS_WANTED') {
    return [...steps, step('now', '等您补充材料'), step('next', `${insurer}审核`, { note: review }), endorsement];
  }
  return steps;
}

function pastStep(deps: ChangeDependencies, change: ChangeRow, { event, note, atMs }: ChangeEventRow): Step[] {
  const at = formatDateTime(atMs);
  const changeNo = deps.numbers.changeNo(change.id);
  const endorsed = step('done', '生成批单', { note: `批单号 ${deps.numbers.endorsementNo(change.id)}`, at });
  switch (event) {
    case 'HandedIn':
      return [step('done', '您提交了申请', { note: `编号 ${changeNo}`, at })];
    case 'DoneAtOnce':
      return [step('done', '您改了信息', { note: `编号 ${changeNo}`, at }), endorsed];
    case 'PapersAsked':
      return [step('done', '还缺材料', { note, at })];
    case 'PapersGiven':
      return [step('done', '您补充了材料', { at })];
    case 'Approved':
      return [step('done', '审核通过', { at }), endorsed];
    case 'Rejected':
      return [step('bad', '没有通过', { note, at })];
    case 'Withdrawn':
      return [step('void', '已撤销', { note, at })];
  }
}
