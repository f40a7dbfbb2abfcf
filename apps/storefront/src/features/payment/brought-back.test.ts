import { expect, test } from 'vitest';
import { broughtBack, withoutBroughtBack } from './brought-back.ts';

test.each([
  ['orderNo=1&appId=A1&encData=ff', { appId: 'A1', encData: 'ff' }],
  ['orderNo=1&appId=A1', null],
  ['appId=&encData=ff', null],
  ['', null],
])('%j brings %j', (query, expected) => {
  expect(broughtBack(new URLSearchParams(query))).toEqual(expected);
});

test.each([
  ['#/pay?orderNo=1&appId=A1&encData=ff&shareCode=S1', '#/pay?orderNo=1&shareCode=S1'],
  ['#/pay?appId=A1&encData=ff', '#/pay'],
  ['#/pay?orderNo=1', '#/pay?orderNo=1'],
])('%s stays as %s', (hash, expected) => {
  expect(withoutBroughtBack(hash)).toBe(expected);
});
