import type { Router } from '../http/router.ts';
import { createNotifier } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { createAccountBook } from './account-book.ts';
import { createAuthorisationBook } from './authorisation-book.ts';
import { centreCalls } from './centre-calls.ts';
import { addCentreCalls } from './centre-door.ts';
import { centreTables } from './centre-rows.ts';
import { createJumpBook } from './jump-book.ts';
import { addMedicalAppPage, jumpCalls } from './jump-calls.ts';
import { createMedicalAccountControl, type MedicalAccountControl } from './medical-account-control.ts';
import { centreDialect } from './notify-dialect.ts';
import { createMedicalOrderBook } from './order-book.ts';
import { addMedicalPages } from './page-routes.ts';
import { createMedicalRefundBook } from './refund-book.ts';

export type RunningMedicalAccount = { control: MedicalAccountControl; reset(): void; resume(): void };

/** Puts every part of the medical-insurance payment centre on the router. */
export function startMedicalAccount(router: Router, parts: SandboxParts): RunningMedicalAccount {
  const tables = centreTables(parts.journal);
  const notifier = createNotifier(parts, tables.notifications, centreDialect(parts));
  const accounts = createAccountBook(tables);
  const authorisations = createAuthorisationBook(parts, tables, notifier);
  const orders = createMedicalOrderBook(parts, tables, { accounts, authorisations, notifier });
  const refunds = createMedicalRefundBook(parts, tables, { accounts, orders, notifier });
  const jumps = createJumpBook(parts);
  const books = { accounts, authorisations, orders, refunds };
  addCentreCalls(router, parts, centreCalls(parts, tables, books));
  addMedicalPages(router, parts, books);
  addCentreCalls(router, parts, jumpCalls(parts, jumps));
  addMedicalAppPage(router, jumps);
  return {
    control: { ...createMedicalAccountControl(books, notifier), jumps: jumps.list },
    reset: () => {
      notifier.release();
      jumps.reset();
    },
    resume: () => {
      notifier.resume();
      orders.resume();
      refunds.resume();
    },
  };
}
