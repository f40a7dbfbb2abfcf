import { html } from '../http/router.ts';
import { cashierPage } from '../pages/cashier-page.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { AlipayError, invalidField } from './alipay-error.ts';
import type { BillShelf } from './bill-shelf.ts';
import type { GatewayCall } from './gateway-door.ts';
import type { LoginBook } from './login-book.ts';
import { amountFen, notifyAddress, optional, readContent, readPageInput, required } from './page-input.ts';
import type { AlipayRefundBook } from './refund-book.ts';
import type { Fields } from './signing.ts';
import type { TradeBook, TradeNumbers } from './trade-book.ts';

export const CASHIER_PATH = '/alipay/cashier';
export const ALIPAY_BRAND = '支付宝';
export const MERCHANT_NAME = '补充医保（测试商户）';

export type AlipayBooks = { trades: TradeBook; refunds: AlipayRefundBook; bills: BillShelf; logins: LoginBook };

/** Every method of `gateway.do`. */
export function gatewayMethods(parts: SandboxParts, books: AlipayBooks): Record<string, GatewayCall> {
  const { clock, faults } = parts;
  const { trades, refunds, bills, logins } = books;
  faults.offer('alipay', 'order.close', ['pay_between_query_and_close', 'late_pay_after_close']);

  /** Which trade a call that is not checked yet is about, for faults narrowed to one. */
  const matchOf = (fields: Fields) => {
    let content: Record<string, unknown> = {};
    try {
      content = readContent(fields);
    } catch {
      // The check that follows says what is wrong with it.
    }
    const { out_trade_no: outTradeNo, trade_no: tradeNo, out_request_no: outRefundNo } = content;
    const number = typeof tradeNo === 'string' ? trades.find({ tradeNo })?.outTradeNo : outTradeNo;
    return {
      outTradeNo: typeof number === 'string' ? number : undefined,
      outRefundNo: typeof outRefundNo === 'string' ? outRefundNo : undefined,
    };
  };

  return {
    'alipay.trade.wap.pay': {
      kind: 'page',
      call: 'order.create',
      match: matchOf,
      handle: (fields, request) => {
        if (/MicroMessenger/i.test(request.headers['user-agent'] ?? ''))
          throw new AlipayError('40004', 'blocked-in-wechat', '请点右上角，选择在浏览器打开，再用支付宝付款');
        const opened = trades.open(readPageInput(fields, clock.now()));
        return html(
          200,
          cashierPage({
            outTradeNo: opened.outTradeNo,
            totalFen: opened.totalFen,
            merchant: MERCHANT_NAME,
            description: opened.subject,
            fields: { token: opened.token },
            formAction: CASHIER_PATH,
            brand: ALIPAY_BRAND,
          }),
        );
      },
    },
    'alipay.trade.query': {
      kind: 'server',
      call: 'order.query',
      match: matchOf,
      handle: (fields) => {
        const trade = trades.find(tradeNumbers(readContent(fields)));
        if (!trade) throw new AlipayError('40004', 'ACQ.TRADE_NOT_EXIST', '交易不存在');
        return ok(trades.view(trade));
      },
    },
    'alipay.trade.close': {
      kind: 'server',
      call: 'order.close',
      match: matchOf,
      handle: (fields) => {
        const numbers = tradeNumbers(readContent(fields));
        const notifyUrl = notifyAddress(fields);
        const match = matchOf(fields);
        const { outTradeNo = '' } = match;
        if (faults.take('alipay', 'order.close', ['pay_between_query_and_close'], match)) trades.pay(outTradeNo);
        // Scheduled before the close is answered: also where there is no trade yet and the payer confirms too late.
        const late = faults.take('alipay', 'order.close', ['late_pay_after_close'], match);
        if (late && trades.lastRequest(outTradeNo)) {
          clock.schedule(clock.now() + Number(late.args?.delayMs ?? 1000), () => {
            trades.pay(outTradeNo, { force: true });
          });
        }
        const closed = trades.close(numbers, notifyUrl);
        return ok({ trade_no: closed.tradeNo, out_trade_no: closed.outTradeNo });
      },
    },
    'alipay.trade.refund': {
      kind: 'server',
      call: 'refund.create',
      match: matchOf,
      handle: (fields) => {
        const content = readContent(fields);
        return ok(
          refunds.create({
            ...tradeNumbers(content),
            refundFen: amountFen(content, 'refund_amount'),
            outRequestNo: optional(content, 'out_request_no', 64),
            reason: optional(content, 'refund_reason', 256),
          }),
        );
      },
    },
    'alipay.trade.fastpay.refund.query': {
      kind: 'server',
      call: 'refund.query',
      match: matchOf,
      handle: (fields) => {
        const content = readContent(fields);
        return ok(refunds.query(tradeNumbers(content), required(content, 'out_request_no', 64)));
      },
    },
    'alipay.data.dataservice.bill.downloadurl.query': {
      kind: 'server',
      call: 'bill',
      handle: (fields) => {
        const content = readContent(fields);
        const address = bills.make(required(content, 'bill_type', 20), required(content, 'bill_date', 15));
        return ok({ bill_download_url: address });
      },
    },
    'alipay.system.oauth.token': {
      kind: 'server',
      call: 'oauth.exchange',
      // Success has no code.
      handle: (fields) => logins.exchange(fields),
    },
    'alipay.user.info.share': {
      kind: 'server',
      call: 'oauth.userinfo',
      handle: (fields) => ok(logins.profile(fields.auth_token ?? '')),
    },
  };
}

function ok(fields: Record<string, unknown>): Record<string, unknown> {
  return { code: '10000', msg: 'Success', ...fields };
}

function tradeNumbers(content: Record<string, unknown>): TradeNumbers {
  const outTradeNo = optional(content, 'out_trade_no', 64);
  const tradeNo = optional(content, 'trade_no', 64);
  if (outTradeNo === undefined && tradeNo === undefined) throw invalidField('out_trade_no', '与trade_no不能同时为空');
  return { outTradeNo, tradeNo };
}
