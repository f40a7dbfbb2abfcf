import { expect, test } from 'vitest';
import { SETTLEMENT_COLUMNS, settlementColumns, settlementRow } from './settlement-row.ts';
import { settlementState } from './settlement-standing.ts';

const PROVIDERS = new Map([
  ['微信支付', 'wechat-pay'],
  ['支付宝', 'alipay'],
]);
const TODAY = '2026-11-22';
const GOOD = ['微信支付', '2026-11-20', '1,580.00', '9.48', '1570.52', '2026-11-21', 'BANK-20261121-0001'];
const row = (change: Record<number, string> = {}) =>
  settlementRow(Object.assign([...GOOD], change), [0, 1, 2, 3, 4, 5, 6], PROVIDERS, TODAY);

test('a line is read wherever its columns stand', () => {
  const turned = settlementColumns(['备注', ...SETTLEMENT_COLUMNS.toReversed()]);
  expect(turned).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(settlementRow(['', ...GOOD.toReversed()], turned as readonly number[], PROVIDERS, TODAY)).toEqual({
    ...{ provider: 'wechat-pay', day: '2026-11-20', grossFen: 158_000, feeFen: 948, netFen: 157_052 },
    ...{ arrivedOn: '2026-11-21', reference: 'BANK-20261121-0001' },
  });
  expect(row({ 2: '-158', 3: '0', 4: '-158.00' })).toMatchObject({ grossFen: -15_800, netFen: -15_800 });
});

test.each<[Record<number, string>, string]>([
  [{ 0: '微信' }, '没有这个渠道，应为：微信支付、支付宝'],
  [{ 1: '2026-11-31' }, '账单日应写成日期，如 2026-11-20'],
  [{ 1: '20/11/2026' }, '账单日应写成日期，如 2026-11-20'],
  [{ 5: '' }, '到账日应写成日期，如 2026-11-20'],
  [{ 5: '2026-11-19' }, '到账日早于账单日'],
  [{ 5: '2026-11-23' }, '到账日还没到'],
  [{ 2: '1580.001' }, '结算金额应为元，最多两位小数'],
  [{ 3: '免' }, '手续费应为元，最多两位小数'],
  [{ 4: '99999999999999' }, '到账金额应为元，最多两位小数'],
  [{ 4: '1580.00' }, '到账金额应为结算金额减手续费，即 1570.52'],
  [{ 6: '=1+1' }, '银行流水号应为 4 到 64 位字母、数字或横线'],
])('%j: %s', (change, problem) => {
  expect(row(change)).toBe(problem);
});

test('a heading that lacks a column, or has one twice', () => {
  expect(settlementColumns(['渠道', '账单日'])).toBe('第一行缺少列：结算金额、手续费、到账金额、到账日、银行流水号');
  expect(settlementColumns([...SETTLEMENT_COLUMNS, '渠道'])).toBe('第一行有两列的名字相同');
});

test.each<[number | null, number, number, string, string]>([
  [158_000, 1, 158_000, TODAY, 'settled'],
  [158_000, 2, 157_000, TODAY, 'short'],
  [158_000, 1, 159_000, TODAY, 'over'],
  [158_000, 0, 0, '2026-11-30', 'early'],
  [158_000, 0, 0, '2026-12-01', 'late'],
  [0, 0, 0, '2026-12-01', 'nothing'],
  [-15_800, 1, -15_800, TODAY, 'settled'],
  [null, 1, 100, TODAY, 'no-bill'],
  [null, 0, 0, TODAY, 'early'],
])('a bill of %j fen, %i transfers of %i fen, on %s: %s', (bill, transfers, grossFen, today, state) => {
  expect(settlementState(bill, { transfers, grossFen }, '2026-11-20', today)).toBe(state);
});
