import type { Router } from '../http/router.ts';
import { createFormNotifier, type FormNotifier } from '../notifications/form-notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { type AlipayControl, createAlipayControl } from './alipay-control.ts';
import { alipayTables } from './alipay-rows.ts';
import { addAlipayAuthoriseRoutes } from './authorise-routes.ts';
import { createBillShelf } from './bill-shelf.ts';
import { type BuyerIdentity, createBuyerBook } from './buyer-book.ts';
import { addAlipayCashierRoutes } from './cashier-routes.ts';
import { createGateway } from './gateway-door.ts';
import { gatewayMethods } from './gateway-methods.ts';
import { createLoginBook } from './login-book.ts';
import { alipayDialect } from './notify-dialect.ts';
import { createAlipayRefundBook } from './refund-book.ts';
import { createTradeBook } from './trade-book.ts';

export type RunningAlipay = { control: AlipayControl; reset(): void; resume(): void };

/** Puts every part of Alipay on the router. */
export function startAlipay(router: Router, parts: SandboxParts, identity: BuyerIdentity): RunningAlipay {
  const tables = alipayTables(parts.journal);
  const buyers = createBuyerBook(identity);
  const logins = createLoginBook(parts, buyers);
  const notifier: FormNotifier = createFormNotifier(parts, tables.notifications, alipayDialect(parts));
  const trades = createTradeBook(parts, tables, buyers, notifier);
  const refunds = createAlipayRefundBook(parts, tables, trades);
  const bills = createBillShelf(router, parts, tables);
  const gateway = createGateway(parts, gatewayMethods(parts, { trades, refunds, bills, logins }));
  router.on('GET', '/gateway.do', gateway);
  router.on('POST', '/gateway.do', gateway);
  addAlipayCashierRoutes(router, parts, trades);
  addAlipayAuthoriseRoutes(router, parts, buyers, logins);
  return {
    control: createAlipayControl({ trades, refunds, notifier, buyers }),
    reset: () => {
      notifier.release();
      buyers.reset();
      logins.reset();
    },
    resume: () => {
      notifier.resume();
      trades.resume();
      refunds.resume();
    },
  };
}
