import { describe, expect, test } from 'vitest';
import { compareLines, documentChecks } from './index.ts';

const rows = (before: string[], after: string[]) =>
  compareLines(before, after).map((row) => [row.before?.changed ?? null, row.after?.changed ?? null, row.isSame]);

test.each<[string, string[], string[], unknown[]]>([
  [
    'nothing',
    ['一', '二'],
    ['一', '二'],
    [
      ['', '', true],
      ['', '', true],
    ],
  ],
  ['words within a line', ['本产品不赔。'], ['本产品不赔，请看完。'], [['', '，请看完', false]]],
  [
    'a new line',
    ['一', '三'],
    ['一', '二', '三'],
    [
      ['', '', true],
      [null, '二', false],
      ['', '', true],
    ],
  ],
  [
    'a line that went',
    ['一', '二'],
    ['二'],
    [
      ['一', null, false],
      ['', '', true],
    ],
  ],
  ['all of it', [], ['一'], [[null, '一', false]]],
])('differences: %s', (_, before, after, expected) => expect(rows(before, after)).toEqual(expected));

test('a changed line keeps what is the same around it', () => {
  expect(compareLines(['二、美容等项目。'], ['二、美容、种牙等项目。'])[0]).toMatchObject({
    before: { start: '二、美容', changed: '', end: '等项目。' },
    after: { start: '二、美容', changed: '、种牙', end: '等项目。' },
  });
});

const EXCLUSIONS = {
  key: 'exclusions',
  title: '免除责任',
  blocks: [
    { kind: 'strong', text: '下列情形不赔。' },
    { kind: 'paragraph', text: '既往症按一半赔付；起付线以内自己承担。' },
  ],
};
const NOTICE = {
  key: 'health-notice',
  title: '健康告知',
  blocks: [{ kind: 'paragraph', text: '下列病：恶性肿瘤。按较低比例赔付。电话 400-065-1066' }],
};
const failed = (document: Parameters<typeof documentChecks>[0]) =>
  documentChecks(document, [{ word: '最便宜', reason: '不能用“最”' }])
    .filter(({ problem }) => problem !== null)
    .map(({ label }) => label);
const more = (document: typeof NOTICE, text: string, kind = 'paragraph') => ({
  ...document,
  blocks: [...document.blocks, { kind, text }],
});

describe('what a document lacks', () => {
  test.each<[string, Parameters<typeof documentChecks>[0], string[]]>([
    ['nothing', EXCLUSIONS, []],
    ['nothing in the notice', NOTICE, []],
    ['its own page', more(EXCLUSIONS, '投保须知', 'heading'), ['单独成页，不和其他内容合并']],
    ['what draws notice', { ...EXCLUSIONS, blocks: EXCLUSIONS.blocks.slice(1) }, ['重点文字加粗', '写了不赔的情形']],
    ['an answerable question', more(NOTICE, '您是否患有任何疾病？'), ['没有兜底的问法']],
    ['an own choice', more(NOTICE, '本项默认勾选'), ['没有默认勾选']],
    ['nothing where it denies one', more(NOTICE, '不默认勾选'), []],
    ['fair words', more(NOTICE, '全省最便宜'), ['没有禁用词']],
    [
      'what has to be said before somebody applies',
      {
        key: 'insurance-notice',
        title: '投保须知',
        blocks: [
          {
            kind: 'paragraph',
            text: '保费和保障期。谁可以参保。保障开始前可以退保。怎样理赔。不保证续保。投诉打 400-065-1066',
          },
        ],
      },
      ['写了等待期，没有也要写', '写了如实告知，和不如实的后果'],
    ],
    ['everything', { key: 'user-agreement', title: '', blocks: [] }, ['有题目和正文', '写了服务电话']],
  ])('%s', (_, document, expected) => expect(failed(document)).toEqual(expected));
});
