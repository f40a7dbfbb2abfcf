import { beijingDay, beijingText } from '../clock/beijing-time.ts';
import { alsoPaid } from '../faults/cashier-faults.ts';
import type { FormNotifier } from '../notifications/form-notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { AcpError, respMessage } from './acp-error.ts';
import type { AcpTables, FrontRequest, Transaction, TxnType } from './acp-rows.ts';
import { settlementDay } from './settlement-file.ts';
import type { Fields } from './signing.ts';

const SETTLE_AFTER_MS = 3000;
const REFUND_WINDOW_MS = 330 * 86_400_000;

export const RESP_TEXT: Record<string, string> = {
  '00': '成功',
  '05': '交易已受理，请稍后查询交易结果',
  '60': '交易失败，详情请咨询您的发卡行',
  '64': '卡上的余额不足',
};

export type BackAsk = {
  txnType: Exclude<TxnType, '01'>;
  orderId: string;
  txnTime: string;
  txnFen: number;
  origQryId: string;
  backUrl: string;
  echo: Fields;
};

export type TransactionBook = {
  /** Opens a payment page. Throws 12 when the number is used already. */
  open(input: Omit<FrontRequest, 'token' | 'openedAtMs'>): FrontRequest;
  request(token: string): FrontRequest | undefined;
  /** The newest page of this order number. */
  lastRequest(orderId: string): FrontRequest | undefined;
  requests(): FrontRequest[];
  /** The payer submits: from now on there is a transaction with this code. Throws 12 when paid, 39 after payTimeout. */
  submit(request: FrontRequest, respCode: string, options?: { force?: boolean; settlesAtMs?: number }): Transaction;
  /** Refund or revoke. Throws 12, 35, 36 or 39. */
  giveBack(ask: BackAsk): Transaction;
  find(orderId: string, txnTime?: string): Transaction | undefined;
  list(): Transaction[];
  /** Ends one in progress: `00` unless given. Throws RangeError for an unknown number. */
  settle(orderId: string, respCode?: string): Transaction;
  /** The fields of a result, for the browser and the notification. */
  result(transaction: Transaction): Fields;
  /** Schedules again what a restart left in progress. */
  resume(): void;
};

