const LABELS: Readonly<Record<string, string>> = {
  'wechat-pay': '微信支付',
  'wechat-papay': '微信委托代扣',
  alipay: '支付宝',
  unionpay: '银联',
  lakala: '拉卡拉',
  rb: '保险公司收银台',
  'medical-account': '医保账户',
  'bank-transfer': '对公转账',
  'group-deposit': '单位预存款已用',
};

/** How operators call whoever moves the money, by its code; a code that nobody knows is its own name. */
export function providerLabel(code: string): string {
  return LABELS[code] ?? code;
}
