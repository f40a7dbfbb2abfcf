// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { type Ticked, useTicked } from './use-ticked.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

test('only what is shown is ticked: a row that left with its page or was decided by a colleague is not decided with the others', async () => {
  let now: Ticked = { ticked: [], toggle: () => {}, set: () => {} };
  function List({ rows }: { rows: readonly string[] }) {
    now = useTicked(rows);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  const show = (rows: readonly string[]) => act(async () => root.render(<List rows={rows} />));
  await show(['TK1', 'TK2', 'TK3']);
  await act(async () => now.set(['TK1', 'TK2', 'TK3']));
  await act(async () => now.toggle('TK2'));
  expect(now.ticked).toEqual(['TK1', 'TK3']);
  await show(['TK3', 'TK4']);
  expect(now.ticked).toEqual(['TK3']);
  // Back on the first page the first one is not ticked behind one's back.
  await show(['TK1', 'TK2', 'TK3']);
  expect(now.ticked).toEqual(['TK3']);
  await act(async () => root.unmount());
});
