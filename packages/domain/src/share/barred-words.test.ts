import { expect, test } from 'vitest';
import { type BarredWord, barredWordsIn } from './index.ts';

const WORDS: BarredWord[] = [
  { word: '自动续保', reason: '写“自动重新投保”' },
  { word: '保证续保', reason: '一年期，不能承诺', allowedAfter: ['不', '非'] },
  { word: '即将停售', reason: '先公告，再说停售', allowedWhenAnnounced: true },
  { word: 'VIP', reason: '没有等级' },
  { word: '保本', reason: '保险不是投资' },
];
const found = (text: string, announced = false) => barredWordsIn({ text }, WORDS, announced).map(({ word }) => word);

test.each<[string, string[]]>([
  ['陪伴江苏人的第 4 年', []],
  ['支持自动续保', ['自动续保']],
  ['自 动 续 保', ['自动续保']],
  ['自·动·续-保！', ['自动续保']],
  ['自\u200b动续保', ['自动续保']],
  ['自动重新投保', []],
  ['一年期，不保证续保', []],
  ['本产品非保证续保', []],
  ['保证续保', ['保证续保']],
  ['不保证续保，但我们保证续保', ['保证续保']],
  ['即将停售，自动续保', ['自动续保', '即将停售']],
  ['ｖｉｐ 专享', ['VIP']],
  ['第十三条 不保证续保\n! 本产品一年期', []],
  ['不保证续保，本产品一年期', []],
  ['我们保 - 本', ['保本']],
  ['', []],
])('%s', (text, expected) => {
  expect(found(text)).toEqual(expected);
});

test('the end of a sale may be named once it was announced', () => {
  expect(found('即将停售', true)).toEqual([]);
});

test('a finding names the text it stands in', () => {
  expect(barredWordsIn({ title: '好', desc: '自动续保' }, WORDS, false)).toEqual([
    { field: 'desc', word: '自动续保', reason: '写“自动重新投保”' },
  ]);
});
