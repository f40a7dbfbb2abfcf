import { ORDER_STATUS } from '@huimin/domain/order';

const { issued, partlyRefunded, refunded, cancelled, expired } = ORDER_STATUS;
/** Nothing is still to happen with these by itself. */
export const QUIET_ORDERS: readonly number[] = [issued, partlyRefunded, refunded, cancelled, expired];
