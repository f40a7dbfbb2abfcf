import type { Router } from '../http/router.ts';
import { createNotifier } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { addCounterPages } from './cashier-routes.ts';
import { addCounterRoutes } from './counter-routes.ts';
import { createLakalaControl, type LakalaControl } from './lakala-control.ts';
import { lklTables } from './lkl-rows.ts';
import { lakalaDialect } from './notify-dialect.ts';
import { createCounterBook } from './order-book.ts';
import { createLklRefundBook } from './refund-book.ts';

export type RunningLakala = { control: LakalaControl; reset(): void; resume(): void };

/** Puts every part of Lakala on the router. */
export function startLakala(router: Router, parts: SandboxParts): RunningLakala {
  const tables = lklTables(parts.journal);
  const notifier = createNotifier(parts, tables.notifications, lakalaDialect(parts));
  const orders = createCounterBook(parts, tables, notifier);
  const refunds = createLklRefundBook(parts, tables, orders);
  addCounterRoutes(router, parts, orders, refunds);
  addCounterPages(router, parts, orders);
  return {
    control: createLakalaControl(orders, refunds, notifier),
    reset: () => notifier.release(),
    resume: () => {
      notifier.resume();
      orders.resume();
      refunds.resume();
    },
  };
}
