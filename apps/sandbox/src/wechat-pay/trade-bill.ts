import { beijingDay, beijingText } from '../clock/beijing-time.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { yuan } from '../pages/layout.ts';
import type { PayOrder, Refund } from './pay-rows.ts';

export type BillType = 'ALL' | 'SUCCESS' | 'REFUND';

const REFUND_COLUMNS = ['微信退款单号', '商户退款单号', '退款金额', '充值券退款金额', '退款类型', '退款状态'];
const COLUMNS = [
  ...[
    '交易时间',
    '公众账号ID',
    '商户号',
    '特约商户号',
    '设备号',
    '微信订单号',
    '商户订单号',
    '用户标识',
    '交易类型',
    '交易状态',
  ],
  ...[
    '付款银行',
    '货币种类',
    '应结订单金额',
    '代金券金额',
    ...REFUND_COLUMNS,
    '商品名称',
    '商户数据包',
    '手续费',
    '费率',
  ],
  ...['订单金额', '申请退款金额', '费率备注'],
];
const SUMMARY_COLUMNS = [
  '总交易单数',
  '应结订单总金额',
  '退款总金额',
  '充值券退款总金额',
  '手续费总金额',
  '订单总金额',
  '申请退款总金额',
];

type Line = { atMs: number; paidFen: number; refundFen: number; feeFen: number; cells: Record<string, string> };

/**
 * The trade bill of one Beijing day as CSV text, every value behind a back-tick, amounts in yuan.
 * Undefined when nothing happened that day. `faults` spoil it on purpose.
 */
export function tradeBill(
  input: { day: string; type: BillType; orders: PayOrder[]; refunds: Refund[] },
  faults: ReadonlySet<FaultKind> = new Set(),
): string | undefined {
  const lines: Line[] = [];
  for (const order of input.orders) {
    if (order.paidAtMs === undefined || beijingDay(order.paidAtMs) !== input.day || input.type === 'REFUND') continue;
    lines.push(paymentLine(order, order.paidAtMs));
  }
  for (const refund of input.refunds) {
    const order = input.orders.find((one) => one.outTradeNo === refund.outTradeNo);
    if (
      !order ||
      refund.succeededAtMs === undefined ||
      beijingDay(refund.succeededAtMs) !== input.day ||
      input.type === 'SUCCESS'
    )
      continue;
    lines.push(refundLine(order, refund, refund.succeededAtMs));
  }
  lines.sort((a, b) => a.atMs - b.atMs);
  const first = lines[0];
  if (!first) return undefined;
  if (faults.has('bill_amount_diff')) lines[0] = withAmount(first, first.paidFen + 1);
  if (faults.has('bill_extra_row')) {
    lines.push({
      ...first,
      cells: {
        ...first.cells,
        微信订单号: `${first.cells.微信订单号?.slice(0, -4)}9999`,
        商户订单号: 'UNKNOWN00000001',
      },
    });
  }
  if (faults.has('bill_missing_row')) lines.pop();

  const columns =
    input.type === 'SUCCESS'
      ? COLUMNS.filter((name) => !REFUND_COLUMNS.includes(name) && name !== '申请退款金额')
      : COLUMNS;
  const sum = (field: 'paidFen' | 'refundFen' | 'feeFen') =>
    yuan(lines.reduce((total, line) => total + line[field], 0));
  const summary = [
    String(lines.length),
    sum('paidFen'),
    sum('refundFen'),
    '0.00',
    sum('feeFen'),
    sum('paidFen'),
    sum('refundFen'),
  ];
  const row = (values: string[]) => values.map((value) => `\`${value}`).join(',');
  return [
    columns.join(','),
    ...lines.map((line) => row(columns.map((name) => line.cells[name] ?? ''))),
    SUMMARY_COLUMNS.join(','),
    row(summary),
    '',
  ].join('\r\n');
}

function paymentLine(order: PayOrder, atMs: number): Line {
  const feeFen = feeOf(order.totalFen);
  const cells = {
    ...commonCells(order, atMs),
    交易状态: 'SUCCESS',
    退款金额: '0.00',
    微信退款单号: '0',
    商户退款单号: '0',
    手续费: yuan(feeFen),
  };
  return withAmount({ atMs, paidFen: 0, refundFen: 0, feeFen, cells }, order.totalFen);
}

function refundLine(order: PayOrder, refund: Refund, atMs: number): Line {
  const feeFen = -feeOf(refund.refundFen);
  return {
    atMs,
    paidFen: 0,
    refundFen: refund.refundFen,
    feeFen,
    cells: {
      ...commonCells(order, atMs),
      交易状态: 'REFUND',
      应结订单金额: '0.00',
      订单金额: '0.00',
      微信退款单号: refund.refundId,
      商户退款单号: refund.outRefundNo,
      退款金额: yuan(refund.refundFen),
      申请退款金额: yuan(refund.refundFen),
      退款类型: 'ORIGINAL',
      退款状态: 'SUCCESS',
      手续费: yuan(feeFen),
    },
  };
}

function commonCells(order: PayOrder, atMs: number): Record<string, string> {
  return {
    交易时间: beijingText(atMs),
    公众账号ID: order.appid,
    商户号: order.mchid,
    特约商户号: '0',
    微信订单号: order.transactionId ?? '',
    商户订单号: order.outTradeNo,
    用户标识: order.openid ?? '',
    交易类型: order.tradeType,
    付款银行: 'OTHERS',
    货币种类: 'CNY',
    代金券金额: '0.00',
    充值券退款金额: '0.00',
    商品名称: order.description,
    商户数据包: order.attach ?? '',
    费率: '0.60%',
    申请退款金额: '0.00',
  };
}

function withAmount(line: Line, paidFen: number): Line {
  return { ...line, paidFen, cells: { ...line.cells, 应结订单金额: yuan(paidFen), 订单金额: yuan(paidFen) } };
}

/** 0.6 % of an amount in fen, to the nearest fen. */
export function feeOf(fen: number): number {
  return Math.round((fen * 6) / 1000);
}
