import { describe, expect, it } from 'vitest';
import { CHUNK_LOAD_TIMEOUT_MS, createChunkLoader, createPageLoader, RELOAD_COOL_DOWN_MS } from './load-page.ts';
import type { LaterRoute } from './route.ts';

const Page = () => null;
const route = (load: () => Promise<{ default: typeof Page }>): LaterRoute => ({
  name: 'r',
  path: '/r',
  title: 'r',
  load,
});

function setUp(withStorage = true) {
  const stored = new Map<string, string>();
  const state = { nowMs: 5_000_000, reachable: true, reloads: 0 };
  let timer: { run: () => void; delayMs: number } | null = null;
  const loadChunk = createChunkLoader({
    clock: { now: () => state.nowMs },
    timers: {
      set: (run, delayMs) => {
        timer = { run, delayMs };
        return 1;
      },
      clear: () => {
        timer = null;
      },
    },
    storage: withStorage
      ? { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) }
      : null,
    serverReachable: async () => state.reachable,
    reload: () => {
      state.reloads += 1;
    },
  });
  const load = createPageLoader(loadChunk);
  return { load, state, timer: () => timer };
}

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('loading a screen', () => {
  it('gives its component and leaves no timer', async () => {
    const { load, timer } = setUp();
    expect(await load(route(async () => ({ default: Page })))).toBe(Page);
    expect(timer()).toBeNull();
  });

  it('reloads once for a missing chunk, then says so until the cool-down is over', async () => {
    const { load, state } = setUp();
    expect(await load(route(missing))).toBe('leaving');
    state.nowMs += RELOAD_COOL_DOWN_MS - 1;
    expect(await load(route(missing))).toBe('stale');
    expect(state.reloads).toBe(1);
    state.nowMs += 1;
    expect(await load(route(missing))).toBe('leaving');
    expect(state.reloads).toBe(2);
  });

  it('never reloads without a network: that would lose the page', async () => {
    const { load, state } = setUp();
    state.reachable = false;
    expect(await load(route(missing))).toBe('offline');
    expect(state.reloads).toBe(0);
  });

  it('never reloads where it could not remember that it did', async () => {
    const { load, state } = setUp(false);
    expect(await load(route(missing))).toBe('stale');
    expect(state.reloads).toBe(0);
  });

  it('gives a chunk 120 s', async () => {
    const { load, state, timer } = setUp();
    state.reachable = false;
    const waiting = load(route(() => new Promise(() => {})));
    expect(timer()?.delayMs).toBe(CHUNK_LOAD_TIMEOUT_MS);
    expect(CHUNK_LOAD_TIMEOUT_MS).toBe(120_000);
    timer()?.run();
    expect(await waiting).toBe('offline');
  });
});
