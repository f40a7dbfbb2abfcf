// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { ErrorState } from './states.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const online = () => act(async () => void window.dispatchEvent(new Event('online')));

it('loads again by itself when the network is back, once, and only where it was the network', async () => {
  const root = createRoot(document.createElement('div'));
  const onReload = vi.fn();
  await act(async () => root.render(<ErrorState kind="offline" onReload={onReload} />));
  await online();
  expect(onReload).toHaveBeenCalledTimes(1);
  await act(async () => root.render(<ErrorState kind="busy" onReload={onReload} />));
  await online();
  await act(async () => root.unmount());
  await online();
  expect(onReload).toHaveBeenCalledTimes(1);
});
