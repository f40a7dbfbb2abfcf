import { asObject, notifyUrl, optionalText, parseObject, text } from './order-input.ts';
import { parameterError } from './pay-error.ts';

/** The fields of a refund call after all checks; amounts in fen. */
export type RefundInput = {
  transactionId: string | undefined;
  outTradeNo: string | undefined;
  outRefundNo: string;
  reason: string | undefined;
  notifyUrl: string | undefined;
  fundsAccount: string | undefined;
  refundFen: number;
  totalFen: number;
};

const OUT_REFUND_NO = /^[0-9A-Za-z_\-|*@]{1,64}$/;

/** Checks a refund call's body as section 2.6 lists it. */
export function readRefundInput(body: Buffer): RefundInput {
  const fields = parseObject(body);
  const transactionId = optionalText(fields, 'transaction_id', 32);
  const outTradeNo = optionalText(fields, 'out_trade_no', 32);
  if ((transactionId === undefined) === (outTradeNo === undefined)) {
    throw parameterError('transaction_id', '与out_trade_no二选一');
  }
  const outRefundNo = text(fields, 'out_refund_no', 64);
  if (!OUT_REFUND_NO.test(outRefundNo)) throw parameterError('out_refund_no', '只能是数字、字母、_-|*@', outRefundNo);
  const fundsAccount = optionalText(fields, 'funds_account', 32);
  if (fundsAccount !== undefined && fundsAccount !== 'AVAILABLE')
    throw parameterError('funds_account', '只能是AVAILABLE', fundsAccount);
  const amount = asObject(fields.amount, 'amount');
  if (amount.currency !== 'CNY') throw parameterError('amount.currency', '必填，只支持CNY', amount.currency);
  const url = optionalText(fields, 'notify_url', 256);
  return {
    transactionId,
    outTradeNo,
    outRefundNo,
    reason: optionalText(fields, 'reason', 80),
    notifyUrl: url === undefined ? undefined : notifyUrl(url),
    fundsAccount,
    refundFen: positiveFen(amount.refund, 'amount.refund'),
    totalFen: positiveFen(amount.total, 'amount.total'),
  };
}

function positiveFen(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw parameterError(name, '必须是大于0的整数，单位为分', value);
}
