const EMPTY = '商户号里能退的钱不够，充值以后会自动退，不用人工退';
const TOO_LATE = '渠道的规则不让退：过了退款期限，或者次数满了';
const TOO_MUCH = '比这笔付款还能退的多';
const NOT_THERE = '渠道没有这笔付款，或者它现在的状态不能退';
const OTHER_DATA = '同一个退款单号上次的内容不一样';

/** Why providers do not take a refund, by their own codes. */
const REFUSALS: Readonly<Record<string, string>> = {
  // WeChat Pay
  NOT_ENOUGH: EMPTY,
  RULE_LIMIT: TOO_LATE,
  USER_ACCOUNT_ABNORMAL: '付款人的账户注销了，原路退不了',
  NO_AUTH: '商户号没有退款的权限',
  ACCOUNT_ERROR: '商户号的账户不正常',
  INVALID_REQUEST: `${TOO_MUCH}，或者${OTHER_DATA}`,
  ORDER_NOT_EXIST: NOT_THERE,
  RESOURCE_NOT_EXISTS: NOT_THERE,
  // Alipay
  'ACQ.SELLER_BALANCE_NOT_ENOUGH': EMPTY,
  'ACQ.TRADE_HAS_FINISHED': TOO_LATE,
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL': TOO_MUCH,
  'ACQ.DISCORDANT_REPEAT_REQUEST': OTHER_DATA,
  'ACQ.TRADE_STATUS_ERROR': NOT_THERE,
  'ACQ.TRADE_NOT_EXIST': NOT_THERE,
  // UnionPay
  '35': NOT_THERE,
  '36': TOO_MUCH,
  '39': TOO_LATE,
  // The insurer's own cashier
  '2004': OTHER_DATA,
  '3002': TOO_MUCH,
  '3003': EMPTY,
  // Medical-insurance accounts
  '40401': NOT_THERE,
  '40901': OTHER_DATA,
  '40902': `${NOT_THERE}，或者${TOO_MUCH}`,
};

/** Why a provider did not take a refund, in words for whoever sees to it. */
export const refundRefusalText = (code: string): string => REFUSALS[code] ?? '渠道没有说清，按代码问渠道';
