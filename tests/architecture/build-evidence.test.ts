import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '@huimin/evidence/canonical';
import { expandEvents, readTable } from '@huimin/evidence/events';
import { people } from '@huimin/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFiles } from '../../apps/server/src/features/replay/build-files.ts';
import { packed } from '../../apps/storefront/src/recording/pack.ts';
import type { BuildList } from '../../apps/storefront/vite/evidence-plugin.ts';
import { type BuiltStorefront, buildStorefront, builtStorefront } from './built-storefront.ts';
import { root } from './source-files.ts';

let builds: BuiltStorefront[] = [];
let lists: { name: string; list: BuildList; folder: string }[] = [];
let strings: string[] = [];

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

beforeAll(() => {
  // The second build stands in another folder and is told of somebody.
  builds = [builtStorefront(), buildStorefront({ client: true, environment: { USER: people.linMei.name } })];
  lists = builds.map(({ distDir }) => {
    const folder = join(distDir, 'client');
    const [name = ''] = readdirSync(join(folder, 'evidence', 'builds'));
    return { name, list: JSON.parse(readFileSync(join(folder, 'evidence', 'builds', name), 'utf8')), folder };
  });
  strings = readTable(tableText()) ?? [];
}, 120_000);

afterAll(() => {
  for (const build of builds) build.remove();
});

const built = () => lists[0] as (typeof lists)[number];
const tableText = () => readFileSync(join(built().folder, 'evidence', 'tables', `${built().list.table}.json`), 'utf8');

describe('what a build says of itself', () => {
  it('is the same for the same files', () => {
    expect(lists[1]?.list).toEqual(built().list);
  });

  it('lists every file that a page may show by its content, and is called by the hash of the list', () => {
    const { name, list, folder } = built();
    const { build, ...listed } = list;
    expect(build).toBe(sha256(canonicalJson(listed)).slice(0, 32));
    expect(name).toBe(`${build}.json`);
    expect(readFileSync(join(folder, 'evidence', 'builds', name), 'utf8')).toBe(canonicalJson(list));
    for (const { path, sha256: hash, bytes } of list.assets) {
      const file = readFileSync(join(folder, path));
      expect([path, sha256(file), file.length]).toEqual([path, hash, bytes]);
    }
    const shown = readdirSync(join(folder, 'assets')).filter((file) => !/\.(br|gz)$|^(?:table|reference)-/.test(file));
    const paths = list.assets.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(shown.map((file) => `assets/${file}`)));
    expect(paths).toContain('sw.js');
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    expect(page).toContain(`<meta name="build" content="${build}">`);
    const listedPage = readFileSync(join(folder, 'evidence', 'index.html'), 'utf8');
    expect(page.replace(`<meta name="build" content="${build}">`, '')).toBe(listedPage);
  });
});

describe('the reference of the build', () => {
  it('is listed by its content, worth fetching, with this build’s numbers, and of nobody', () => {
    const { list, folder } = built();
    const text = readFileSync(join(folder, 'assets', `reference-${list.build}.txt`), 'utf8');
    expect(list.assets.find(({ path }) => path === 'evidence/reference.txt')?.sha256).toBe(sha256(text));
    expect(readFileSync(join(folder, 'assets', `reference-${list.build}.txt.br`)).length).toBeLessThanOrEqual(20_000);
    expect(text.split('"\\u007f').length + text.split('"\u007f').length).toBeGreaterThan(200);
    expect(/(?<!\d)1[3-9]\d{9}(?!\d)|[1-9]\d{16}[\dX]|localhost:|127\.0\.0\.1/.exec(text)).toBeNull();
    expect(Object.values(people).filter(({ name }) => text.includes(name))).toEqual([]);
  });
});

