import type { HappeningValue } from '@huimin/contract/console';
import { expect, test } from 'vitest';
import { paidText } from './cover.ts';

const told = (at: string, text: string, paidFen?: number): HappeningValue => ({
  ...{ at: Date.parse(at), until: null, kind: 'server', label: '回调', text, bad: false, tab: '' },
  ...(paidFen !== undefined && { paidFen }),
});

test('the cover tells the payment that was made, not the try before it that was closed', () => {
  const closed = told('2026-11-20T10:00:00+08:00', '付款单关闭，没有付款，订单 JS1');
  expect(paidText([closed])).toBe('没有付款');
  expect(paidText([closed, told('2026-11-20T10:05:00+08:00', '付款结果，订单 JS1，158.00 元', 15_800)])).toMatch(
    /^158\.00 元，10:05:00/,
  );
});
