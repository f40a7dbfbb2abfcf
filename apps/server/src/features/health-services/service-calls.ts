import type { Calls, ServiceBookingValue, ServicePersonValue } from '@huimin/contract';
import {
  addDays,
  addYears,
  beijingDate,
  endOfDayMs,
  formatDateTime,
  formatDotDate,
  parseDate,
} from '@huimin/domain/date';
import {
  type BookableDays,
  bookableDays,
  type HealthService,
  serviceStatusLabel,
  timesOf,
  whyNotFor,
} from '@huimin/domain/health-services';
import { ageYearsOnDay, checkPhone } from '@huimin/domain/person';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { currentList } from '../configuration/index.ts';
import { type CoveredPerson, coveredPeople, coveredPerson } from '../policy/index.ts';
import { SERVICE_LIST, type ServiceDependencies } from './service-deps.ts';
import { bookingOfKey, bookTime, moveBooking, ownBooking, ownBookings, type ServiceTimeRow } from './service-store.ts';

/** What a booking says; sealed. */
export interface BookingDetails {
  readonly service: HealthService;
  readonly name: string;
  /** To be called back. */
  readonly phone: string;
  readonly wish: string;
}

export const BOOKING_SEAL = 'health-service';
const NOT_FOUND = '没有找到这次预约';
const RULE = { name: 'health-book', limit: 40, windowMs: 24 * 3_600_000 };
const KEPT_YEARS = 5;

export const bookingDetails = (deps: Pick<ServiceDependencies, 'vault'>, row: ServiceTimeRow): BookingDetails =>
  deps.vault.openJson<BookingDetails>(BOOKING_SEAL, row.details_sealed);

function bookingView(deps: ServiceDependencies, row: ServiceTimeRow): ServiceBookingValue {
  const { service } = bookingDetails(deps, row);
  return {
    serviceBookingNo: deps.numbers.serviceBookingNo(row.id),
    ...{ serviceCode: service.code, serviceName: service.name },
    ...{ status: row.status, statusLabel: serviceStatusLabel(row.status) },
    wantedOn: row.wanted_on === null ? null : formatDotDate(row.wanted_on),
    bookedAt: formatDateTime(row.booked_at),
    settledAt: row.settled_at === null ? null : formatDateTime(row.settled_at),
  };
}

const indexOf = (deps: ServiceDependencies, person: CoveredPerson, service: HealthService): Buffer =>
  deps.index.of('health-service', `${person.policyId} ${service.code}`);

function rightsOf(
  deps: ServiceDependencies,
  person: CoveredPerson,
  services: readonly HealthService[],
  rows: readonly ServiceTimeRow[],
): ServicePersonValue['services'] {
  const today = beijingDate(deps.clock.now());
  return services.map((service) => {
    const index = indexOf(deps, person, service);
    const taken = rows.filter((row) => row.status !== 'available' && row.service_index.equals(index)).length;
    const days = bookableDays(service, today, person.invalidDate);
    return {
      ...{ code: service.code, times: timesOf(service), left: Math.max(0, timesOf(service) - taken) },
      whyNot: whyNotFor(service, ageYearsOnDay(person.details.birthDate, today)),
      ...{ firstDay: days?.first ?? null, lastDay: days?.last ?? null },
    };
  });
}

