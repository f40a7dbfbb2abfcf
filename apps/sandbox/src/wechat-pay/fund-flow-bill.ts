import { beijingDay, beijingText } from '../clock/beijing-time.ts';
import type { FaultKind } from '../faults/fault-kinds.ts';
import { yuan } from '../pages/layout.ts';
import type { PayOrder, Refund } from './pay-rows.ts';
import { feeOf } from './trade-bill.ts';

const COLUMNS = [
  ...['记账时间', '微信支付业务单号', '资金流水单号', '业务名称', '业务类型', '收支类型', '收支金额(元)'],
  ...['账户结余(元)', '资金变更提交申请人', '备注', '业务凭证号'],
];
const SUMMARY_COLUMNS = ['资金流水总笔数', '收入笔数', '收入金额', '支出笔数', '支出金额'];

/** One movement of the basic account; what goes out is negative. */
type Flow = {
  atMs: number;
  businessId: string;
  flowId: string;
  name: string;
  type: string;
  fen: number;
  voucher: string;
};

/**
 * The movements of the merchant's basic account on one Beijing day as CSV text, every value behind a back-tick: payments
 * and refunds, each followed by its fee. Undefined when nothing moved that day. `faults` spoil it on purpose.
 */
export function fundFlowBill(
  input: { day: string; orders: PayOrder[]; refunds: Refund[] },
  faults: ReadonlySet<FaultKind> = new Set(),
): string | undefined {
  const all = [...input.orders.flatMap(paymentFlows), ...input.refunds.flatMap(refundFlows)];
  all.sort((a, b) => a.atMs - b.atMs);
  const dayOf = ({ atMs }: Flow) => beijingDay(atMs);
  let balanceFen = all.filter((flow) => dayOf(flow) < input.day).reduce((sum, { fen }) => sum + fen, 0);
  const flows = all.filter((flow) => dayOf(flow) === input.day);
  const [first] = flows;
  if (!first) return undefined;
  if (faults.has('bill_amount_diff')) flows[0] = { ...first, fen: first.fen + 1 };
  if (faults.has('bill_extra_row'))
    flows.push({ ...first, businessId: `${first.businessId.slice(0, -4)}9999`, voucher: 'UNKNOWN00000001' });
  if (faults.has('bill_missing_row')) flows.pop();

  const row = (values: string[]) => values.map((value) => `\`${value}`).join(',');
  const lines = flows.map((flow) => {
    balanceFen += flow.fen;
    return row([
      ...[beijingText(flow.atMs), flow.businessId, flow.flowId, flow.name, flow.type],
      ...[flow.fen >= 0 ? '收入' : '支出', yuan(Math.abs(flow.fen)), yuan(balanceFen), 'system', '', flow.voucher],
    ]);
  });
  const [income, expense] = [flows.filter(({ fen }) => fen >= 0), flows.filter(({ fen }) => fen < 0)];
  const sum = (some: Flow[]) => yuan(Math.abs(some.reduce((total, { fen }) => total + fen, 0)));
  const counts = [String(flows.length), String(income.length), sum(income), String(expense.length), sum(expense)];
  return [COLUMNS.join(','), ...lines, SUMMARY_COLUMNS.join(','), row(counts), ''].join('\r\n');
}

function paymentFlows(order: PayOrder): Flow[] {
  const { paidAtMs: atMs, transactionId: businessId = '', outTradeNo: voucher, totalFen } = order;
  if (atMs === undefined) return [];
  return [
    { ...{ atMs, businessId, voucher, flowId: `${businessId}1` }, name: '交易', type: '交易', fen: totalFen },
    {
      ...{ atMs, businessId, voucher, flowId: `${businessId}2` },
      ...{ name: '交易', type: '扣除交易手续费', fen: -feeOf(totalFen) },
    },
  ];
}

function refundFlows(refund: Refund): Flow[] {
  const { succeededAtMs: atMs, refundId: businessId, outRefundNo: voucher, refundFen } = refund;
  if (atMs === undefined) return [];
  return [
    { ...{ atMs, businessId, voucher, flowId: `${businessId}1` }, name: '退款', type: '退款', fen: -refundFen },
    {
      ...{ atMs, businessId, voucher, flowId: `${businessId}2` },
      ...{ name: '退款', type: '退还交易手续费', fen: feeOf(refundFen) },
    },
  ];
}
