import { beijingDay, beijingText } from '../clock/beijing-time.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { yuan } from '../pages/layout.ts';
import type { AlipayRefund, Trade } from './alipay-rows.ts';

const COLUMNS =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';
const SUMMARY_COLUMNS =
  '门店编号,门店名称,交易订单总笔数,退款订单总笔数,订单金额（元）,商家实收（元）,支付宝优惠（元）,商家优惠（元）,卡消费金额（元）,服务费（元）,分润（元）,实收净额（元）';

type Line = {
  atMs: number;
  type: '交易' | '退款';
  tradeNo: string;
  outTradeNo: string;
  subject: string;
  createdAtMs: number;
  fen: number;
  feeFen: number;
  requestNo: string;
};

export type BillInput = {
  /** `2026-11-20`, or `2026-11` for a month. */
  period: string;
  sellerId: string;
  madeAtMs: number;
  trades: Trade[];
  refunds: AlipayRefund[];
};

/** Detail and summary of one Beijing day or month as CSV. Undefined when nothing happened. `faults` spoil it. */
export function alipayBill(
  input: BillInput,
  faults: ReadonlySet<FaultKind> = new Set(),
): { detail: string; summary: string } | undefined {
  const lines = linesOf(input);
  const first = lines[0];
  if (!first) return undefined;
  if (faults.has('bill_amount_diff')) lines[0] = { ...first, fen: first.fen + 1 };
  if (faults.has('bill_extra_row'))
    lines.push({ ...first, tradeNo: `${first.tradeNo.slice(0, -4)}9999`, outTradeNo: 'UNKNOWN00000001' });
  if (faults.has('bill_missing_row')) lines.pop();

  const paid = lines.filter((line) => line.type === '交易');
  const refunded = lines.filter((line) => line.type === '退款');
  const sum = (some: Line[], field: 'fen' | 'feeFen') => some.reduce((total, line) => total + line[field], 0);
  const head = (title: string) => [
    `#支付宝${title}查询`,
    `#账号：[${input.sellerId}0156]`,
    `#起始日期：[${input.period}]   终止日期：[${input.period}]`,
  ];
  const detail = [
    ...head('业务明细'),
    `#${'-'.repeat(40)}业务明细列表${'-'.repeat(40)}`,
    COLUMNS,
    ...lines.map(detailRow),
    `#${'-'.repeat(40)}业务明细列表结束${'-'.repeat(40)}`,
    `#交易合计：${paid.length}笔，商家实收共${yuan(sum(paid, 'fen'))}元，商家优惠共0.00元`,
    `#退款合计：${refunded.length}笔，商家实收退款共${yuan(sum(refunded, 'fen'))}元，商家优惠退款共0.00元`,
    `#导出时间：[${beijingText(input.madeAtMs)}]`,
    '',
  ].join('\r\n');
  const total = yuan(sum(lines, 'fen'));
  const totals = ['合计', '', paid.length, refunded.length, total, total, '0.00', '0.00', '0.00'];
  const summary = [
    ...head('业务汇总'),
    SUMMARY_COLUMNS,
    [...totals, yuan(sum(lines, 'feeFen')), '0.00', yuan(sum(lines, 'fen') + sum(lines, 'feeFen'))].join(','),
    `#导出时间：[${beijingText(input.madeAtMs)}]`,
    '',
  ].join('\r\n');
  return { detail, summary };
}

function linesOf({ period, trades, refunds }: BillInput): Line[] {
  const inPeriod = (atMs: number | undefined): atMs is number =>
    atMs !== undefined && beijingDay(atMs).startsWith(period);
  const common = (trade: Trade) => ({
    tradeNo: trade.tradeNo,
    outTradeNo: trade.outTradeNo,
    subject: trade.subject,
    createdAtMs: trade.createdAtMs,
  });
  const lines: Line[] = [];
  for (const trade of trades) {
    if (!inPeriod(trade.paidAtMs)) continue;
    const amounts = { fen: trade.totalFen, feeFen: -feeOf(trade.totalFen), requestNo: '' };
    lines.push({ ...common(trade), ...amounts, type: '交易', atMs: trade.paidAtMs });
  }
  for (const refund of refunds) {
    const trade = trades.find((one) => one.outTradeNo === refund.outTradeNo);
    if (!trade || !inPeriod(refund.refundedAtMs)) continue;
    const amounts = { fen: -refund.refundFen, feeFen: feeOf(refund.refundFen), requestNo: refund.outRequestNo };
    lines.push({ ...common(trade), ...amounts, type: '退款', atMs: refund.refundedAtMs });
  }
  return lines.sort((a, b) => a.atMs - b.atMs);
}

/** Numbers and times end in a tab, so that a spreadsheet keeps them as texts. */
function detailRow(line: Line): string {
  const amount = yuan(line.fen);
  const subject = line.subject.replace(/[,\r\n]/g, ' ');
  const cells = [`${line.tradeNo}\t`, `${line.outTradeNo}\t`, line.type, subject, `${beijingText(line.createdAtMs)}\t`];
  cells.push(`${beijingText(line.atMs)}\t`, '', '', '', '', '*边小筑(san***@example.cn)', amount, amount);
  cells.push('0.00', '0.00', '0.00', '0.00', '0.00', '', '0.00', '0.00', `${line.requestNo}\t`);
  cells.push(yuan(line.feeFen), '0.00', '');
  return cells.join(',');
}

/** 0.6 % of an amount in fen, to the nearest fen. */
function feeOf(fen: number): number {
  return Math.round((fen * 6) / 1000);
}
