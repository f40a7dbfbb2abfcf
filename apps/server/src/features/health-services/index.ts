import type { HandlerTable } from '../../http/handler.ts';
import { bookHealthService, cancelHealthService, myHealthServices } from './service-calls.ts';
import { healthServices, type ServiceDependencies } from './service-deps.ts';

export { BOOKING_SEAL as SERVICE_SEAL, type BookingDetails as ServiceBooking } from './service-calls.ts';
export { SERVICE_LIST, type ServiceDependencies, serviceListView } from './service-deps.ts';
export {
  settleBooking,
  sweepBookings,
  tellBookingNews,
  wholeBooking,
} from './service-desk.ts';

/** The calls of this topic, by name. */
export function healthServiceHandlers(deps: ServiceDependencies) {
  return {
    healthServices: healthServices(deps),
    myHealthServices: myHealthServices(deps),
    bookHealthService: bookHealthService(deps),
    cancelHealthService: cancelHealthService(deps),
  } satisfies HandlerTable;
}
