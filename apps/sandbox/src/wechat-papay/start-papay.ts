import type { Router } from '../http/router.ts';
import { createNotifier } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { UserBook } from '../wechat-account/user-book.ts';
import type { FrontDoor } from '../wechat-pay/front-door.ts';
import { RETRY_SCHEDULE_MS } from '../wechat-pay/notify-dialect.ts';
import type { OrderBook } from '../wechat-pay/order-book.ts';
import { createChargeBook } from './charge-book.ts';
import { createContractBook } from './contract-book.ts';
import { CONTRACT_RETRY_MS, papayDialect } from './notify-dialect.ts';
import { createPapayControl, type PapayControl } from './papay-control.ts';
import { addPapayRoutes } from './papay-routes.ts';
import { papayTables } from './papay-rows.ts';
import { createPaymentNews, type TellPayment } from './payment-news.ts';
import { createSigningDesk, type SigningDesk } from './signing-desk.ts';
import { addWalletRoutes } from './wallet-routes.ts';

export type RunningPapay = { control: PapayControl; reset(): void; resume(): void };

/** What WeChat Pay's own parts ask before its orders are there. */
export type PapayBeginnings = {
  tell: TellPayment;
  desk: SigningDesk;
  /** Puts everything else on the router. */
  start(router: Router, books: { door: FrontDoor; orders: OrderBook; users: UserBook }): RunningPapay;
};

/** Entrusted deduction: its orders are WeChat Pay's, its contracts and messages its own. */
export function beginPapay(parts: SandboxParts): PapayBeginnings {
  const tables = papayTables(parts.journal);
  const contractNotifier = createNotifier(
    parts,
    tables.contractNotices,
    papayDialect(parts, 'contract', CONTRACT_RETRY_MS),
  );
  const paymentNotifier = createNotifier(
    parts,
    tables.paymentNotices,
    papayDialect(parts, 'payment', RETRY_SCHEDULE_MS),
  );
  const contracts = createContractBook(parts, tables, contractNotifier);
  const tell = createPaymentNews(parts, tables, paymentNotifier);
  return {
    tell,
    desk: createSigningDesk(parts, tables, contracts),
    start: (router, { door, orders, users }) => {
      const charges = createChargeBook(parts, tables, { contracts, orders, tell });
      addPapayRoutes(router, parts, door, { contracts, charges, orders, tables });
      addWalletRoutes(router, parts, contracts, users);
      const firstOpenid = () => users.list()[0]?.openid ?? '';
      return {
        control: createPapayControl({ contracts, charges, contractNotifier, paymentNotifier, firstOpenid }),
        reset: () => {
          contractNotifier.release();
          paymentNotifier.release();
        },
        resume: () => {
          contractNotifier.resume();
          paymentNotifier.resume();
          charges.resume();
        },
      };
    },
  };
}