/** The covered people with what is left for each, and their bookings. */
export function myHealthServices(deps: ServiceDependencies): Handler<Calls['myHealthServices']> {
  return async ({ productId }, { user }) => {
    const edition = deps.editions.edition(productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const { query } = deps.database;
    const people = await coveredPeople(deps, user, edition.code);
    const services = (await currentList(query, edition.code, SERVICE_LIST))?.rows ?? [];
    const ids = people.map(({ policyId }) => policyId);
    const rows = await ownBookings(query, user, ids);
    return ok({
      people: people.map((person) => {
        const own = rows.filter(({ policy_id }) => policy_id === person.policyId);
        return {
          ...{ policyNo: person.policyNo, name: person.details.name, relationship: person.relationship },
          ...{ validDate: person.validDate, invalidDate: person.invalidDate, isOpen: person.isOpen },
          services: rightsOf(deps, person, services, own),
          bookings: own.map((row) => bookingView(deps, row)),
        };
      }),
    });
  };
}

/** Why a day cannot be wanted; null when it can. */
function dayProblem(wantedOn: string | undefined, days: BookableDays | null): string | null {
  if (days === null) return '保障期里已经没有可约的日子';
  if (wantedOn === undefined || parseDate(wantedOn) === null) return '请选想预约的日期';
  const isWithin = days.first <= wantedOn && wantedOn <= days.last;
  return isWithin ? null : `日期要在 ${formatDotDate(days.first)} 到 ${formatDotDate(days.last)} 之间`;
}

/** Books a time of a service, or enrols for one of the whole year. */
export function bookHealthService(deps: ServiceDependencies): Handler<Calls['bookHealthService']> {
  return async ({ clientKey, policyNo, serviceCode, phone, wantedOn, wish = '' }, { user }) => {
    const { query } = deps.database;
    const before = await bookingOfKey(query, user, clientKey);
    if (before) return ok(bookingView(deps, before));
    const person = await coveredPerson(deps, user, policyNo);
    if (!person) return fail('not-found', '没有找到这份保单，请重新选择要用服务的人');
    if (!person.isOpen) return fail('order-state', `${person.details.name}的保障还没开始，开始后再预约`);
    const list = await currentList(query, person.editionCode, SERVICE_LIST);
    const service = list?.rows.find(({ code }) => code === serviceCode);
    if (!service) return fail('not-found', '没有这项服务，请重新选择');
    const nowMs = deps.clock.now();
    const today = beijingDate(nowMs);
    const whyNot = whyNotFor(service, ageYearsOnDay(person.details.birthDate, today));
    if (whyNot !== null) return fail('order-state', whyNot);
    const hasDay = service.timesPerYear !== null;
    const problem = hasDay ? dayProblem(wantedOn, bookableDays(service, today, person.invalidDate)) : null;
    if (problem !== null) return fail('bad-input', problem, { fields: [{ path: 'wantedOn', message: problem }] });
    const checked = checkPhone(phone);
    if (!checked.ok) return fail('bad-input', checked.message);
    if (!(await deps.limiter.allows(RULE, String(user.id)))) return fail('too-many-requests');
    const day = hasDay ? (wantedOn ?? null) : null;
    const details: BookingDetails = {
      service,
      name: person.details.name,
      phone: checked.normalized,
      wish: wish.trim(),
    };
    const booking = {
      ...{ id: deps.orderIds.next(user.shard), clientKey, policyId: person.policyId, wantedOn: day, nowMs },
      ...{ serviceIndex: indexOf(deps, person, service), times: timesOf(service), editionCode: person.editionCode },
      detailsSealed: deps.vault.sealJson(BOOKING_SEAL, details),
      // The day after, so that what was used is not called missed while it is being told.
      expiresAtMs: endOfDayMs(day === null ? person.invalidDate.slice(0, 10) : addDays(day, 1)),
      keepUntilMs: endOfDayMs(addYears(person.invalidDate.slice(0, 10), KEPT_YEARS)),
    };
    try {
      const row = await bookTime(query, user, booking);
      if (row) return ok(bookingView(deps, row));
    } catch (error) {
      // The same request at the same moment: the other one is it.
      if ((error as { code?: string }).code !== '23505') throw error;
    }
    const same = await bookingOfKey(query, user, clientKey);
    return same ? ok(bookingView(deps, same)) : fail('order-state', `“${service.name}”的次数已经约完了`);
  };
}

/** Gives a time back. Safe to repeat. */
export function cancelHealthService(deps: ServiceDependencies): Handler<Calls['cancelHealthService']> {
  return async ({ serviceBookingNo }, { user }) => {
    const { query } = deps.database;
    const id = deps.numbers.serviceBookingId(serviceBookingNo);
    const row = id === null ? null : await ownBooking(query, user, id);
    if (!row) return fail('not-found', NOT_FOUND);
    if (row.status === 'available') return ok(bookingView(deps, row));
    const moved = await moveBooking(query, row, { event: 'Cancelled', by: 'resident', nowMs: deps.clock.now() });
    return moved ? ok(bookingView(deps, moved)) : fail('order-state', '这次预约已经用过或过期，不能取消');
  };
}
