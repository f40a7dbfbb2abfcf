import type { Notifier } from '../notifications/notifier.ts';
import { yuan } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { AccountBook } from './account-book.ts';
import { CentreError } from './centre-error.ts';
import type { CentreNotification, CentreTables, MedicalRefund, RefundStatus } from './centre-rows.ts';
import { wireTime } from './envelope.ts';
import type { MedicalOrderBook } from './order-book.ts';
import { canonicalJson, type Data } from './signing.ts';

const SETTLE_AFTER_MS = 3000;

export type RefundAsk = {
  appRefdSn: string;
  outTradeNo: string;
  totalFen: number;
  accountFen: number;
  cashFen: number;
  reason: string;
  notifyUrl: string;
};

export type MedicalRefundBook = {
  /** Takes a refund, or finds it again by the same data. Throws 40001, 40401, 40901 or 40902. */
  take(data: Data, ask: RefundAsk): MedicalRefund;
  find(appRefdSn: string): MedicalRefund | undefined;
  list(): MedicalRefund[];
  /** Ends one in progress: SUCC unless given. Throws RangeError for an unknown number. */
  settle(appRefdSn: string, status?: Exclude<RefundStatus, 'PROC'>): MedicalRefund;
  view(refund: MedicalRefund): Data;
  resume(): void;
};

/** Refunds: what came from an account goes back to that account. */
export function createMedicalRefundBook(
  { clock, faults, random }: SandboxParts,
  tables: CentreTables,
  books: { accounts: AccountBook; orders: MedicalOrderBook; notifier: Notifier<CentreNotification> },
): MedicalRefundBook {
  const { accounts, orders, notifier } = books;
  faults.offer('medical-account', 'refund.create', ['refund_pending', 'refund_fail', 'refund_abnormal']);
  faults.offer('medical-account', 'notify', ['refund_dup']);

  const put = (refund: MedicalRefund): MedicalRefund => {
    tables.refunds.put(refund.appRefdSn, refund);
    return refund;
  };
  const view = (refund: MedicalRefund): Data => ({
    appRefdSn: refund.appRefdSn,
    outTradeNo: refund.outTradeNo,
    payOrdId: refund.payOrdId,
    refdId: refund.refdId,
    refStatus: refund.refStatus,
    totlRefdAmt: yuan(refund.accountFen),
    psnAcctRefdAmt: yuan(refund.accountFen),
    cashRefdAmt: yuan(0),
    refdTime: refund.doneAtMs === undefined ? '' : wireTime(refund.doneAtMs),
  });
  const givenFen = (outTradeNo: string, statuses: readonly RefundStatus[]): number =>
    tables.refunds
      .rows()
      .filter((row) => row.outTradeNo === outTradeNo && statuses.includes(row.refStatus))
      .reduce((sum, row) => sum + row.accountFen, 0);

  const end = (
    { settlesAtMs: _at, outcome: _outcome, ...refund }: MedicalRefund,
    refStatus: Exclude<RefundStatus, 'PROC'>,
  ): MedicalRefund => {
    const order = orders.find(refund.outTradeNo);
    const done = put({ ...refund, refStatus, ...(refStatus === 'SUCC' ? { doneAtMs: clock.now() } : {}) });
    if (refStatus === 'SUCC' && order) {
      accounts.take(order.idNo, -refund.accountFen);
      if (givenFen(order.outTradeNo, ['SUCC']) === order.accountFen) orders.refunded(order.outTradeNo);
    }
    notifier.announce({
      eventType: `REFUND ${refStatus}`,
      outTradeNo: done.outTradeNo,
      outRefundNo: done.appRefdSn,
      url: done.notifyUrl,
      data: { ...view(done), notifyType: 'REFUND' },
    });
    return done;
  };
  const plan = (refund: MedicalRefund): void => {
    if (refund.refStatus !== 'PROC' || refund.settlesAtMs === undefined) return;
    clock.schedule(refund.settlesAtMs, () => {
      const current = tables.refunds.get(refund.appRefdSn);
      if (current?.refStatus === 'PROC') end(current, current.outcome ?? 'SUCC');
    });
  };

  return {
    take: (data, ask) => {
      const fingerprint = canonicalJson(data);
      const known = tables.refunds.get(ask.appRefdSn);
      if (known && known.fingerprint !== fingerprint)
        throw new CentreError('40901', '退款流水号重复，且与原请求不一致');
      if (known) return known;
      const order = orders.find(ask.outTradeNo);
      if (!order) throw new CentreError('40401', '订单不存在');
      if (order.paidAtMs === undefined) throw new CentreError('40902', '订单未支付');
      if (ask.cashFen > 0 || ask.accountFen !== ask.totalFen)
        throw new CentreError('40001', '参数错误：个人账户支付的只能退回个人账户');
      if (givenFen(ask.outTradeNo, ['PROC', 'SUCC', 'EXP']) + ask.totalFen > order.accountFen)
        throw new CentreError('40902', '退款金额超过可退金额');
      const match = { outTradeNo: ask.outTradeNo, outRefundNo: ask.appRefdSn };
      const kinds = ['refund_pending', 'refund_fail', 'refund_abnormal'] as const;
      const fault = faults.take('medical-account', 'refund.create', kinds, match);
      const delayMs = fault?.kind === 'refund_pending' ? fault.args?.delayMs : SETTLE_AFTER_MS;
      const { appRefdSn, outTradeNo, accountFen, reason, notifyUrl } = ask;
      const taken = put({
        ...{ appRefdSn, outTradeNo, accountFen, reason, notifyUrl, fingerprint },
        refdId: `RFD${random.digits(20)}`,
        payOrdId: order.payOrdId,
        refStatus: 'PROC',
        createdAtMs: clock.now(),
        ...(delayMs === undefined ? {} : { settlesAtMs: clock.now() + Number(delayMs) }),
        outcome: fault?.kind === 'refund_fail' ? 'FAIL' : fault?.kind === 'refund_abnormal' ? 'EXP' : 'SUCC',
      });
      plan(taken);
      return taken;
    },
    find: (appRefdSn) => tables.refunds.get(appRefdSn),
    list: () => tables.refunds.rows(),
    settle: (appRefdSn, status = 'SUCC') => {
      const refund = tables.refunds.get(appRefdSn);
      if (!refund) throw new RangeError(`no refund ${appRefdSn}`);
      return refund.refStatus === 'PROC' || refund.refStatus === 'EXP' ? end(refund, status) : refund;
    },
    view,
    resume: () => {
      for (const refund of tables.refunds.rows()) plan(refund);
    },
  };
}
