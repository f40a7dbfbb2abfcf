import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { inWords, wordsOf } from './in-words.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['选择医保所在地', ['选择', '医保', '所在地']],
  ['健康服务手册', ['健康', '服务', '手册']],
  ['团体参保预约', ['团体', '参保', '预约']],
  ['自动扣费管理', ['自动', '扣费', '管理']],
  ['用身份证登录', ['用身份证', '登录']],
  ['看', ['看']],
  ['', ['']],
])('%s breaks between its words', (title, words) => {
  expect(wordsOf(title)).toEqual(words);
});

test('nothing of a title is lost or added, whatever it is', () => {
  for (const title of [
    '请您自己看一遍',
    '保存钱安兰的电子保单',
    '2028 版和以前比',
    '单位为您投保，请您确认',
    '我',
    '苏民安 2027',
  ])
    expect(wordsOf(title).join('')).toBe(title);
});

test('a title keeps its text, with a place to break between words', () => {
  expect(renderToStaticMarkup(<h1>{inWords('选择医保所在地')}</h1>)).toBe(
    '<h1><span class="in-words">选择<wbr/>医保<wbr/>所在地</span></h1>',
  );
});

test('a browser that cannot tell words apart shows the title as it is', () => {
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  expect(renderToStaticMarkup(<h1>{inWords('选择医保所在地')}</h1>)).toBe('<h1>选择医保所在地</h1>');
});
