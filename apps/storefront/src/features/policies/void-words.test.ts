import { expect, test } from 'vitest';
import { paperWord, voidText, voidWord } from './void-words.ts';

const valid = { name: '钱安邦', relationship: '00' } as const;
const givenBack = { name: '钱安昌', relationship: '02', isVoid: true } as const;

test.each([
  [[valid], null],
  [[valid, valid], null],
  [[valid, givenBack], '1 人已作废'],
  [[valid, givenBack, givenBack], '2 人已作废'],
  [[givenBack], '已作废'],
  [[givenBack, givenBack], '已作废'],
  [[], null],
])('%j are marked as %j', (insured, word) => {
  expect(voidWord(insured)).toBe(word);
});

test('over the paper it is said since when, and why', () => {
  expect(voidText({ at: '2026.11.21 15:22', reason: '已退保' })).toBe(
    '这份凭证已作废：已退保，2026.11.21 15:22 起不能再用',
  );
});

test.each([
  [50, [valid], '可下载'],
  [30, [valid], '生成中'],
  [61, [valid, givenBack], '1 人已作废'],
  [62, [givenBack], '已作废'],
])('the list says of an order in %i with %j: %s', (status, insured, word) => {
  expect(paperWord({ status, insured })).toBe(word);
});
