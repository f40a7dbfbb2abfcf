import type { Router } from '../http/router.ts';
import { createNotifier } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { addRbPages } from './cashier-routes.ts';
import { addRbRoutes } from './gateway-routes.ts';
import { rbDialect } from './notify-dialect.ts';
import { createRbOrderBook } from './order-book.ts';
import { createRbControl, type RbControl } from './rb-control.ts';
import { rbTables } from './rb-rows.ts';
import { createRbRefundBook } from './refund-book.ts';

export type RunningRb = { control: RbControl; reset(): void; resume(): void };

/** Puts every part of the insurer's cashier on the router. */
export function startRb(router: Router, parts: SandboxParts): RunningRb {
  const tables = rbTables(parts.journal);
  const notifier = createNotifier(parts, tables.notifications, rbDialect(parts));
  const orders = createRbOrderBook(parts, tables, notifier);
  const refunds = createRbRefundBook(parts, tables, orders, notifier);
  addRbRoutes(router, parts, orders, refunds);
  addRbPages(router, parts, orders);
  return {
    control: createRbControl(orders, refunds, notifier),
    reset: () => notifier.release(),
    resume: () => {
      notifier.resume();
      refunds.resume();
    },
  };
}
