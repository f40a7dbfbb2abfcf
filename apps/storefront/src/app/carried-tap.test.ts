// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { createCarriedTap } from './carried-tap.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
};
let nowMs: number;
let later: (() => void)[];

beforeEach(() => {
  kept.clear();
  [nowMs, later] = [1_000_000, []];
});

/** A page as it is loaded each time, and how often its button was pressed. */
function loaded(options: { storage?: typeof storage | null } = {}) {
  const page = document.implementation.createHTMLDocument();
  page.body.innerHTML = '<p>苏民安</p><button>长辈版</button><a href="#/beforeAuthUser"><b>立即参保</b></a>';
  const button = page.querySelector('button') as HTMLElement;
  const pressed = vi.fn();
  button.addEventListener('click', pressed);
  const showWaiting = vi.fn();
  const parts = { page, storage, clock: { now: () => nowMs }, showWaiting, ...options };
  const tap = createCarriedTap({ ...parts, timers: { set: (run) => later.push(run) } });
  return { page, button, pressed, tap, showWaiting, press: () => button.click() };
}
const atOnce = (run: () => void) => run();

test('what is tapped while the page leaves is done once when it is back', () => {
  const before = loaded();
  before.tap.leave();
  before.page.querySelector('p')?.click();
  expect(kept.size).toBe(0);
  before.press();
  expect(before.pressed).not.toHaveBeenCalled();
  expect(before.showWaiting).toHaveBeenCalledWith(true);
  const [back, again] = [loaded(), loaded()];
  back.tap.resume(atOnce);
  again.tap.resume(atOnce);
  expect([back.pressed.mock.calls.length, again.pressed.mock.calls.length]).toEqual([1, 0]);
});

test('it is not done after something else was pressed, nor after half a minute, nor where the words are gone', () => {
  const leave = () => {
    const page = loaded();
    page.tap.leave();
    page.press();
  };
  leave();
  const acted = loaded();
  acted.tap.resume((run) => {
    acted.page.dispatchEvent(new Event('pointerdown'));
    run();
  });
  expect(acted.tap.hasActed()).toBe(true);
  leave();
  nowMs += 30_001;
  const late = loaded();
  late.tap.resume(atOnce);
  leave();
  const changed = loaded();
  changed.button.textContent = '退出长辈版';
  changed.tap.resume(atOnce);
  for (const { pressed } of [acted, late, changed]) expect(pressed).not.toHaveBeenCalled();
});

test('a page that does not come away after all does it itself', () => {
  const page = loaded();
  page.tap.leave();
  page.press();
  for (const run of later) run();
  expect(page.pressed).toHaveBeenCalledTimes(1);
  expect(page.showWaiting).toHaveBeenLastCalledWith(false);
  page.press();
  expect(page.pressed).toHaveBeenCalledTimes(2);
});

test('nothing breaks without a storage, or with one that says something else', () => {
  const bare = loaded({ storage: null });
  bare.tap.leave();
  bare.press();
  bare.tap.resume(atOnce);
  kept.set('huimin-carried-tap', 'x');
  const odd = loaded();
  odd.tap.resume(atOnce);
  expect(odd.pressed).not.toHaveBeenCalled();
});
