// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ShareTip } from './share-tip.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let closed = 0;
beforeEach(async () => {
  vi.useFakeTimers();
  closed = 0;
  root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <ShareTip
        onClose={() => {
          closed += 1;
        }}
      />,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

it('closes by itself after 3000 ms, not before', async () => {
  await act(async () => vi.advanceTimersByTime(2999));
  expect(closed).toBe(0);
  await act(async () => vi.advanceTimersByTime(1));
  expect(closed).toBe(1);
});

it('counts down on its button', async () => {
  const button = () => document.querySelector('.share-words button')?.textContent;
  expect(button()).toBe('知道了（3）');
  await act(async () => vi.advanceTimersByTime(1000));
  expect(button()).toBe('知道了（2）');
});

it('closes on a tap anywhere', async () => {
  await act(async () => document.querySelector<HTMLElement>('.scrim')?.click());
  expect(closed).toBe(1);
});
