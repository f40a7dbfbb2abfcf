// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importWithFiles } from './fetch-files.ts';

/** What was put into the page; nothing is really fetched here. */
let links: HTMLLinkElement[] = [];
const wanted = () => links.map((link) => `${link.rel} ${link.getAttribute('href')}`);
const styles = () => links.findLast((link) => link.rel === 'stylesheet') ?? expect.fail('no style sheet was asked for');

beforeEach(() => {
  links = [];
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    links.push(...(nodes as HTMLLinkElement[]));
  });
});
afterEach(() => vi.restoreAllMocks());

const FILES = ['assets/page.js', 'assets/parts.js', 'assets/styles.css'];

test('a chunk comes with all that it needs at once, each asked for once, and is given when its styles are there', async () => {
  const told = vi.fn();
  const load = vi.fn(async () => 'chunk');
  const first = importWithFiles(load, FILES).then(told);
  expect(load).toHaveBeenCalledOnce();
  expect(wanted().map((one) => one.replace('modulepreload', 'preload'))).toEqual([
    'preload /assets/page.js',
    'preload /assets/parts.js',
    'stylesheet /assets/styles.css',
  ]);
  await new Promise((done) => setTimeout(done));
  expect(told).not.toHaveBeenCalled();
  styles().onload?.(new Event('load'));
  await first;
  expect(told).toHaveBeenCalledWith('chunk');
  expect(await importWithFiles(async () => 'other', FILES)).toBe('other');
  expect(links).toHaveLength(3);
  expect(await importWithFiles(async () => 'bare')).toBe('bare');
});

test('without its styles a chunk is not given, and they are asked for again', async () => {
  const first = importWithFiles(async () => 'chunk', ['assets/lost.css']);
  styles().onerror?.(new Event('error'));
  await expect(first).rejects.toThrow('assets/lost.css');
  const again = importWithFiles(async () => 'chunk', ['assets/lost.css']);
  expect(wanted().filter((one) => one.startsWith('stylesheet'))).toHaveLength(2);
  styles().onload?.(new Event('load'));
  expect(await again).toBe('chunk');
});

test('a chunk that does not come is an error, whatever came of its files', async () => {
  const lost = importWithFiles(() => Promise.reject(new TypeError('no network')), ['assets/other.css']);
  await expect(lost).rejects.toThrow('no network');
});
