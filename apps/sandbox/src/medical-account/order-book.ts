import { alsoPaid } from '../faults/cashier-faults.ts';
import type { Notifier } from '../notifications/notifier.ts';
import { yuan } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { AccountBook } from './account-book.ts';
import type { AuthorisationBook } from './authorisation-book.ts';
import { CentreError } from './centre-error.ts';
import type { CashierVisit, CentreNotification, CentreTables, MedicalOrder, TradeStatus } from './centre-rows.ts';
import { wireTime } from './envelope.ts';
import { canonicalJson, type Data } from './signing.ts';

const VISIT_LIFE_MS = 15 * 60_000;

const ORDER_STATUS: Record<TradeStatus, string> = {
  WAIT: '0',
  PAYING: '2',
  SUCCESS: '6',
  REFUND: '7',
  CLOSED: '12',
  FAIL: '15',
};

export type NewMedicalOrder = Pick<
  MedicalOrder,
  | 'outTradeNo'
  | 'idNo'
  | 'userName'
  | 'orgName'
  | 'amountFen'
  | 'accountFen'
  | 'ownFen'
  | 'frontBackUrl'
  | 'syncCalUrl'
  | 'expiresAtMs'
> & { payAuthNo: string };

export type PayOptions = { force?: boolean; core?: { atMs?: number; outcome: 'SUCCESS' | 'FAIL' } };

export type MedicalOrderBook = {
  /** Makes the order, or finds it again by the same data. Throws 40001, 40301, 40302, 40901, 40902, 42201 or 42202. */
  create(data: Data, order: NewMedicalOrder): MedicalOrder;
  /** A new address of the cashier's page, good for 15 minutes. */
  visit(order: MedicalOrder): CashierVisit;
  byToken(token: string): { visit: CashierVisit; order: MedicalOrder } | undefined;
  /** With what time has done to it. */
  find(outTradeNo: string): MedicalOrder | undefined;
  list(): MedicalOrder[];
  /** Pays from the account; with `core` the insurance core takes its time, without its `atMs` until `settle`. Throws 40902 or 42201. */
  pay(outTradeNo: string, options?: PayOptions): MedicalOrder;
  /** The account could not pay: nothing was taken. Throws 40902 for an order that is not waiting. */
  failed(outTradeNo: string): MedicalOrder;
  /** Ends what the insurance core is busy with. */
  settle(outTradeNo: string, outcome: 'SUCCESS' | 'FAIL'): MedicalOrder;
  close(outTradeNo: string): MedicalOrder;
  refunded(outTradeNo: string): void;
  /** What queries, notifications and the way back tell of an order. */
  view(order: MedicalOrder): Data;
  resume(): void;
};

