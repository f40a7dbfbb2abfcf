import { expect, it } from 'vitest';
import { wayBack } from './way-back.ts';

it.each([
  ['#/withhold', '', null],
  ['#/withhold?shareCode=a1', 'shareCode=a1', null],
  ['#/withhold?orderNo=JS1', '', null],
  ['#/withhold?shareCode=a1&area=320500', '', { kind: 'route', to: '/withhold?shareCode=a1&area=320500' }],
  ['#/withhold?shareCode=a1', 'agentCode=N1', { kind: 'route', to: '/withhold?shareCode=a1&agentCode=N1' }],
  ['#/withhold?productId=js26&shareCode=a1', '', { kind: 'load', address: '/?productId=js26#/withhold?shareCode=a1' }],
])('left at %s, back with "%s"', (left, present, way) => {
  expect(wayBack(left, present)).toEqual(way);
});
