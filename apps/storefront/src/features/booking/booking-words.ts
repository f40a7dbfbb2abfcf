import type { BookingValue } from '@huimin/contract';
import { bookingPromise } from '@huimin/domain/booking';
import type { TimelineStep } from '../../ui/timeline.tsx';

type Head = { readonly tone: 'ok' | 'neutral'; readonly title: string; readonly lead: string };
type Shown = Pick<
  BookingValue,
  'status' | 'productName' | 'bookedAt' | 'notifiedAt' | 'insuredAt' | 'cancelledAt' | 'onSale'
>;

/** What a booking's page says first. */
export function bookingHead({ status, productName, onSale }: Shown): Head {
  switch (status) {
    case 'booked':
      return onSale
        ? { tone: 'ok', title: '已经开售', lead: `${productName} 现在可以参保，不用等短信` }
        : { tone: 'ok', title: '预约成功', lead: bookingPromise(`${productName} `) };
    case 'notified':
      return onSale
        ? { tone: 'ok', title: '已经提醒过您', lead: `${productName} 现在可以参保` }
        : { tone: 'neutral', title: '已经提醒过您', lead: `${productName} 的参保已经结束` };
    case 'insured':
      return { tone: 'ok', title: '已投保', lead: `您已经买了${productName}，预约到此结束` };
    case 'cancelled':
      return { tone: 'neutral', title: '预约已取消', lead: '不会再发短信提醒您' };
  }
}

/** What has happened and what comes. */
export function bookingSteps(booking: Shown): TimelineStep[] {
  const { status, bookedAt, notifiedAt, insuredAt, cancelledAt } = booking;
  const booked: TimelineStep = { state: 'done', title: '已预约', when: bookedAt };
  const told: TimelineStep = { state: 'done', title: '已发短信', when: notifiedAt };
  if (status === 'cancelled') {
    return [booked, ...(notifiedAt ? [told] : []), { state: 'void', title: '已取消', when: cancelledAt }];
  }
  if (status === 'insured') {
    return [booked, ...(notifiedAt ? [told] : []), { state: 'done', title: '已投保', when: insuredAt }];
  }
  return [
    booked,
    notifiedAt ? told : { state: 'next', title: '开售后收短信', note: '早 8 点到晚 9 点发，短信里有参保入口' },
    { state: 'next', title: '自己来参保', note: '预约不等于已经参保' },
  ];
}
