import { expect, test } from 'vitest';
import { PAGES } from '../../apps/console/src/app/page-registry.ts';
import { HANDBOOK, searchHandbook, sentencesOf } from '../../apps/console/src/handbook/handbook.ts';
import { filesBelow, isTestFile, read } from './source-files.ts';

const sentences = HANDBOOK.flatMap(({ key, lead, parts }) =>
  [lead, ...parts.flatMap(({ blocks }) => blocks.flatMap(sentencesOf))].map((sentence) => ({ key, sentence })),
);
const between = (brackets: RegExp) =>
  sentences.flatMap(({ key, sentence }) => [...sentence.matchAll(brackets)].map(([, name]) => ({ key, name })));

test('every page of the console is told of by one chapter, and no chapter of a page that is not there', () => {
  const told = HANDBOOK.flatMap(({ pages }) => pages).sort();
  expect(told).toEqual(
    PAGES.map(({ path }) => path)
      .filter((path) => !path.startsWith('/handbook'))
      .sort(),
  );
  expect(new Set(HANDBOOK.map(({ key }) => key)).size).toBe(HANDBOOK.length);
});

test('what the handbook quotes stands on a screen', () => {
  const sources = ['apps/console/src', 'apps/server/src', 'apps/storefront/src', 'packages/contract', 'packages/domain']
    .flatMap((folder) => filesBelow(folder, /\.tsx?$/))
    .filter((file) => !isTestFile(file) && !file.startsWith('apps/console/src/handbook/'));
  const text = sources.map(read).join('\n');
  const quoted = between(/“([^”]+)”/g);
  const words = HANDBOOK.flatMap(({ key, parts }) =>
    parts.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        typeof block === 'object' && 'words' in block ? block.words.map(([name]) => ({ key, name })) : [],
      ),
    ),
  );
  expect(quoted.length).toBeGreaterThan(150);
  expect([...quoted, ...words].filter(({ name = '' }) => !text.includes(name))).toEqual([]);
});

test('what the handbook calls a page is one in the menu', () => {
  const titles = PAGES.filter(({ icon }) => icon !== null).map(({ title }) => title);
  const named = between(/〔([^〕]+)〕/g);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name = '' }) => !titles.includes(name))).toEqual([]);
});

test('all words that are looked for have to stand in one sentence or title, titles first', () => {
  const titlesOf = (text: string) =>
    searchHandbook(text).map(({ chapter, part }) => `${chapter.title} · ${part.title}`);
  expect(titlesOf('退款没成')).toContain('退款审核 · 退款没成');
  expect(titlesOf('退款没成')[0]).toBe('退款审核 · 退款没成');
  expect(titlesOf('  人工退款   凭证号 ')).toEqual(['退款审核 · 退款没成']);
  expect(titlesOf('totp')).toEqual(['开始使用 · 第一次登录']);
  expect(titlesOf(' ')).toEqual([]);
  expect(titlesOf('没有这样的话')).toEqual([]);
});
