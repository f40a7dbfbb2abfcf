export { cancelOrder } from './cancel-order.ts';
export { isWaitPay } from './is-wait-pay.ts';
export { queryInsureOrder } from './query-insure-order.ts';
export { queryOrderDetail } from './query-order-detail.ts';
export { queryOrders } from './query-orders.ts';
export { queryOrdersV2 } from './query-orders-v2.ts';
export { saveOrder } from './save-order.ts';
export { selectListPaid } from './select-list-paid.ts';
