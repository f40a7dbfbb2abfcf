/** Why the provider did not take the money, as the payer is told; by the provider's code. */
const WORDS: Readonly<Record<string, string>> = {
  NOTENOUGH: '余额不够',
  CONTRACT_NOT_EXIST: '微信那边已经解约',
  USER_ACCOUNT_ABNORMAL: '付款账户有异常',
  RULE_LIMIT: '付款账户到了限额',
  BANKERROR: '银行没有回应',
};

/** A short sentence without its end. */
export function chargeRefusalText(code: string): string {
  return WORDS[code] ?? '微信支付没有扣成';
}
