import { describe, expect, test } from 'vitest';
import {
  CONTRACT_STATUS_TABLE,
  consentLines,
  contractStatusLabel,
  nextContractStatus,
  STANDING_CONTRACT,
} from './index.ts';

describe('a withholding contract', () => {
  test('is signed only by the provider’s word, also when that comes after it said no', () => {
    expect(nextContractStatus('SIGNING', 'Signed')).toBe('SIGNED');
    expect(nextContractStatus('SIGNING', 'NotSigned')).toBe('UNSIGNED');
    expect(nextContractStatus('UNSIGNED', 'Signed')).toBe('SIGNED');
    expect(nextContractStatus('SIGNED', 'NotSigned')).toBeNull();
  });

  test.each(CONTRACT_STATUS_TABLE.terminal)('%s never comes back, whatever arrives late', (ended) => {
    for (const event of new Set(CONTRACT_STATUS_TABLE.rows.map(([, , event]) => event))) {
      expect(nextContractStatus(ended, event)).toBeNull();
    }
  });

  test.each(STANDING_CONTRACT)('%s can be ended by each side at any time', (status) => {
    expect(nextContractStatus(status, 'EndedByUser')).toBe('ENDED_BY_USER');
    expect(nextContractStatus(status, 'EndedByMerchant')).toBe('ENDED_BY_MERCHANT');
    expect(nextContractStatus(status, 'EndedByTime')).toBe('ENDED_BY_TIME');
  });

  test('is charged only after it was booked', () => {
    const charging = CONTRACT_STATUS_TABLE.rows.filter(([, to]) => to === 'CHARGED');
    expect(charging).toEqual([['BOOKED', 'CHARGED', 'ChargeSucceeded']]);
    expect(nextContractStatus('PAUSED', 'ChargeBooked')).toBeNull();
  });

  test('every status has a label of its own', () => {
    const labels = CONTRACT_STATUS_TABLE.entries.map(({ status }) => contractStatusLabel(status));
    expect(new Set(labels).size).toBe(labels.length);
  });
});

test('the consent names people, limit and the way out, and promises no renewal', () => {
  const text = consentLines({ limitFen: 31_600, peopleCount: 2 }).join('');
  expect(text).toContain('2 人');
  expect(text).toContain('不超过 316.00 元');
  expect(text).toContain('随时可以');
  expect(text).not.toMatch(/自动续保|承诺续保/);
});
