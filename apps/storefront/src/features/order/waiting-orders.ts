import type { OrderSummaryValue } from '@huimin/contract';

type Person = { readonly name: string; readonly relationship: string };

/** The newest unpaid order that holds this person, or null. Orders come newest first and name people, not member ids. */
export function waitingOrderOf(person: Person, orders: readonly OrderSummaryValue[]): string | null {
  const holds = (order: OrderSummaryValue) =>
    order.insured.some((insured) => insured.name === person.name && insured.relationship === person.relationship);
  return orders.find(holds)?.orderNo ?? null;
}

/** What is there to do about it: nobody is invited to pay who may have paid. */
export function waitingWords(orderNo: string | null, orders: readonly OrderSummaryValue[]): string {
  const order = orders.find((one) => one.orderNo === orderNo);
  if (!order) return '看订单';
  return order.paymentOpen ? '看付款结果' : '去付款';
}

/** The way to pay it; the list of orders when it is not known which one. */
export function payHref(orderNo: string | null): string {
  return orderNo === null ? '#/orders' : `#/pay?orderNo=${encodeURIComponent(orderNo)}`;
}
