import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../events/index.ts';
import { cleanEvents, cleanStyle, fillAssets } from './index.ts';

const OWN = 'https://www.example.cn/assets/page.css';
const resolve = (address: string) => (address === OWN || address === 'asset:1' ? 'asset:1' : null);
const snapshot = (...childNodes: unknown[]): RecordedEvent => ({
  type: 2,
  timestamp: 1,
  data: { node: { type: 0, id: 1, childNodes }, initialOffset: { left: 0, top: 0 } },
});
const element = (tagName: string, attributes: object = {}, ...childNodes: unknown[]) => ({
  ...{ type: 2, id: 9, tagName, attributes, childNodes },
});
const textOf = (events: readonly unknown[]) => JSON.stringify(events);

describe('style rules', () => {
  test.each([
    ['a { background: url(https://evil.example/a.png) }'],
    ["a { background: url('//evil.example/a.png') }"],
    ['a { background: URL( "https://evil.example/a)b.png" ) }'],
    ['a { background: u\\72l(https://evil.example/a.png) }'],
    ['a { background: \\75\\72\\6c(https://evil.example/a.png) }'],
    ['a { background: ur/**/l(https://evil.example/a.png) }'],
    ['@import "https://evil.example/a.css"; a { color: red }'],
    ['@\\69mport url(https://evil.example/a.css);'],
    ['a { background: image-set("https://evil.example/a.png" 1x) }'],
    ['a { background: -webkit-image-set("https://evil.example/a.png" 1x) }'],
    ['@font-face { src: url(https://evil.example/a.woff2) }'],
    ['a { behavior: url(https://evil.example/a.htc) }'],
    ['a { background: url(https://evil.example/a.png'],
  ])('ask nobody: %s', (style) => {
    const clean = cleanStyle(style, resolve);
    expect(clean).not.toContain('evil.example');
    expect(cleanStyle(clean, resolve)).toBe(clean);
  });

  test('say what they said otherwise', () => {
    expect(cleanStyle(`a::before { content: "\\201C"; color: red }`, resolve)).toBe(
      `a::before { content: "\\201C"; color: red }`,
    );
    expect(cleanStyle(`a { background: url("${OWN}") }`, resolve)).toBe('a { background: url("asset:1") }');
    const scrolls = 'a{scroll-behavior:smooth;overscroll-behavior:contain}';
    expect(cleanStyle(scrolls, resolve)).toBe(scrolls);
  });
});

test('style sheets follow what the phone asked for, picture by picture', () => {
  const sha256 = 'a'.repeat(64);
  const style =
    '@media (prefers-color-scheme: dark){a{color:red}}@media (prefers-contrast:more) and (prefers-color-scheme:light){}';
  const assets = new Map([[sha256, { style }]]);
  const page = snapshot(
    element('link', { rel: 'stylesheet', href: `asset:${sha256}` }),
    element('style', {}, { type: 3, id: 3, textContent: style }),
  );
  const meta = (more: object) => ({ type: 4, timestamp: 0, data: { href: '', width: 1, height: 1, ...more } });
  const told = (more: object) => {
    const [, shown] = fillAssets(cleanEvents([meta(more)], resolve).concat(page), assets);
    const [link, inPage] = (shown as { data: { node: { childNodes: [Linked, Styled] } } }).data.node.childNodes;
    expect(inPage.childNodes[0].textContent).toBe(link.attributes._cssText);
    return link.attributes._cssText;
  };
  const [yes, no] = ['(min-width:0px)', '(max-width:0px)'];
  expect(told({})).toBe(`@media ${no}{a{color:red}}@media ${no} and ${yes}{}`);
  expect(told({ dark: true })).toBe(`@media ${yes}{a{color:red}}@media ${no} and ${no}{}`);
  expect(told({ contrast: true })).toBe(`@media ${no}{a{color:red}}@media ${yes} and ${yes}{}`);
});

interface Linked {
  readonly attributes: { readonly _cssText: string };
}
interface Styled {
  readonly childNodes: [{ readonly textContent: string }];
}

