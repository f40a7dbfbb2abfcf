import { expect, it } from 'vitest';
import { bookingHead, bookingSteps } from './booking-words.ts';

const booking = {
  status: 'booked',
  productName: '苏民安 2027',
  bookedAt: '2026.10.15 19:20',
  notifiedAt: null,
  insuredAt: null,
  cancelledAt: null,
  onSale: false,
} as const;
const told = { ...booking, status: 'notified', notifiedAt: '2026.11.02 09:00' } as const;

it.each([
  [booking, '预约成功', '苏民安 2027 开售后我们将第一时间短信提醒您', ['已预约', '开售后收短信', '自己来参保']],
  [{ ...booking, onSale: true }, '已经开售', '不用等短信', ['已预约', '开售后收短信', '自己来参保']],
  [{ ...told, onSale: true }, '已经提醒过您', '苏民安 2027 现在可以参保', ['已预约', '已发短信', '自己来参保']],
  [told, '已经提醒过您', '已经结束', ['已预约', '已发短信', '自己来参保']],
  [
    { ...told, status: 'insured', insuredAt: '2026.11.03 10:00' },
    '已投保',
    '到此结束',
    ['已预约', '已发短信', '已投保'],
  ],
  [
    { ...booking, status: 'cancelled', cancelledAt: '2026.10.16 09:00' },
    '预约已取消',
    '不会再发',
    ['已预约', '已取消'],
  ],
] as const)('%# says how it stands', (shown, title, lead, steps) => {
  expect(bookingHead(shown).title).toBe(title);
  expect(bookingHead(shown).lead).toContain(lead);
  expect(bookingSteps(shown).map((step) => step.title)).toEqual(steps);
});
