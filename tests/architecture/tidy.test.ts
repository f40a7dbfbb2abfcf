import { describe, expect, test } from 'vitest';
import { filesBelow, isTestFile, read } from './source-files.ts';

const source = ['apps', 'packages', 'scripts', 'tests'].flatMap((folder) =>
  filesBelow(folder, /\.(tsx?|m?js|css|sql)$/),
);
const ownCode = source.filter((file) => !file.startsWith('tests/vectors/'));

type Finding = { file: string; line: number; text: string };

function findLines(files: readonly string[], pattern: RegExp): Finding[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .map((text, index) => ({ file, line: index + 1, text: text.trim() }))
      .filter(({ text }) => pattern.test(text)),
  );
}

const show = ({ file, line, text }: Finding) => `${file}:${line} ${text.slice(0, 100)}`;

test('there is something to look at', () => {
  expect(ownCode.length).toBeGreaterThan(100);
});

test('no file is longer than 500 lines', () => {
  const long = ownCode
    .map((file) => ({ file, lines: read(file).split('\n').length }))
    .filter(({ lines }) => lines > 500);
  expect(long).toEqual([]);
});

describe('names', () => {
  const forbidden = {
    utils: 'the topic it serves',
    util: 'the topic it serves',
    helpers: 'what they do',
    helper: 'what it does',
    common: 'the thing that is shared',
    misc: 'one file per thing',
    shared: 'the thing that is shared',
  };
  test.each(Object.entries(forbidden))('nothing is called %s; name it after %s', (word) => {
    const named = new RegExp(`(^|[/.-])${word}(?=[/.-]|$)`);
    expect(ownCode.filter((file) => named.test(file))).toEqual([]);
  });

  test('files and folders are in kebab-case', () => {
    const odd = ownCode.filter((file) => file.split('/').some((part) => /[A-Z_ ]/.test(part)));
    expect(odd).toEqual([]);
  });
});

test('nothing is left to be done in a comment', () => {
  // Written so that this file does not find itself.
  const marker = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`);
  expect(findLines(ownCode, marker).map(show)).toEqual([]);
});

test('no check is switched off without a reason beside it', () => {
  const silenced = findLines(ownCode, /@ts-(ignore|nocheck)|biome-ignore(?!.*: .{5})|eslint-disable/);
  expect(silenced.filter(({ file }) => !file.endsWith('tidy.test.ts')).map(show)).toEqual([]);
});

test('no test is left out or run alone', () => {
  const tests = source.filter((file) => /\.test\.tsx?$/.test(file) && !file.endsWith('tidy.test.ts'));
  expect(findLines(tests, /\b(test|it|describe)\.(skip|only|todo)\b/).map(show)).toEqual([]);
});

test('no wide blank stands at the edge of a line of markup, from where the compiler takes it away', () => {
  const lost = source
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      read(file)
        .split('\n')
        .map((text, index) => ({ file, line: index + 1, text })),
    )
    .filter(({ text }) => /^ *\u3000|\u3000$/.test(text));
  expect(lost.map(show)).toEqual([]);
});

test('raw colours stand in the theme only', () => {
  const theme = /^apps\/storefront\/src\/ui\/(?:later-)?tokens\.css$/;
  const styled = filesBelow('apps/storefront/src', /\.(tsx?|css)$/).filter((file) => !theme.test(file));
  const shown = styled.filter((file) => !isTestFile(file));
  const colour = /(?<![\w&])#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!['"]?\s*\))|\b(rgba?|hsla?|oklch)\(/i;
  expect(findLines(shown, colour).map(show)).toEqual([]);
});

describe('texts that leave the house', () => {
  const published = [...ownCode, ...filesBelow('docs', /\.md$/), 'package.json', '.npmrc'];

  test('no path of a developer machine', () => {
    const path = new RegExp(`(^|[^\\w.])/(home|Users|${'wo' + 'rk'})/[a-z]`);
    expect(findLines(published, path).map(show)).toEqual([]);
  });

  test('the sandbox keys are the only private keys in the repository', () => {
    const files = filesBelow('.', /\.(ts|tsx|mjs|json|md|pem|sql|html)$/).filter(
      (file) => !file.startsWith('tests/vectors/'),
    );
    expect(findLines(files, /-----BEGIN (RSA |EC )?PRIVATE KEY-----/).map(show)).toEqual([]);
  });
});
