import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingMs, endOfDayMs, parseDate } from '@huimin/domain/date';
import { canonicalIdNumber, IDENTITY_CARD } from '@huimin/domain/person';
import { fail, ok } from '../../http/handler.ts';
import { orderIdOf, shardOfOrder, shardOfUser } from '../../security/order-ids.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { findRecordings, findUnrecorded, linesOf, unrecordedLine } from './recording-lines.ts';
import type { ReplayDependencies } from './replay-deps.ts';

const PAGE = 40;
/** Of one person, more are not looked through. */
const MOST = 50;
/** Orders without a recording are counted as far as this, and as far back. */
const MOST_COUNTED = 100;
const COUNTED_DAYS_MS = 30 * 86_400_000;
/** In front of the number of an order that stands for itself in the list. */
const ORDER = 'order-id-';

type Search = Parameters<ConsoleHandler<ConsoleCalls['searchRecordings']>>[0];

export function searchRecordings(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['searchRecordings']> {
  const { query } = deps.database;
  const editionNames = () =>
    deps.editions.all().map(({ code, document }) => ({ edition: code, name: document.proName }));
  return async (input, request) => {
    if ([input.from, input.to].some((day) => day !== undefined && parseDate(day) === null)) {
      return fail('bad-input', '没有这一天，请重新选日期');
    }
    if ((input.idNumber === undefined) !== (input.idType === undefined)) {
      return fail('bad-input', '按证件查请同时选证件类型、填证件号码');
    }
    const person = await personLookedFor(deps, input);
    const { scope } = request.member;
    const byNumber = input.number === undefined ? null : await foundByNumber(deps, input.number);
    const [beforeAt, beforeTrace = ''] = input.before === undefined ? [] : cut(input.before);
    // Going on from page to page is one look.
    const about = { subject: '会话记录', person: person?.index ?? null, detail: filterText(input) };
    if (input.before === undefined || person !== null) await request.note(about);
    const days = {
      fromMs: input.from === undefined ? null : beijingMs(input.from),
      toMs: input.to === undefined ? null : endOfDayMs(input.to),
    };
    const countedFrom = {
      ...{ scope, orderIds: null, edition: null, before: null },
      ...{ fromMs: deps.clock.now() - COUNTED_DAYS_MS, toMs: null },
    };
    const unrecorded = (await findUnrecorded(query, deps.editions, countedFrom, MOST_COUNTED)).length;
    const orderIds = byNumber?.orders ?? person?.orders ?? null;
    const asked = { scope, orderIds, ...days, edition: input.edition ?? null };
    if (input.state === 'unrecorded') {
      const number = /^order-id-(\d{1,18})$/.exec(beforeTrace)?.[1];
      if (beforeAt !== undefined && number === undefined) return fail('bad-input', '这一页不在了，请从头看');
      const before = number === undefined ? null : { at: Number(beforeAt), orderId: BigInt(number) };
      const found = isOfRecorded(input)
        ? []
        : await findUnrecorded(query, deps.editions, { ...asked, before }, PAGE + 1);
      const page = found.slice(0, PAGE);
      const last = page.at(-1);
      return ok({
        recordings: page.map((row) => unrecordedLine(deps, row)),
        next: found.length > PAGE && last ? `${last.noted_at}_${ORDER}${last.order_id}` : null,
        unrecorded,
        editions: editionNames(),
      });
    }
    const rows = await findRecordings(
      query,
      deps.editions,
      {
        scope,
        traces: byNumber?.traces ?? null,
        person,
        ...days,
        edition: input.edition ?? null,
        channel: input.channel ?? null,
        mark: input.mark ?? null,
        shortRead: input.shortRead ?? null,
        state: input.state ?? null,
        before: beforeAt === undefined ? null : { at: Number(beforeAt), trace: beforeTrace },
      },
      PAGE + 1,
    );
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    // Who asks for a sale finds it, also where nobody recorded it.
    const without =
      orderIds === null || input.state !== undefined || input.before !== undefined || isOfRecorded(input)
        ? []
        : await findUnrecorded(query, deps.editions, { ...asked, before: null }, MOST);
    return ok({
      recordings: [...without.map((row) => unrecordedLine(deps, row)), ...(await linesOf(deps, query, page))],
      next: rows.length > PAGE && last ? `${last.at}_${last.trace}` : null,
      unrecorded,
      editions: editionNames(),
    });
  };
}

/** Whether something is asked that only a recording can say; that an order was saved is known of the others too. */
function isOfRecorded({ channel, mark, shortRead }: Search): boolean {
  return channel !== undefined || shortRead !== undefined || (mark !== undefined && mark !== 'order');
}

function cut(cursor: string): [string, string] {
  const at = cursor.indexOf('_');
  return [cursor.slice(0, at), cursor.slice(at + 1)];
}

/** By the number of an order or policy, or its own. */
async function foundByNumber(deps: ReplayDependencies, number: string): Promise<Found> {
  const policyId = deps.numbers.policyId(number);
  const orderId = deps.numbers.orderId(number) ?? (policyId === null ? null : orderIdOf(policyId));
  if (orderId === null) return { traces: [number], orders: [] };
  return { traces: await tracesOfOrders(deps, [orderId]), orders: [orderId] };
}

interface Found {
  readonly traces: readonly string[];
  readonly orders: readonly bigint[];
}

async function tracesOfOrders({ database }: ReplayDependencies, orderIds: readonly bigint[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await database.query<{ trace: string }>(
    `select trace from order_recordings where shard = any($1) and order_id = any($2) and state = 'bound'`,
    [[...new Set(orderIds.map(shardOfOrder))], orderIds],
  );
  return rows.map(({ trace }) => trace);
}

/** A person's own recordings, and those of orders that insure the person. */
async function personLookedFor(deps: ReplayDependencies, { idType, idNumber, phone }: Search) {
  const { query } = deps.database;
  if (idNumber === undefined && phone === undefined) return null;
  let index = phone === undefined ? null : deps.index.phone(phone);
  const users: bigint[] = [];
  const orders: bigint[] = [];
  if (index !== null) {
    const rows = await query<{ id: bigint }>('select id from users where phone_index = $1', [index]);
    users.push(...rows.map(({ id }) => id));
  }
  if (idNumber !== undefined && idType !== undefined) {
    const number = idType === IDENTITY_CARD ? canonicalIdNumber(idNumber) : idNumber;
    index = deps.index.person(idType, number);
    const accounts = await query<{ user_id: bigint }>(
      `select user_id from account_holders where person_index = $1 limit ${MOST}`,
      [index],
    );
    const policies = await query<{ policy_id: bigint }>(
      `select policy_id from policies_by_person where person_index = $1 limit ${MOST}`,
      [index],
    );
    // With both given, whoever is looked for has both.
    const own = accounts.map(({ user_id: id }) => id);
    if (phone === undefined) users.push(...own);
    else users.splice(0, users.length, ...users.filter((id) => own.includes(id)));
    if (phone === undefined) orders.push(...policies.map(({ policy_id: id }) => orderIdOf(id)));
  }
  return {
    index,
    holders: users.map((id) => deps.recordings.holderOf(id)),
    traces: await tracesOfOrders(deps, orders),
    orders: [...orders, ...(await unrecordedOrdersOf(deps, users))],
  };
}

/** What the accounts themselves bought without being recorded. */
async function unrecordedOrdersOf({ database }: ReplayDependencies, users: readonly bigint[]): Promise<bigint[]> {
  if (users.length === 0) return [];
  const rows = await database.query<{ id: bigint }>(
    `select o.id from orders o join order_recordings b on b.shard = o.shard and b.order_id = o.id and b.state <> 'bound'
     where o.shard = any($1) and o.user_id = any($2) limit ${MOST}`,
    [[...new Set(users.map(shardOfUser))], users],
  );
  return rows.map(({ id }) => id);
}

function filterText(input: Search): string {
  const parts = [
    input.number && '按编号',
    input.idNumber && '按证件',
    input.phone && '按手机号',
    (input.from || input.to) && `${input.from ?? ''} 到 ${input.to ?? ''}`,
    input.edition && `产品 ${input.edition}`,
    input.shortRead && '条款不到 3 秒',
    input.mark && `标记 ${input.mark}`,
  ];
  return parts.filter(Boolean).join('，');
}
