import type { Calls, InputOf, OrderSummaryValue, OutputOf } from '@huimin/contract';

export type OrderFilter = NonNullable<InputOf<Calls['queryOrders']>['filter']>;
type OrderPage = OutputOf<Calls['queryOrders']>;

export const ORDER_TABS = [
  { value: 'all', label: '全部' },
  { value: 'waiting', label: '待付款' },
  { value: 'paid', label: '已付款' },
  { value: 'refund', label: '退保' },
] as const satisfies readonly { value: OrderFilter; label: string }[];

/** The tab an address names; 全部 for anything else. */
export function tabOf(text: string | null): OrderFilter {
  return ORDER_TABS.find(({ value }) => value === text)?.value ?? 'all';
}

export interface LoadedOrders {
  readonly orders: readonly OrderSummaryValue[];
  /** Where the next page begins; null at the end. */
  readonly nextCursor: string | null;
}

/** The list with one more page. An order that both hold (it moved between the questions) stays once, in its newer form. */
export function withPage(list: LoadedOrders, page: OrderPage): LoadedOrders {
  const newer = new Map(page.orders.map((order) => [order.orderNo, order]));
  const kept = list.orders.map((order) => {
    const again = newer.get(order.orderNo);
    newer.delete(order.orderNo);
    return again ?? order;
  });
  return { orders: [...kept, ...newer.values()], nextCursor: page.nextCursor };
}

/** Years to choose from, newest first; none when there is nothing to choose. */
export function yearsOf(editions: readonly { editionYear: number }[]): number[] {
  const years = [...new Set(editions.map(({ editionYear }) => editionYear))].sort((a, b) => b - a);
  return years.length > 1 ? years : [];
}

/** Orders by year of their edition, newest first. */
export function groupedByYear(orders: readonly OrderSummaryValue[]): { year: number; orders: OrderSummaryValue[] }[] {
  const years = [...new Set(orders.map(({ editionYear }) => editionYear))].sort((a, b) => b - a);
  return years.map((year) => ({ year, orders: orders.filter(({ editionYear }) => editionYear === year) }));
}
