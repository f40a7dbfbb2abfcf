import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { phrasesOf } from './in-phrases.ts';
import { inPhrases, inWords, wordsOf } from './in-words.tsx';

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

const SENTENCES = [
  '没有扣款。还要参保的话，请重新提交订单',
  '全省暂停参保：系统维护，预计 2026.11.27 20:00 恢复。恢复后可以重新提交订单',
  '请先看《用户服务协议》和《个人信息保护政策》（第 2 版），再打 400-065-1066',
  '可以先离开。结果会更新到“我的订单”。',
  '10分钟内有效，通常不到 1 分钟；用 158 元 / 人 / 年，付 ¥1,234.00',
  '阿依古丽·买买提的保单 WeChat 里也能看',
  '看',
  '',
];

test.each(SENTENCES)('a line of “%s” ends between words, with no sign at its wrong end and no number torn', (said) => {
  const phrases = phrasesOf(said);
  expect(phrases.join('')).toBe(said);
  for (const phrase of phrases.slice(0, -1)) expect(phrase).not.toMatch(/[（《“]$|[\d¥]\s?$|\d[.:,-]$/);
  for (const phrase of phrases.slice(1)) expect(phrase).not.toMatch(/^[，。、；：！？）》”·/]/);
});

test('words that stay whole, numbers that keep what they count', () => {
  const phrases = phrasesOf('没有扣款。还要参保的话，请重新提交订单，通常不到 1 分钟');
  for (const whole of ['重新', '提交', '订单', '1 分钟'])
    expect(
      phrases.filter((phrase) => phrase.includes(whole)),
      whole,
    ).toHaveLength(1);
});

test('texts among the children are broken, elements stay as they are', () => {
  expect(
    renderToStaticMarkup(
      <p>
        {inPhrases([
          '还有 ',
          2,
          ' 份没读，',
          <a key="a" href="#/a">
            去读保险条款
          </a>,
        ])}
      </p>,
    ),
  ).toBe(
    '<p><span class="in-words">还有 <wbr/><span class="in-one-piece">2 份</span><wbr/>没读，</span><a href="#/a">去读保险条款</a></p>',
  );
  vi.stubGlobal('Intl', { ...Intl, Segmenter: undefined });
  expect(renderToStaticMarkup(<p>{inPhrases('请重新提交订单')}</p>)).toBe('<p>请重新提交订单</p>');
});
