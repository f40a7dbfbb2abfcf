import type { FailureName, PaymentMethod } from '@huimin/contract';
import type { ProviderOrder } from '../../ports/payment-provider.ts';

type WayKind = ProviderOrder['way']['kind'];

/** Whose browser the page is open in. */
export type Browser = 'wechat' | 'alipay' | 'other';

interface MethodRow {
  readonly value: PaymentMethod;
  /** Code of the provider that carries it. */
  readonly provider: string;
  readonly label: string;
  /** Its ways, each with what a payer is told in a browser where it does not work. */
  readonly ways: Partial<Readonly<Record<WayKind, Partial<Readonly<Record<Browser, string>>>>>>;
  /** The provider's refusals that a payer is told of in words of their own, by its code. */
  readonly refusals?: Readonly<Record<string, Refusal>>;
}

interface Refusal {
  readonly name: FailureName;
  readonly message: string;
  /** What it is called where failures are counted. */
  readonly reason: string;
  /** It may be the shop's limit as well as the payer's, so an operator is told too. */
  readonly alert?: true;
}

/** Every method of payment that can be started, by its value in the product's lists. */
const ROWS: readonly MethodRow[] = [
  {
    value: 'wxpay',
    provider: 'wechat-pay',
    label: '微信支付',
    ways: {
      jsapi: {},
      sign: { other: '自动重新投保要在微信里开通', alipay: '自动重新投保要在微信里开通' },
      h5: { wechat: '您正在微信里，请直接用微信付款' },
    },
    refusals: {
      RULE_LIMIT: {
        name: 'payment-limit',
        reason: '超过限额',
        message: '微信支付到了限额，请换一种方式付款，或者明天再付',
        alert: true,
      },
    },
  },
  {
    value: 'xmybpay',
    provider: 'medical-account',
    label: '医保个人账户',
    ways: { 'medical-account': {} },
    refusals: {
      40301: {
        name: 'payment-method',
        reason: '参保地未开通个账',
        message: '当前参保地暂未开通个账支付，请更换支付方式',
      },
      40302: {
        name: 'medical-permission',
        reason: '个账授权用过或过期',
        message: '授权已经用过或者过期了，没有扣款，请重新授权',
      },
      42201: { name: 'payment-method', reason: '个人账户余额不足', message: '个人账户余额不足，请更换支付方式' },
      42202: {
        name: 'payment-method',
        reason: '没有江苏省个人账户',
        message: '没有查到您在江苏省的医保个人账户，请更换支付方式',
      },
    },
  },
  {
    value: 'alipay',
    provider: 'alipay',
    label: '支付宝',
    ways: { redirect: { wechat: '支付宝要在手机浏览器里打开后付款' } },
  },
  {
    value: 'unionpay',
    provider: 'unionpay',
    label: '银联云闪付',
    ways: { redirect: { wechat: '银联云闪付要在手机浏览器里打开后付款' } },
  },
  { value: 'lakala', provider: 'lakala', label: '拉卡拉收银台', ways: { redirect: {} } },
  { value: 'rb', provider: 'rb', label: '保险公司收银台', ways: { redirect: {} } },
];

export type StartableMethod = MethodRow;

/** The row of a method's value; throws for one that cannot be started at all. */
export function methodOf(value: PaymentMethod): StartableMethod {
  const row = ROWS.find((method) => method.value === value);
  if (!row) throw new Error(`payment method "${value}" cannot be started`);
  return row;
}

/** The method's values that can be started with these providers. */
export function startableMethods(providers: { has(code: string): boolean }): ReadonlySet<string> {
  return new Set(ROWS.filter((method) => providers.has(method.provider)).map((method) => method.value));
}

/** Why an attempt came to nothing, in a few words, by how it ended or by its provider's code. */
export function failureReason(outcome: string): string {
  if (outcome === 'closed') return '没有付就关闭了';
  if (outcome === 'failed') return '渠道说付款失败';
  if (outcome === 'OPENID_MISMATCH') return '微信身份对不上';
  const reason = ROWS.map(({ refusals }) => refusals?.[outcome]?.reason).find((known) => known !== undefined);
  return reason ?? `渠道没有受理（${outcome}）`;
}

export function browserOf(userAgent: string): Browser {
  if (/MicroMessenger/i.test(userAgent)) return 'wechat';
  return /AlipayClient/i.test(userAgent) ? 'alipay' : 'other';
}
