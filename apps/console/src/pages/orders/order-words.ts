export const GROUP_OPTIONS = [
  { value: 'unpaid', label: '待付款' },
  { value: 'confirming', label: '付款确认中' },
  { value: 'paid', label: '待出单' },
  { value: 'issued', label: '已承保' },
  { value: 'refunding', label: '退款中' },
  { value: 'refunded', label: '已退款' },
  { value: 'closed', label: '已关闭' },
  { value: 'trouble', label: '要人处理' },
];

export const METHOD_OPTIONS = [
  { value: 'wxpay', label: '微信支付' },
  { value: 'alipay', label: '支付宝' },
  { value: 'xmybpay', label: '医保个人账户' },
  { value: 'unionpay', label: '银联云闪付' },
  { value: 'lakala', label: '拉卡拉收银台' },
  { value: 'rb', label: '保险公司收银台' },
  { value: 'transfer', label: '单位对公转账' },
];

export const SOURCE_OPTIONS = [
  { value: 'direct', label: '直接' },
  { value: 'share', label: '分享' },
  { value: 'agent', label: '业务员' },
  { value: 'outlet', label: '网点' },
];
