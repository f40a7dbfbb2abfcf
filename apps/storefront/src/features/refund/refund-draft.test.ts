import { expect, test } from 'vitest';
import { forgetRefund, keepRefund, keptRefund } from './refund-draft.ts';

function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

test('the same choice keeps its key whatever the order, another choice gets another', () => {
  const held = storage();
  const one = keepRefund({ orderNo: 'JS1', policyNos: ['P1', 'P2'], reason: 'other' }, held);
  expect(one.clientKey).toMatch(/^[0-9a-f]{32}$/);
  expect(keepRefund({ orderNo: 'JS1', policyNos: ['P2', 'P1'], reason: 'other' }, held).clientKey).toBe(one.clientKey);
  expect(keepRefund({ orderNo: 'JS1', policyNos: ['P1'], reason: 'other' }, held).clientKey).not.toBe(one.clientKey);
  expect(keepRefund({ orderNo: 'JS1', policyNos: ['P1', 'P2'], reason: 'duplicate' }, held).clientKey).not.toBe(
    one.clientKey,
  );
});

test('is kept for its own order only, and forgotten', () => {
  const held = storage();
  keepRefund({ orderNo: 'JS1', policyNos: ['P1'], reason: null }, held);
  expect(keptRefund('JS1', held)?.policyNos).toEqual(['P1']);
  expect(keptRefund('JS2', held)).toBeNull();
  forgetRefund(held);
  expect(keptRefund('JS1', held)).toBeNull();
});

test('a browser that refuses storage keeps it as long as the page; broken content is nothing', () => {
  const refuses = {
    getItem: (): string => {
      throw new Error('refused');
    },
    setItem: () => {
      throw new Error('refused');
    },
    removeItem: () => {
      throw new Error('refused');
    },
  };
  keepRefund({ orderNo: 'JS1', policyNos: ['P1'], reason: 'other' }, refuses);
  expect(keptRefund('JS1', refuses)?.reason).toBe('other');
  forgetRefund(refuses);
  expect(keptRefund('JS1', { ...storage(), getItem: () => '{"orderNo":"JS1"}' })).toBeNull();
});
