import { nextPhoneRequestStatus, PHONE_REQUEST_TABLE, type PhoneRequestStatus } from '@huimin/domain/account';
import { beijingDateTime } from '@huimin/domain/date';
import { differingPlaces, maskMiddle, maskName, maskPhone } from '@huimin/domain/person';
import { cityCodeOf, regionDisplayText } from '@huimin/domain/region';
import { type StaffScope, seesEverything } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { accountsByIds, decidePhoneRequestWithin, type PhoneRequestRow, phoneRequestById } from '../account/index.ts';
import { Conditions, withinOrders } from '../order-desk/index.ts';
import type { TopicDependencies } from './change-desk-deps.ts';
import { COUNTED, type DeskTopic, isId, type OpenedRequest, placeOf, type Wanted } from './desk-topic.ts';

const STATES: Readonly<Record<Wanted['stand'], readonly PhoneRequestStatus[]>> = {
  review: ['WAITING'],
  second: ['WAITING'],
  waiting: ['COOLING'],
  done: ['DONE', 'REJECTED', 'WITHDRAWN', 'FAILED'],
};

type Editions = Pick<TopicDependencies, 'editions'>;

/** An account belongs to where its orders are; one without orders is seen by who sees everything. */
function withinAccounts(conditions: Conditions, { editions }: Editions, scope: StaffScope, city?: string): void {
  if (seesEverything(scope) && city === undefined) return;
  const orders = new Conditions();
  withinOrders(orders, editions, scope);
  if (city !== undefined) orders.add('o.city = ?', cityCodeOf(city) ?? city);
  const text = orders.text.replace(/\$\d+/g, '?');
  conditions.add(
    `exists (select 1 from orders o where o.shard = p.shard and o.user_id = p.user_id and ${text})`,
    ...orders.values,
  );
}

function conditionsOf(deps: Editions, { scope, stand, second, city }: Wanted): Conditions {
  const conditions = new Conditions();
  withinAccounts(conditions, deps, scope, city);
  conditions.add('p.state = any(?::text[])', STATES[stand]);
  if (stand === 'review') conditions.add('p.id <> all(?::bigint[])', second);
  if (stand === 'second') conditions.add('p.id = any(?::bigint[])', second);
  return conditions;
}

interface PlaceRow {
  readonly city: string | null;
  readonly policyholder_index: Buffer;
}

/** Requests to log in with another phone, of people who have neither the old phone nor a face to show. */
export function phoneRequests(deps: TopicDependencies): DeskTopic {
  const { query } = deps.database;
  return {
    topic: 'phone',
    idOf: (requestNo) => (requestNo.startsWith('HM') && isId(requestNo.slice(2)) ? BigInt(requestNo.slice(2)) : null),

    async count(wanted) {
      const { text, values } = conditionsOf(deps, wanted);
      const [row] = await query<{ found: number }>(
        `select count(*)::integer as found from (select 1 from phone_requests p where ${text} limit ${COUNTED}) counted`,
        values,
      );
      return row?.found ?? 0;
    },

    async page(wanted, limit) {
      const conditions = conditionsOf(deps, wanted);
      const isDone = wanted.stand === 'done';
      if (wanted.after !== undefined) {
        const [at, id] = placeOf(wanted.after);
        conditions.add(`(p.created_at, p.id) ${isDone ? '<' : '>'} (?::timestamptz, ?::bigint)`, new Date(at), id);
      }
      const order = isDone ? 'p.created_at desc, p.id desc' : 'p.created_at, p.id';
      const rows = await query<{ shard: number; id: bigint; created_at: number }>(
        `select p.shard, p.id, p.created_at from phone_requests p
         where ${conditions.text} order by ${order} limit ${conditions.value(limit)}`,
        conditions.values,
      );
      const lines = [];
      for (const { shard, id, created_at: at } of rows) {
        const row = await phoneRequestById(query, shard, id);
        if (row) lines.push({ line: (await around(deps, query, row)).line, cursor: `${at}_${id}` });
      }
      return lines;
    },

    async open(inside, scope, id) {
      const conditions = new Conditions();
      withinAccounts(conditions, deps, scope);
      conditions.add('p.shard = ?::smallint and p.id = ?::bigint', shardOfOrder(id), id);
      const [seen] = await inside(`select 1 as one from phone_requests p where ${conditions.text}`, conditions.values);
      const row = seen ? await phoneRequestById(inside, shardOfOrder(id), id) : null;
      return row && opened(deps, inside, row);
    },
  };
}

