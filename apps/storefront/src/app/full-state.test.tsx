// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FullState } from './full-state.tsx';

let root: Root;
let reachable: boolean;
const onAction = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  reachable = false;
  vi.stubGlobal('fetch', async () => {
    if (!reachable) throw new TypeError('Failed to fetch');
    return { ok: true };
  });
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
  onAction.mockClear();
});

const show = (art: 'offline' | 'busy') =>
  act(() => root.render(<FullState art={art} title="网络不通" lead="" action="重新加载" onAction={onAction} />));
const online = () => act(async () => void window.dispatchEvent(new Event('online')));
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('as soon as the phone has a network again, the screen goes on by itself', async () => {
  show('offline');
  reachable = true;
  await online();
  expect(onAction).toHaveBeenCalledTimes(1);
});

test('a network that does not lead to the server yet is asked again and again, and the screen waits', async () => {
  show('offline');
  await online();
  await wait(40_000);
  expect(onAction).not.toHaveBeenCalled();
  reachable = true;
  await wait(20_000);
  expect(onAction).toHaveBeenCalled();
});

test('what went wrong with a network is left to the person', async () => {
  show('busy');
  reachable = true;
  await online();
  await wait(60_000);
  expect(onAction).not.toHaveBeenCalled();
});

test('nothing is asked any more once the screen is gone', async () => {
  show('offline');
  act(() => root.render(null));
  reachable = true;
  await online();
  await wait(60_000);
  expect(onAction).not.toHaveBeenCalled();
});
