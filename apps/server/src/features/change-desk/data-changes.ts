import type { DeskRequestRowValue } from '@huimin/contract/console';
import { beijingDateTime, deadlineAfter } from '@huimin/domain/date';
import {
  CHANGE_FIELDS,
  type ChangeEvent,
  type ChangeField,
  type ChangeItem,
  type ChangeStatus,
  type ChangeSubject,
  changeFieldLabel,
  changeFieldRow,
  changeReasonLabel,
  maskedValue,
  REVIEW_WORKING_DAYS,
  shownChangeStatus,
  wholeValue,
} from '@huimin/domain/endorsement';
import { differingPlaces, maskName } from '@huimin/domain/person';
import { cityCodeOf, regionDisplayText } from '@huimin/domain/region';
import type { Query } from '../../db/database.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { type DeskChange, deskChange, paperOfChange, reviewChangeWithin } from '../endorsement/index.ts';
import type { PersonDetails } from '../insured/index.ts';
import { Conditions, deskOrder, seesOrder, withinOrders } from '../order-desk/index.ts';
import { filesOf } from '../uploads/index.ts';
import type { TopicDependencies } from './change-desk-deps.ts';
import { COUNTED, type DeskTopic, type OpenedRequest, placeOf, type Wanted, whoDid } from './desk-topic.ts';

interface ChangeLineRow {
  readonly shard: number;
  readonly id: bigint;
  readonly order_id: bigint;
  readonly subject: ChangeSubject;
  readonly status: ChangeStatus;
  readonly reason: string;
  readonly fields: readonly ChangeField[];
  readonly submitted_at: number;
  readonly review_from: number;
  readonly decided_at: number | null;
  readonly policyholder_sealed: Buffer;
  readonly insured_sealed: Buffer | null;
  readonly city: string | null;
  readonly papers: number;
}

// Each change's order by its key: a plain join on shard and id is believed to find next to nothing, and is made of all orders.
const FROM = `changes c cross join lateral (
  select edition_code, city, channel, policyholder_sealed from orders f where f.shard = c.shard and f.id = c.order_id offset 0) o`;
const STATUSES = {
  review: ['REVIEWING'],
  second: ['REVIEWING'],
  waiting: ['PAPERS_WANTED'],
  done: ['APPROVED', 'REJECTED', 'WITHDRAWN'],
} as const;

function conditionsOf({ editions }: Pick<TopicDependencies, 'editions'>, wanted: Wanted): Conditions {
  const { scope, stand, second, city, kind } = wanted;
  const conditions = new Conditions();
  withinOrders(conditions, editions, scope);
  conditions.add('c.review_from is not null and c.status = any(?::text[])', STATUSES[stand]);
  if (stand === 'review') conditions.add('c.id <> all(?::bigint[])', second);
  if (stand === 'second') conditions.add('c.id = any(?::bigint[])', second);
  if (stand === 'done') conditions.add('c.decided_at is not null');
  if (city !== undefined) conditions.add('o.city = ?', cityCodeOf(city) ?? city);
  if (kind !== undefined) {
    const fields = CHANGE_FIELDS.filter((row) => row.class === kind).map(({ field }) => field);
    conditions.add('c.fields && ?::text[]', fields);
  }
  return conditions;
}

