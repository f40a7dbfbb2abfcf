import type { Sandbox } from '@huimin/sandbox';
import { openPage, type PaymentWay, type ProviderSide } from './provider-side.ts';

const REFUND_STATES = { SUCC: 'done', PROC: 'under-way', EXP: 'person', FAIL: 'failed' } as const;
const ALMOST_NOTHING_FEN = 100;
const PLENTY_FEN = 500_000;

export function medicalAccountSide({ control: { medicalAccount } }: Sandbox): ProviderSide {
  const { accounts, authorisations } = medicalAccount;
  return {
    code: 'medical-account',
    orders: () =>
      medicalAccount.orders.list().map((order) => ({
        number: order.outTradeNo,
        totalFen: order.amountFen,
        paidFen: order.paidAtMs === undefined ? 0 : order.amountFen,
        payable: order.tradeStatus === 'WAIT',
        // What the insurance core is busy with may still end as paid.
        closable: order.tradeStatus === 'WAIT' || order.tradeStatus === 'PAYING',
      })),
    refunds: () =>
      medicalAccount.refunds.list().map((refund) => ({
        number: refund.appRefdSn,
        orderNumber: refund.outTradeNo,
        fen: refund.accountFen,
        state: REFUND_STATES[refund.refStatus],
      })),
    pay: (number, late) => void medicalAccount.orders.act(number, late ? 'force-pay' : 'pay'),
    settleRefund: (number) => void medicalAccount.refunds.settle(number),
    notices: medicalAccount.notifications,
    taken: (status, body) => status === 200 && /"code":\s*"0"/.test(body),
    slowPayments: {
      begin: (number) => void medicalAccount.orders.act(number, 'submit'),
      busy: () =>
        medicalAccount.orders
          .list()
          .filter((order) => order.tradeStatus === 'PAYING')
          .map((order) => order.outTradeNo),
      end: (number, paid) => void medicalAccount.orders.settle(number, paid ? 'SUCCESS' : 'FAIL'),
    },
    asks: {
      has: (number) => authorisations.list().some((asked) => asked.outAuthNo === number),
      waiting: (nowMs) =>
        authorisations
          .list()
          .filter((asked) => asked.result === undefined && nowMs < asked.expiresAtMs)
          .map((asked) => asked.outAuthNo),
      decide: (number, allowed) => void authorisations.decide(number, allowed ? 'OK' : 'CANCEL'),
    },
    turnBalance() {
      const all = accounts.list();
      const short = all.some((account) => account.balanceFen <= ALMOST_NOTHING_FEN);
      for (const account of all) accounts.set({ ...account, balanceFen: short ? PLENTY_FEN : ALMOST_NOTHING_FEN });
      return short ? 'the accounts have enough again' : 'the accounts are almost empty';
    },
  };
}

/** Asked about, permitted on the bureau's page, and then, once the bureau has told so, paid at its cashier. */
export const medicalAccount: PaymentWay = {
  name: 'medical account',
  provider: 'medical-account',
  needsOpenId: false,
  hasSteps: true,
  async start(browser, server, orderNo) {
    const asked = await browser.call(server, 'medicalAccountIsOpen', { orderNo, consent: true });
    if (asked.code !== 200000 || !asked.result?.open) return { code: asked.code, handle: null };
    const permission = await browser.call(server, 'medicalAccountPermission', { orderNo });
    const page = permission.result?.permissionUrl ?? null;
    if (permission.code !== 200000 || page !== null) return { code: permission.code, handle: page };
    const { code, result } = await browser.call(server, 'medicalAccountWapPay', { orderNo });
    return { code, handle: code === 200000 ? (result as { payUrl: string }).payUrl : null };
  },
  async open(handle) {
    await openPage(handle);
    const address = new URL(handle);
    const token = address.searchParams.get('token') ?? '';
    // Some leave the page open and decide later, or never.
    const decidesAtOnce = token.charCodeAt(0) % 4 !== 0;
    if (address.pathname.endsWith('/authorise') && decidesAtOnce) {
      await openPage(`${address.origin}${address.pathname}`, { token, result: 'OK' });
    }
  },
};
