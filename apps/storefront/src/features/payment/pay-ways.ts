import type { ProductInfoValue } from '@huimin/contract';
import type { ChannelKind } from '../../channel/channel.ts';

/** How the browser gets to the cashier. */
export type PayStart = 'jsapi' | 'h5' | 'alipay' | 'unionpay' | 'lakala' | 'rb' | 'medical-account';

/** A way to pay that this browser can really start. */
export interface PayWay {
  /** Value in the product's list. */
  readonly value: string;
  readonly label: string;
  /** Words of the button, without the amount. */
  readonly action: string;
  readonly start: PayStart;
  /** What happens next, where the name alone does not say it. */
  readonly note?: string;
}

/** A way of the product that works elsewhere only. */
export interface PayWayElsewhere {
  readonly value: string;
  readonly label: string;
  /** Where it works. */
  readonly note: string;
}

/** Ways whose own page opens in any browser but WeChat's; each is started by a call of its own name. */
const OUTSIDE_WECHAT = ['alipay', 'unionpay'] as const satisfies PayStart[];

/** Cashiers that open in any browser. */
const ANYWHERE = ['lakala', 'rb'] as const satisfies PayStart[];

const NOTES: Readonly<Record<string, string>> = {
  xmybpay: '用医保余额付，可为家人付。余额不足时请换其他方式',
  unionpay: '会打开银联的付款页面，用银行卡或云闪付付款，付完自动回来',
  lakala: '会打开拉卡拉的付款页面，可用微信、支付宝或云闪付付款，付完自动回来',
  rb: '会打开保险公司的付款页面，付完自动回来',
};

/** Words of buttons that are not 用 and the name. */
const ACTIONS: Readonly<Record<string, string>> = { xmybpay: '用医保账户支付' };

type Product = Pick<ProductInfoValue, 'payList' | 'aliPayList'>;

/**
 * Ways of the product's list that can be started here; inside Alipay's own browser that is `aliPayList`. WeChat Pay
 * goes over the bridge inside WeChat (its H5 cashier does not work there) and over the H5 cashier in every other
 * browser. Methods without a provider are left out.
 */
export function payWays(product: Product, channelKind: ChannelKind): PayWay[] {
  return listFor(product, channelKind).flatMap(({ value, label }) => {
    const start = startOf(value, channelKind);
    const note = NOTES[value];
    return start ? [{ value, label, action: ACTIONS[value] ?? `用${label}`, start, ...(note ? { note } : {}) }] : [];
  });
}

/** Ways of the list that are shown, but cannot be started in this browser: other cashiers' pages do not work inside WeChat. */
export function payWaysElsewhere(product: Product, channelKind: ChannelKind): PayWayElsewhere[] {
  if (!isWechat(channelKind)) return [];
  return listFor(product, channelKind)
    .filter(({ value }) => outsideWechat(value) !== null)
    .map(({ value, label }) => ({ value, label, note: '要在手机浏览器里打开后付款' }));
}

function listFor(product: Product, channelKind: ChannelKind): Product['payList'] {
  return channelKind === 'alipay' ? product.aliPayList : product.payList;
}

function startOf(value: string, channelKind: ChannelKind): PayStart | null {
  if (value === 'wxpay') return isWechat(channelKind) ? 'jsapi' : channelKind === 'alipay' ? null : 'h5';
  if (value === 'xmybpay') return 'medical-account';
  const anywhere = ANYWHERE.find((one) => one === value);
  return anywhere ?? (isWechat(channelKind) ? null : outsideWechat(value));
}

function outsideWechat(value: string): PayStart | null {
  return OUTSIDE_WECHAT.find((one) => one === value) ?? null;
}

function isWechat(channelKind: ChannelKind): boolean {
  return channelKind === 'wechat' || channelKind === 'mini-program';
}
