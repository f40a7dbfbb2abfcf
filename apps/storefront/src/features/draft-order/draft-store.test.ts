import { describe, expect, it } from 'vitest';
import { createDraftStore } from './draft-store.ts';
import { withMembers, withoutClosedOrder } from './order-draft.ts';

/** A browser profile: tabs share its storage and hear of each other's changes. */
function browser({ refuses = false, absent = false } = {}) {
  const kept = new Map<string, string>();
  const tabs: { listen: ((key: string | null) => void) | null }[] = [];
  let keys = 0;
  return {
    /** Another tab changes what is kept under a key; null: it clears everything. */
    tell(key: string | null) {
      if (key === null) kept.clear();
      for (const tab of tabs) tab.listen?.(key);
    },
    listening: () => tabs.filter((tab) => tab.listen !== null).length,
    openTab() {
      const tab: (typeof tabs)[number] = { listen: null };
      tabs.push(tab);
      const tellOthers = (key: string) => {
        for (const other of tabs) if (other !== tab) other.listen?.(key);
      };
      const storage = {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => {
          if (refuses) throw new Error('QuotaExceededError');
          kept.set(key, value);
          tellOthers(key);
        },
        removeItem: (key: string) => {
          kept.delete(key);
          tellOthers(key);
        },
      };
      return createDraftStore('js26', {
        storage: absent ? null : storage,
        clock: { now: () => 1_800_000_000_000 },
        newKey: () => {
          keys += 1;
          return `key-0000000000000${keys}`;
        },
        onOtherTab: (listener) => {
          tab.listen = listener;
          return () => {
            tab.listen = null;
          };
        },
      });
    },
  };
}

describe('the draft in the browser', () => {
  it('is there again in a new tab and after a reload', () => {
    const { openTab } = browser();
    const draft = openTab().change((before, making) => withMembers(before, ['A', 'B'], making));
    expect(openTab().get()).toEqual(draft);
  });

  it('is the same object until it changes', () => {
    const store = browser().openTab();
    expect(store.get()).toBe(store.get());
    const changed = store.change((before, making) => withMembers(before, ['A'], making));
    expect(store.get()).toBe(changed);
  });

  it('two tabs end with one client key', () => {
    const { openTab } = browser();
    const [left, right] = [openTab(), openTab()];
    left.change((draft, making) => withMembers(draft, ['A'], making));
    right.change((draft, making) => withMembers(draft, ['A'], making));
    expect(right.get().clientKey).toBe(left.get().clientKey);

    const used = left.get().clientKey;
    left.change((draft, making) => withoutClosedOrder(draft, used, making));
    right.change((draft, making) => withoutClosedOrder(draft, used, making));
    expect(right.get().clientKey).toBe(left.get().clientKey);
    expect(right.get().clientKey).not.toBe(used);
  });

  it('a tab changes what is stored, not what it saw last', () => {
    const { openTab } = browser();
    const [left, right] = [openTab(), openTab()];
    right.get();
    left.change((draft, making) => withMembers(draft, ['A'], making));
    right.change((draft, making) => withMembers(draft, [...draft.memberIds, 'B'], making));
    expect(left.get().memberIds).toEqual(['A', 'B']);
  });

  it('tells its readers of changes here and in other tabs, until they leave', () => {
    const { openTab } = browser();
    const [left, right] = [openTab(), openTab()];
    let told = 0;
    const leave = left.subscribe(() => {
      told += 1;
    });
    left.change((draft, making) => withMembers(draft, ['A'], making));
    right.change((draft, making) => withMembers(draft, ['B'], making));
    expect(told).toBe(2);
    leave();
    right.change((draft, making) => withMembers(draft, ['C'], making));
    expect(told).toBe(2);
  });

  it('listens to other tabs as long as somebody reads it, and hears of its own edition alone', () => {
    const { openTab, tell, listening } = browser();
    const store = openTab();
    let told = 0;
    const read = () => {
      told += 1;
    };
    const [leave, leaveToo] = [store.subscribe(read), store.subscribe(() => {})];
    expect(listening()).toBe(1);
    tell('huimin-draft-js27');
    expect(told).toBe(0);
    tell('huimin-draft-js26');
    expect(told).toBe(1);
    store.change((draft, making) => withMembers(draft, ['A'], making));
    tell(null);
    expect(told).toBe(3);
    expect(store.get().memberIds).toEqual([]);
    leave();
    expect(listening()).toBe(1);
    leaveToo();
    expect(listening()).toBe(0);
  });

  it('is gone after clearing', () => {
    const { openTab } = browser();
    const store = openTab();
    const draft = store.change((before, making) => withMembers(before, ['A'], making));
    let told = 0;
    store.subscribe(() => {
      told += 1;
    });
    store.clear();
    expect(told).toBe(1);
    expect(store.get().memberIds).toEqual([]);
    expect(store.get().clientKey).not.toBe(draft.clientKey);
    expect(openTab().get().memberIds).toEqual([]);
  });

  it.each([
    ['refused', () => browser({ refuses: true }).openTab()],
    ['not there', () => browser({ absent: true }).openTab()],
  ])('lasts as long as the page where storage is %s', (_case, open) => {
    const store = open();
    const draft = store.change((before, making) => withMembers(before, ['A'], making));
    expect(store.get()).toBe(draft);
    store.clear();
    expect(store.get().memberIds).toEqual([]);
  });
});