/** Payment pages and transactions. Only success is told to the shop. */
export function createTransactionBook(parts: SandboxParts, tables: AcpTables, notifier: FormNotifier): TransactionBook {
  const { clock, faults, keys, random } = parts;
  faults.offer('unionpay', 'refund.create', ['refund_pending', 'refund_fail']);
  faults.offer('unionpay', 'notify', ['refund_dup']);
  faults.offer('unionpay', 'order.create', ['late_pay_after_close']);
  faults.offer('unionpay', 'cashier', ['double_pay']);
  const digits = (atMs: number) => beijingText(atMs).replace(/\D/g, '');

  const put = (transaction: Transaction): Transaction => {
    tables.transactions.put(transaction.orderId, transaction);
    return transaction;
  };

  const result = (transaction: Transaction): Fields => ({
    ...transaction.echo,
    merId: keys.unionpay.merId,
    currencyCode: '156',
    txnAmt: String(transaction.txnFen),
    queryId: transaction.queryId,
    ...(transaction.origQryId ? { origQryId: transaction.origQryId } : {}),
    respCode: transaction.respCode,
    respMsg: respMessage(transaction.respCode, RESP_TEXT[transaction.respCode] ?? '交易失败'),
    settleAmt: String(transaction.txnFen),
    settleCurrencyCode: '156',
    settleDate: settlementDay(endOf(transaction)).slice(5).replace('-', ''),
    traceNo: transaction.traceNo,
    traceTime: digits(endOf(transaction)).slice(4),
  });

  /** When it went through, as long as it is under way: when it came. */
  const endOf = ({ doneAtMs, createdAtMs }: Transaction): number => doneAtMs ?? createdAtMs;

  const end = (transaction: Transaction, respCode: string): Transaction => {
    const { settlesAtMs: _settles, outcome: _outcome, ...rest } = transaction;
    if (respCode !== '00') return put({ ...rest, respCode });
    const done = put({ ...rest, respCode, doneAtMs: clock.now() });
    notifier.announce({
      eventType: `${done.txnType} ${respCode}`,
      outTradeNo: outTradeNoOf(done),
      ...(done.txnType === '01' ? {} : { outRefundNo: done.orderId }),
      url: done.backUrl,
      fields: result(done),
    });
    return done;
  };

  const outTradeNoOf = (transaction: Transaction): string => {
    const { origQryId } = transaction;
    const payment = tables.transactions.rows().find((row) => row.queryId === origQryId);
    return (payment ?? transaction).orderId;
  };

  const plan = (transaction: Transaction): void => {
    if (transaction.respCode !== '05' || transaction.settlesAtMs === undefined) return;
    clock.schedule(transaction.settlesAtMs, () => {
      const current = tables.transactions.get(transaction.orderId);
      if (current?.respCode === '05') end(current, current.outcome ?? '00');
    });
  };

  const numbers = () => ({
    queryId: `${digits(clock.now()).slice(2)}${random.digits(9)}`,
    traceNo: random.digits(6),
    createdAtMs: clock.now(),
  });

  const checkNumber = (orderId: string, txnTime: string): void => {
    const known = tables.transactions.get(orderId);
    const paid = known && (known.txnType !== '01' || known.respCode === '00');
    const other = tables.requests.rows().some((row) => row.orderId === orderId && row.txnTime !== txnTime);
    if (paid || other) throw new AcpError('12', '重复交易');
  };

  /** Numbers of pages that can still be paid, oldest first. */
  const payable = (): string[] => {
    const open = tables.requests
      .rows()
      .filter((row) => clock.now() < row.expiresAtMs && !['00', '05'].includes(find(row.orderId)?.respCode ?? ''));
    return open.map((row) => row.orderId);
  };

  const find: TransactionBook['find'] = (orderId, txnTime) => {
    const found = tables.transactions.get(orderId);
    return found && (txnTime === undefined || found.txnTime === txnTime) ? found : undefined;
  };

  const lastRequest: TransactionBook['lastRequest'] = (orderId) =>
    tables.requests.rows().findLast((row) => row.orderId === orderId);

  const book: TransactionBook = {
    open: (input) => {
      checkNumber(input.orderId, input.txnTime);
      const request: FrontRequest = { ...input, token: random.text(32), openedAtMs: clock.now() };
      tables.requests.put(request.token, request);
      // There is no close call: what closes an order is its payTimeout.
      const late = faults.take('unionpay', 'order.create', ['late_pay_after_close'], { outTradeNo: input.orderId });
      if (late) {
        clock.schedule(request.expiresAtMs + Number(late.args?.delayMs ?? 1000), () => {
          if (find(request.orderId)?.respCode !== '00') book.submit(request, '00', { force: true });
        });
      }
      return request;
    },
    request: (token) => tables.requests.get(token),
    lastRequest,
    requests: () => tables.requests.rows(),
    submit: (request, respCode, options = {}) => {
      const known = tables.transactions.get(request.orderId);
      if (known?.respCode === '00') throw new AcpError('12', '重复交易：该订单已支付');
      if (clock.now() >= request.expiresAtMs && !options.force)
        throw new AcpError('39', '交易不在受理时间范围内：已过支付超时时间');
      const { orderId, txnTime, txnFen, backUrl, echo } = request;
      const base: Transaction = known ?? {
        ...{ txnType: '01', orderId, txnTime, txnFen, backUrl, echo },
        ...numbers(),
        respCode: '05',
      };
      if (respCode !== '05') {
        const ended = end(base, respCode);
        const other =
          respCode === '00' ? lastRequest(alsoPaid(faults, 'unionpay', orderId, payable()) ?? '') : undefined;
        if (other) book.submit(other, '00');
        return ended;
      }
      const { settlesAtMs } = options;
      const waiting = put({ ...base, respCode, ...(settlesAtMs === undefined ? {} : { settlesAtMs, outcome: '00' }) });
      plan(waiting);
      return waiting;
    },
    giveBack: (ask) => {
      if (tables.transactions.get(ask.orderId) || tables.requests.rows().some((row) => row.orderId === ask.orderId))
        throw new AcpError('12', '重复交易');
      const all = tables.transactions.rows();
      const payment = all.find((row) => row.queryId === ask.origQryId && row.txnType === '01');
      if (payment?.doneAtMs === undefined || payment.respCode !== '00')
        throw new AcpError('35', '原交易不存在或状态不正确');
      const given = all.filter((row) => row.origQryId === ask.origQryId && ['00', '05'].includes(row.respCode));
      const givenFen = given.reduce((sum, row) => sum + row.txnFen, 0);
      if (ask.txnType === '31') {
        if (beijingDay(payment.doneAtMs) !== beijingDay(clock.now()))
          throw new AcpError('39', '交易不在受理时间范围内：只能撤销当天的交易');
        if (given.length > 0) throw new AcpError('35', '原交易状态不正确：已退款或已撤销');
        if (ask.txnFen !== payment.txnFen) throw new AcpError('36', '与原交易信息不符：撤销金额');
      }
      if (given.some((row) => row.txnType === '31')) throw new AcpError('35', '原交易状态不正确：已撤销');
      if (clock.now() - payment.doneAtMs > REFUND_WINDOW_MS)
        throw new AcpError('39', '交易不在受理时间范围内：已超过退货期限');
      if (givenFen + ask.txnFen > payment.txnFen) throw new AcpError('36', '与原交易信息不符：退货金额超限');

      const match = { outTradeNo: payment.orderId, outRefundNo: ask.orderId };
      const fault = faults.take('unionpay', 'refund.create', ['refund_pending', 'refund_fail'], match);
      const delayMs = fault?.kind === 'refund_pending' ? fault.args?.delayMs : SETTLE_AFTER_MS;
      const accepted = put({
        ...ask,
        ...numbers(),
        respCode: '05',
        ...(delayMs === undefined ? {} : { settlesAtMs: clock.now() + Number(delayMs) }),
        outcome: fault?.kind === 'refund_fail' ? '60' : '00',
      });
      plan(accepted);
      return accepted;
    },
    find,
    list: () => tables.transactions.rows(),
    settle: (orderId, respCode = '00') => {
      const found = tables.transactions.get(orderId);
      if (!found) throw new RangeError(`no transaction ${orderId}`);
      return found.respCode === '05' ? end(found, respCode) : found;
    },
    result,
    resume: () => {
      for (const transaction of tables.transactions.rows()) plan(transaction);
    },
  };
  return book;
}
