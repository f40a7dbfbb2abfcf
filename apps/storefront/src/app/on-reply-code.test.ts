import { describe, expect, it } from 'vitest';
import { NetworkFailure } from '../api/network-failure.ts';
import { createReplyCodeHandling } from './on-reply-code.ts';

function setUp(address = 'https://h/#/orders', { slowly = false } = {}) {
  const seen: string[] = [];
  let answer = (_: boolean) => {};
  let place = 1;
  let letLoad = () => {};
  const loaded = new Promise<void>((resolve) => {
    letLoad = resolve;
  });
  if (!slowly) letLoad();
  const handling = createReplyCodeHandling({
    address: () => address,
    navigate: (to) => seen.push(`go ${to}`),
    loadDialog: async () => {
      await loaded;
      return ({ title, body, confirm, cancel }) => {
        seen.push([title, body, confirm, cancel].join('|'));
        return new Promise((resolve) => {
          answer = resolve;
        });
      };
    },
    toast: (message) => seen.push(`toast ${message}`),
    toastFailure: ({ kind }) => seen.push(`failure ${kind}`),
    keepReturnAddress: () => seen.push('kept'),
    place: () => place,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const answerDialog = async (yes: boolean) => {
    await settle();
    answer(yes);
    await settle();
  };
  const goOn = () => {
    place += 1;
  };
  const load = () => {
    letLoad();
    return settle();
  };
  return { ...handling, seen, answerDialog, settle, goOn, load };
}

const DIALOG = '温馨提示|未登录，请重新登录|去登录|取消';
const aloud = { quiet: false, place: 1 };
const quiet = { quiet: true, place: 1 };

describe('reply codes', () => {
  it.each([300001, '300001'])('%j goes to the not-on-sale page, also for a quiet caller', (code) => {
    const { onReplyCode, seen } = setUp();
    onReplyCode({ code, message: '不在参保期' }, quiet);
    expect(seen).toEqual(['go /noSale']);
  });

  it('400001 asks, keeps the place and goes to login', async () => {
    const { onReplyCode, seen, answerDialog, settle } = setUp();
    onReplyCode({ code: 400001, message: 'x' }, quiet);
    await settle();
    expect(seen).toEqual([DIALOG]);
    await answerDialog(true);
    expect(seen).toEqual([DIALOG, 'kept', 'go /login']);
  });

  it('400001 goes to the user login when the address contains user', async () => {
    const { onReplyCode, seen, answerDialog } = setUp('https://h/#/user_login_test');
    onReplyCode({ code: '400001', message: 'x' }, aloud);
    await answerDialog(true);
    expect(seen).toEqual([DIALOG, 'kept', 'go /user_login']);
  });

  it('400001 stays on cancel, and several at once ask once', async () => {
    const { onReplyCode, seen, answerDialog, settle } = setUp();
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    await answerDialog(false);
    expect(seen).toEqual([DIALOG]);
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    await settle();
    expect(seen).toEqual([DIALOG, DIALOG]);
  });

  it.each([300001, 400001])('%j says nothing of a screen that the person has left for another', async (code) => {
    const { onReplyCode, seen, goOn, settle } = setUp();
    goOn();
    onReplyCode({ code, message: 'x' }, aloud);
    await settle();
    expect(seen).toEqual([]);
  });

  it('300001 of before the first screen counts on whichever is there', () => {
    const { onReplyCode, seen } = setUp();
    onReplyCode({ code: 300001, message: 'x' }, { quiet: true, place: 0 });
    expect(seen).toEqual(['go /noSale']);
  });

  it('400001 asks nobody who has gone on while the question was fetched, but who wants a login there', async () => {
    const { onReplyCode, seen, goOn, load, settle } = setUp('https://h/#/orders', { slowly: true });
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    goOn();
    await load();
    expect(seen).toEqual([]);

    const other = setUp('https://h/#/orders', { slowly: true });
    other.onReplyCode({ code: 400001, message: 'x' }, aloud);
    other.goOn();
    other.onReplyCode({ code: 400001, message: 'x' }, { quiet: true, place: 2 });
    await other.load();
    await settle();
    expect(other.seen).toEqual([DIALOG]);
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
