import { beijingDateTime } from '@huimin/domain/date';
import { MID_YEAR_STATUS_TABLE, type MidYearStatus } from '@huimin/domain/mid-year';
import { idTypeOf, maskMiddle, maskName } from '@huimin/domain/person';
import { consortiumOf } from '@huimin/domain/product';
import { cityCodeOf, regionDisplayText } from '@huimin/domain/region';
import { type StaffScope, withinScope } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import {
  applicationById,
  askedPerson,
  decideMidYear,
  type MidYearRow,
  midYearDueMs,
  midYearReason,
  paperOfMidYear,
} from '../mid-year/index.ts';
import { Conditions } from '../order-desk/index.ts';
import { filesOf } from '../uploads/index.ts';
import type { TopicDependencies } from './change-desk-deps.ts';
import { COUNTED, type DeskTopic, type OpenedRequest, placeOf, type Wanted } from './desk-topic.ts';

const STATES: Readonly<Record<Wanted['stand'], readonly MidYearStatus[]>> = {
  review: ['submitted'],
  second: ['submitted'],
  waiting: ['more-papers'],
  done: ['approved', 'refused', 'withdrawn', 'lapsed'],
};

type Editions = Pick<TopicDependencies, 'editions'>;

function insurersOf({ editions }: Editions, code: string): string[] {
  const edition = editions.all().find((one) => one.code === code);
  return edition ? consortiumOf(edition.document.insuranceCompany).map(({ name }) => name) : [];
}

/** An application belongs to the insurers of its edition and to where the person is insured by law; to no channel. */
function within(conditions: Conditions, deps: Editions, { insurers, cities, channels }: StaffScope): void {
  if (insurers !== null) {
    const codes = deps.editions.all().map(({ code }) => code);
    const theirs = codes.filter((code) => insurersOf(deps, code).some((name) => insurers.includes(name)));
    conditions.add('m.edition_code = any(?::text[])', theirs);
  }
  if (cities !== null) conditions.add('m.city = any(?::text[])', cities);
  if (channels !== null) conditions.add('false');
}

const sees = (deps: Editions, scope: StaffScope, row: MidYearRow): boolean =>
  withinScope(scope, { insurers: insurersOf(deps, row.edition_code), city: row.city, channel: null });

function conditionsOf(deps: Editions, { scope, stand, second, city }: Wanted): Conditions {
  const conditions = new Conditions();
  within(conditions, deps, scope);
  conditions.add('m.status = any(?::text[])', STATES[stand]);
  if (stand === 'review') conditions.add('m.id <> all(?::bigint[])', second);
  if (stand === 'second') conditions.add('m.id = any(?::bigint[])', second);
  if (city !== undefined) conditions.add('m.city = ?', cityCodeOf(city) ?? city);
  return conditions;
}

/** Applications to be insured after the main window. */
export function midYearRequests(deps: TopicDependencies): DeskTopic {
  const { query } = deps.database;
  return {
    topic: 'mid-year',
    idOf: (requestNo) => deps.numbers.midYearId(requestNo),

    async count(wanted) {
      const { text, values } = conditionsOf(deps, wanted);
      const [row] = await query<{ found: number }>(
        `select count(*)::integer as found
         from (select 1 from mid_year_applications m where ${text} limit ${COUNTED}) counted`,
        values,
      );
      return row?.found ?? 0;
    },

    async page(wanted, limit) {
      const conditions = conditionsOf(deps, wanted);
      const isDone = wanted.stand === 'done';
      if (wanted.after !== undefined) {
        conditions.add(`m.id ${isDone ? '<' : '>'} ?::bigint`, placeOf(wanted.after)[1]);
      }
      const rows = await query<MidYearRow & { papers: number }>(
        `select m.*, (select count(*)::integer from uploads u where u.shard = m.shard and u.subject_id = m.id) as papers
         from mid_year_applications m where ${conditions.text}
         order by m.id ${isDone ? 'desc' : ''} limit ${conditions.value(limit)}`,
        conditions.values,
      );
      return rows.map((row) => ({ line: lineOf(deps, row, row.papers), cursor: `0_${row.id}` }));
    },

    async open(inside, scope, id) {
      const row = await applicationById(inside, shardOfOrder(id), id);
      return row && sees(deps, scope, row) ? opened(deps, inside, row) : null;
    },
  };
}

function lineOf(deps: TopicDependencies, row: MidYearRow, papers: number) {
  const entry = statusEntryOf(MID_YEAR_STATUS_TABLE, row.status);
  return {
    requestNo: deps.numbers.midYearNo(row.id),
    topic: 'mid-year' as const,
    askedAt: beijingDateTime(row.created_at),
    who: maskName(askedPerson(deps, row).name),
    what: '中途参保',
    why: midYearReason(deps, row),
    place: row.city === null ? '—' : (regionDisplayText(row.city) ?? row.city),
    orderNo: null,
    papers,
    dueAt: row.status === 'submitted' ? beijingDateTime(midYearDueMs(row)) : null,
    statusLabel: entry?.label ?? row.status,
    tone: entry?.tone ?? ('neutral' as const),
  };
}

const DECIDED: Partial<Record<MidYearStatus, string>> = {
  approved: '通过',
  refused: '没有通过',
  'more-papers': '要求补材料',
  lapsed: '过期',
};

async function opened(deps: TopicDependencies, query: Query, row: MidYearRow): Promise<OpenedRequest> {
  const files = (await filesOf(deps, row.shard, [row.id], query)).get(row.id) ?? [];
  const line = lineOf(deps, row, files.length);
  const person = askedPerson(deps, row);
  const isOpen = row.status === 'submitted';
  const rowsOf = (isWhole: boolean) => [
    { label: '姓名', before: isWhole ? person.name : maskName(person.name) },
    { label: '证件类型', before: idTypeOf(person.idType)?.label ?? person.idType },
    { label: '证件号码', before: isWhole ? person.idNumber : maskMiddle(person.idNumber) },
    { label: '出生日期', before: person.birthDate },
    { label: '情形', before: line.why },
  ];
  const shown = (isWhole: boolean) =>
    rowsOf(isWhole).map((one) => ({ ...one, after: null, changed: false, differs: null }));
  return {
    ...{ line, isOpen, files, person: row.person_index },
    masked: shown(false),
    whole: shown(true),
    checks: isOpen
      ? [
          files.length > 0 ? { good: true, text: `材料 ${files.length} 份` } : { good: false, text: '没有材料' },
          { good: true, text: '通过后 15 天内可以参保，过期要重新申请' },
        ]
      : [],
    history: [
      { at: line.askedAt, who: '申请人', what: '提交申请', note: null },
      ...(row.decided_at === null
        ? []
        : [
            {
              ...{ at: beijingDateTime(row.decided_at), who: row.decided_by ?? '', note: row.answer },
              what: DECIDED[row.status] ?? '看过',
            },
          ]),
    ],
    answer: row.answer,
    movesIdentity: null,
    whyNotApproved: null,
    decisions: isOpen ? ['approve', 'ask-papers', 'refuse'] : [],
    paper: (fileId) => paperOfMidYear(deps.midYear, line.requestNo, fileId),
    async decide(inside, { kind, by, note }) {
      const done = await decideMidYear(deps.midYear, line.requestNo, { kind, by, note }, inside);
      return done === 'done' ? ok({}) : fail('order-state', '这份申请已经有结果，或者本人已经撤销');
    },
  };
}
