import type { Router } from '../http/router.ts';
import { createFormNotifier } from '../notifications/form-notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { acpTables } from './acp-rows.ts';
import { addAcpCashierRoutes } from './cashier-routes.ts';
import { addGatewayRoutes } from './gateway-routes.ts';
import { unionpayDialect } from './notify-dialect.ts';
import { createTransactionBook } from './transaction-book.ts';
import { createUnionpayControl, type UnionpayControl } from './unionpay-control.ts';

export type RunningUnionpay = { control: UnionpayControl; reset(): void; resume(): void };

/** Puts every part of UnionPay on the router. */
export function startUnionpay(router: Router, parts: SandboxParts): RunningUnionpay {
  const tables = acpTables(parts.journal);
  const notifier = createFormNotifier(parts, tables.notifications, unionpayDialect(parts));
  const book = createTransactionBook(parts, tables, notifier);
  addGatewayRoutes(router, parts, book);
  addAcpCashierRoutes(router, parts, book);
  return {
    control: createUnionpayControl(book, notifier),
    reset: () => notifier.release(),
    resume: () => {
      notifier.resume();
      book.resume();
    },
  };
}
