import type { EditionFieldsValue } from '@huimin/contract/console';
import { expect, test } from 'vitest';
import { atPlaces, clashingFields, fieldLabel, type TypedFields } from './merge-fields.ts';

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

test('what was typed for a plan stays with it when somebody else adds, takes out or moves one meanwhile', () => {
  const line = (name: string) => [{ name }] as unknown as EditionFieldsValue['covers'][number];
  const was = { plans: ['a', 'b'], covers: [['a'], ['b']] };
  const typed: TypedFields = {
    tel: '1',
    premiumsYuan: ['1', '2x'],
    planNames: ['甲', '乙改'],
    covers: [line('a'), line('b改')],
  };
  // `a` is gone, so that the edition's own cover is `b`'s; `c` came, before it.
  const now = { plans: ['c', 'b'], covers: [['b'], ['c']] };
  const draft = {
    ...{ premiumsYuan: ['3', '2'], planNames: ['丙', '乙'], planAdds: [['多'], []], covers: [line('b'), line('c')] },
  } as unknown as EditionFieldsValue;
  expect(atPlaces(typed, was, now, draft)).toEqual({
    ...{ tel: '1', premiumsYuan: ['3', '2x'], planNames: ['丙', '乙改'], covers: [line('b改'), line('c')] },
  });
  expect(atPlaces(typed, was, was, draft)).toBe(typed);
});
