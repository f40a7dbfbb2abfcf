import type { ConsoleCalls, ServiceBookingLineValue } from '@huimin/contract/console';
import { addDays, beijingDate, formatDateTime, formatDotDate } from '@huimin/domain/date';
import { type ServiceStatus, serviceStatusLabel } from '@huimin/domain/health-services';
import { maskName, maskPhone } from '@huimin/domain/person';
import { CITIES } from '@huimin/domain/region';
import type { StaffScope } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { settleBooking, wholeBooking } from '../health-services/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { type CatalogueDeskDependencies, editionsInScope } from './catalogue-desk-deps.ts';

const PAGE = 50;
const NO_BOOKING = '没有这次预约';

interface BookingRow {
  id: bigint;
  edition_code: string;
  city: string | null;
  status: ServiceStatus;
  wanted_on: string | null;
  booked_at: number;
  settled_at: number | null;
  expires_at: number;
}

const COLUMNS = 't.id, t.edition_code, o.city, t.status, t.wanted_on, t.booked_at, t.settled_at, t.expires_at';
/** Within somebody's scope: editions, cities and channels as the first three values, null is all of them. */
const WITHIN = `from health_service_times t
  join policies p on p.shard = t.shard and p.id = t.policy_id
  join orders o on o.shard = p.shard and o.id = p.order_id
  where t.edition_code = any($1::text[]) and ($2::text[] is null or o.city = any($2))
    and ($3::text[] is null or o.channel = any($3))`;

function scopeValues(deps: CatalogueDeskDependencies, scope: StaffScope, edition?: string): unknown[] {
  const codes = editionsInScope(deps, scope).map(({ code }) => code);
  return [codes.filter((code) => edition === undefined || code === edition), scope.cities, scope.channels];
}

export function listServiceBookings(
  deps: CatalogueDeskDependencies,
): ConsoleHandler<ConsoleCalls['listServiceBookings']> {
  const { query } = deps.database;
  return async ({ edition, number, after }, request) => {
    const values = scopeValues(deps, request.member.scope, edition);
    if (number !== undefined) {
      const row = await bookingWithin(deps, request.member.scope, number);
      await request.note({ subject: `健康服务预约 ${number}` });
      return ok({ waiting: 0, urgent: 0, bookings: row ? [lineOf(deps, row)] : [], next: null });
    }
    const tomorrow = addDays(beijingDate(deps.clock.now()), 1);
    const [figures] = await query<{ waiting: number; urgent: number }>(
      `select count(*)::int as waiting, (count(*) filter (where t.wanted_on <= $4))::int as urgent
       ${WITHIN} and t.status = 'booked'`,
      [...values, tomorrow],
    );
    const [afterMs, afterId] = after?.split('_') ?? [];
    const place = afterId === undefined ? null : BigInt.asIntN(64, BigInt(afterId));
    const rows = await query<BookingRow>(
      `select ${COLUMNS} ${WITHIN} and t.status = 'booked'
         and ($4::timestamptz is null or (t.expires_at, t.id) > ($4, $5::bigint))
       order by t.expires_at, t.id limit $6`,
      [...values, afterMs === undefined ? null : dateOf(afterMs), place, PAGE + 1],
    );
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    await request.note({ detail: `${page.length} 次预约` });
    return ok({
      waiting: figures?.waiting ?? 0,
      urgent: figures?.urgent ?? 0,
      bookings: page.map((row) => lineOf(deps, row)),
      next: rows.length > PAGE && last ? `${last.expires_at}_${last.id}` : null,
    });
  };
}

/** A moment of a cursor; one that no list ends with begins behind everything. */
function dateOf(ms: string): Date {
  const most = Date.parse('9999-12-31T00:00:00Z');
  return new Date(Math.min(Number(ms), most));
}

async function bookingWithin(
  deps: CatalogueDeskDependencies,
  scope: StaffScope,
  number: string,
): Promise<BookingRow | null> {
  const id = deps.numbers.serviceBookingId(number);
  if (id === null) return null;
  const [row] = await deps.database.query<BookingRow>(`select ${COLUMNS} ${WITHIN} and t.shard = $4 and t.id = $5`, [
    ...scopeValues(deps, scope),
    shardOfOrder(id),
    id,
  ]);
  return row ?? null;
}

function lineOf({ numbers }: CatalogueDeskDependencies, row: BookingRow): ServiceBookingLineValue {
  return {
    serviceBookingNo: numbers.serviceBookingNo(row.id),
    edition: row.edition_code,
    cityText: CITIES.find(({ code }) => code === row.city)?.shortName ?? '—',
    wantedOn: row.wanted_on === null ? null : formatDotDate(row.wanted_on),
    bookedAt: formatDateTime(row.booked_at),
    status: row.status,
    statusLabel: serviceStatusLabel(row.status),
  };
}

const subjectOf = (number: string) => `健康服务预约 ${number}`;

export function showServiceBooking(
  deps: CatalogueDeskDependencies,
): ConsoleHandler<ConsoleCalls['showServiceBooking']> {
  return async ({ serviceBookingNo }, request) => {
    const row = await bookingWithin(deps, request.member.scope, serviceBookingNo);
    const whole = row && (await wholeBooking(deps, serviceBookingNo));
    if (!row || !whole) return fail('not-found', NO_BOOKING);
    await request.note({ subject: subjectOf(serviceBookingNo) });
    const { service, provider, hotline, howToBook, name, phone } = whole;
    return ok({
      ...lineOf(deps, row),
      ...{ service, provider, hotline, howToBook, nameMasked: maskName(name), phoneMasked: maskPhone(phone) },
      settledAt: row.settled_at === null ? null : formatDateTime(row.settled_at),
    });
  };
}

export function readServiceBooking(
  deps: CatalogueDeskDependencies,
): ConsoleHandler<ConsoleCalls['readServiceBooking']> {
  return async ({ serviceBookingNo, reason }, request) => {
    const row = await bookingWithin(deps, request.member.scope, serviceBookingNo);
    if (!row) return fail('not-found', NO_BOOKING);
    if (row.status !== 'booked') return fail('staff-rule', '这次预约已经办完，不再显示联系人');
    const whole = await wholeBooking(deps, serviceBookingNo);
    if (!whole) return fail('not-found', NO_BOOKING);
    await request.note({ subject: subjectOf(serviceBookingNo), detail: `看联系人：${reason.trim()}` });
    return ok({ name: whole.name, phone: whole.phone, wish: whole.wish });
  };
}

const OUTCOMES = { used: '已使用', missed: '没有来', cancel: '机构取消' } as const;

export function settleServiceBooking(
  deps: CatalogueDeskDependencies,
): ConsoleHandler<ConsoleCalls['settleServiceBooking']> {
  return async ({ serviceBookingNo, outcome, reason }, request) => {
    const row = await bookingWithin(deps, request.member.scope, serviceBookingNo);
    if (!row) return fail('not-found', NO_BOOKING);
    const detail = `${OUTCOMES[outcome]}：${reason.trim()}`;
    const done = await deps.database.transaction(async (query) => {
      const settled = await settleBooking(deps, serviceBookingNo, outcome, request.member.account, query);
      if (settled === 'done') await request.note({ subject: subjectOf(serviceBookingNo), detail }, query);
      return settled;
    });
    return done === 'done' ? ok({}) : fail('staff-rule', '这次预约已经处理过了');
  };
}
