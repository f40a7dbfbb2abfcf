import { expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import { labelMapOf } from '../status/index.ts';
import {
  nextPolicyStatus,
  POLICY_STATUS_TABLE,
  type PolicyStatus,
  policyStatusAt,
  shownPolicyStatus,
} from './index.ts';

const coverage = { validDate: '2026-01-01', invalidDate: '2026-12-31' };

test('codes and labels', () => {
  expect(labelMapOf(POLICY_STATUS_TABLE)).toEqual({
    0: '待生效',
    1: '保障中',
    2: '已到期',
    3: '退保处理中',
    4: '已退保',
    5: '批改处理中',
    6: '承保失败',
    7: '已终止',
  });
});

test.each<[string, PolicyStatus]>([
  ['2025-12-31 23:59:59.999', 0],
  ['2026-01-01 00:00:00', 1],
  ['2026-12-31 23:59:59.999', 1],
  ['2027-01-01 00:00:00', 2],
])('at %s a policy shows %i by the Beijing calendar, whichever of the three is stored', (now, expected) => {
  for (const stored of [0, 1, 2] as const) expect(policyStatusAt(stored, coverage, beijingMs(now))).toBe(expected);
});

test.each<PolicyStatus>([3, 4, 5, 6, 7])('status %i does not follow the calendar', (stored) => {
  expect(policyStatusAt(stored, coverage, beijingMs('2026-06-01'))).toBe(stored);
});

test('a cancelled policy never comes back, a refused refund does', () => {
  expect(nextPolicyStatus(4, 'CoverageStarted')).toBeNull();
  expect(nextPolicyStatus(3, 'RefundRejectedBeforeStart')).toBe(0);
  expect(nextPolicyStatus(3, 'RefundRejectedAfterStart')).toBe(1);
  expect(nextPolicyStatus(3, 'PolicyCancelled')).toBe(4);
});

test('an unknown value is shown as it is', () => {
  expect(shownPolicyStatus(1)).toMatchObject({ label: '保障中' });
  expect(shownPolicyStatus('42')).toEqual({ label: '42', tone: 'neutral' });
});
