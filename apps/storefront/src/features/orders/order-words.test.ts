import { describe, expect, test } from 'vitest';
import {
  cancelWords,
  insuredText,
  issuingText,
  isWaiting,
  orderStatusWord,
  orderTimeText,
  payActionText,
  policyStatusWord,
} from './order-words.ts';

describe('status words', () => {
  const map = { '20': { label: '等您付款', tone: 'warn' as const } };

  test('the server decides', () => {
    expect(orderStatusWord(map, 20)).toEqual({ label: '等您付款', tone: 'warn' });
    expect(policyStatusWord({ '0': { label: '明年生效', tone: 'ok' } }, 0, true)).toEqual({
      label: '明年生效',
      tone: 'ok',
    });
  });

  test('what the server does not name is shown raw and neutral', () => {
    expect(orderStatusWord(map, 999)).toEqual({ label: '999', tone: 'neutral' });
    expect(orderStatusWord(null, 999)).toEqual({ label: '999', tone: 'neutral' });
    expect(policyStatusWord(map, 42, true)).toEqual({ label: '42', tone: 'neutral' });
  });

  test('without the map the words of this release stand in', () => {
    expect(orderStatusWord(null, 50)).toEqual({ label: '已付款', tone: 'ok' });
    expect(policyStatusWord(null, 0, true)).toEqual({ label: '待生效', tone: 'ok' });
  });

  test('a person without a policy', () => {
    expect(policyStatusWord(null, null, true)).toEqual({ label: '出单中', tone: 'warn' });
    expect(policyStatusWord(null, null, false)).toBeNull();
  });
});

test('who is insured', () => {
  expect(insuredText([{ name: '李老测', relationship: '02' }])).toBe('李老测（父母）');
  expect(
    insuredText([
      { name: '张三', relationship: '00' },
      { name: '李四', relationship: '01' },
      { name: '张小测', relationship: '03' },
    ]),
  ).toBe('张三、李四、张小测（共\u00a03\u00a0人）');
  expect(insuredText([])).toBe('');
});

test('the time that says most', () => {
  const createdAt = '2025.11.20 11:04';
  expect(orderTimeText({ createdAt, paidAt: null, closedAt: null })).toBe('2025.11.20 11:04 下单');
  expect(orderTimeText({ createdAt, paidAt: '2025.11.20 11:05', closedAt: null })).toBe('2025.11.20 11:05 付款');
  expect(orderTimeText({ createdAt, paidAt: null, closedAt: '2025.11.20 11:34' })).toBe('2025.11.20 11:34 关闭');
});

test('only orders without money can be paid or cancelled', () => {
  expect([10, 20, 25, 30, 40, 50, 60, 61, 62, 70, 71, 80, 85, 90].filter((status) => isWaiting({ status }))).toEqual([
    10, 20, 25,
  ]);
});

test('an order whose cashier was opened does not invite to pay', () => {
  expect(payActionText({ status: 25, paymentOpen: false })).toBe('看付款结果');
  expect(payActionText({ status: 20, paymentOpen: true })).toBe('看付款结果');
  expect(payActionText({ status: 20, paymentOpen: false })).toBe('去付款');
});

test('how many policies there are', () => {
  const issued = { policyNo: 'TEST20260001281' };
  const open = { policyNo: null };
  expect(issuingText([issued, issued, open])).toBe('2 份保单已生成，1 份出单中');
  expect(issuingText([issued])).toBe('1 份保单已生成');
  expect(issuingText([open])).toContain('正在生成');
});

test('whoever cancels is told whether the order can be put in again now', () => {
  const may = '取消后不能再付款，要参保得重新提交。没有付款，不会扣钱';
  expect(cancelWords({ open: true, words: '还要参保的话，请重新提交订单' })).toBe(may);
  expect(cancelWords(null)).toBe(may);
  expect(cancelWords({ open: false, words: '参保已截止，不能再参保' })).toBe(
    '取消后不能再付款。参保已截止，不能再参保。没有付款，不会扣钱',
  );
});
