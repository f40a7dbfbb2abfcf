import { describe, expect, it } from 'vitest';
import { NetworkFailure } from '../api/network-failure.ts';
import { createReplyCodeHandling } from './on-reply-code.ts';

function setUp(address = 'https://h/#/orders') {
  const seen: string[] = [];
  let answer = (_: boolean) => {};
  const handling = createReplyCodeHandling({
    address: () => address,
    navigate: (to) => seen.push(`go ${to}`),
    confirmDialog: ({ title, body, confirm, cancel }) => {
      seen.push([title, body, confirm, cancel].join('|'));
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    toast: (message) => seen.push(`toast ${message}`),
    toastFailure: ({ kind }) => seen.push(`failure ${kind}`),
    keepReturnAddress: () => seen.push('kept'),
  });
  const answerDialog = async (yes: boolean) => {
    answer(yes);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ...handling, seen, answerDialog };
}

const DIALOG = '温馨提示|未登录，请重新登录|去登录|取消';
const aloud = { quiet: false };
const quiet = { quiet: true };

describe('reply codes', () => {
  it.each([300001, '300001'])('%j goes to the not-on-sale page, also for a quiet caller', (code) => {
    const { onReplyCode, seen } = setUp();
    onReplyCode({ code, message: '不在参保期' }, quiet);
    expect(seen).toEqual(['go /noSale']);
  });

  it('400001 asks, keeps the place and goes to login', async () => {
    const { onReplyCode, seen, answerDialog } = setUp();
    onReplyCode({ code: 400001, message: 'x' }, quiet);
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
    const { onReplyCode, seen, answerDialog } = setUp();
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    await answerDialog(false);
    expect(seen).toEqual([DIALOG]);
    onReplyCode({ code: 400001, message: 'x' }, aloud);
    expect(seen).toEqual([DIALOG, DIALOG]);
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
