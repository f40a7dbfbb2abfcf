import { expect, test } from 'vitest';
import { askerByPhone, POLICY_ACCESS } from './index.ts';

test('only the policyholder reaches the order, and a foreign phone sees no name, number or paper', () => {
  expect(Object.entries(POLICY_ACCESS).filter(([, access]) => access.order)).toHaveLength(1);
  expect(POLICY_ACCESS.policyholder.order).toBe(true);
  expect(Object.values(POLICY_ACCESS['other-phone'])).toEqual([false, false, false, false]);
});

test.each([
  ['19000001001', 'known-phone'],
  ['19000001002', 'known-phone'],
  ['19000001003', 'other-phone'],
])('%s: %s', (phone, asker) => {
  expect(askerByPhone(phone, { policyholder: '19000001001', insured: '19000001002' })).toBe(asker);
});

test('a phone that was never given belongs to nobody', () => {
  expect(askerByPhone('', { policyholder: null, insured: null })).toBe('other-phone');
});
