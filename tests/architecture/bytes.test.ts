import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_PLANS } from '@huimin/domain/edition-desk';
import { saidYuan } from '@huimin/domain/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demonstrationPlansEdition } from '../../apps/server/seed/editions.ts';
import { type EditionDocument, productInfoOf } from '../../apps/server/src/features/configuration/edition-store.ts';
import { createLandingPages, type LandingPage } from '../../apps/server/src/http/landing-page.ts';
import { productInfo } from '../fixtures/product-info.ts';
import { type BuiltStorefront, builtStorefront } from './built-storefront.ts';

/** Goals of the landing page, bytes after brotli 11. */
const LANDING_HTML = 10_000;
const LANDING_SCRIPT = 75_000;
const LATER_CHUNK = 25_000;
/** What the first tap on the home page fetches: the table of screens, the people to insure, the login, what they share, styles. */
const FIRST_TAP = 40_000;
/** As many as a browser asks one server for over HTTP/1.1; one more is a trip more. */
const AT_A_TIME = 6;
/** The whole recorder of a sale after gzip, for any browser that compresses by itself. */
const RECORDER = 27_000;
const NOW_MS = Date.UTC(2026, 10, 20);

let built: BuiltStorefront;
let distDir: string;
let page: LandingPage;
let html: string;

beforeAll(async () => {
  built = builtStorefront();
  distDir = built.distDir;
  page = (await createLandingPages({ distDir })).pageFor(productInfo, Date.UTC(2025, 10, 20));
  html = page.html.toString();
}, 120_000);

afterAll(() => built.remove());

const brotliBytes = (file: string) => readFileSync(join(distDir, 'client', `${file}.br`)).length;

/** An edition's plans, and dearer ones after them, each with its own words and figures. */
function withPlans(document: EditionDocument, count: number): EditionDocument {
  const plans = Array.from({ length: count }, (_, at) => {
    const known = document.plans[at];
    if (known) return known;
    return {
      code: `more${at}`,
      name: ['至尊款', '家庭款', '长者款', '青年款'][at - 2] ?? '',
      premiumFen: 25_800 + at * 5_010,
      adds: [`特药从 ${at * 17} 种增加到 ${at * 17 + 17} 种`, `目录外起付线降到 ${15 - at} 千元`, '海外紧急救援'].slice(
        0,
        1 + (at % 3),
      ),
      benefits: document.benefits.map((one, line) => ({
        ...one,
        deductibleFen: one.deductibleFen - at * 1_000_00 - line,
        ratioPercent: one.ratioPercent + at + line,
        limitFen: one.limitFen + at * 10_000_000 + line,
      })),
    };
  });
  return { ...document, plans };
}

/** The page's scripts and everything they import statically: what a browser fetches without anybody doing anything. */
function eagerFiles(): Set<string> {
  const files = new Set<string>();
  const take = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    const code = readFileSync(join(distDir, 'client', file), 'utf8');
    for (const [, imported] of code.matchAll(/(?:\bfrom|\bimport) ?"\.\/([\w.-]+\.js)"/g)) take(`assets/${imported}`);
  };
  for (const [, file] of html.matchAll(/(?:src|href)="\/(assets\/[\w.-]+\.js)"/g)) take(file as string);
  return files;
}

/** The one file of that name with whatever else of its kind it imports and the landing page has not. */
function withImports(name: string, eager: ReadonlySet<string>): string[] {
  const files = readdirSync(join(distDir, 'client', 'assets')).filter((file) => /\.(js|css)$/.test(file));
  const named = files.filter((file) => file.replace(/-[\w-]{7}\.\w+$/, '') === name);
  expect(named).toHaveLength(1);
  const code = readFileSync(join(distDir, 'client', 'assets', named[0] as string), 'utf8');
  const imported = [...code.matchAll(/(?:\bfrom|\bimport) ?"\.\/([\w.-]+\.js)"/g)].map(([, file]) => file as string);
  return [...named, ...imported].map((file) => `assets/${file}`).filter((file) => !eager.has(file));
}

const FIRST_STYLES = /^assets\/first-styles-[\w-]{7}\.css$/;
const LATER_STYLES = /^assets\/styles-[\w-]{7}\.css$/;

