import type { ProductInfoValue } from '@huimin/contract';
import type { ChannelKind } from '../../channel/channel.ts';
import type { PayWay } from './pay-ways.ts';

/** Whether automatic re-application can be opened with this payment: over the messaging app's bridge alone. */
export function offersReapplication(
  product: Pick<ProductInfoValue, 'automaticReapplicationOffered'>,
  channelKind: ChannelKind,
  way: Pick<PayWay, 'start'>,
): boolean {
  return product.automaticReapplicationOffered && channelKind === 'wechat' && way.start === 'jsapi';
}
