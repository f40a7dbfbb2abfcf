import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyCall, calls, REPLY_CODES } from '@huimin/contract';
import { consoleCalls } from '@huimin/contract/console';
import { describe, expect, test } from 'vitest';
import { callsDoc, contractFileOf } from '../../scripts/calls-doc.ts';
import { errorsDoc } from '../../scripts/errors-doc.ts';
import { evidenceDoc } from '../../scripts/evidence-doc.ts';
import { statesDoc } from '../../scripts/states-doc.ts';
import { filesBelow, isTestFile, read, root } from './source-files.ts';

test.each([
  ['states', statesDoc],
  ['errors', errorsDoc],
  ['calls', callsDoc],
  ['evidence-example', evidenceDoc],
])('docs/%s.md is what the code says; if not, run npm run docs', (name, text) => {
  expect(read(`docs/${name}.md`)).toBe(text());
});

const all: AnyCall[] = [...Object.values(calls), ...Object.values(consoleCalls)];

test.each(all.map((call) => [call.name, contractFileOf(call)]))('%s is described in %s', (name, file) => {
  expect(read(file)).toContain(`name: '${name}'`);
});

test('every reply code is answered somewhere, and no two share a number', () => {
  const code = filesBelow('apps/server/src', /\.ts$/).filter((file) => !isTestFile(file));
  const text = code.map(read).join('\n');
  expect(Object.keys(REPLY_CODES).filter((name) => !text.includes(`'${name}'`) && name !== 'ok')).toEqual([]);
  const numbers = Object.values(REPLY_CODES).map((entry) => entry.code);
  expect(new Set(numbers).size).toBe(numbers.length);
});

describe('docs/decisions/dependencies.md', () => {
  type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>;
  const manifests = [
    'package.json',
    ...['apps', 'packages'].flatMap((folder) => filesBelow(folder, /^package\.json$/)),
  ];
  const used = manifests.flatMap((file) => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(file)) as Manifest;
    return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  const foreign = [...new Set(used)].filter((name) => !name.startsWith('@huimin/'));
  const rows = read('docs/decisions/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (package|---)/.test(line));
  const listed = rows
    .flatMap((line) => (line.split('|')[1] ?? '').replace('(development)', '').split(','))
    .map((name) => name.trim());
  const covers = (entry: string, name: string) =>
    entry.endsWith('/*') ? name.startsWith(entry.slice(0, -1)) : entry === name;

  test('every dependency of every package is listed', () => {
    expect(foreign.filter((name) => !listed.some((entry) => covers(entry, name)))).toEqual([]);
  });

  test('nothing is listed that is not used', () => {
    expect(listed.filter((entry) => !foreign.some((name) => covers(entry, name)))).toEqual([]);
  });

  test('every row says why, and under which licence', () => {
    for (const line of rows) expect(line).toMatch(/^\| [^|]+ \| [^|]{10,} \| [^|]{3,} \|$/);
  });
});

test('links between the documents lead somewhere', () => {
  const pages = ['README.md', 'apps/sandbox/README.md', ...filesBelow('docs', /\.md$/)];
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
      .map((match) => match[1] as string)
      .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(join(root, page, '..', target)))
      .map((target) => `${page} → ${target}`),
  );
  expect(broken).toEqual([]);
});
