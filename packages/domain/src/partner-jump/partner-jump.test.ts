import { expect, test } from 'vitest';
import { nextStatus } from '../status/index.ts';
import { JUMP_CONSENT_LINES, JUMP_CONSENT_VERSION, JUMP_STATUS_TABLE, jumpStatusLabel } from './index.ts';

test('a jump is asked for again while nothing is known of it, and ends once', () => {
  expect(nextStatus(JUMP_STATUS_TABLE, 'telling', 'Asked')).toBe('telling');
  expect(nextStatus(JUMP_STATUS_TABLE, 'told', 'AddressGiven')).toBe('opened');
  for (const end of JUMP_STATUS_TABLE.terminal) {
    for (const event of ['Asked', 'Taken', 'AddressGiven', 'TimePassed'] as const) {
      expect(nextStatus(JUMP_STATUS_TABLE, end, event)).toBeNull();
    }
  }
  expect(jumpStatusLabel('lapsed')).toBe('已过期');
});

test('the consent says what, to whom, what for, how long, and that it may be refused', () => {
  expect(JUMP_CONSENT_LINES.map((line) => line.split('：')[0])).toEqual([
    ...['交出什么', '交给谁', '用来做什么', '保存多久', '您可以不同意'],
  ]);
  expect(JUMP_CONSENT_VERSION).toBe(1);
});
