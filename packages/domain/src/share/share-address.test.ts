import { expect, test } from 'vitest';
import { editionAddress, ownShareAddress, shareAddress } from './index.ts';

const ORIGIN = 'https://shop.example.cn';

test('a share leads to the home page or to an article, with the code of whoever shares', () => {
  expect(shareAddress(ORIGIN, { shareCode: 'a1', shareFrom: 'card' })).toBe(
    `${ORIGIN}/#/index?shareCode=a1&shareFrom=card`,
  );
  expect(shareAddress(ORIGIN, { shareCode: 'a1', shareFrom: 'copy', productId: 'demo27', articleId: 'four' })).toBe(
    `${ORIGIN}/#/link?id=four&shareCode=a1&shareFrom=copy&productId=demo27`,
  );
  expect(shareAddress(ORIGIN, { shareCode: null, shareFrom: 'card' })).toBe(`${ORIGIN}/#/index`);
});

test.each<[string, string | null]>([
  [`${ORIGIN}/#/index?shareCode=a1&shareFrom=poster`, '/#/index?shareCode=a1&shareFrom=poster'],
  [`${ORIGIN}/`, '/#/index'],
  [`${ORIGIN}/?shareCode=a1&from=singlemessage#/index`, '/#/index?shareCode=a1'],
  [`${ORIGIN}/#/index?orderNo=JS1&shareCode=a1`, '/#/index?shareCode=a1'],
  [`${ORIGIN}/#/link?id=four-things&shareCode=a1`, '/#/link?id=four-things&shareCode=a1'],
  [`${ORIGIN}/#/link`, null],
  [`${ORIGIN}/#/link?id=${'a'.repeat(41)}`, null],
  [`${ORIGIN}/#/orderDetail?orderNo=JS1`, null],
  [`${ORIGIN}/hmb-js26/console/share-content`, null],
  [`${ORIGIN}.evil.example/#/index`, null],
  [`https://name@shop.example.cn/#/index`, null],
  ['https://evil.example/#/index', null],
  ['javascript:alert(1)', null],
  ['//evil.example/', null],
  ['', null],
])('%s', (given, expected) => {
  expect(ownShareAddress(given, ORIGIN)).toBe(expected === null ? null : `${ORIGIN}${expected}`);
});

test.each([
  ['/index', 'shareCode=a1&shareFrom=card&orderNo=JS1', '/?productId=demo27#/index?shareCode=a1&shareFrom=card'],
  ['/index', 'productId=js26&agentCode=N1&area=320500', '/?productId=demo27#/index?agentCode=N1&area=320500'],
  ['/groupConfirm?t=x1&productId=js26', '', '/?productId=demo27#/groupConfirm?t=x1'],
  ['/yuyue', '', '/?productId=demo27#/yuyue'],
])('%s of another edition, from %s', (route, search, address) => {
  expect(editionAddress('demo27', route, search)).toBe(address);
});
