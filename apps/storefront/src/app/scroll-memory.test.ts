import { beforeEach, expect, it, vi } from 'vitest';
import { createScrollMemory } from './scroll-memory.ts';

/** A page that grows as its data come; scrolled no further than it is tall. */
function openPage() {
  const listeners = new Map<string, (() => void)[]>();
  const timers: (() => void)[] = [];
  const page = {
    tallness: 2_000,
    scrollY: 0,
    scrollTo: (_x: number, y: number) => {
      page.scrollY = Math.min(y, page.tallness);
      for (const listen of listeners.get('scroll') ?? []) listen();
    },
    addEventListener: (name: string, listen: () => void) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listen]);
    },
    setTimeout: (run: () => void) => timers.push(run),
    clearTimeout: () => {
      timers.length = 0;
    },
    history: { scrollRestoration: 'auto' },
    sessionStorage: { getItem: () => null, setItem: vi.fn() },
  };
  const does = (name: string) => {
    for (const listen of listeners.get(name) ?? []) listen();
  };
  const passes = () => {
    for (const run of timers.splice(0)) run();
  };
  return { page, does, passes, memory: createScrollMemory(page as unknown as Window) };
}

let opened: ReturnType<typeof openPage>;
beforeEach(() => {
  opened = openPage();
  const { page, memory } = opened;
  memory.arrive('list', false, true);
  page.scrollTo(0, 900);
  memory.arrive('one', false, false);
  expect(page.scrollY).toBe(0);
});

it('goes on the way back to where the person was, as soon as the page is tall enough', () => {
  const { page, passes, memory } = opened;
  page.tallness = 300;
  memory.arrive('list', true, false);
  expect(page.scrollY).toBe(300);
  page.tallness = 2_000;
  passes();
  expect(page.scrollY).toBe(900);
});

it.each(['touchstart', 'pointerdown', 'wheel', 'keydown'])('moves nothing any more after %s', (sign) => {
  const { page, does, passes, memory } = opened;
  page.tallness = 300;
  memory.arrive('list', true, false);
  page.tallness = 2_000;
  page.scrollTo(0, 500);
  does(sign);
  passes();
  expect(page.scrollY).toBe(500);
});
