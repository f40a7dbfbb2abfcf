import { describe, expect, it } from 'vitest';
import { BATCH_DELAY_MS, type ClientEvent, createMonitoring } from './monitoring.ts';

function setUp() {
  const sent: { events: readonly ClientEvent[]; leaving: boolean }[] = [];
  const delays: number[] = [];
  const state = { due: null as (() => void) | null, works: true };
  const monitoring = createMonitoring({
    send: (events, leaving) => {
      sent.push({ events, leaving });
      return state.works ? Promise.resolve() : Promise.reject(new Error('no network'));
    },
    timers: {
      set: (run, delayMs) => {
        delays.push(delayMs);
        state.due = run;
        return 1;
      },
      clear: () => {
        state.due = null;
      },
    },
    routeName: () => 'pay',
    release: 'r1',
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { monitoring, sent, delays, state, settle };
}

describe('monitoring', () => {
  it('sends one batch after a delay, with the route and the release', () => {
    const { monitoring, sent, delays, state } = setUp();
    monitoring.report({ kind: 'slow-call', call: 'saveOrder', durationMs: 2500 });
    monitoring.report({ kind: 'failed-call', call: 'saveOrder', code: 'offline' });
    expect(sent).toEqual([]);
    expect(delays).toEqual([BATCH_DELAY_MS]);
    state.due?.();
    expect(sent).toEqual([
      {
        events: [
          { kind: 'slow-call', call: 'saveOrder', durationMs: 2500, route: 'pay', release: 'r1' },
          { kind: 'failed-call', call: 'saveOrder', code: 'offline', route: 'pay', release: 'r1' },
        ],
        leaving: false,
      },
    ]);
  });

  it('sends at once when the page goes away, and nothing when nothing is held', () => {
    const { monitoring, sent, state } = setUp();
    monitoring.flush();
    expect(sent).toEqual([]);
    monitoring.report({ kind: 'script-error', call: 'window' });
    monitoring.flush();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.leaving).toBe(true);
    expect(state.due).toBeNull();
  });

  it("keeps to the call's limit of 50 and sends the rest after", async () => {
    const { monitoring, sent, state, settle } = setUp();
    for (let n = 0; n < 60; n += 1) monitoring.report({ kind: 'reply-code', call: `c${n}`, code: '1' });
    state.due?.();
    await settle();
    state.due?.();
    expect(sent.map(({ events }) => events.length)).toEqual([50, 10]);
  });

  it('keeps a batch that did not get through for the next report, without trying by itself', async () => {
    const { monitoring, sent, state, settle } = setUp();
    state.works = false;
    monitoring.report({ kind: 'failed-call', call: 'a' });
    state.due?.();
    state.due = null;
    await settle();
    expect(state.due).toBeNull();
    state.works = true;
    monitoring.report({ kind: 'failed-call', call: 'b' });
    (state.due as (() => void) | null)?.();
    expect(sent[1]?.events.map(({ call }) => call)).toEqual(['a', 'b']);
  });
});
