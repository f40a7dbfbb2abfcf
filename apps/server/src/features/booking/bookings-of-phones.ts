import type { Core } from '../../core.ts';
import type { HeldByPhone } from '../account/index.ts';
import { moveBookings } from './booking-store.ts';
import { PHONE_SEAL } from './booking-view.ts';

/** Bookings of somebody who has another phone now. */
export function bookingsOfPhones({ index, vault, clock }: Core): HeldByPhone {
  return {
    movePhone: (query, from, to) =>
      moveBookings(query, index.phone(from), {
        phoneIndex: index.phone(to),
        phoneSealed: vault.seal(PHONE_SEAL, to),
        nowMs: clock.now(),
      }),
  };
}