describe('events', () => {
  test.each([
    ['a script', element('script', { src: 'https://evil.example/x.js' }, { type: 3, id: 3, textContent: 'alert(1)' })],
    ['a handler', element('img', { src: 'https://evil.example/x.png', onerror: 'alert(1)', ONLOAD: 'alert(1)' })],
    ['an address that runs', element('a', { href: 'javascript:alert(1)' })],
    ['a frame', element('iframe', { src: 'https://evil.example', srcdoc: '<script>alert(1)</script>' })],
    ['a refresh', element('meta', { 'http-equiv': 'refresh', content: '0;url=https://evil.example' })],
    ['a base', element('base', { href: 'https://evil.example/' })],
    ['an SVG script', element('svg', {}, element('script', { 'xlink:href': 'https://evil.example/x.js' }))],
    ['an SVG picture', element('svg', {}, element('image', { 'xlink:href': 'https://evil.example/x.png' }))],
    ['an SVG use', element('svg', {}, element('use', { href: 'https://evil.example/x.svg#a' }))],
    ['an SVG change', element('svg', {}, element('set', { attributeName: 'href', to: 'https://evil.example/' }))],
    ['a paint', element('svg', {}, element('rect', { fill: 'url(https://evil.example/x.svg#a)' }))],
    [
      'a form',
      element('form', { action: 'https://evil.example' }, element('button', { formaction: 'https://evil.example' })),
    ],
    ['another style sheet', element('link', { rel: 'stylesheet', href: 'https://evil.example/x.css' })],
    ['a preload', element('link', { rel: 'preload', as: 'image', href: 'https://evil.example/x.png' })],
    ['several pictures', element('img', { srcset: 'https://evil.example/x.png 2x' })],
    ['a film', element('video', { poster: 'https://evil.example/x.png', src: 'https://evil.example/x.mp4' })],
    ['a style', element('div', { style: 'background: url(https://evil.example/x.png)' })],
    ['style text', element('style', {}, { type: 3, id: 3, textContent: '@import "https://evil.example/x.css";' })],
    ['inlined rules', element('link', { rel: 'stylesheet', _cssText: 'a{background:url(https://evil.example/x)}' })],
  ])('run nothing and ask nobody: %s', (_, node) => {
    const clean = cleanEvents([snapshot(node)], resolve);
    expect(textOf(clean)).not.toMatch(/evil\.example|alert|javascript/);
    expect(cleanEvents(clean, resolve)).toEqual(clean);
  });

  test('nor what changes later', () => {
    const change = (data: object): RecordedEvent => ({ type: 3, timestamp: 2, data });
    const events = [
      change({ source: 0, adds: [{ parentId: 1, nextId: null, node: element('img', { onerror: 'alert(1)' }) }] }),
      change({
        source: 0,
        attributes: [{ id: 9, attributes: { src: 'https://evil.example/x.png', onclick: 'alert(1)' } }],
      }),
      change({
        source: 0,
        attributes: [{ id: 9, attributes: { style: { background: 'url(https://evil.example/x)' } } }],
      }),
      change({ source: 0, texts: [{ id: 9, value: 'a { background: url(https://evil.example/x) }' }] }),
      change({ source: 8, adds: [{ rule: 'a { background: url(https://evil.example/x) }' }] }),
      change({ source: 13, set: { property: 'background', value: 'url(https://evil.example/x)' } }),
      change({ source: 15, styles: [{ styleId: 1, rules: [{ rule: '@import "https://evil.example/x";' }] }] }),
      change({ source: 9, id: 9, commands: [{ property: 'drawImage', args: ['https://evil.example/x'] }] }),
      change({ source: 10, family: 'x', fontSource: 'url(https://evil.example/x)' }),
      { type: 6, timestamp: 3, data: { plugin: 'x', payload: 'https://evil.example/x' } },
      { type: 4, timestamp: 3, data: { href: 'https://evil.example/', width: 375, height: 812 } },
    ];
    expect(textOf(cleanEvents(events, resolve))).not.toMatch(/evil\.example|alert/);
  });

  test('keep what a page looked like', () => {
    const attributes = { class: 'card', 'aria-label': '标题: 提示', 'data-k': 'a:b', style: 'color: red' };
    const page = element(
      'body',
      attributes,
      element('link', { rel: 'stylesheet', href: OWN }),
      element('input', { value: 'https://not.loaded.example/', type: 'text' }),
      { type: 3, id: 4, textContent: '见 url(x) 与 https://words.example/' },
    );
    const clean = cleanEvents([snapshot(page)], resolve)[0] as RecordedEvent;
    const body = (clean.data as { node: { childNodes: (typeof page)[] } }).node.childNodes[0];
    expect(body?.attributes).toEqual(attributes);
    expect(textOf(body?.childNodes ?? [])).toContain('"href":"asset:1"');
    expect(textOf(body?.childNodes ?? [])).toContain('见 url(x) 与 https://words.example/');
    expect(textOf(body?.childNodes ?? [])).toContain('not.loaded.example');
  });
});
