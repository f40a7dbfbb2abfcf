import { describe, expect, test } from 'vitest';
import { nextPaymentStatus, PAYMENT_MESSAGES, PAYMENT_STATUS_TABLE, type PaymentStatus } from './index.ts';

describe('a payment attempt', () => {
  test('the provider’s later word that money arrived wins over an earlier failure or close', () => {
    for (const from of ['CREATED', 'WAITING', 'FAILED', 'CLOSED'] as const) {
      expect(nextPaymentStatus(from, 'PaymentConfirmed')).toBe('SUCCESS');
    }
  });

  test('success is never overwritten by an older notice', () => {
    for (const event of ['PaymentFailed', 'AttemptClosed', 'SentToProvider', 'ProviderRefused'] as const) {
      expect(nextPaymentStatus('SUCCESS', event)).toBeNull();
    }
  });

  test('only received money is refunded, and only once as a whole', () => {
    const statuses = PAYMENT_STATUS_TABLE.entries.map((entry) => entry.status);
    expect(statuses.filter((status) => nextPaymentStatus(status, 'RefundStarted') !== null)).toEqual(['SUCCESS']);
    expect(nextPaymentStatus('REFUNDING', 'RefundConfirmed')).toBe('REFUNDED');
    expect(nextPaymentStatus('REFUNDING', 'PartRefundConfirmed')).toBe('SUCCESS');
    expect(nextPaymentStatus('REFUNDED', 'RefundStarted')).toBeNull();
  });
});

describe('what the payer is told', () => {
  const statuses = Object.keys(PAYMENT_MESSAGES) as PaymentStatus[];

  test('there are words for every status', () => {
    expect(statuses.sort()).toEqual(PAYMENT_STATUS_TABLE.entries.map((entry) => entry.status).sort());
  });

  test('paying again is offered exactly where the words say that nothing was charged', () => {
    for (const status of statuses) {
      const message = PAYMENT_MESSAGES[status];
      expect(message.text.includes('没有扣款')).toBe(message.mayPayAgain);
    }
    expect(statuses.filter((status) => PAYMENT_MESSAGES[status].mayPayAgain).sort()).toEqual(['CLOSED', 'FAILED']);
  });

  test('while money may be on its way, the words warn against paying twice', () => {
    for (const status of ['CREATED', 'WAITING', 'REFUNDING'] as const) {
      expect(PAYMENT_MESSAGES[status].text).toContain('不要重复付款');
    }
  });
});
