import { expect, test } from 'vitest';
import { type ArticleBlock, blocksOf, linesOf } from './content-words.ts';

const BLOCKS: ArticleBlock[] = [
  { kind: 'heading', text: '一、先看这里' },
  { kind: 'paragraph', text: '医保先报，它再报。' },
  { kind: 'list', items: ['起付线', '比例'] },
  { kind: 'list', items: ['另一张表'] },
  { kind: 'strong', text: '一年期，不保证续保。' },
];

test('an article as lines becomes the same article again', () => {
  expect(linesOf(BLOCKS)).toBe(
    '# 一、先看这里\n\n医保先报，它再报。\n\n- 起付线\n- 比例\n\n- 另一张表\n\n! 一年期，不保证续保。',
  );
  expect(blocksOf(linesOf(BLOCKS))).toEqual(BLOCKS);
});

test('blank lines and spaces around a line are nothing', () => {
  expect(blocksOf('\n  第一段  \n\n\n第二段\n')).toEqual([
    { kind: 'paragraph', text: '第一段' },
    { kind: 'paragraph', text: '第二段' },
  ]);
  expect(blocksOf('')).toEqual([]);
});