/** Corrections of payers and insured people that the rules leave to a person. */
export function dataChanges(deps: TopicDependencies): DeskTopic {
  const { database, numbers } = deps;
  return {
    topic: 'data',
    idOf: (requestNo) => numbers.changeId(requestNo),

    async count(wanted) {
      const { text, values } = conditionsOf(deps, wanted);
      const [row] = await database.query<{ found: number }>(
        `select count(*)::integer as found from (select 1 from ${FROM} where ${text} limit ${COUNTED}) counted`,
        values,
      );
      return row?.found ?? 0;
    },

    async page(wanted, limit) {
      const conditions = conditionsOf(deps, wanted);
      const isDone = wanted.stand === 'done';
      if (wanted.after !== undefined) {
        const [at, id] = placeOf(wanted.after);
        const where = isDone ? '(c.decided_at, c.id) <' : '(c.review_from, c.id) >';
        conditions.add(`${where} (?::timestamptz, ?::bigint)`, new Date(at), id);
      }
      const rows = await database.query<ChangeLineRow>(
        `select c.shard, c.id, c.order_id, c.subject, c.status, c.reason, c.fields, c.submitted_at, c.review_from,
           c.decided_at, o.policyholder_sealed, i.details_sealed as insured_sealed, o.city,
           (select count(*)::integer from uploads u where u.shard = c.shard and u.subject_id = c.id) as papers
         from ${FROM} left join insured i on i.shard = c.shard and i.id = c.insured_id
         where ${conditions.text}
         order by ${isDone ? 'c.decided_at desc, c.id desc' : 'c.review_from, c.id'} limit ${conditions.value(limit)}`,
        conditions.values,
      );
      return rows.map((row) => ({
        line: lineOf(deps, row),
        cursor: `${(isDone ? row.decided_at : row.review_from) ?? 0}_${row.id}`,
      }));
    },

    async open(query, scope, id) {
      const found = await deskChange(deps.changes, query, shardOfOrder(id), id);
      const order = found && (await deskOrder(query, found.change.shard, found.change.orderId));
      if (!found || !order || !seesOrder(deps.editions, scope, order)) return null;
      return opened(deps, query, found, order.city);
    },
  };
}

function lineOf({ vault, numbers }: Pick<TopicDependencies, 'vault' | 'numbers'>, row: ChangeLineRow) {
  const isPayer = row.subject === 'payer';
  const sealed = isPayer ? row.policyholder_sealed : row.insured_sealed;
  const name = sealed && vault.openJson<PersonDetails>(isPayer ? 'policyholder' : 'insured', sealed).name;
  const { label, tone } = shownChangeStatus(row.status);
  return {
    requestNo: numbers.changeNo(row.id),
    topic: 'data' as const,
    askedAt: beijingDateTime(row.submitted_at),
    who: `${name ? maskName(name) : '—'}${isPayer ? '（缴费人）' : ''}`,
    what: row.fields.map(changeFieldLabel).join('、'),
    why: changeReasonLabel(row.reason),
    place: placeText(row.city),
    orderNo: numbers.orderNo(row.order_id),
    papers: row.papers,
    dueAt: row.status === 'REVIEWING' ? dueAt(row.review_from) : null,
    ...{ statusLabel: label, tone },
  };
}

const dueAt = (fromMs: number) => beijingDateTime(deadlineAfter(fromMs, REVIEW_WORKING_DAYS).byMs);
const placeText = (city: string | null) => (city === null ? '—' : (regionDisplayText(city) ?? city));

