import type { FaultMatch } from '../faults/fault-book.ts';
import { yuan } from '../pages/layout.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { AccountBook } from './account-book.ts';
import type { AuthorisationBook } from './authorisation-book.ts';
import type { CentreCall } from './centre-door.ts';
import { CentreError, fieldError } from './centre-error.ts';
import { fenOf, need, noticeAddress, OUR_NUMBER, pageAddress, personOf } from './centre-input.ts';
import type { CentreTables, MedicalOrder } from './centre-rows.ts';
import { createDayBill } from './day-bill.ts';
import { momentOf, wireTime } from './envelope.ts';
import type { MedicalOrderBook, NewMedicalOrder } from './order-book.ts';
import type { MedicalRefundBook } from './refund-book.ts';
import type { Data } from './signing.ts';

export const AUTHORISE_PATH = '/medical-account/authorise';
export const CASHIER_PATH = '/medical-account/cashier';

export type CentreBooks = {
  accounts: AccountBook;
  authorisations: AuthorisationBook;
  orders: MedicalOrderBook;
  refunds: MedicalRefundBook;
};

/** Every call of the mobile payment centre. */
export function centreCalls(parts: SandboxParts, tables: CentreTables, books: CentreBooks): CentreCall[] {
  const { clock, faults, keys, random } = parts;
  const { accounts, authorisations, orders, refunds } = books;
  const dayBill = createDayBill(parts, tables);
  const byOrder = (data: Data): FaultMatch => ({ outTradeNo: textOf(data.outTradeNo) });
  const byRefund = (data: Data): FaultMatch => ({
    outTradeNo: textOf(data.outTradeNo) ?? refunds.find(textOf(data.appRefdSn) ?? '')?.outTradeNo,
    outRefundNo: textOf(data.appRefdSn),
  });
  const found = (data: Data): MedicalOrder => {
    const order = orders.find(need(data, 'outTradeNo', OUR_NUMBER));
    if (!order) throw new CentreError('40401', '订单不存在');
    return order;
  };
  faults.offer('medical-account', 'order.close', ['pay_between_query_and_close', 'late_pay_after_close']);

  return [
    {
      name: 'account.query',
      path: '/spc/api/isOpen',
      handle: (data) => {
        const { idNo, userName } = personOf(data);
        const account = accounts.of(idNo, userName, need(data, 'insuPlc', /^\d{6}$/));
        if (account.userName !== userName) throw new CentreError('42202', '未查询到参保信息');
        return {
          open: account.accountOpen ? '1' : '0',
          reason: account.accountOpen ? '' : account.closedReason,
          acctBalanceFlag: account.balanceFen > 0 ? '1' : '0',
        };
      },
    },
    {
      name: 'authorise.create',
      path: '/spc/api/auth/url',
      match: (data) => ({ outTradeNo: textOf(data.outAuthNo) }),
      handle: (data) => {
        const wish = authorisations.ask(data, {
          ...personOf(data),
          outAuthNo: need(data, 'outAuthNo', OUR_NUMBER),
          redirectUrl: pageAddress(parts, data, 'redirectUrl'),
          notifyUrl: noticeAddress(data, 'notifyUrl'),
          state: need(data, 'state', /^[\w-]{1,64}$/),
        });
        return { outAuthNo: wish.outAuthNo, authUrl: `${parts.origin()}${AUTHORISE_PATH}?token=${wish.token}` };
      },
    },
    {
      name: 'order.create',
      path: '/pmc/api/spc/unifiedOrder/UNION_CHS',
      match: byOrder,
      asksCore: true,
      handle: (data) => {
        const order = orders.create(data, orderInput(data));
        const visit = orders.visit(order);
        const cashierUrl = `${parts.origin()}${CASHIER_PATH}?token=${visit.token}`;
        return { outTradeNo: order.outTradeNo, payOrdId: order.payOrdId, cashierUrl };
      },
    },
    { name: 'order.query', path: '/pmc/api/spc/query', match: byOrder, handle: (data) => orders.view(found(data)) },
    {
      name: 'order.close',
      path: '/pmc/api/spc/close',
      match: byOrder,
      handle: (data) => {
        const { outTradeNo } = found(data);
        if (faults.take('medical-account', 'order.close', ['pay_between_query_and_close'], { outTradeNo }))
          orders.pay(outTradeNo);
        const { tradeStatus } = orders.close(outTradeNo);
        const late = faults.take('medical-account', 'order.close', ['late_pay_after_close'], { outTradeNo });
        if (late) {
          clock.schedule(clock.now() + Number(late.args?.delayMs ?? 1000), () => {
            orders.pay(outTradeNo, { force: true });
          });
        }
        return { outTradeNo, tradeStatus };
      },
    },
    {
      name: 'refund.create',
      path: '/pmc/api/spc/refund',
      match: byRefund,
      asksCore: true,
      handle: (data) => {
        const totalFen = fenOf(data, 'totlRefdAmt');
        if (totalFen < 1) throw fieldError('totlRefdAmt', '应大于0');
        const taken = refunds.take(data, {
          appRefdSn: need(data, 'appRefdSn', OUR_NUMBER),
          outTradeNo: need(data, 'outTradeNo', OUR_NUMBER),
          totalFen,
          accountFen: fenOf(data, 'psnAcctRefdAmt'),
          cashFen: fenOf(data, 'cashRefdAmt'),
          reason: need(data, 'reason', /^.{1,200}$/u),
          notifyUrl: noticeAddress(data, 'notifyUrl'),
        });
        return refunds.view(taken);
      },
    },
    {
      name: 'refund.query',
      path: '/pmc/api/spc/refundQuery',
      match: byRefund,
      handle: (data) => {
        const refund = refunds.find(need(data, 'appRefdSn', OUR_NUMBER));
        if (!refund) throw new CentreError('40401', '退款不存在');
        return refunds.view(refund);
      },
    },
    {
      name: 'settlement',
      path: '/pmc/api/spc/settleDetail',
      handle: (data) => {
        const payOrdId = need(data, 'payOrdId', /^\w{8,64}$/);
        const order = orders.list().find((row) => row.payOrdId === payOrdId);
        if (order?.paidAtMs === undefined) throw new CentreError('40401', '没有结算明细');
        const settled = {
          itemName: '补充医疗保险保费',
          amount: yuan(order.amountFen),
          psnAcctPayAmt: yuan(order.accountFen),
          ownPayAmt: yuan(order.ownFen),
          settleTime: wireTime(order.paidAtMs),
          settleId: order.queryId ?? random.digits(16),
        };
        return { payOrdId, lines: [settled] };
      },
    },
    { name: 'bill', path: '/pmc/api/spc/bill', handle: (data) => dayBill.bill(need(data, 'billDate', /^\d{8}$/)) },
  ];

  function orderInput(data: Data): NewMedicalOrder {
    need(data, 'operator', /^H5$/);
    if (need(data, 'orgCode') !== keys.medicalAccount.orgCode) throw fieldError('orgCode', '机构不存在');
    const amountFen = fenOf(data, 'amount');
    const accountFen = fenOf(data, 'psnAcctPayAmt');
    const ownFen = fenOf(data, 'ownPayAmt');
    const sumFen = accountFen + ownFen;
    if (amountFen < 1 || sumFen !== amountFen) throw fieldError('psnAcctPayAmt + ownPayAmt', '应等于 amount');
    if (fenOf(data, 'fundPayAmt') !== 0 || fenOf(data, 'othPayAmt') !== 0)
      throw fieldError('fundPayAmt、othPayAmt', '应为0');
    if (fenOf(data, 'feeSumamt') !== sumFen) throw fieldError('feeSumamt', '应等于各部分之和');
    const expiresAtMs = momentOf(need(data, 'expireTime', /^\d{14}$/));
    const outTradeNo = need(data, 'outTradeNo', OUR_NUMBER);
    if (Number.isNaN(expiresAtMs) || (expiresAtMs <= clock.now() && !orders.find(outTradeNo)))
      throw fieldError('expireTime', '应晚于当前时间');
    return {
      ...personOf(data),
      ...{ outTradeNo, amountFen, accountFen, ownFen, expiresAtMs },
      orgName: need(data, 'orgName', /^.{1,100}$/u),
      payAuthNo: need(data, 'payAuthNo', /^\w{8,64}$/),
      frontBackUrl: pageAddress(parts, data, 'frontBackUrl'),
      syncCalUrl: noticeAddress(data, 'syncCalUrl'),
    };
  }
}

function textOf(value: Data[string] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
