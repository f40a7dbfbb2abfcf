import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adoptKeptQuery, KEPT_PARAMETERS, keptQueryOf, mergeKeptQuery } from './index.ts';

test('exactly the six parameters of the specification', () => {
  expect(KEPT_PARAMETERS).toEqual(['shareCode', 'shareFrom', 'agentCode', 'productId', 'area', 'area1']);
  expect(
    keptQueryOf('?shareCode=S1&shareFrom=card&agentCode=A&productId=js26&area=320500&area1=320540&code=x'),
  ).toEqual({
    shareCode: 'S1',
    shareFrom: 'card',
    agentCode: 'A',
    productId: 'js26',
    area: '320500',
    area1: '320540',
  });
});

test('empty, absent and overlong values do not count', () => {
  expect(keptQueryOf('')).toEqual({});
  expect(keptQueryOf('?shareCode=&from=singlemessage')).toEqual({});
  expect(keptQueryOf(`agentCode=${'a'.repeat(129)}`)).toEqual({});
});

test('values are decoded once and encoded again', () => {
  const kept = keptQueryOf('?shareCode=%E5%BC%A0%26area%3D1');
  expect(kept).toEqual({ shareCode: '张&area=1' });
  expect(mergeKeptQuery('/pay', kept)).toBe('/pay?shareCode=%E5%BC%A0%26area%3D1');
});

test.each([
  ['/pay', '/pay?shareCode=S1'],
  ['/pay?orderNo=1', '/pay?orderNo=1&shareCode=S1'],
  ['/pay?', '/pay?shareCode=S1'],
  ['/pay?shareCode=own', '/pay?shareCode=own'],
  ['/pay?orderNo=1#part', '/pay?orderNo=1&shareCode=S1#part'],
  ['#/login', '#/login?shareCode=S1'],
  ['#/login?a=1', '#/login?a=1&shareCode=S1'],
])('%s becomes %s', (path, expected) => {
  expect(mergeKeptQuery(path, { shareCode: 'S1' })).toBe(expected);
});

test('nothing to keep leaves the path alone', () => {
  expect(mergeKeptQuery('/pay?orderNo=%2F1', {})).toBe('/pay?orderNo=%2F1');
});

test('what stands in the hash wins over what stands before it', () => {
  expect(adoptKeptQuery('?shareCode=outer&agentCode=A', '?shareCode=inner')).toEqual({
    shareCode: 'inner',
    agentCode: 'A',
  });
});

test('whatever is kept is read back from the merged path, also after many navigations', () => {
  const value = fc.string({ minLength: 1, maxLength: 30 });
  const anyKept = fc.record(Object.fromEntries(KEPT_PARAMETERS.map((name) => [name, value])), { requiredKeys: [] });
  fc.assert(
    fc.property(anyKept, (kept) => {
      const once = mergeKeptQuery('/index?x=1', kept);
      const search = once.slice(once.indexOf('?'));
      expect(keptQueryOf(search)).toEqual(kept);
      expect(mergeKeptQuery(once, keptQueryOf(search))).toBe(once);
    }),
  );
});
