import type { ProductInfoValue } from '@huimin/contract';
import { describe, expect, it } from 'vitest';
import { createProductStore } from './product-store.ts';

const product = (proName: string) => ({ proName, plans: [] }) as unknown as ProductInfoValue;

function setUp({ inline = null, kept }: { inline?: ProductInfoValue | null; kept?: string } = {}) {
  const stored = new Map(kept === undefined ? [] : [['huimin-product', kept]]);
  const state = { asked: 0, answer: async (): Promise<ProductInfoValue | null> => product('called') };
  let runOut = () => {};
  const store = createProductStore({
    inline,
    load: () => {
      state.asked += 1;
      return state.answer();
    },
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
    timers: {
      set: (run) => {
        runOut = run;
        return 1;
      },
      clear: () => {},
    },
  });
  return { store, state, stored, runOut: () => runOut() };
}

const offline = () => Promise.reject(new Error('no network'));

describe('the product store', () => {
  it("begins with the page's own copy without asking", async () => {
    const { store, state } = setUp({ inline: product('inline') });
    expect(await store.begin()).toEqual(product('inline'));
    expect(state.asked).toBe(0);
  });

  it('asks when the page has none, and keeps the answer on the phone', async () => {
    const { store, stored } = setUp();
    expect(await store.begin()).toEqual(product('called'));
    expect(JSON.parse(stored.get('huimin-product') ?? '')).toEqual(product('called'));
  });

  it('falls back to the last good copy, and to nothing when there is none', async () => {
    const withCopy = setUp({ kept: JSON.stringify(product('kept')) });
    withCopy.state.answer = offline;
    expect(await withCopy.store.begin()).toEqual(product('kept'));
    for (const kept of [undefined, 'not json', '{"proName":1}', 'null']) {
      const without = setUp({ kept });
      without.state.answer = offline;
      expect(await without.store.begin()).toBeNull();
    }
  });

  it('is loaded by the call before the first navigation, then never again', async () => {
    const { store, state } = setUp({ inline: product('inline') });
    const heard: (string | undefined)[] = [];
    store.subscribe(() => heard.push(store.get()?.proName));
    await Promise.all([store.loadOnce(), store.loadOnce()]);
    await store.loadOnce();
    expect(state.asked).toBe(1);
    expect(heard).toEqual(['called']);
  });

  it('tells nobody when the call answers what is there already', async () => {
    const { store } = setUp({ inline: product('called') });
    let told = 0;
    store.subscribe(() => {
      told += 1;
    });
    await store.loadOnce();
    expect(told).toBe(0);
  });

  it('goes on with the copy when the call fails, and asks again before the next navigation', async () => {
    const { store, state } = setUp({ inline: product('inline') });
    state.answer = offline;
    await store.loadOnce();
    expect(store.get()).toEqual(product('inline'));
    state.answer = async () => product('called');
    await store.loadOnce();
    expect([state.asked, store.get()?.proName]).toEqual([2, 'called']);
  });

  it('does not wait for ever: a slow answer comes into effect later', async () => {
    const { store, state, runOut } = setUp({ inline: product('inline') });
    let arrive = (_: ProductInfoValue) => {};
    state.answer = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    const waiting = store.loadOnce();
    runOut();
    await waiting;
    expect(store.get()?.proName).toBe('inline');
    arrive(product('late'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.get()?.proName).toBe('late');
  });
});