describe('the string table of the build', () => {
  it('is called by the hash of its bytes, which a browser gets as they are', () => {
    const { list, folder } = built();
    expect(sha256(tableText())).toBe(list.table);
    expect(readFileSync(join(folder, 'assets', `table-${list.build}.json`), 'utf8')).toBe(tableText());
  });

  it('has the styles in the page, drawings, words and lines of the documents, and is worth fetching', () => {
    const page = readFileSync(join(built().folder, 'index.html'), 'utf8');
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
    expect(style.length).toBeGreaterThan(10_000);
    expect(strings).toContain(style);
    expect(strings).toContain('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z');
    expect(strings).toContain('被保险人故意自伤、故意犯罪、抗拒依法采取的刑事强制措施');
    expect(strings.every((text) => Buffer.byteLength(text) >= 24)).toBe(true);
    expect(new Set(strings).size).toBe(strings.length);
    const weight = readFileSync(join(built().folder, 'assets', `table-${built().list.build}.json.br`)).length;
    expect(weight).toBeLessThanOrEqual(20_000);
  });

  it('is read again by its hash, and not when its file says something else', async () => {
    const { list, folder } = built();
    const files = buildFiles(folder);
    expect(await files.table(list.table)).toEqual(strings);
    expect(await files.table('0'.repeat(64))).toBeNull();
    expect(await files.table('../../index')).toBeNull();
    const path = join(folder, 'evidence', 'tables', `${list.table}.json`);
    const [whole, changed] = [tableText(), [...strings].reverse()];
    writeFileSync(path, JSON.stringify(changed));
    expect(await files.table(list.table)).toBeNull();
    writeFileSync(path, whole);
  });

  it('has nothing of anybody', () => {
    const text = tableText();
    for (const { name, idNumber, phone } of Object.values(people)) {
      for (const told of [name, idNumber, phone]) expect(text).not.toContain(told);
    }
    expect(text).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)|(?<!\d)\d{17}[\dXx](?!\d)/);
    for (const folder of [root, ...lists.map((one) => one.folder)]) expect(text).not.toContain(folder);
  });

  it('gives back what the recorder packed with it, whatever the page is made of', () => {
    const table = { sha256: built().list.table, index: new Map(strings.map((text, index) => [text, index])) };
    const text = fc.oneof(fc.constantFrom(...strings, '\u007f', '\u007f0', '\u007f\u007f1', '/path', ''), fc.string());
    const id = fc.integer({ min: -5, max: 5_000 });
    const attributes = fc.dictionary(fc.constantFrom('class', 'd', 'checked'), fc.oneof(text, fc.constant(true)), {
      maxKeys: 3,
    });
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.record({ type: fc.constant(3), textContent: text, id }),
        fc.record({ type: fc.constantFrom(1, 5), name: text, id }),
        fc.record({ type: fc.constant(3), textContent: text, id, isStyle: fc.constant(true) }),
        fc.record(
          {
            type: fc.constantFrom(2, 2, 2, 0),
            tagName: fc.oneof(fc.constantFrom('div', 'svg', 'path'), text),
            attributes,
            childNodes: fc.array(tie('node'), { maxLength: 4 }),
            id,
            isSVG: fc.constantFrom(true, undefined),
            rootId: fc.constantFrom(undefined, undefined, 7),
          },
          { requiredKeys: ['type', 'tagName', 'attributes', 'childNodes', 'id'] },
        ),
      ),
    }));
    const nextId = fc.option(id);
    const add = fc.oneof(
      fc.record({ parentId: id, nextId, node }),
      fc.record({ parentId: id, nextId, node, previousId: id }),
    );
    const texts = fc.array(fc.record({ id, value: fc.option(text) }), { maxLength: 3 });
    const mutation = fc.record({ source: fc.constant(0), adds: fc.array(add, { maxLength: 4 }), texts });
    const event = fc.oneof(
      fc.record({ type: fc.constant(2), timestamp: id, data: fc.record({ node, initialOffset: attributes }) }),
      fc.record({ type: fc.constant(3), timestamp: id, data: mutation }),
      fc.record({ type: fc.constant(5), timestamp: id, data: fc.record({ tag: text, payload: attributes }) }),
    );
    const asSent = <T>(value: T): T => JSON.parse(JSON.stringify(value));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), (events) => {
        const sent = asSent(
          events.map(({ type, timestamp, data }) => ({ type, timestamp, data: packed(type, data, table) })),
        );
        expect(expandEvents(sent, strings)).toEqual(asSent(events));
      }),
    );
  }, 30_000);
});