/** Orders of the payment centre. */
export function createMedicalOrderBook(
  parts: SandboxParts,
  tables: CentreTables,
  books: { accounts: AccountBook; authorisations: AuthorisationBook; notifier: Notifier<CentreNotification> },
): MedicalOrderBook {
  const { clock, faults, keys, random } = parts;
  const { accounts, authorisations, notifier } = books;
  faults.offer('medical-account', 'cashier', ['double_pay']);

  const put = (order: MedicalOrder): MedicalOrder => {
    tables.orders.put(order.outTradeNo, order);
    return order;
  };
  const find = (outTradeNo: string): MedicalOrder | undefined => {
    const order = tables.orders.get(outTradeNo);
    if (order?.tradeStatus !== 'WAIT' || clock.now() < order.expiresAtMs) return order;
    return put({ ...order, tradeStatus: 'CLOSED' });
  };
  const needed = (outTradeNo: string): MedicalOrder => {
    const order = find(outTradeNo);
    if (!order) throw new CentreError('40401', '订单不存在');
    return order;
  };
  const waiting = (order: MedicalOrder): MedicalOrder => {
    if (order.tradeStatus !== 'WAIT') throw new CentreError('40902', `订单状态不允许：${order.tradeStatus}`);
    return order;
  };

  const view = (order: MedicalOrder): Data => ({
    outTradeNo: order.outTradeNo,
    payOrdId: order.payOrdId,
    ordStas: ORDER_STATUS[order.tradeStatus],
    tradeStatus: order.tradeStatus,
    amount: yuan(order.amountFen),
    psnAcctPayAmt: yuan(order.accountFen),
    ownPayAmt: yuan(order.ownFen),
    payTime: order.paidAtMs === undefined ? '' : wireTime(order.paidAtMs),
    queryId: order.queryId ?? '',
  });

  const succeed = ({ settlesAtMs: _at, outcome: _outcome, ...order }: MedicalOrder): MedicalOrder => {
    accounts.take(order.idNo, order.accountFen);
    const paid = put({
      ...order,
      tradeStatus: 'SUCCESS',
      paidAtMs: clock.now(),
      queryId: `MP${random.digits(16)}`,
      traceId: random.hex(32),
    });
    notifier.announce({
      eventType: 'PAY SUCCESS',
      outTradeNo: paid.outTradeNo,
      url: paid.syncCalUrl,
      data: {
        ...view(paid),
        notifyType: 'PAY',
        payType: 'PSNACCT',
        traceId: paid.traceId ?? '',
        psnAcctMerchantId: keys.medicalAccount.merchantId,
        amtMerchantId: '',
      },
    });
    return paid;
  };
  const end = ({ settlesAtMs: _at, outcome: _outcome, ...order }: MedicalOrder, outcome: 'SUCCESS' | 'FAIL') =>
    outcome === 'SUCCESS' ? succeed(order) : put({ ...order, tradeStatus: 'FAIL' });

  const plan = (order: MedicalOrder): void => {
    if (order.tradeStatus !== 'PAYING' || order.settlesAtMs === undefined) return;
    clock.schedule(order.settlesAtMs, () => {
      const current = tables.orders.get(order.outTradeNo);
      if (current?.tradeStatus === 'PAYING') end(current, current.outcome ?? 'SUCCESS');
    });
  };

  const book: MedicalOrderBook = {
    create: (data, { payAuthNo, ...order }) => {
      const fingerprint = canonicalJson(data);
      const known = find(order.outTradeNo);
      if (known && known.fingerprint !== fingerprint)
        throw new CentreError('40901', '商户订单号重复，且与原请求不一致');
      if (known) return waiting(known);
      const account = accounts.of(order.idNo, order.userName);
      if (account.userName !== order.userName) throw new CentreError('42202', '未查询到参保信息');
      if (!account.accountOpen) throw new CentreError(account.closedReason, '个人账户不可用');
      authorisations.check(payAuthNo, order.idNo);
      // Payment partly in cash is switched off.
      if (order.ownFen > 0 || account.balanceFen < order.accountFen) throw new CentreError('42201', '个人账户余额不足');
      authorisations.use(payAuthNo, order.idNo, order.outTradeNo);
      const payOrdId = `ORD320000${wireTime(clock.now())}${random.digits(9)}`;
      return put({ ...order, fingerprint, payOrdId, createdAtMs: clock.now(), tradeStatus: 'WAIT' });
    },
    visit: (order) => {
      const expiresAtMs = Math.min(clock.now() + VISIT_LIFE_MS, order.expiresAtMs);
      const visit: CashierVisit = { token: random.text(32), outTradeNo: order.outTradeNo, expiresAtMs };
      tables.visits.put(visit.token, visit);
      return visit;
    },
    byToken: (token) => {
      const visit = tables.visits.get(token);
      const order = visit && find(visit.outTradeNo);
      return visit && order && { visit, order };
    },
    find,
    list: () => tables.orders.rows().flatMap((order) => find(order.outTradeNo) ?? []),
    pay: (outTradeNo, { force = false, core } = {}) => {
      const order = needed(outTradeNo);
      const paid = order.paidAtMs !== undefined || order.tradeStatus === 'PAYING';
      if (!force || paid) waiting(order);
      const account = accounts.of(order.idNo, order.userName);
      if (account.balanceFen < order.accountFen) {
        put({ ...order, tradeStatus: 'FAIL' });
        throw new CentreError('42201', '个人账户余额不足');
      }
      if (core) {
        const busy = put({ ...order, tradeStatus: 'PAYING', settlesAtMs: core.atMs, outcome: core.outcome });
        plan(busy);
        return busy;
      }
      const done = succeed(order);
      const open = book.list().filter((one) => one.tradeStatus === 'WAIT');
      const other = alsoPaid(
        faults,
        'medical-account',
        outTradeNo,
        open.map((one) => one.outTradeNo),
      );
      if (other !== undefined) book.pay(other);
      return done;
    },
    failed: (outTradeNo) => put({ ...waiting(needed(outTradeNo)), tradeStatus: 'FAIL' }),
    settle: (outTradeNo, outcome) => {
      const order = needed(outTradeNo);
      return order.tradeStatus === 'PAYING' ? end(order, outcome) : order;
    },
    close: (outTradeNo) => {
      const order = needed(outTradeNo);
      if (order.tradeStatus === 'CLOSED') return order;
      return put({ ...waiting(order), tradeStatus: 'CLOSED' });
    },
    refunded: (outTradeNo) => {
      put({ ...needed(outTradeNo), tradeStatus: 'REFUND' });
    },
    view,
    resume: () => {
      for (const order of tables.orders.rows()) plan(order);
    },
  };
  return book;
}
