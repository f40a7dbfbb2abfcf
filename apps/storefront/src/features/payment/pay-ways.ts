import type { ProductInfoValue } from '@huimin/contract';
import type { ChannelKind } from '../../channel/channel.ts';

/** How the browser gets to the cashier. */
export type PayStart = 'jsapi' | 'h5' | 'alipay';

/** A way to pay that this browser can really start. */
export interface PayWay {
  /** Value in the product's list. */
  readonly value: string;
  readonly label: string;
  /** Words of the button, without the amount. */
  readonly action: string;
  readonly start: PayStart;
}

/** A way of the product that works elsewhere only. */
export interface PayWayElsewhere {
  readonly value: string;
  readonly label: string;
  /** Where it works. */
  readonly note: string;
}

type Product = Pick<ProductInfoValue, 'payList' | 'aliPayList'>;

/**
 * Ways of the product's list that can be started here; inside Alipay's own browser that is `aliPayList`. WeChat Pay
 * goes over the bridge inside WeChat (its H5 cashier does not work there) and over the H5 cashier in every other
 * browser. Methods without a provider are left out.
 */
export function payWays(product: Product, channelKind: ChannelKind): PayWay[] {
  return listFor(product, channelKind).flatMap(({ value, label }) => {
    const start = startOf(value, channelKind);
    return start ? [{ value, label, action: `用${label}`, start }] : [];
  });
}

/** Ways of the list that are shown, but cannot be started in this browser: Alipay's pages are blocked inside WeChat. */
export function payWaysElsewhere(product: Product, channelKind: ChannelKind): PayWayElsewhere[] {
  if (!isWechat(channelKind)) return [];
  return listFor(product, channelKind)
    .filter(({ value }) => value === 'alipay')
    .map(({ value, label }) => ({ value, label, note: '要在手机浏览器里打开后付款' }));
}

function listFor(product: Product, channelKind: ChannelKind): Product['payList'] {
  return channelKind === 'alipay' ? product.aliPayList : product.payList;
}

function startOf(value: string, channelKind: ChannelKind): PayStart | null {
  if (value === 'wxpay') return isWechat(channelKind) ? 'jsapi' : channelKind === 'alipay' ? null : 'h5';
  return value === 'alipay' && !isWechat(channelKind) ? 'alipay' : null;
}

function isWechat(channelKind: ChannelKind): boolean {
  return channelKind === 'wechat' || channelKind === 'mini-program';
}
