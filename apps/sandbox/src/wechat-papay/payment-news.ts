import { beijingText } from '../clock/beijing-time.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { PayOrder } from '../wechat-pay/pay-rows.ts';
import type { Charge, Contract, PapayNotification, PapayTables } from './papay-rows.ts';

/** How the shop hears of money that moved by this provider's calls. */
export type TellPayment = {
  /** True when the order is one of this provider's, which tells of it by XML; others are told otherwise. */
  paid(order: PayOrder): boolean;
  chargeFailed(charge: Charge, contract: Contract | undefined): void;
};

/** Payment notifications of version 2. */
export function createPaymentNews(
  parts: SandboxParts,
  tables: PapayTables,
  notifier: Notifier<PapayNotification>,
): TellPayment {
  const common = () => ({
    return_code: 'SUCCESS',
    appid: parts.keys.wechatAccount.appId,
    mch_id: parts.keys.wechatPay.mchid,
    nonce_str: parts.random.text(32),
  });
  return {
    paid: (order) => {
      const signed = tables.orders.get(order.outTradeNo);
      if (!signed) return false;
      notifier.announce({
        eventType: 'PAYMENT.SUCCESS',
        outTradeNo: order.outTradeNo,
        url: order.notifyUrl,
        signType: signed.signType,
        fields: {
          ...common(),
          ...(signed.signType === 'MD5' ? {} : { sign_type: signed.signType }),
          result_code: 'SUCCESS',
          ...paidFields(order),
        },
      });
      return true;
    },
    chargeFailed: (charge, contract) => {
      notifier.announce({
        eventType: 'PAYMENT.FAIL',
        outTradeNo: charge.outTradeNo,
        url: charge.notifyUrl,
        signType: 'MD5',
        fields: {
          ...common(),
          result_code: 'FAIL',
          err_code: charge.errCode ?? '',
          err_code_des: charge.errText ?? '',
          openid: contract?.openid ?? '',
          trade_type: 'PAP',
          contract_id: charge.contractId,
          out_trade_no: charge.outTradeNo,
        },
      });
    },
  };
}

/** A paid order in the names of version 2. */
export function paidFields(order: PayOrder): Record<string, string> {
  return {
    openid: order.openid ?? '',
    is_subscribe: 'N',
    trade_type: order.tradeType,
    bank_type: 'OTHERS',
    total_fee: String(order.totalFen),
    cash_fee: String(order.totalFen),
    fee_type: 'CNY',
    transaction_id: order.transactionId ?? '',
    out_trade_no: order.outTradeNo,
    time_end: beijingText(order.paidAtMs ?? 0).replace(/\D/g, ''),
  };
}
