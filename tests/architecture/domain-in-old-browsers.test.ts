import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../packages/domain/src/', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);
const topics = readdirSync(source);

/** Specifiers a file imports or re-exports. */
function importsOf(file: string): string[] {
  return Array.from(readFileSync(source + file, 'utf8').matchAll(/from '([^']+)'/g), (match) => match[1] ?? '');
}

/** The contract's plain words: our own, a few lines, and without any package behind them. */
const VOCABULARY = '@huimin/contract/vocabulary';

/** Every file and package that loading `file` loads. */
function loadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  for (const specifier of importsOf(file)) {
    const path = new URL(specifier, `file:///${file}`).pathname.slice(1);
    if (specifier.startsWith('.')) loadedBy(path, loaded);
    else if (specifier !== VOCABULARY) loaded.add(specifier);
  }
  return loaded;
}

test('only the county table brings a package, so no other topic makes a page load it', () => {
  const withPackages = topics.filter((topic) =>
    [...loadedBy(`${topic}/index.ts`)].some((loaded) => !loaded.endsWith('.ts')),
  );
  expect(withPackages).toEqual(['county-table']);
  expect([...loadedBy('county-table/index.ts')]).toContain('@vant/area-data');
});

test("the contract's vocabulary brings no package either", () => {
  const folder = new URL('../../packages/contract/src/vocabulary/', import.meta.url);
  const loaded = ['index.ts'].concat(
    Array.from(
      readFileSync(new URL('index.ts', folder), 'utf8').matchAll(/from '\.\/([^']+)'/g),
      (match) => match[1] ?? '',
    ),
  );
  const specifiers = loaded.flatMap((file) =>
    Array.from(readFileSync(new URL(file, folder), 'utf8').matchAll(/from '([^']+)'/g), (match) => match[1] ?? ''),
  );
  expect(specifiers.length).toBeGreaterThan(1);
  expect(specifiers.filter((specifier) => !specifier.startsWith('./'))).toEqual([]);
});

test('topics reach each other by their index only', () => {
  for (const file of files) {
    for (const specifier of importsOf(file)) if (specifier.startsWith('../')) expect(specifier).toMatch(/\/index\.ts$/);
  }
});

// Bundlers lower syntax, not regular expressions and library functions. The oldest are WebView 78 and iOS 14.
test.each([
  ['lookbehind in a regular expression', /\(\?<[=!]/],
  ['the v flag of regular expressions', /\/[dgimsuy]*v[dgimsuy]*(?:[,;)]|\.[a-z]+\()/],
  ['replaceAll', /\.replaceAll\(/],
  ['at()', /\.at\(/],
  ['Object.hasOwn', /Object\.hasOwn\(/],
  ['structuredClone', /structuredClone\(/],
  ['array copies and searches of later years', /\.(?:toSorted|toReversed|toSpliced|with|findLast|findLastIndex)\(/],
  ['grouping and set methods', /\.(?:groupBy|isSubsetOf|union|intersection|difference)\(/],
  [
    'time zones of the machine',
    /Intl\.|toLocale|\.get(?:FullYear|Month|Date|Hours|Minutes|Seconds|Day|TimezoneOffset)\(/,
  ],
  ['the clock and chance', /Date\.now\(|new Date\(\)|Math\.random|performance\.now|crypto\./],
])('no rule uses %s', (_, pattern) => {
  expect(files.filter((file) => pattern.test(readFileSync(source + file, 'utf8')))).toEqual([]);
});
