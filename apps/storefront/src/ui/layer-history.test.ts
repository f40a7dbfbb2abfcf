import { beforeEach, describe, expect, it } from 'vitest';
import { createLayerHistory, type HistoryHost } from './layer-history.ts';

/** A history with the browser's rules: back is heard later, pushing drops what lay ahead. */
function fakeHistory() {
  const entries: unknown[] = [{ visitKey: 'page' }];
  let at = 0;
  const listeners: ((event: { state: unknown }) => void)[] = [];
  const waiting: (() => void)[] = [];
  const host: HistoryHost = {
    history: {
      get state() {
        return entries[at];
      },
      pushState(state) {
        entries.splice(at + 1);
        entries.push(state);
        at += 1;
      },
      back() {
        waiting.push(() => {
          if (at === 0) return;
          at -= 1;
          for (const listener of listeners) listener({ state: entries[at] });
        });
      },
    },
    addEventListener: (_type, listener) => listeners.push(listener),
    setTimeout: (handler) => waiting.push(handler),
  };
  const settle = () => {
    while (waiting.length > 0) waiting.shift()?.();
  };
  return { host, settle, depth: () => at, state: () => entries[at] };
}

describe('back and open sheets', () => {
  let browser: ReturnType<typeof fakeHistory>;
  let layers: ReturnType<typeof createLayerHistory>;
  beforeEach(() => {
    browser = fakeHistory();
    layers = createLayerHistory(browser.host, 1000);
  });
  const goBack = () => {
    browser.host.history.back();
    browser.settle();
  };

  it('closes the sheet and stays on the page', () => {
    let closed = 0;
    const leave = layers.open(() => {
      closed += 1;
    });
    expect(browser.depth()).toBe(1);
    goBack();
    leave();
    browser.settle();
    expect(closed).toBe(1);
    expect(browser.depth()).toBe(0);
  });

  it('keeps what the router wrote into the entry', () => {
    layers.open(() => {});
    expect(browser.state()).toMatchObject({ visitKey: 'page' });
  });

  it('takes its entry off again when closed by a button', () => {
    const leave = layers.open(() => {
      throw new Error('nobody went back');
    });
    leave();
    browser.settle();
    expect(browser.depth()).toBe(0);
  });

  it('closes the top of two first', () => {
    const closed: string[] = [];
    layers.open(() => closed.push('sheet'));
    layers.open(() => closed.push('dialog'));
    goBack();
    expect(closed).toEqual(['dialog']);
    goBack();
    expect(closed).toEqual(['dialog', 'sheet']);
    expect(browser.depth()).toBe(0);
  });

  it('does not undo a navigation made while closing, and back later skips the dead entry', () => {
    const leave = layers.open(() => {});
    leave();
    browser.host.history.pushState({ visitKey: 'next page' }, '');
    browser.settle();
    expect(browser.state()).toEqual({ visitKey: 'next page' });
    goBack();
    expect(browser.state()).toEqual({ visitKey: 'page' });
  });

  it('can be opened again after a close', () => {
    layers.open(() => {})();
    browser.settle();
    let closed = false;
    layers.open(() => {
      closed = true;
    });
    goBack();
    expect(closed).toBe(true);
    expect(browser.depth()).toBe(0);
  });

  it('says when a closed sheet has left the history', async () => {
    const said: string[] = [];
    await layers.settled();
    const leave = layers.open(() => {});
    leave();
    void layers.settled().then(() => said.push(`left at ${browser.depth()}`));
    await Promise.resolve();
    expect(said).toEqual([]);
    browser.settle();
    await Promise.resolve();
    expect(said).toEqual(['left at 0']);
  });

  it('waits for nothing when a navigation has moved on in the same step', async () => {
    const leave = layers.open(() => {});
    leave();
    browser.host.history.pushState({ visitKey: 'next' }, '');
    browser.settle();
    await layers.settled();
    expect(browser.state()).toEqual({ visitKey: 'next' });
  });
});
