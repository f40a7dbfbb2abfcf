import { describe, expect, it } from 'vitest';
import { adoptOuterQuery, hashFor, parseHash } from './hash-location.ts';

describe('parseHash', () => {
  it.each([
    ['', '/', ''],
    ['#', '/', ''],
    ['#/', '/', ''],
    ['#/pay?orderNo=1&a=', '/pay', 'orderNo=1&a='],
    ['#!/orders', '/orders', ''],
    ['#faq', '/', ''],
  ])('%s', (hash, path, search) => {
    expect(parseHash(hash)).toEqual({ path, search });
  });
});

describe('hashFor', () => {
  const now = '#/index?shareCode=s&agentCode=a&area=320500&page=2';
  it('carries the kept parameters and nothing else', () => {
    expect(hashFor('/orders', now)).toBe('#/orders?shareCode=s&agentCode=a&area=320500');
    expect(hashFor('#/pay?orderNo=1', now)).toBe('#/pay?orderNo=1&shareCode=s&agentCode=a&area=320500');
  });
  it('lets the new address overrule them', () => {
    expect(hashFor('/index?area=320100', '#/a?area=320500')).toBe('#/index?area=320100');
  });
});

describe('adoptOuterQuery', () => {
  it('moves kept parameters into the hash and leaves the others outside', () => {
    expect(adoptOuterQuery('?shareCode=s&from=groupmessage', '')).toEqual({
      search: '?from=groupmessage',
      hash: '#/?shareCode=s',
    });
  });
  it('keeps what the hash has already', () => {
    expect(adoptOuterQuery('?area=320100&area1=x', '#/orders?area=320500')).toEqual({
      search: '',
      hash: '#/orders?area=320500&area1=x',
    });
  });
  it('has nothing to do without them', () => {
    expect(adoptOuterQuery('?from=groupmessage', '#/orders')).toBeNull();
  });
});
