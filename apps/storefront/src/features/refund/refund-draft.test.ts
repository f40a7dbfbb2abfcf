import { beforeEach, expect, test } from 'vitest';
import { keepNote } from '../../channel/tab-note.ts';
import { forgetRefund, keepRefund, keptRefund } from './refund-draft.ts';

beforeEach(forgetRefund);

test('the same choice keeps its key whatever the order, another choice gets another', () => {
  const one = keepRefund({ orderNo: 'JS1', policyNos: ['P1', 'P2'], reason: 'other' });
  expect(one.clientKey).toMatch(/^[0-9a-f]{32}$/);
  expect(keepRefund({ orderNo: 'JS1', policyNos: ['P2', 'P1'], reason: 'other' }).clientKey).toBe(one.clientKey);
  expect(keepRefund({ orderNo: 'JS1', policyNos: ['P1'], reason: 'other' }).clientKey).not.toBe(one.clientKey);
  expect(keepRefund({ orderNo: 'JS1', policyNos: ['P1', 'P2'], reason: 'duplicate' }).clientKey).not.toBe(
    one.clientKey,
  );
});

test('is kept for its own order only, and forgotten', () => {
  keepRefund({ orderNo: 'JS1', policyNos: ['P1'], reason: null });
  expect(keptRefund('JS1')?.policyNos).toEqual(['P1']);
  expect(keptRefund('JS2')).toBeNull();
  forgetRefund();
  expect(keptRefund('JS1')).toBeNull();
});

test('what is not a whole choice is none', () => {
  keepNote('huimin-refund', { orderNo: 'JS1' });
  expect(keptRefund('JS1')).toBeNull();
});
