// @vitest-environment happy-dom
// @vitest-environment-options {"url": "https://shop.example.cn/"}
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFileLinks } from './file-links.ts';

const follow = vi.fn();
const ask = vi.fn<typeof fetch>();
let timers: (() => void)[];
let end: () => void;

beforeEach(() => {
  follow.mockReset();
  ask.mockReset();
  timers = [];
  document.body.innerHTML = [
    '<a id="pdf" href="/hmb-js26/api/v1/insure/order/downloadPolicy?orderNo=JS1"><b>看保单</b></a>',
    '<a id="screen" href="https://shop.example.cn/#/orders">订单</a><a id="call" href="tel:4000651066">电话</a>',
  ].join('');
  end = watchFileLinks({
    page: document,
    fetch: ask,
    isOnline: () => true,
    follow,
    setTimer: (run) => timers.push(run),
  });
});
afterEach(() => end());

/** Presses a link, and says whether the browser may follow it itself. */
function press(id: string, init: MouseEventInit = {}): boolean {
  const target = document.querySelector(`#${id} b`) ?? document.querySelector(`#${id}`);
  return target?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init })) ?? false;
}
const said = () => document.querySelector('.toasts')?.textContent ?? '';

test('a file is opened once the server has answered, and asked for once', async () => {
  ask.mockResolvedValue(new Response(null));
  expect(press('pdf')).toBe(false);
  expect(press('pdf')).toBe(false);
  await vi.waitFor(() => expect(follow).toHaveBeenCalledTimes(1));
  expect(follow.mock.calls[0]?.[0]).toContain('/downloadPolicy?orderNo=JS1');
  expect(ask).toHaveBeenCalledTimes(1);
});

test('a server that does not answer is told of, and the page stays', async () => {
  ask.mockRejectedValue(new TypeError('Failed to fetch'));
  press('pdf');
  await vi.waitFor(() => expect(said()).toBe('没有连上，换一个网络，或者过一会儿再试'));
  expect(follow).not.toHaveBeenCalled();
});

test('a gateway without a server behind it is told of too', async () => {
  ask.mockResolvedValue(new Response(null, { status: 502 }));
  press('pdf');
  await vi.waitFor(() => expect(said()).toBe('系统忙，请稍后再试'));
  expect(follow).not.toHaveBeenCalled();
});

test('an answer that is long in coming is left to the browser', async () => {
  ask.mockReturnValue(new Promise(() => {}));
  press('pdf');
  for (const run of timers) run();
  await vi.waitFor(() => expect(follow).toHaveBeenCalledTimes(1));
});

test('other screens, calls and new tabs are the browser’s', () => {
  for (const id of ['screen', 'call']) expect(press(id)).toBe(true);
  expect(press('pdf', { ctrlKey: true })).toBe(true);
  expect(ask).not.toHaveBeenCalled();
});
