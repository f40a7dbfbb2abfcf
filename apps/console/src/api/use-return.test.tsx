// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useEnd } from './use-return.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let ended: number;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T10:00:00+08:00') });
  root = createRoot(document.createElement('div'));
  ended = 0;
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

function Shown({ until }: { until: string | null }) {
  useEnd(until, () => {
    ended += 1;
  });
  return null;
}
const show = (until: string | null) => act(async () => root.render(<Shown until={until} />));
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

it('ends when its Beijing time is over, whatever zone the desk is in, once', async () => {
  await show('2026-11-20 10:15:00');
  await wait(15 * 60_000);
  expect(ended).toBe(0);
  await wait(1_000);
  expect(ended).toBe(1);
  await wait(60 * 60_000);
  expect(ended).toBe(1);
});

it('ends at once what is over, and nothing where nothing ends', async () => {
  await show(null);
  await wait(60 * 60_000);
  expect(ended).toBe(0);
  await show('2026-11-20 10:15:00');
  await wait(0);
  expect(ended).toBe(1);
});
