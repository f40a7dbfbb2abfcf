import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { ProductInfoValue } from '@huimin/contract';
import { notYetOnSale, openFlow, saleWindowAt } from '@huimin/domain/product';

/** One edition's landing page, ready to send. */
export interface LandingPage {
  readonly html: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  /** Quoted, as the header wants it. */
  readonly etag: string;
  /** `'sha256-…'` of every inline script and style, for `script-src` and `style-src`. */
  readonly contentSecurityPolicyHashes: { readonly script: readonly string[]; readonly style: readonly string[] };
}

export interface LandingPages {
  /** When this release's pages were made. */
  readonly builtAt: Date;
  /**
   * The page for this product at this moment (ms). Made once per published change and sale state, then answered from
   * memory. Throws when the page cannot render.
   */
  pageFor(product: ProductInfoValue, nowMs: number): LandingPage;
  /**
   * A page for looking at a draft as if it were that moment; kept nowhere. `answers`: what is answered inside it, by path
   * and parameters (`/hmb-js26/api/v1/x?a=1&b=2`, in the order of their names).
   */
  draftPage(
    product: ProductInfoValue,
    nowMs: number,
    answers: Readonly<Record<string, unknown>>,
  ): Pick<LandingPage, 'html' | 'contentSecurityPolicyHashes'>;
}

/** What the storefront's server build exports. */
interface LandingRenderer {
  renderLanding(product: ProductInfoValue, nowMs: number): string;
  themeCss(theme: ProductInfoValue['theme']): string;
}

/** Editions times sale states; an operator's earlier versions fall out. */
const KEPT_PAGES = 24;

/** Reads the storefront's build (`client/index.html`, `server/landing.js`). Rejects when it has not been built. */
export async function createLandingPages({
  distDir,
  recordingReceiver = null,
  recordingTestReceiver = null,
}: {
  distDir: string;
  recordingReceiver?: string | null;
  recordingTestReceiver?: string | null;
}): Promise<LandingPages> {
  const built = readFileSync(join(distDir, 'client', 'index.html'), 'utf8');
  // The recorder reads it; without one it sends to the page's own origin.
  const named = { 'record-base': recordingReceiver, 'record-test-base': recordingTestReceiver };
  const metas = Object.entries(named).flatMap(([name, origin]) =>
    origin === null ? [] : [`<meta name="${name}" content="${escapeHtml(origin)}">`],
  );
  const template = built.replace('</head>', `${metas.join('')}</head>`);
  const renderer: LandingRenderer = await import(pathToFileURL(join(distDir, 'server', 'landing.js')).href);
  const pages = new Map<string, LandingPage>();
  return {
    builtAt: statSync(join(distDir, 'client', 'index.html')).mtime,
    pageFor(product, nowMs) {
      const saleWindow = saleWindowAt(product, nowMs);
      const sale = `${notYetOnSale(product, nowMs) ? 'before' : ''} ${openFlow(product, nowMs) ?? ''}`;
      const key = `${product.editionCode} ${product.configVersion} ${saleWindow} ${sale}`;
      const known = pages.get(key);
      if (known) return known;
      const page = readyPage(fillTemplate(template, { ...product, saleWindow }, nowMs, sale, renderer));
      pages.set(key, page);
      const [oldest] = pages.keys();
      if (pages.size > KEPT_PAGES && oldest !== undefined) pages.delete(oldest);
      return page;
    },
    draftPage(product, nowMs, answers) {
      const saleWindow = saleWindowAt(product, nowMs);
      const sale = `${notYetOnSale(product, nowMs) ? 'before' : ''} ${openFlow(product, nowMs) ?? ''}`;
      const filled = fillTemplate(template, { ...product, saleWindow }, nowMs, sale, renderer);
      const text = filled.replace(
        '<head>',
        () =>
          `<head><script type="application/json" id="answers">${escapeJson(answers)}</script><script>${clockAt(nowMs)};${ANSWERING};${LEAVING}</script>`,
      );
      return { html: Buffer.from(text), contentSecurityPolicyHashes: hashesOf(text) };
    },
  };
}

/**
 * Lets the whole page live at another moment, from which its clock goes on, and gives it what a frame without an origin
 * lacks: a storage that forgets, and a worker that never comes.
 */
function clockAt(nowMs: number): string {
  return `(function(){var R=Date,n=R.now,d=${Math.round(nowMs)}-n();function F(a,b,c,e,f,g,h){var k=arguments.length;
if(!(this instanceof F))return new R(n()+d).toString();
return k===0?new R(n()+d):k===1?new R(a):new R(a,b,c===undefined?1:c,e||0,f||0,g||0,h||0)}
F.prototype=R.prototype;F.now=function(){return n()+d};F.parse=R.parse;F.UTC=R.UTC;Date=F;
function S(){var m={};return{getItem:function(k){return k in m?m[k]:null},setItem:function(k,v){m[k]=String(v)},
removeItem:function(k){delete m[k]},clear:function(){m={}},key:function(){return null},length:0}}
function N(){return new Promise(function(){})}
Object.defineProperty(window,'localStorage',{value:S()});Object.defineProperty(window,'sessionStorage',{value:S()});
Object.defineProperty(navigator,'serviceWorker',{value:{register:N,ready:N(),controller:null,
addEventListener:function(){},removeEventListener:function(){},getRegistration:N,getRegistrations:N}})})()`;
}

