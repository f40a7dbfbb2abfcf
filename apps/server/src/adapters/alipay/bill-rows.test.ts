import { expect, test } from 'vitest';
import { billRows } from './bill-rows.ts';

const HEADER = '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,订单金额（元）,退款批次号/请求号,备注';
const PAID = { txn: '2026110222001400000000000001\t', number: 'JS000000000000000000101\t', at: '2026-11-02 10:00:00' };

const billOf = (name: string) =>
  [
    '#支付宝业务明细查询',
    HEADER,
    `${PAID.txn},${PAID.number},交易,${name},${PAID.at},${PAID.at},158.00,,`,
    `${PAID.txn},${PAID.number},退款,${name},${PAID.at},${PAID.at},-58.00,RJS000000000000000000102,退保`,
    '#-----业务明细列表结束-----',
    '',
  ].join('\r\n');

test.each(['苏民安 2027', '苏民安 2027, 基础款', '一,二,三'])('a day whose trades are called %s', (name) => {
  const trade = { merchantOrderNo: 'JS000000000000000000101', providerTxn: '2026110222001400000000000001' };
  const atMs = Date.parse('2026-11-02T10:00:00+08:00');
  expect(billRows(billOf(name))).toEqual([
    { ...trade, kind: 'payment', refundNo: null, amountFen: 15_800, atMs, settled: true },
    { ...trade, kind: 'refund', refundNo: 'RJS000000000000000000102', amountFen: 5_800, atMs, settled: true },
  ]);
});

test('a line of too few values is none of this bill', () => {
  expect(() => billRows(`${HEADER}\n1,2,交易`)).toThrow('a line of 3 values');
});
