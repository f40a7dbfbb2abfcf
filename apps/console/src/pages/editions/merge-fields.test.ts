import type { EditionFieldsValue } from '@huimin/contract/console';
import { expect, test } from 'vitest';
import { clashingFields, fieldLabel, type TypedFields } from './merge-fields.ts';

const BASE = { slogan: '一句话', tel: '400-065-1066', payList: ['wxpay', 'alipay'] } as unknown as EditionFieldsValue;

test.each<[string, Partial<EditionFieldsValue>, TypedFields, string[]]>([
  ['different fields', { slogan: '另一句' }, { tel: '12345' }, []],
  ['the same field to the same', { slogan: '另一句' }, { slogan: '另一句' }, []],
  ['the same field differently', { slogan: '另一句' }, { slogan: '第三句', tel: '12345' }, ['slogan']],
  ['a list whose order both changed', { payList: ['alipay', 'wxpay'] }, { payList: ['wxpay'] }, ['payList']],
  ['a list that the other one left', { tel: '1' }, { payList: ['wxpay'] }, []],
])('%s', (_, theirs, mine, clashes) => {
  expect(clashingFields(BASE, { ...BASE, ...theirs }, mine)).toEqual(clashes);
});

test('every field has a name that an operator reads on the page', () => {
  expect(
    (['recordFilingCode', 'insureEnd', 'payList', 'premiumsYuan', 'luckyDraw', 'subCompany'] as const).map(fieldLabel),
  ).toEqual(['备案编号', '参保截止', '付款方式', '保费', '抽奖', '分支机构']);
});
