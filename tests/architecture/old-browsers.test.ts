import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BuiltStorefront, builtStorefront } from './built-storefront.ts';
import { newScriptFeatures } from './old-browsers/script-features.ts';
import { newStyleFeatures } from './old-browsers/style-features.ts';

/** What may be used although Android WebView 78 or Safari of iOS 14 lack it, with what they do instead. */
const ALLOWED_IN_SCRIPTS: Readonly<Record<string, string>> = {
  '.getAnimations()': 'React asks for it first, and for view transitions only',
  '.request()': 'the browser’s own locks are looked for first; rows with a date stand in',
  '.share()': 'the bridge that a partner’s app puts into the page; the browser’s own is not used',
  '.startViewTransition()': 'React asks for it first; we have none',
  'Intl.Segmenter': 'looked for first; a title may then break inside a word',
  SpeechSynthesisUtterance: 'looked for first; the button to read aloud is not shown without it',
  'window.requestIdleCallback': 'asked for first; a timer stands in',
};
const ALLOWED_IN_STYLES: Readonly<Record<string, string>> = {
  ':focus-visible': 'the browser’s own ring shows; only that is taken away where one of ours stands in for it',
  '@media prefers-contrast': 'never matches',
  'accent-color': 'a box to tick has the browser’s colour',
  'color-scheme': 'scroll bars stay light',
  'cursor: default': 'iPads with a mouse show their own',
  'cursor: not-allowed': 'iPads with a mouse show their own',
  'cursor: pointer': 'iPads with a mouse show their own',
  'max() in --bar-pad-b': 'read inside @supports only',
  'overflow-wrap: anywhere': '`word-break: break-word`, inherited from the body, does the same',
  'overscroll-behavior': 'the page behind a sheet moves at its end',
  'scroll-behavior': 'scrolls at once',
  'scroll-margin-bottom': 'the focused field stands lower',
  'text-size-adjust': 'its -webkit- form stands beside it',
  'text-underline-offset': 'the line stands closer',
  'text-wrap': 'lines are not of one length',
};

let built: BuiltStorefront;
let client: string;

beforeAll(() => {
  built = builtStorefront();
  client = join(built.distDir, 'client');
}, 120_000);

afterAll(() => built.remove());

/** The built files with an ending, and what the page itself holds of that kind. */
function textsOf(ending: '.js' | '.css'): string[] {
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
  const page = readFileSync(join(client, 'index.html'), 'utf8');
  const element =
    ending === '.css' ? /<style[^>]*>([\s\S]*?)<\/style>/g : /<script(?![^>]*json)[^>]*>([\s\S]*?)<\/script>/g;
  const inPage = Array.from(page.matchAll(element), ([, text]) => text as string);
  return [...files.map((file) => readFileSync(join(client, file), 'utf8')), ...inPage.filter((text) => text.trim())];
}

/** Both ways: nothing new beside the list, and nothing on the list that is not used. */
test('no script of the app uses what its oldest browsers lack', () => {
  const texts = textsOf('.js');
  expect(texts.length).toBeGreaterThan(50);
  const used = new Set(texts.flatMap((code) => [...newScriptFeatures(code)]));
  expect([...used].sort()).toEqual(Object.keys(ALLOWED_IN_SCRIPTS).sort());
}, 60_000);

test('no style of the app leans on what its oldest browsers lack', () => {
  const texts = textsOf('.css');
  expect(texts.join('').length).toBeGreaterThan(20_000);
  const used = new Set(texts.flatMap((css) => [...newStyleFeatures(css)]));
  expect([...used].sort()).toEqual(Object.keys(ALLOWED_IN_STYLES).sort());
}, 60_000);

describe('what is found in a script', () => {
  test.each([
    ['list.at(-1)', ['.at()']],
    ['text.replaceAll("a", "b")', ['.replaceAll()']],
    ['list.toSpliced(1, 1)', ['.toSpliced()']],
    ['Object.hasOwn(a, "b")', ['Object.hasOwn']],
    ['structuredClone(a)', ['structuredClone']],
    ['crypto.randomUUID()', ['crypto.randomUUID']],
    ['createImageBitmap(file)', ['createImageBitmap']],
    ['Promise.any([])', ['Promise.any']],
    ['AbortSignal.timeout(5)', ['AbortSignal.timeout']],
    ['element.replaceChildren()', ['.replaceChildren()']],
    ['/(?<=a)b/', ['lookbehind in a regular expression']],
    ['const structuredClone = (a) => a; structuredClone(1)', []],
    ['const list = [1].map(String).includes("1"); Object.entries({}); fetch("/"); /(?<year>a)/u', []],
    ['const point = { at: 1 }; point.at', []],
  ])('%s', (code, names) => expect([...newScriptFeatures(code)]).toEqual(names));
});

describe('what is found in a style', () => {
  test.each([
    ['.a { display: flex; gap: 4px }', ['gap outside a grid: .a']],
    ['.a { display: grid; gap: 4px }', []],
    ['.a { inset: 0 }', ['inset']],
    ['.a { aspect-ratio: 1 }', ['aspect-ratio']],
    ['.a { width: min(1px, 2px) }', ['min() in width']],
    ['.a { width: 2px; width: min(1px, 2px) }', []],
    ['@supports (width: min(1px, 2px)) { .a { width: min(1px, 2px) } }', []],
    ['.a { height: 100dvh }', ['dvh']],
    ['.a { height: 100vh; height: 100dvh }', []],
    ['.a:has(b) { top: 0 }', [':has']],
    [':is(a, b) { top: 0 }', [':is']],
    ['@layer base { a { top: 0 } }', ['@layer']],
    ['@media (width >= 400px) { a { top: 0 } }', ['@media with < or >']],
    ['.a { color: color-mix(in srgb, red, blue) }', ['color-mix() in color']],
    ['.a { overflow: clip }', ['overflow: clip']],
    ['.a { transform: translateX(2px) scale(1.1); color: rgba(0, 0, 0, 0.5); width: calc(1px + 2em) }', []],
  ])('%s', (css, names) => expect([...newStyleFeatures(css)]).toEqual(names));
});
