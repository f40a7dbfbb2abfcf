import { describe, expect, it } from 'vitest';
import { NetworkFailure } from '../api/network-failure.ts';
import { createReplyCodeHandling } from './on-reply-code.ts';

const ASKED = 'asked to log in';

/** `slowly`: what asks is not there before `load`. */
function setUp({ slowly = false } = {}) {
  const seen: string[] = [];
  let place = 1;
  let answer = () => {};
  let load = () => {};
  const loaded = slowly
    ? new Promise<void>((resolve) => {
        load = resolve;
      })
    : Promise.resolve();
  const handling = createReplyCodeHandling({
    navigate: (to) => seen.push(`go ${to}`),
    askProduct: () => seen.push('asked for the product'),
    askToLogIn: async (isWanted) => {
      await loaded;
      if (!isWanted()) return;
      seen.push(ASKED);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
    },
    toast: (message) => seen.push(`toast ${message}`),
    toastFailure: ({ kind }) => seen.push(`failure ${kind}`),
    place: () => place,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...handling,
    seen,
    settle,
    answer: () => {
      answer();
      return settle();
    },
    load: () => {
      load();
      return settle();
    },
    goOn: () => {
      place += 1;
    },
  };
}

const aloud = { quiet: false, place: 1 };
const quiet = { quiet: true, place: 1 };

describe('reply codes', () => {
  it.each([300001, '300001'])(
    '%j goes to the not-on-sale page, which says why as it is by now, also for a quiet caller',
    (code) => {
      const { onReplyCode, seen } = setUp();
      onReplyCode({ code, message: '不在参保期' }, quiet);
      expect(seen).toEqual(['asked for the product', 'go /noSale']);
    },
  );

  it.each([400001, '400001'])('%j asks, also for a quiet caller', async (code) => {
    const { onReplyCode, seen, settle } = setUp();
    onReplyCode({ code, message: 'x' }, quiet);
    await settle();
    expect(seen).toEqual([ASKED]);
  });

  it('several 400001 at once ask once, and a later one again', async () => {
    const { onReplyCode, seen, settle, answer } = setUp();
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    await settle();
    await answer();
    expect(seen).toEqual([ASKED]);
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    await settle();
    expect(seen).toEqual([ASKED, ASKED]);
  });

  it.each([300001, 400001])('%j says nothing of a screen that the person has left for another', async (code) => {
    const { onReplyCode, seen, goOn, settle } = setUp();
    goOn();
    onReplyCode({ code, message: 'x' }, aloud);
    await settle();
    expect(seen).toEqual([]);
  });

  it('400001 asks nobody who has gone on while the question was fetched', async () => {
    const { onReplyCode, seen, goOn, load } = setUp({ slowly: true });
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    goOn();
    await load();
    expect(seen).toEqual([]);
  });

  it('400001 asks who needs a login where they have gone on to', async () => {
    const { onReplyCode, seen, goOn, load } = setUp({ slowly: true });
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    goOn();
    onReplyCode({ code: 400001, message: 'x' }, { quiet: true, place: 2 });
    await load();
    expect(seen).toEqual([ASKED]);
  });

  it("shows the server's message for any other code unless the caller shows it", () => {
    const { onReplyCode, seen } = setUp();
    onReplyCode({ code: 400303, message: '订单状态已变化' }, aloud);
    onReplyCode({ code: 400303, message: '订单状态已变化' }, quiet);
    expect(seen).toEqual(['toast 订单状态已变化']);
  });

  it('says why no reply came unless the caller shows it', () => {
    const { onNetworkFailure, seen } = setUp();
    onNetworkFailure(new NetworkFailure('offline', 'c'), aloud);
    onNetworkFailure(new NetworkFailure('timeout', 'c'), aloud);
    onNetworkFailure(new NetworkFailure('http', 'c', 500), quiet);
    expect(seen).toEqual(['failure offline', 'failure timeout']);
  });
});
