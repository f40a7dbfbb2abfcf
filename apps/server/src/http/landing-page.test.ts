import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ProductInfoValue } from '@huimin/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productInfo } from '../../../../tests/fixtures/product-info.ts';
import { createLandingPages, type LandingPages } from './landing-page.ts';

const TEMPLATE = `<head><title>补充医疗保险</title><script>boot()</script><style>a{}</style><!--theme--></head><body><div id="root"><!--landing--></div><!--product--></body>`;
const RENDERER = `let made = 0;
export const renderLanding = (product) => \`<p>\${product.saleWindow} \${++made} $& $1</p>\`;
export const themeCss = () => '';`;
const product: ProductInfoValue = {
  ...productInfo,
  insureStart: '2025-01-01',
  insureEnd: '2025-12-31 23:59:59',
  underwriteEnd: '2026-01-15 23:59:59',
  underwriteComplete: false,
};
const ON_SALE = Date.UTC(2025, 10, 20);
const AFTER = Date.UTC(2026, 0, 5);

let distDir: string;
let pages: LandingPages;

beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'huimin-landing-'));
  mkdirSync(join(distDir, 'client'));
  mkdirSync(join(distDir, 'server'));
  writeFileSync(join(distDir, 'client', 'index.html'), TEMPLATE);
  writeFileSync(join(distDir, 'server', 'package.json'), '{"type":"module"}');
  writeFileSync(join(distDir, 'server', 'landing.js'), RENDERER);
  pages = await createLandingPages({ distDir });
});

afterAll(() => rmSync(distDir, { recursive: true, force: true }));

const textOf = (value: ProductInfoValue, nowMs: number) => pages.pageFor(value, nowMs).html.toString();

it('names the receiver of recordings only where it is not the page’s own origin', async () => {
  expect(textOf(product, ON_SALE)).not.toContain('record-base');
  const elsewhere = await createLandingPages({ distDir, recordingReceiver: 'https://test-trace.example.cn' });
  const html = elsewhere.pageFor(product, ON_SALE).html.toString();
  expect(html).toContain('<meta name="record-base" content="https://test-trace.example.cn"></head>');
  const tested = await createLandingPages({ distDir, recordingTestReceiver: 'https://test-trace.example.cn' });
  expect(tested.pageFor(product, ON_SALE).html.toString()).toContain(
    '<meta name="record-test-base" content="https://test-trace.example.cn"></head>',
  );
});

describe('the landing page of an edition', () => {
  it('is made once per published change and sale state', () => {
    const first = pages.pageFor(product, ON_SALE);
    expect(pages.pageFor({ ...product }, ON_SALE + 60_000)).toBe(first);
    const after = pages.pageFor(product, AFTER);
    const changed = pages.pageFor({ ...product, configVersion: product.configVersion + 1 }, ON_SALE);
    expect(new Set([first, after, changed].map(({ etag }) => etag)).size).toBe(3);
  });

  it('shows and carries the sale state of the moment, whatever the given data said', () => {
    const text = textOf({ ...product, configVersion: 100, saleWindow: 'insureing' }, AFTER);
    expect(text).toContain('<p>underwriting ');
    expect(text).toContain('"saleWindow":"underwriting"');
  });

  it('says which sale state it was made for, and is made anew when another way to buy opens', () => {
    const early = { from: '2024-12-01', who: 'insured-before' };
    const value = { ...product, configVersion: 102, flows: { early } } as unknown as ProductInfoValue;
    const saleOf = (nowMs: number) => /data-sale="([^"]*)"/.exec(textOf(value, nowMs))?.[1];
    const moments = [Date.UTC(2024, 10, 20), Date.UTC(2024, 11, 20), ON_SALE, AFTER];
    expect(moments.map(saleOf)).toEqual(['before ', 'before early', ' normal', ' ']);
  });

  it('is the same page in all three encodings', () => {
    const { html, brotli, gzip } = pages.pageFor(product, ON_SALE);
    expect(brotliDecompressSync(brotli).equals(html)).toBe(true);
    expect(gunzipSync(gzip).equals(html)).toBe(true);
  });

  it('lets no product text out of its place', () => {
    const evil = '</script><script>alert(1)</script>"\u2028';
    const text = textOf({ ...product, configVersion: 101, proName: evil, shareDesc: evil, shareImgUrl: evil }, ON_SALE);
    expect(text.match(/<script/g)).toHaveLength(2);
    const json = text.match(/<script type="application\/json" id="product"[^>]*>(.*?)<\/script>/)?.[1] ?? '';
    expect(json).not.toContain('\u2028');
    expect(JSON.parse(json).proName).toBe(evil);
    expect(text).toContain('$& $1');
  });

  it('gives the hash of each inline script and style', () => {
    const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    expect(pages.pageFor(product, ON_SALE).contentSecurityPolicyHashes).toEqual({
      script: [hash('boot()')],
      style: [hash('a{}'), hash(':root{}')],
    });
  });

  it('refuses a template that has no place for a part', async () => {
    writeFileSync(join(distDir, 'client', 'index.html'), TEMPLATE.replace('<!--product-->', ''));
    const broken = await createLandingPages({ distDir });
    expect(() => broken.pageFor(product, ON_SALE)).toThrow('<!--product-->');
  });
});