/**
 * Lets the page read the answers that came with it, of which the time that it asks at is no part. Nothing else is asked
 * for or sent: the frame has no connection, and each try, such as the recorder's, would be an error in the console.
 */
const ANSWERING = `(function(){var A=JSON.parse(document.getElementById('answers').textContent);
window.fetch=function(u){var q=new URL(u,location.href),p=[];
q.searchParams.forEach(function(v,k){if(k!=='t')p.push(k+'='+v)});var k=q.pathname+'?'+p.sort().join('&');
return Object.prototype.hasOwnProperty.call(A,k)?Promise.resolve(new Response(JSON.stringify(A[k]),
{headers:{'content-type':'application/json'}})):Promise.reject(new TypeError('Failed to fetch'))};
navigator.sendBeacon=function(){return false}})()`;

/** Tells the page around the frame of the key that closes it, unless something in the frame is what it closes. */
const LEAVING = `addEventListener('keydown',function(e){
if(e.key==='Escape'&&!document.querySelector('[role=dialog]'))parent.postMessage('preview:escape',location.origin)},true)`;

/** `sale`: whether the sale is still to begin, and the way to buy; the browser begins with them and draws the same. */
function fillTemplate(
  template: string,
  product: ProductInfoValue,
  nowMs: number,
  sale: string,
  renderer: LandingRenderer,
): string {
  const parts: Record<string, string> = {
    '<title>补充医疗保险</title>': `<title>${escapeHtml(product.proName)}</title>${shareTags(product)}`,
    '<!--theme-->': `<style id="theme">${renderer.themeCss(product.theme) || ':root{}'}</style>`,
    '<!--landing-->': renderer.renderLanding(product, nowMs),
    '<!--product-->': `<script type="application/json" id="product" data-sale="${sale}">${escapeJson(product)}</script>`,
  };
  let html = template;
  for (const [mark, text] of Object.entries(parts)) {
    if (!html.includes(mark)) throw new Error(`the landing template has no ${mark}`);
    html = html.replace(mark, () => text);
  }
  return html;
}

/** What search engines and chat apps show of a shared address. */
function shareTags({ shareTitle, shareDesc, shareImgUrl }: ProductInfoValue): string {
  const tags = [
    `<meta name="description" content="${escapeHtml(shareDesc)}">`,
    `<meta property="og:title" content="${escapeHtml(shareTitle)}">`,
    `<meta property="og:description" content="${escapeHtml(shareDesc)}">`,
  ];
  if (shareImgUrl) tags.push(`<meta property="og:image" content="${escapeHtml(shareImgUrl)}">`);
  return tags.join('');
}

function readyPage(text: string): LandingPage {
  const html = Buffer.from(text);
  return {
    html,
    brotli: smallestBrotli(html),
    gzip: gzipSync(html, { level: 9 }),
    etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    contentSecurityPolicyHashes: hashesOf(text),
  };
}

/** What the page may weigh. */
const GOAL_BYTES = 10_000;

/**
 * Its ways to guess the next letter, and how many short distances have a code of their own, differ by up to 50 bytes, now one ahead,
 * now the other: even by the names of files in the page. Two ways are tried, and further ones only where these are over the goal.
 */
function smallestBrotli(html: Buffer): Buffer {
  const brotli = (mode: number, shortDistances: number) =>
    brotliCompressSync(html, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: mode,
        [constants.BROTLI_PARAM_NDIRECT]: shortDistances,
        [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
      },
    });
  let smallest = brotli(constants.BROTLI_MODE_TEXT, 0);
  const others = [
    [constants.BROTLI_MODE_FONT, 0],
    [constants.BROTLI_MODE_TEXT, 8],
    [constants.BROTLI_MODE_TEXT, 3],
  ] as const;
  for (const [at, [mode, shortDistances]] of others.entries()) {
    if (at > 0 && smallest.length <= GOAL_BYTES) break;
    const other = brotli(mode, shortDistances);
    if (other.length < smallest.length) smallest = other;
  }
  return smallest;
}

function hashesOf(text: string): LandingPage['contentSecurityPolicyHashes'] {
  return {
    script: inlineHashes(text, /<script>([\s\S]*?)<\/script>/g),
    style: inlineHashes(text, /<style(?: id="theme")?>([\s\S]*?)<\/style>/g),
  };
}

function inlineHashes(html: string, inline: RegExp): string[] {
  return [...html.matchAll(inline)].map(
    ([, content]) => `'sha256-${createHash('sha256').update(String(content)).digest('base64')}'`,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** JSON that cannot end its script element and that old script engines read too. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
