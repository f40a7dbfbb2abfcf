import { describe, expect, test } from 'vitest';
import {
  handRouteOf,
  nextRefundStatus,
  numberOfRound,
  pauseBeforeResend,
  REFUND_STATUS_TABLE,
  roundOfNumber,
  STUCK_RULES,
  type StuckKind,
  stuckKind,
  wayOutIsOpen,
} from './index.ts';

describe('the way out of a refund that did not come through', () => {
  test.each([
    ['CLOSED', false, 'CLOSED'],
    ['ABNORMAL', false, 'ABNORMAL'],
    ['CREATED', true, 'REFUSED'],
    ['CREATED', false, null],
    ['PROCESSING', true, null],
    ['SETTLED', true, null],
    ['REVIEWING', true, null],
  ] as const)('%s, refused last: %s, is stuck as %s', (state, refused, kind) => {
    expect(stuckKind(state, refused)).toBe(kind);
  });

  test.each([
    ['CLOSED', true, true, [600_000, 3_600_000, 21_600_000, null]],
    ['ABNORMAL', false, true, [null]],
    ['REFUSED', false, true, [null]],
  ] as const)('%s: may be sent again %s, by hand %s, by itself after %j', (kind, again, byHand, pauses) => {
    expect(wayOutIsOpen(kind, 'send-again')).toBe(again);
    expect(wayOutIsOpen(kind, 'by-hand')).toBe(byHand);
    expect(pauses.map((_, index) => pauseBeforeResend(kind, index + 1))).toEqual(pauses);
  });

  test('nothing is sent again by itself that may not be sent again at all, and the status table knows each way', () => {
    for (const kind of Object.keys(STUCK_RULES) as StuckKind[]) {
      const [state] = REFUND_STATUS_TABLE.entries
        .map(({ status }) => status)
        .filter((one) => stuckKind(one, true) === kind);
      const again = wayOutIsOpen(kind, 'send-again');
      if (!again) expect(pauseBeforeResend(kind, 1)).toBeNull();
      expect(state && nextRefundStatus(state, 'SentAgain')).toBe(again ? 'CREATED' : null);
      expect(state && nextRefundStatus(state, 'PaidByHand')).toBe('SETTLED');
    }
  });

  test('money of a medical-insurance account goes back to it', () => {
    expect(['xmybpay', 'wxpay', 'lakala'].map(handRouteOf)).toEqual(['bureau', 'bank', 'bank']);
  });

  const own = `RJS${'1234567890123456789'}01`;
  test.each([1, 2, 10, 99])('a number of round %i leads back', (round) => {
    expect(roundOfNumber(numberOfRound(own, round))).toEqual({ refundNo: own, round });
    expect(numberOfRound(own, round)).toMatch(/^[0-9A-Z]{24,27}$/);
  });

  test.each([`${own}T00`, `${own}T01`, `${own}T1`, `${own}X02`, `${own}T002`, own.slice(1), `${own} `, ''])(
    '"%s" is none',
    (number) => {
      expect(roundOfNumber(number)).toBeNull();
    },
  );
});
