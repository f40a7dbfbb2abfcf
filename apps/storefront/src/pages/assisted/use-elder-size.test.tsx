// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { ELDER_MODE_KEY, isElderMode, setElderMode, useElderMode } from '../../context/elder-mode.ts';
import { useElderSize } from './use-elder-size.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

function Screen() {
  useElderSize();
  return useElderMode() ? '大字' : '标准';
}

async function visit(): Promise<{ shown: string | null; whileOpen: boolean }> {
  const box = document.createElement('div');
  const root = createRoot(box);
  await act(async () => root.render(<Screen />));
  const seen = { shown: box.textContent, whileOpen: isElderMode() };
  await act(async () => root.unmount());
  return seen;
}

test('the screen is large on every phone, and the phone is afterwards as it was', async () => {
  setElderMode(false);
  expect(await visit()).toEqual({ shown: '大字', whileOpen: true });
  expect(isElderMode()).toBe(false);
  expect(localStorage.getItem(ELDER_MODE_KEY)).toBeNull();

  setElderMode(true);
  expect(await visit()).toEqual({ shown: '大字', whileOpen: true });
  expect(isElderMode()).toBe(true);
  expect(localStorage.getItem(ELDER_MODE_KEY)).toBe('elder');
});