/** Every chunk that is imported when it is wanted, with the files that are asked for beside it, in their order. */
function askedWith(): { chunk: string; files: string[] }[] {
  const assets = readdirSync(join(distDir, 'client', 'assets')).filter((file) => file.endsWith('.js'));
  return assets.flatMap((file) => {
    const code = readFileSync(join(distDir, 'client', 'assets', file), 'utf8');
    const names = /\bm\.f\|\|\(m\.f=(\[[^\]]*\])/.exec(code)?.[1];
    if (!names) return [];
    const all: string[] = JSON.parse(names);
    return [...code.matchAll(/import\(`\.\/([\w.-]+)`\)[^`]{0,200}?__vite__mapDeps\(\[([\d,]*)\]\)/g)].map(
      ([, chunk, places = '']) => ({
        chunk: `assets/${chunk}`,
        files: places.split(',').map((place) => all[Number(place)] as string),
      }),
    );
  });
}

describe('bytes of the landing page', () => {
  it('keeps the page with its styles and product data in 10 kB', () => {
    expect(html).toContain(`<b>${productInfo.plans[0] && saidYuan(productInfo.plans[0].premiumFen)}</b>`);
    expect(page.brotli.length).toBeLessThanOrEqual(LANDING_HTML);
  });

  it.each([2, 3, MOST_PLANS])('keeps it in 10 kB where there are %i plans to choose from', async (count) => {
    // As a server that offers everything tells it.
    const document = withPlans(demonstrationPlansEdition(2026), count);
    const edition = {
      code: document.editionCode,
      isDefault: false,
      configVersion: 1,
      document,
      documents: new Map(),
      pauses: [],
      withheld: [],
    };
    const told = productInfoOf(edition, NOW_MS, {
      appId: productInfo.appId,
      jsSdkUrl: productInfo.jsSdkUrl ?? '',
      idCardReading: true,
      bookings: true,
      withholding: true,
      paymentMethods: new Set([...document.payList, ...document.aliPayList].map(({ value }) => value)),
    });
    const { documents } = productInfo;
    const page = (await createLandingPages({ distDir })).pageFor({ ...told, documents }, NOW_MS);
    const text = page.html.toString();
    expect(text).toContain('选方案');
    for (const { code, name, premiumFen } of document.plans) {
      expect(text).toContain(`href="#/beforeAuthUser?plan=${code}"`);
      expect(text).toContain(`<b>${name}</b>`);
      expect(text).toContain(`>${saidYuan(premiumFen)} 元<`);
    }
    expect(page.brotli.length).toBeLessThanOrEqual(LANDING_HTML);
    expect(html).not.toContain('选方案');
  });

  it('carries no style token that nothing on it reads', () => {
    const script = [...eagerFiles()].map((file) => readFileSync(join(distDir, 'client', file), 'utf8')).join('\n');
    const carried = new Set([...html.matchAll(/[{;](--[\w-]+):/g)].map(([, name]) => name as string));
    expect(carried.size).toBeGreaterThan(50);
    expect([...carried].filter((name) => !`${html}${script}`.includes(`var(${name}`))).toEqual([]);
  });

  it('keeps its script in 75 kB', () => {
    const files = [...eagerFiles()];
    // React alone is above this; less means that the files were not found.
    expect(files.reduce((sum, file) => sum + brotliBytes(file), 0)).toBeGreaterThan(50_000);
    expect(files.reduce((sum, file) => sum + brotliBytes(file), 0)).toBeLessThanOrEqual(LANDING_SCRIPT);
  });

  it('asks for no style sheet, font or foreign address', () => {
    expect(html).not.toMatch(/rel="stylesheet"|@font-face|@import/);
    const asked = [...html.matchAll(/<(?:script|link|img)[^>]*?(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(asked.filter((address) => address?.endsWith('.js')).length).toBeGreaterThan(0);
    for (const address of asked) expect(address).toMatch(/^(\/assets\/[\w.-]+\.js|data:.*)$/);
  });

  it('needs no inline style or handler that its policy forbids', () => {
    expect(html).not.toMatch(/<[^>]+ style=/);
    expect(html).not.toMatch(/<[^>]+ on[a-z]+=/);
    expect(page.contentSecurityPolicyHashes.script).toHaveLength(1);
    expect(page.contentSecurityPolicyHashes.style).toHaveLength(2);
  });

  it('has nothing of the operators’ console in any of its files', () => {
    const files = readdirSync(join(distDir, 'client'), { recursive: true, encoding: 'utf8' });
    const texts = files.filter((file) => /\.(js|css|html)$/.test(file));
    expect(texts.length).toBeGreaterThan(50);
    const of = (pattern: RegExp) =>
      texts.filter((file) => pattern.test(readFileSync(join(distDir, 'client', file), 'utf8')));
    expect(of(/\/console\/api|X-Console-Token|\bant-btn|staff-signed-out|staff\.manage/)).toEqual([]);
  });

  it('keeps each later chunk in 25 kB', () => {
    const eager = eagerFiles();
    const later = readdirSync(join(distDir, 'client', 'assets'))
      .map((name) => `assets/${name}`)
      .filter((file) => /\.(js|css)$/.test(file) && !eager.has(file));
    expect(later.length).toBeGreaterThan(0);
    expect(later.filter((file) => brotliBytes(file) > LATER_CHUNK)).toEqual([]);
  });

  it('fetches for the first tap, and for the account, one file of all that screens share, in 40 kB', () => {
    const eager = eagerFiles();
    const screens = ['choose-insured-page', 'login-page', 'my-account-page'].map((name) => withImports(name, eager));
    const shared = new Set(screens.flatMap((files) => files.slice(1)));
    expect([...shared].map((file) => file.replace(/-[\w-]{7}\.js$/, ''))).toEqual(['assets/first']);
    const files = new Set([
      ...screens.slice(0, 2).flat(),
      ...['route-table', 'first-styles'].flatMap((name) => withImports(name, eager)),
    ]);
    expect(files.size).toBe(5);
    expect([...files].reduce((sum, file) => sum + brotliBytes(file), 0)).toBeLessThanOrEqual(FIRST_TAP);
  });

  it('asks at once for all of a screen that a message or a bookmark opens', () => {
    const lists = askedWith();
    const files = (screen: string) => {
      const list = lists.find(({ chunk }) => chunk.startsWith(`assets/${screen}-page-`))?.files ?? [];
      return [...new Set(list)].filter((file) => !file.startsWith('assets/app-'));
    };
    const screens = ['my-account', 'messages', 'orders', 'order-detail', 'voucher-list', 'pay', 'confirm', 'claims'];
    const counts = screens.map((screen) => [screen, files(screen).length] as const);
    expect(counts.filter(([, count]) => count < 3 || count > AT_A_TIME)).toEqual([]);
  });

  it('asks for the styles of later screens after those of the first, never without them', () => {
    const lists = askedWith();
    expect(lists.length).toBeGreaterThan(80);
    const withLater = lists.filter(({ files }) => files.some((file) => LATER_STYLES.test(file)));
    const outOfOrder = withLater.filter(({ files }) => {
      const at = files.findIndex((file) => FIRST_STYLES.test(file));
      return at === -1 || at > files.findIndex((file) => LATER_STYLES.test(file));
    });
    expect(withLater.length).toBeGreaterThan(50);
    expect(outOfOrder).toEqual([]);
  });

  it('shows nothing with the styles of the first screens alone that only the later ones style', () => {
    const text = (file: string) => readFileSync(join(distDir, 'client', file), 'utf8');
    const assets = readdirSync(join(distDir, 'client', 'assets')).map((name) => `assets/${name}`);
    const classesOf = (css: string) =>
      [...css.matchAll(/\.([a-z][\w-]*)(?=[^}]*\{)/g)].map(([, name]) => name as string);
    const sheet = (pattern: RegExp) => classesOf(text(assets.find((file) => pattern.test(file)) as string));
    const inPage = classesOf([...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, css]) => css).join(''));
    const first = new Set([...inPage, ...sheet(FIRST_STYLES)]);
    const onlyLater = new Set(sheet(LATER_STYLES).filter((name) => !first.has(name)));
    expect(onlyLater.size).toBeGreaterThan(200);
    const alone = askedWith().filter(
      ({ files }) => files.some((file) => FIRST_STYLES.test(file)) && !files.some((file) => LATER_STYLES.test(file)),
    );
    expect(alone.map(({ chunk }) => chunk.replace(/-[\w-]{7}\.js$/, ''))).toEqual(
      expect.arrayContaining(['assets/login-page', 'assets/choose-insured-page', 'assets/my-account-page']),
    );
    const shown = new Set(alone.flatMap(({ files }) => files.filter((file) => file.endsWith('.js'))));
    const unstyled = [...shown].flatMap((file) =>
      [...text(file).matchAll(/className:`([^`$]*)/g)]
        .flatMap(([, names = '']) => names.split(' '))
        .filter((name) => onlyLater.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unstyled).toEqual([]);
  });

  it('keeps the recorder in 27 kB of gzip, in one chunk that the landing page has not', () => {
    const assets = readdirSync(join(distDir, 'client', 'assets'));
    const [recorder, ...more] = assets.filter((name) => /^start-recording-[\w-]+\.js$/.test(name));
    expect(more).toEqual([]);
    expect(eagerFiles()).not.toContain(`assets/${recorder}`);
    expect(readFileSync(join(distDir, 'client', 'assets', `${recorder}.gz`)).length).toBeLessThanOrEqual(RECORDER);
    // No worker of a blob, which the page's policy refuses, and nothing of a canvas.
    const code = readFileSync(join(distDir, 'client', 'assets', recorder as string), 'utf8');
    expect(code).not.toMatch(/new Blob|WebGL|OffscreenCanvas/);
  });
});
