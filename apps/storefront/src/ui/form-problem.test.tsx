// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { FormProblem } from './form-problem.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

async function shownAt(top: number) {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  const box = { top, bottom: top + 60 } as DOMRect;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<FormProblem problem="没有交上去" />));
  await act(async () => root.unmount());
  const times = seen.mock.calls.length;
  vi.restoreAllMocks();
  return times;
}

it('is brought into sight where it would not be seen, and moves nothing otherwise', async () => {
  expect(await shownAt(200)).toBe(0);
  expect(await shownAt(window.innerHeight)).toBe(1);
  expect(await shownAt(-80)).toBe(1);
});
