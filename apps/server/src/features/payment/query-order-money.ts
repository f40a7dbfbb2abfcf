import type { Calls, OrderMoneyValue } from '@huimin/contract';
import { formatDateTime, formatDeadline } from '@huimin/domain/date';
import { type MoneyEntry, orderMoney } from '@huimin/domain/payment';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { askAboutOrder } from './ask-about-order.ts';
import { moneyFacts } from './money-facts.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/** The story of an order's money; the provider of an open attempt is asked first, so that it is the newest there is. */
export function queryOrderMoney(deps: PaymentDependencies): Handler<Calls['queryOrderMoney']> {
  return async (input, request) => {
    const asked = await askAboutOrder(deps, request.user, input.orderNo);
    if (!asked) return fail('not-found', '没有找到这笔订单');
    const facts = await moneyFacts(deps, asked);
    const { entries, next, ...money } = orderMoney(facts);
    return ok({
      orderNo: input.orderNo,
      ...(facts.isUpgrade ? { kind: 'upgrade' as const } : {}),
      insuredCount: facts.policiesStanding,
      ...money,
      entries: entries.map(shownEntry),
      next: next.map(shownEntry),
      moving: [...entries, ...next].some(({ mark, latest }) => mark === 'now' || (mark === 'next' && latest !== null)),
    });
  };
}

function shownEntry({ atMs, latest, ...entry }: MoneyEntry): OrderMoneyValue['entries'][number] {
  return {
    ...entry,
    at: atMs === null ? null : formatDateTime(atMs),
    latest: latest === null ? null : formatDeadline(latest),
  };
}
