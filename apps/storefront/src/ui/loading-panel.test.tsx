// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoadingPanel } from './loading-panel.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
beforeEach(() => {
  vi.useFakeTimers();
  root = createRoot(document.createElement('div'));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

const show = (open: boolean) => act(async () => root.render(<LoadingPanel open={open} />));
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const words = () => document.querySelector('[role=status]')?.textContent;

it('says that it waits, and after some seconds that it still does; each wait begins anew', async () => {
  await show(true);
  expect(words()).toBe('loading...正在加载，请稍候');
  await wait(7_900);
  expect(words()).toContain('正在加载，请稍候');
  await wait(200);
  expect(words()).toBe('loading...比平时慢，还在等回应');
  await show(false);
  expect(words()).toBe('');
  await show(true);
  expect(words()).toContain('正在加载，请稍候');
  await wait(7_900);
  expect(words()).toContain('正在加载，请稍候');
});
