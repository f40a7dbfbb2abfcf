import { nextStatus, type StatusEntry, type StatusTable, statusEntryOf } from '../status/index.ts';

/** Codes of PRODUCT B3. */
export type OrderStatus = 10 | 20 | 25 | 30 | 40 | 50 | 60 | 61 | 62 | 70 | 71 | 80 | 85 | 90;

export type OrderEvent =
  | 'OrderConfirmed'
  | 'OrderCancelled'
  | 'OrderExpired'
  | 'PaymentStarted'
  | 'PaymentAbandoned'
  | 'PaymentReceived'
  | 'PaymentFailed'
  | 'LatePaymentReceived'
  | 'IssuingStarted'
  | 'PoliciesIssued'
  | 'PartIssuingFailed'
  | 'IssuingFailed'
  | 'RefundStarted'
  | 'PartRefunded'
  | 'FullyRefunded'
  | 'FirstRefundRejected'
  | 'FurtherRefundRejected'
  | 'AnomalyFound'
  | 'ResolvedAsPaid'
  | 'ResolvedAsIssued'
  | 'ResolvedByRefund'
  | 'ResolvedAsCancelled';

/** The tabs of 我的订单 beside 全部; a closed order is only under 全部. */
export type OrderTab = 'unpaid' | 'paid' | 'refund' | 'closed';

export interface OrderStatusEntry extends StatusEntry<OrderStatus> {
  /** The word on the order card and the order page of the storefront. */
  residentLabel: string;
  tab: OrderTab;
}

/** Statuses by name. */
export const ORDER_STATUS = {
  awaitingConfirmation: 10,
  awaitingPayment: 20,
  paymentUnderWay: 25,
  paid: 30,
  issuing: 40,
  issued: 50,
  refunding: 60,
  partlyRefunded: 61,
  refunded: 62,
  cancelled: 70,
  expired: 71,
  paymentFailed: 80,
  issuingFailed: 85,
  needsOperator: 90,
} as const satisfies Record<string, OrderStatus>;

const ENTRIES: readonly OrderStatusEntry[] = [
  { status: 10, key: 'AwaitingConfirmation', label: '待确认', residentLabel: '待确认', tone: 'warn', tab: 'unpaid' },
  { status: 20, key: 'AwaitingPayment', label: '待支付', residentLabel: '待付款', tone: 'warn', tab: 'unpaid' },
  { status: 25, key: 'PaymentUnderWay', label: '支付处理中', residentLabel: '付款确认中', tone: 'info', tab: 'unpaid' },
  { status: 30, key: 'Paid', label: '已支付待承保', residentLabel: '已付款', tone: 'success', tab: 'paid' },
  { status: 40, key: 'Issuing', label: '承保中', residentLabel: '已付款', tone: 'success', tab: 'paid' },
  { status: 50, key: 'Issued', label: '已承保', residentLabel: '已付款', tone: 'success', tab: 'paid' },
  { status: 60, key: 'Refunding', label: '退款中', residentLabel: '退款中', tone: 'warn', tab: 'refund' },
  { status: 61, key: 'PartlyRefunded', label: '部分退款', residentLabel: '部分退款', tone: 'neutral', tab: 'refund' },
  { status: 62, key: 'Refunded', label: '已退款', residentLabel: '已退款', tone: 'neutral', tab: 'refund' },
  { status: 70, key: 'Cancelled', label: '已取消', residentLabel: '已取消', tone: 'neutral', tab: 'closed' },
  { status: 71, key: 'Expired', label: '超时关闭', residentLabel: '超时关闭', tone: 'neutral', tab: 'closed' },
  { status: 80, key: 'PaymentFailed', label: '支付失败', residentLabel: '待付款', tone: 'warn', tab: 'unpaid' },
  {
    status: 85,
    key: 'IssuingFailed',
    label: '承保失败(自动退款)',
    residentLabel: '承保失败，自动退款',
    tone: 'error',
    tab: 'refund',
  },
  { status: 90, key: 'NeedsOperator', label: '异常待人工', residentLabel: '人工处理中', tone: 'info', tab: 'paid' },
];

/**
 * The life of an order. An order closes only after the provider's order was closed, so 70 and 71 are quiet but not
 * terminal: a payment may still arrive and is then refunded in full. So is 62: another one may arrive when all was back.
 */
export const ORDER_STATUS_TABLE: StatusTable<OrderStatus, OrderEvent> = {
  title: 'Order',
  entries: ENTRIES,
  initial: [10, 20],
  terminal: [],
  rows: [
    [10, 20, 'OrderConfirmed'],
    [10, 70, 'OrderCancelled'],
    [10, 71, 'OrderExpired'],
    [20, 25, 'PaymentStarted'],
    [20, 30, 'PaymentReceived'],
    [20, 70, 'OrderCancelled'],
    [20, 71, 'OrderExpired'],
    [20, 90, 'AnomalyFound'],
    [25, 20, 'PaymentAbandoned'],
    [25, 30, 'PaymentReceived'],
    [25, 80, 'PaymentFailed'],
    [25, 70, 'OrderCancelled'],
    [25, 71, 'OrderExpired'],
    [25, 90, 'AnomalyFound'],
    [80, 25, 'PaymentStarted'],
    [80, 30, 'PaymentReceived'],
    [80, 70, 'OrderCancelled'],
    [80, 71, 'OrderExpired'],
    [80, 90, 'AnomalyFound'],
    [30, 40, 'IssuingStarted'],
    [30, 50, 'PoliciesIssued'],
    [30, 85, 'IssuingFailed'],
    [30, 90, 'AnomalyFound'],
    [40, 50, 'PoliciesIssued'],
    [40, 60, 'PartIssuingFailed'],
    [40, 85, 'IssuingFailed'],
    [40, 90, 'AnomalyFound'],
    [50, 60, 'RefundStarted'],
    [61, 60, 'RefundStarted'],
    [85, 60, 'RefundStarted'],
    [70, 60, 'LatePaymentReceived'],
    [71, 60, 'LatePaymentReceived'],
    [62, 60, 'LatePaymentReceived'],
    [60, 61, 'PartRefunded'],
    [60, 62, 'FullyRefunded'],
    [60, 50, 'FirstRefundRejected'],
    [60, 61, 'FurtherRefundRejected'],
    [60, 90, 'AnomalyFound'],
    [90, 30, 'ResolvedAsPaid'],
    [90, 50, 'ResolvedAsIssued'],
    [90, 60, 'ResolvedByRefund'],
    [90, 70, 'ResolvedAsCancelled'],
  ],
};

/** The status after `event`, or null when that event is not allowed in `from`. */
export function nextOrderStatus(from: OrderStatus, event: OrderEvent): OrderStatus | null {
  return nextStatus(ORDER_STATUS_TABLE, from, event);
}

/** All statuses with their labels, in the order of their codes. */
export const ORDER_STATUS_ENTRIES: readonly OrderStatusEntry[] = ENTRIES;

/** How a status is shown. A value that is none is shown as it is, in neutral grey, under no tab but 全部. */
export function shownOrderStatus(
  status: number | string,
): Pick<OrderStatusEntry, 'label' | 'residentLabel' | 'tone' | 'tab'> {
  const entry = ENTRIES.find((one) => String(one.status) === String(status));
  return entry ?? { label: String(status), residentLabel: String(status), tone: 'neutral', tab: 'closed' };
}

/** Whether this number is an order status. */
export function isOrderStatus(value: number): value is OrderStatus {
  return statusEntryOf(ORDER_STATUS_TABLE, value) !== null;
}
