import { describe, expect, it } from 'vitest';
import { ATTEMPT_WINDOW_MS, createWechatGuard, type WechatGuardParts } from './wechat-guard.ts';

const ROUTE = { wxAuth: true } as const;

function setUp(more: Partial<WechatGuardParts> = {}) {
  const stored = new Map<string, string>();
  const asked: string[] = [];
  const left: string[] = [];
  const state = { nowMs: 1_000_000, authorised: false, acted: false };
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (k: string, v: string) => void stored.set(k, v),
  };
  const make = () =>
    createWechatGuard({
      canAuthorise: true,
      ask: async (address) => {
        asked.push(address);
        return { authorised: state.authorised, authorisationUrl: state.authorised ? null : 'https://open/authorise' };
      },
      address: () => 'https://h/#/pay?shareCode=s',
      leaveFor: (url) => left.push(url),
      hasActed: () => state.acted,
      storage,
      clock: { now: () => state.nowMs },
      ...more,
    });
  return { guard: make(), make, asked, left, state };
}

describe('the authorisation check', () => {
  it('leaves for the authorisation page with the present address as state', async () => {
    const { guard, asked, left } = setUp();
    expect(await guard(ROUTE, false)).toBe(false);
    expect(asked).toEqual(['https://h/#/pay?shareCode=s']);
    expect(left).toEqual(['https://open/authorise']);
  });

  it('asks only for routes that need it and containers that can', async () => {
    const inWechat = setUp();
    expect(await inWechat.guard({}, false)).toBe(true);
    const plain = setUp({ canAuthorise: false });
    expect(await plain.guard(ROUTE, false)).toBe(true);
    expect([inWechat.asked, plain.asked]).toEqual([[], []]);
  });

  it('asks once per page load when authorised', async () => {
    const { guard, asked, state } = setUp();
    state.authorised = true;
    expect(await guard(ROUTE, false)).toBe(true);
    expect(await guard(ROUTE, false)).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it.each(['refused', 'preview'])('does not ask again at once after %s', async (how) => {
    const { guard, asked } = setUp({ address: () => `https://h/#/index?area=320500&wxauth=${how}` });
    expect(await guard(ROUTE, false)).toBe(true);
    expect(asked).toEqual([]);
  });

  it('does not ask again when the word was told and taken away before the first check', async () => {
    let address = 'https://h/#/index?wxauth=refused';
    const { guard, asked } = setUp({ address: () => address });
    address = 'https://h/#/index';
    expect(await guard(ROUTE, false)).toBe(true);
    expect(asked).toEqual([]);
  });

  it('takes nobody away from a screen that they have begun to use, and asks at the next one', async () => {
    const { guard, left, state } = setUp();
    state.acted = true;
    expect(await guard(ROUTE, true)).toBe(true);
    expect(left).toEqual([]);
    expect(await guard(ROUTE, false)).toBe(false);
    expect(left).toHaveLength(1);
  });

  it('gives up after two round trips and begins again after five minutes', async () => {
    const { make, left, state } = setUp();
    expect(await make()(ROUTE, false)).toBe(false);
    expect(await make()(ROUTE, false)).toBe(false);
    expect(await make()(ROUTE, false)).toBe(true);
    expect(left).toHaveLength(2);
    state.nowMs += ATTEMPT_WINDOW_MS;
    expect(await make()(ROUTE, false)).toBe(false);
  });

  it('stops nobody when the call fails, and never leaves without a storage that ends a loop', async () => {
    const failing = setUp({ ask: () => Promise.reject(new Error('no network')) });
    expect(await failing.guard(ROUTE, false)).toBe(true);
    const refused = {
      getItem: () => null,
      setItem: () => {
        throw new Error('quota');
      },
    };
    for (const storage of [null, refused]) {
      const { guard, left } = setUp({ storage });
      expect(await guard(ROUTE, false)).toBe(true);
      expect(left).toEqual([]);
    }
  });
});
