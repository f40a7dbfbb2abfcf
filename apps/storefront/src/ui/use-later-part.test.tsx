// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLaterPart } from './use-later-part.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
let asked: number;
let answer: () => Promise<{ default: () => string }>;
let takenBack: number;
const there = { default: () => 'the part' };
const load = () => {
  asked += 1;
  return answer();
};

function Screen({ wanted }: { wanted: boolean }) {
  const { Part, said } = useLaterPart(load, wanted, () => {
    takenBack += 1;
  });
  return (
    <>
      <p>{said}</p>
      {wanted && Part && <Part />}
    </>
  );
}
const want = (wanted: boolean) => act(async () => root.render(<Screen wanted={wanted} />));

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  takenBack = 0;
  answer = async () => there;
  box = document.createElement('div');
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

it('fetches nothing before it is wanted, and once', async () => {
  await want(false);
  expect(asked).toBe(0);
  await want(true);
  expect(box.textContent).toBe('the part');
  await want(false);
  await want(true);
  expect(asked).toBe(1);
});

it('leaves the page, says that it did not come, and asks again at the next press', async () => {
  answer = async () => Promise.reject(new TypeError('Failed to fetch'));
  await want(true);
  expect(takenBack).toBe(1);
  expect(box.textContent).toBe('没有连上，请再按一次');
  await want(false);
  answer = async () => there;
  await want(true);
  expect(box.textContent).toBe('the part');
  expect(asked).toBe(2);
});

it('says that it is coming when it takes long', async () => {
  let come = (_: typeof there) => {};
  answer = () =>
    new Promise((resolve) => {
      come = resolve;
    });
  await want(true);
  expect(box.textContent).toBe('');
  await act(async () => vi.advanceTimersByTime(1_000));
  expect(box.textContent).toBe('正在打开，请稍等');
  await act(async () => come(there));
  expect(box.textContent).toBe('the part');
});
