import { CONSENT_VERSION } from '@huimin/domain/withholding';
import type { Sandbox } from '@huimin/sandbox';
import { IN_WECHAT } from '../browser.ts';
import type { PaymentWay, ProviderSide } from './provider-side.ts';

const CHARGE_STATES = { ACCEPTED: 'waiting', SUCCESS: 'done', PAYERROR: 'failed' } as const;

/** Contracts. Their payments are WeChat Pay's, told in another form through another door. */
export function wechatPapaySide({ control: { papay, faults, orders } }: Sandbox): ProviderSide {
  const { contracts, payments } = papay.notifications;
  const both = [contracts, payments] as const;
  const ownerOf = (id: string) => both.find((one) => one.list().some((row) => row.id === id)) ?? contracts;
  return {
    code: 'wechat-papay',
    orders: () => [],
    refunds: () => [],
    pay: (number) => {
      throw new Error(`${number} is not paid here`);
    },
    settleRefund: () => undefined,
    notices: {
      list: () => both.flatMap((one) => one.list()).sort((a, b) => a.createdAtMs - b.createdAtMs),
      resend: (id) => ownerOf(id).resend(id),
      hold: (id) => (id === undefined ? both : [ownerOf(id)]).forEach((one) => void one.hold(id)),
      release: (id) => (id === undefined ? both : [ownerOf(id)]).forEach((one) => void one.release(id)),
    },
    taken: (_status, body) => /SUCCESS/.test(body),
    contracts: {
      list: () => papay.contracts.list().map(({ contractCode, state }) => ({ code: contractCode, state })),
      sign: (code) => void papay.contracts.act(code, 'sign'),
      end: (code, by) => void papay.contracts.act(code, by),
      charges: () =>
        papay.charges.list().map(({ outTradeNo, contractId, state }) => ({
          number: outTradeNo,
          contractCode: papay.contracts.list().find((one) => one.contractId === contractId)?.contractCode ?? '',
          askedAtMs: orders.find(outTradeNo)?.createdAtMs ?? 0,
          state: CHARGE_STATES[state],
        })),
      runShort: (times) => void faults.add({ provider: 'wechat-papay', call: 'charge', kind: 'balance_short', times }),
    },
  };
}

/** The payer may sign along with the payment; either may succeed alone. */
export const wechatSign: PaymentWay = {
  name: 'wxpay with a contract',
  provider: 'wechat-pay',
  needsOpenId: true,
  hasSteps: true,
  signs: true,
  async start(browser, server, orderNo) {
    const { code, result } = await browser.call(
      server,
      'signAndPay',
      { orderNo, consentVersion: CONSENT_VERSION },
      IN_WECHAT,
    );
    return { code, handle: code === 200000 ? (result as { bridge: { package: string } }).bridge.package : null };
  },
};
