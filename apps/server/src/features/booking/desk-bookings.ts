import type { ConsoleCalls } from '@huimin/contract/console';
import { BOOKING_STATUS_TABLE } from '@huimin/domain/booking';
import { beijingMs, formatDateTime } from '@huimin/domain/date';
import { maskPhone } from '@huimin/domain/person';
import { consortiumOf, isOnSale } from '@huimin/domain/product';
import { regionDisplayText } from '@huimin/domain/region';
import type { StaffScope } from '@huimin/domain/staff';
import { statusEntryOf } from '@huimin/domain/status';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler, ConsoleHandlerTable } from '../staff/index.ts';
import type { BookingDependencies } from './booking-deps.ts';
import { type BookingRow, COLUMNS } from './booking-store.ts';
import { PHONE_SEAL } from './booking-view.ts';
import { sendAnew } from './notice-store.ts';

const PAGE = 50;
const WITHIN_CITIES = '($2::text[] is null or left(region_code, 4) = any($2))';
type Deps = Pick<BookingDependencies, 'database' | 'editions' | 'vault' | 'numbers' | 'clock'>;

const NOTICES: Readonly<Record<string, string>> = {
  waiting: '等开售',
  sending: '正在发',
  unclear: '正在查',
  sent: '已发',
  refused: '发不出',
  unknown: '查不到结果',
  unwanted: '本人不收',
};

/** The console's calls of this topic, by name. */
export function bookingDeskHandlers(deps: Deps) {
  return {
    listBookings: listBookings(deps),
    countBookings: countBookings(deps),
    resendBookingNotices: resendBookingNotices(deps),
  } satisfies ConsoleHandlerTable;
}

function listBookings(deps: Deps): ConsoleHandler<ConsoleCalls['listBookings']> {
  const { query } = deps.database;
  return async ({ edition: asked, status, notice, before }, { member }) => {
    const { editions, edition } = chosenEdition(deps, member.scope, asked);
    const beforeId = before === undefined ? null : deps.numbers.bookingId(before);
    const cities = citiesWithin(member.scope);
    // One city is found by an index of its own.
    const [where, place] = cities?.length === 1 ? ['left(region_code, 4) = $2', cities[0]] : [WITHIN_CITIES, cities];
    const given: unknown[] = [edition, place, beforeId, PAGE + 1];
    // Only what is asked for stands in the statement: each state is found by an index of its own.
    const among = Object.entries({ status, notice_state: notice })
      .filter(([, state]) => state !== undefined)
      .map(([column, state]) => `and ${column} = $${given.push(state)}`);
    const rows = await query<BookingRow & { notice_state: string }>(
      `select ${COLUMNS}, notice_state from bookings
       where edition_code = $1 and ${where} and ($3::bigint is null or id < $3) ${among.join(' ')}
       order by id desc limit $4`,
      given,
    );
    const page = rows.slice(0, PAGE);
    const last = page.at(-1);
    return ok({
      edition,
      editions,
      bookings: page.map((row) => lineOf(deps, row)),
      next: rows.length > PAGE && last ? deps.numbers.bookingNo(last.id) : null,
    });
  };
}

/** Goes through all bookings of an edition, so that the list does not wait for it. */
function countBookings(deps: Deps): ConsoleHandler<ConsoleCalls['countBookings']> {
  return async ({ edition: asked }, { member }) => {
    const { edition } = chosenEdition(deps, member.scope, asked);
    const [figures] = await deps.database.query<typeof NO_FIGURES>(FIGURES, [edition, citiesWithin(member.scope)]);
    return ok({ ...NO_FIGURES, ...figures });
  };
}

/** Whom the call may be asked of, and which one it is about: the newest unless told; empty where there is none. */
function chosenEdition(deps: Deps, scope: StaffScope, asked: string | undefined) {
  const editions = editionsWithin(deps, scope);
  return { editions, edition: editions.find(({ code }) => code === asked)?.code ?? editions[0]?.code ?? '' };
}

/** A booking belongs to no channel: who sees some channels only does not see it. */
const citiesWithin = ({ channels, cities }: StaffScope): string[] | null =>
  channels === null ? (cities?.map((city) => city.slice(0, 4)) ?? null) : [];

/** What did not go out goes back to those that wait; it is sent by day, at the pace of all. */
function resendBookingNotices(deps: Deps): ConsoleHandler<ConsoleCalls['resendBookingNotices']> {
  return async ({ edition: asked, alsoUnknown = false, reason }, request) => {
    const { scope } = request.member;
    const edition = editionsWithin(deps, scope).find(({ code }) => code === asked);
    if (!edition) return fail('not-found', '没有这个产品版本');
    const states = alsoUnknown ? ['refused', 'unknown'] : ['refused'];
    const count = await deps.database.transaction(async (query) => {
      const put = await sendAnew(query, asked, citiesWithin(scope), states, deps.clock.now());
      const detail = `补发开售短信 ${put} 条${alsoUnknown ? '（含查不到结果的）' : ''}：${reason.trim()}`;
      if (put > 0) await request.note({ subject: `产品 ${asked}`, detail }, query);
      return put;
    });
    return count > 0 ? ok({ count }) : fail('staff-rule', '这一版没有要补发的短信');
  };
}

const NO_FIGURES = { bookings: 0, people: 0, insured: 0, cancelled: 0, sent: 0, toSend: 0, failed: 0 };

const FIGURES = `select count(*)::integer as bookings, coalesce(sum(head_count), 0)::integer as people,
    count(*) filter (where status = 'insured')::integer as insured,
    count(*) filter (where status = 'cancelled')::integer as cancelled,
    count(*) filter (where notice_state = 'sent')::integer as sent,
    count(*) filter (where status = 'booked' and notice_state in ('waiting', 'sending', 'unclear'))::integer as "toSend",
    count(*) filter (where notice_state in ('refused', 'unknown'))::integer as failed
  from bookings where edition_code = $1 and ${WITHIN_CITIES}`;

/** Editions whose policies somebody's insurers carry, the newest sale first. */
function editionsWithin({ editions, clock }: Deps, { insurers }: StaffScope) {
  return editions
    .all()
    .filter(
      ({ document }) =>
        insurers === null || consortiumOf(document.insuranceCompany).some(({ name }) => insurers.includes(name)),
    )
    .sort((one, other) => beijingMs(other.document.insureStart) - beijingMs(one.document.insureStart))
    .map(({ code, document }) => ({
      ...{ code, name: document.proName, isOnSale: isOnSale(document, clock.now()) },
      saleStartsAt: formatDateTime(beijingMs(document.insureStart)),
    }));
}

function lineOf({ vault, numbers }: Deps, row: BookingRow & { notice_state: string }) {
  const entry = statusEntryOf(BOOKING_STATUS_TABLE, row.status);
  return {
    bookingNo: numbers.bookingNo(row.id),
    phoneMasked: maskPhone(vault.open(PHONE_SEAL, row.phone_sealed)),
    regionText: regionDisplayText(row.region_code) ?? '',
    headCount: row.head_count,
    agentCode: row.agent_code,
    status: row.status,
    statusLabel: entry?.label ?? row.status,
    tone: entry?.tone ?? ('neutral' as const),
    noticeLabel: row.status === 'cancelled' ? '不发' : (NOTICES[row.notice_state] ?? row.notice_state),
    bookedAt: formatDateTime(row.booked_at),
    notifiedAt: row.notified_at === null ? null : formatDateTime(row.notified_at),
  };
}
