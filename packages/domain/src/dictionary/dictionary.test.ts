import { expect, test } from 'vitest';
import { type DictionaryEntry, dictionaryDifferences, dictionaryProblem } from './index.ts';

const entry = (value: string, label: string, isOffered = true): DictionaryEntry => ({ value, label, isOffered });
const before = [entry('typing-error', '填错了字'), entry('moved', '搬家了'), entry('other', '其他原因')];
const known = before.map(({ value }) => value);

test.each<[string, readonly DictionaryEntry[], string | null]>([
  ['the same', before, null],
  [
    'another order and other words',
    [entry('moved', '搬了家'), entry('typing-error', '写错了'), entry('other', '别的')],
    null,
  ],
  ['one left out', before.slice(1), '条目变了'],
  ['one twice', [entry('moved', '甲'), entry('moved', '乙'), entry('other', '丙')], '条目变了'],
  ['an unknown one', [...before.slice(1), entry('new', '新的')], '条目变了'],
  ['no words', [entry('typing-error', ' '), ...before.slice(1)], '要写字'],
  ['the same words twice', [entry('typing-error', '搬家了'), ...before.slice(1)], '写得一样'],
  ['none for the rest', [...before.slice(0, 2), entry('other', '其他原因', false)], '不能关掉'],
])('new words for a list: %s', (_, entries, problem) => {
  const said = dictionaryProblem('change_reason', entries, known);
  if (problem === null) expect(said).toBeNull();
  else expect(said).toContain(problem);
});

test('a list of the code is nobody’s to change, and a difference is told line by line', () => {
  expect(dictionaryProblem('sex', [entry('m', '男'), entry('f', '女')], ['m', 'f'])).toContain('程序固定');
  const after = [entry('moved', '搬了家'), entry('typing-error', '填错了字', false), entry('other', '其他原因')];
  expect(dictionaryDifferences(before, after)).toEqual([
    '“搬家了” → “搬了家”',
    '不再能选“填错了字”',
    '顺序：搬了家、填错了字、其他原因',
  ]);
  expect(dictionaryDifferences(before, before)).toEqual([]);
});
