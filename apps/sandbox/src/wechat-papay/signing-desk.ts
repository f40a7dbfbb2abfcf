import type { CashierView } from '../pages/cashier-page.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { ContractBook } from './contract-book.ts';
import type { PapayTables } from './papay-rows.ts';
import { v2Sign, v2SignText } from './v2-signing.ts';

/** Buttons of the cashier where a contract can be signed along. */
export const SIGNING_CHOICE: NonNullable<CashierView['choice']> = {
  name: 'signing',
  legend: '自动扣费',
  options: [
    { value: 'sign', label: '付款并签约' },
    { value: 'refuse', label: '只付款，不签约' },
    { value: 'only-sign', label: '只签约，付款不成功' },
  ],
};

/** The cashier's side of orders whose payer may sign a contract: payment and contract are two results. */
export type SigningDesk = {
  /** Whether the front signature of this order is one of version 2. */
  isSignedOrder(outTradeNo: string): boolean;
  /** Why the parameters of the bridge are refused, and what should have been signed; undefined when they fit. */
  bridgeProblem(
    outTradeNo: string,
    fields: Record<string, string>,
    paySign: string,
  ): { reason: string; expectedSignText?: string } | undefined;
  /** What the payer is asked besides; undefined when there is nothing to sign (any more). */
  choice(outTradeNo: string): CashierView['choice'];
  /** Signs as chosen; tells whether the payment goes on. */
  decide(outTradeNo: string, chosen: string, openid: string): boolean;
};

export function createSigningDesk(parts: SandboxParts, tables: PapayTables, contracts: ContractBook): SigningDesk {
  const { faults, keys } = parts;
  faults.offer('wechat-papay', 'cashier', ['user_refused']);

  const waiting = (outTradeNo: string): string | undefined => {
    const code = tables.orders.get(outTradeNo)?.contractCode;
    return code !== undefined && contracts.find(code)?.state === 'WAITING' ? code : undefined;
  };

  return {
    isSignedOrder: (outTradeNo) => tables.orders.get(outTradeNo) !== undefined,
    bridgeProblem: (outTradeNo, fields, paySign) => {
      const { apiV2Key } = keys.wechatPapay;
      const type = tables.orders.get(outTradeNo)?.signType ?? 'MD5';
      if (fields.signType !== type) return { reason: '商家参数格式有误，请联系商家解决：signType' };
      if (paySign === v2Sign(fields, apiV2Key, type)) return undefined;
      return {
        reason: '支付验证签名失败',
        expectedSignText: v2SignText(fields, apiV2Key).replace(apiV2Key, '<APIv2 key>'),
      };
    },
    choice: (outTradeNo) => (waiting(outTradeNo) === undefined ? undefined : SIGNING_CHOICE),
    decide: (outTradeNo, chosen, openid) => {
      const code = waiting(outTradeNo);
      if (code === undefined) return true;
      const refused = faults.take('wechat-papay', 'cashier', ['user_refused'], { outTradeNo });
      if (chosen !== 'refuse' && !refused) contracts.sign(code, openid);
      return chosen !== 'only-sign';
    },
  };
}
