import type { ServiceEvent } from '@huimin/domain/health-services';
import { newsOf, type SendResult, tellOnce } from '../../coordination/tell-once.ts';
import type { Query } from '../../db/database.ts';
import { shardOfOrder } from '../../security/order-ids.ts';
import { bookingDetails } from './service-calls.ts';
import type { ServiceDependencies } from './service-deps.ts';
import { bookingById, deleteOldTimes, expireBookings, moveBooking, untoldBookings } from './service-store.ts';

const AT_ONCE = 50;

async function found(deps: ServiceDependencies, query: Query, text: string) {
  const id = deps.numbers.serviceBookingId(text);
  return id === null ? null : bookingById(query, shardOfOrder(id), id);
}

/** One whole, for who calls the resident. */
export async function wholeBooking(deps: ServiceDependencies, text: string) {
  const row = await found(deps, deps.database.query, text);
  if (!row) return null;
  const { service, name, phone, wish } = bookingDetails(deps, row);
  return {
    ...{ serviceBookingNo: text, editionCode: row.edition_code, status: row.status, wantedOn: row.wanted_on },
    ...{ service: service.name, provider: service.provider, name, phone, wish, bookedAtMs: row.booked_at },
    ...{ hotline: service.hotline, howToBook: service.howToBook },
  };
}

export type ServiceDecision = 'used' | 'missed' | 'cancel';
const EVENTS: Readonly<Record<ServiceDecision, ServiceEvent>> = {
  used: 'Used',
  missed: 'TimePassed',
  cancel: 'Cancelled',
};

/** An operator's word on a booking; `gone`: there is none such, `late`: it is settled already. */
export async function settleBooking(
  deps: ServiceDependencies,
  text: string,
  decision: ServiceDecision,
  by: string,
  query = deps.database.query,
): Promise<'done' | 'gone' | 'late'> {
  const row = await found(deps, query, text);
  if (!row) return 'gone';
  const moved = await moveBooking(query, row, {
    ...{ event: EVENTS[decision], by, nowMs: deps.clock.now() },
    ...(decision === 'cancel' ? { news: 'cancelled' as const } : {}),
  });
  return moved ? 'done' : 'late';
}

/** Tells residents whose booking the provider had to cancel; without the service's name. */
export async function tellBookingNews(deps: ServiceDependencies, send: SendResult): Promise<number> {
  const { query } = deps.database;
  return tellOnce(await untoldBookings(query, AT_ONCE), {
    nowMs: deps.clock.now(),
    change: newsOf(query, 'health_service_times'),
    send: (row) =>
      send({
        editionCode: row.edition_code,
        account: { id: row.user_id, shard: row.shard },
        outId: `${deps.numbers.serviceBookingNo(row.id)}-cancelled`,
        phone: bookingDetails(deps, row).phone,
        result: '预约的服务有变化，请登录查看',
      }),
  });
}

/** Ends bookings whose day is over, and deletes what was kept long enough. */
export async function sweepBookings(deps: ServiceDependencies): Promise<number> {
  const nowMs = deps.clock.now();
  return (await expireBookings(deps.database.query, nowMs)) + (await deleteOldTimes(deps.database.query, nowMs));
}
