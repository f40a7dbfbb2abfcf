import { expect, it } from 'vitest';
import type { ChannelKind } from '../../channel/channel.ts';
import type { PayStart } from './pay-ways.ts';
import { offersReapplication } from './reapplication.ts';

it.each<[boolean, ChannelKind, PayStart, boolean]>([
  [true, 'wechat', 'jsapi', true],
  [false, 'wechat', 'jsapi', false],
  [true, 'mini-program', 'jsapi', false],
  [true, 'wechat', 'medical-account', false],
  [true, 'plain', 'h5', false],
  [true, 'alipay', 'alipay', false],
  [true, 'in-app', 'h5', false],
])('product %s, %s, %s: %s', (automaticReapplicationOffered, channel, start, offered) => {
  expect(offersReapplication({ automaticReapplicationOffered }, channel, { start })).toBe(offered);
});