async function opened(
  deps: TopicDependencies,
  query: Query,
  found: DeskChange,
  city: string | null,
): Promise<OpenedRequest> {
  const { change, items } = found;
  const { label, tone } = shownChangeStatus(change.status);
  const requestNo = deps.numbers.changeNo(change.id);
  const files = (await filesOf(deps, change.shard, [change.id], query)).get(change.id) ?? [];
  const isOpen = change.status === 'REVIEWING';
  const isPayer = change.subject === 'payer';
  return {
    line: {
      ...{ requestNo, topic: 'data', askedAt: beijingDateTime(change.submittedAtMs ?? change.createdAtMs) },
      who: `${maskName(found.before.name)}${isPayer ? '（缴费人）' : ''}`,
      what: items.map(({ field }) => changeFieldLabel(field)).join('、'),
      why: changeReasonLabel(change.reason),
      place: placeText(city),
      orderNo: deps.numbers.orderNo(change.orderId),
      papers: files.length,
      dueAt: isOpen && change.reviewFromMs !== null ? dueAt(change.reviewFromMs) : null,
      ...{ statusLabel: label, tone },
    },
    person: found.personIndex,
    isOpen,
    masked: rowsOf(found, maskedAtDesk),
    whole: rowsOf(found, wholeValue),
    checks: isOpen || change.status === 'PAPERS_WANTED' ? checksOf(found, files.length) : [],
    history: found.events.map(({ event, byWhom, note, atMs }) => ({
      ...{ at: beijingDateTime(atMs), who: whoDid(byWhom), what: EVENTS[event], note },
    })),
    answer: found.events.findLast(({ note }) => note !== null)?.note ?? null,
    files,
    movesIdentity: found.touchesIdentity ? '改的是身份信息，要另一个人复核' : null,
    whyNotApproved: found.inTheWay,
    decisions: isOpen ? ['approve', 'ask-papers', 'refuse'] : change.status === 'PAPERS_WANTED' ? ['refuse'] : [],
    paper: (fileId) => paperOfChange(deps.changes, requestNo, fileId),
    decide: (inside: Query, { kind, by, note }) =>
      reviewChangeWithin(
        deps.changes,
        inside,
        requestNo,
        kind === 'approve' ? { kind, by } : { kind: kind === 'refuse' ? 'reject' : kind, by, note: note ?? '' },
      ),
  };
}

/** The desk masks names too. */
const maskedAtDesk = (field: ChangeField, value: string | null): string =>
  field === 'name' && value ? maskName(value) : maskedValue(field, value);

/** What identifies the person, for comparing with papers, and whatever else is to be changed. */
function rowsOf(
  { change, items, before, after }: DeskChange,
  show: (field: ChangeField, value: string | null) => string,
): DeskRequestRowValue[] {
  const changed = new Map<ChangeField, ChangeItem>(items.map((item) => [item.field, item]));
  return CHANGE_FIELDS.filter(
    ({ field, class: found, subjects }) =>
      subjects.includes(change.subject) && (changed.has(field) || found === 'identity'),
  ).map(({ field, label }) => {
    const [former, next] = [before[field] ?? null, after[field] ?? null];
    const [shown, shownNext] = [show(field, former), changed.has(field) ? show(field, next) : null];
    return {
      ...{ label, before: shown, after: shownNext, changed: changed.has(field) },
      differs: shown === shownNext ? differingPlaces(former ?? '', next ?? '', unitOf(field)) : null,
    };
  });
}

const unitOf = (field: ChangeField) => (field === 'name' || field === 'address' ? '个字' : '位');

const EVENTS: Readonly<Record<ChangeEvent, string>> = {
  HandedIn: '提交申请',
  DoneAtOnce: '按规则直接改',
  PapersAsked: '要求补材料',
  PapersGiven: '补了材料',
  Approved: '通过',
  Rejected: '驳回',
  Withdrawn: '撤销',
};

const CORRECTIONS = {
  none: { good: true, text: '身份没有变' },
  small: { good: true, text: '只差一个字或一位，像是写错' },
  large: { good: false, text: '改动比较大，请逐字对照材料' },
  'another-person': { good: false, text: '姓名和号码都变了，像是换了一个人' },
} as const;

function checksOf({ items, correction, whyReviewed, inTheWay }: DeskChange, papers: number): OpenedRequest['checks'] {
  const region = items.some(({ field }) => changeFieldRow(field).class === 'region');
  return [
    ...(correction === null ? [] : [CORRECTIONS[correction]]),
    inTheWay === null ? { good: true, text: '现在可以改，没有挡着的' } : { good: false, text: inTheWay },
    papers > 0 ? { good: true, text: `材料 ${papers} 份` } : { good: false, text: '没有材料' },
    ...(region ? [{ good: true, text: '保费和保障期不变' }] : []),
    ...(whyReviewed === null ? [] : [{ good: true, text: `要人工审：${whyReviewed}` }]),
  ];
}