/** A request with whose it is. */
async function around(deps: TopicDependencies, query: Query, row: PhoneRequestRow) {
  const { vault } = deps;
  const [user] = await accountsByIds(query, [row.userId]);
  const holder = await deps.account.orders.newestHolder({ id: row.userId, shard: row.shard }, query);
  const [order] = await query<PlaceRow>(
    `select city, policyholder_index from orders where shard = $1 and user_id = $2 and paid_at is not null order by id desc limit 1`,
    [row.shard, row.userId],
  );
  const city = order?.city ?? null;
  const entry = statusEntryOf(PHONE_REQUEST_TABLE, row.state);
  const statement = vault.open('statement', row.statementSealed);
  return {
    line: {
      requestNo: `HM${row.id}`,
      topic: 'phone' as const,
      askedAt: beijingDateTime(row.createdAtMs),
      who: holder === null ? '还没有买过' : `${maskName(holder.name)}（缴费人）`,
      what: '登录手机号',
      why: '旧手机号用不了',
      place: city === null ? '—' : (regionDisplayText(city) ?? city),
      orderNo: null,
      papers: 0,
      dueAt: null,
      statusLabel: entry?.label ?? row.state,
      tone: entry?.tone ?? ('neutral' as const),
    },
    holder,
    person: order?.policyholder_index ?? null,
    statement,
    oldPhone: user ? vault.open('phone', user.phoneSealed) : null,
    newPhone: vault.open('phone', row.newPhoneSealed),
  };
}

async function opened(deps: TopicDependencies, query: Query, row: PhoneRequestRow): Promise<OpenedRequest> {
  const { line, holder, person, statement, oldPhone, newPhone } = await around(deps, query, row);
  const isOpen = nextPhoneRequestStatus(row.state, 'Approved') !== null;
  const rowsOf = (isWhole: boolean) => {
    const phone = (text: string) => (isWhole ? text : maskPhone(text));
    const [before, after] = [oldPhone === null ? '—' : phone(oldPhone), phone(newPhone)];
    const differs = before === after ? differingPlaces(oldPhone ?? '', newPhone, '位') : null;
    const same = { after: null, changed: false, differs: null };
    return [
      { label: '登录手机号', before, after, changed: true, differs },
      ...(holder === null
        ? []
        : [
            {
              ...{ label: '最近一单的缴费人', ...same },
              before: isWhole ? holder.name : maskName(holder.name),
            },
            {
              ...{ label: '缴费人证件号码', ...same },
              before: isWhole ? holder.idNumber : maskMiddle(holder.idNumber),
            },
          ]),
      { label: '本人的说明', before: isWhole ? statement : '看完整内容时显示', ...same },
    ];
  };
  const told = row.decidedAtMs === null ? [] : [decided(row)];
  return {
    ...{ line, person, isOpen, masked: rowsOf(false), whole: rowsOf(true) },
    checks: isOpen
      ? [
          { good: true, text: '已发短信告诉旧手机号' },
          { good: holder !== null, text: holder === null ? '没有订单可以核对' : '可以按最近一单核对本人' },
          { good: false, text: '请先打两个手机号核对本人，通过后 48 小时生效，旧手机号可以撤回' },
        ]
      : [],
    history: [
      { at: beijingDateTime(row.createdAtMs), who: '本人', what: '提交申请', note: null },
      ...told,
      ...(row.effectiveAtMs === null
        ? []
        : [{ at: beijingDateTime(row.effectiveAtMs), who: '系统', what: '生效时间', note: null }]),
    ],
    answer: row.reason,
    files: [],
    movesIdentity: '换的是登录账户的手机号，要另一个人复核',
    whyNotApproved: null,
    decisions: isOpen ? ['approve', 'refuse'] : [],
    paper: async () => null,
    async decide(inside, { kind, by, note }) {
      const decision = { approved: kind === 'approve', by, reason: note };
      const done = await decidePhoneRequestWithin(deps.account, inside, row.id, decision);
      return done ? ok(done) : fail('order-state', '这份申请已经办完，或者本人已经撤回');
    },
  };
}

function decided(row: PhoneRequestRow) {
  const passed = row.effectiveAtMs !== null;
  return {
    at: beijingDateTime(row.decidedAtMs ?? row.createdAtMs),
    who: row.decidedBy ?? '',
    what: passed ? '通过' : '没有通过',
    note: row.reason,
  };
}
