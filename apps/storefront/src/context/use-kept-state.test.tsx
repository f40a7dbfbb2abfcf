// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { useKeptState } from './use-kept-state.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

/** One visit of a screen with this entry of the history: what it shows first, and then something else is looked for. */
async function visit(state: object | null, next: string): Promise<string> {
  history.replaceState(state, '');
  let first: string | null = null;
  let look: (text: string) => void = () => {};
  function Search() {
    const [text, setText] = useKeptState('search', '');
    first ??= text;
    look = setText;
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Search />));
  await act(async () => look(next));
  await act(async () => root.unmount());
  return first ?? '';
}

it('is there again on the way back, and begins anew with a new visit', async () => {
  expect(await visit({ visitKey: 'a' }, '肺癌')).toBe('');
  expect(await visit({ visitKey: 'b' }, '胃癌')).toBe('');
  expect(await visit({ visitKey: 'a', openLayer: 1 }, '')).toBe('肺癌');
  expect(await visit({ visitKey: 'b' }, '')).toBe('胃癌');
});

it('without an entry of the app nothing is kept', async () => {
  expect(await visit(null, '肺癌')).toBe('');
  expect(await visit(null, '')).toBe('');
});
