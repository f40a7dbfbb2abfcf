import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { AnyJson } from '../../testing/shop.ts';

const SCRIPT = readFileSync(new URL('./jweixin-1.6.0.js', import.meta.url), 'utf8');
const ORIGIN = 'http://localhost:3100';
const PAY = {
  appId: 'wx1',
  timeStamp: '1767225600',
  nonceStr: 'n',
  package: 'prepay_id=p',
  signType: 'RSA',
  paySign: 's',
};

/** A page with the script in it, as far as the script looks at one. */
function openPage(options: { userAgent?: string; answer?: object } = {}) {
  const listeners = new Set<(event: object) => void>();
  const frames: AnyJson[] = [];
  const asked: string[] = [];
  const page: AnyJson = {
    URL,
    URLSearchParams,
    Event,
    HTMLElement: class {},
    setTimeout,
    console,
    location: { href: 'http://localhost:3000/hmb/?a=1#/index' },
    navigator: { userAgent: options.userAgent ?? 'Mozilla/5.0 MicroMessenger/8.0' },
    fetch: async (address: string) => {
      asked.push(address);
      return { json: async () => options.answer ?? { errMsg: 'config:ok' } };
    },
    addEventListener: (_type: string, fn: (event: object) => void) => listeners.add(fn),
    removeEventListener: (_type: string, fn: (event: object) => void) => listeners.delete(fn),
    document: {
      currentScript: { src: `${ORIGIN}/open/js/jweixin-1.6.0.js` },
      activeElement: null,
      dispatchEvent: (event: Event) => page.events.push(event.type),
      createElement: () => ({
        dataset: {},
        style: {},
        contentWindow: {},
        addEventListener: () => {},
        remove() {
          frames.splice(frames.indexOf(this), 1);
        },
      }),
      body: { append: (frame: object) => frames.push(frame) },
    },
    events: [],
  };
  page.window = page;
  runInContext(SCRIPT, createContext(page));
  return { page, frames, asked, send: (event: object) => [...listeners].map((fn) => fn(event)) };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Opens the cashier and returns its frame and what the shop was called back with. */
async function startPayment(params: object = PAY) {
  const opened = openPage();
  await turn();
  const results: AnyJson[] = [];
  opened.page.WeixinJSBridge.invoke('getBrandWCPayRequest', params, (result: object) => results.push(result));
  return { ...opened, results, frame: opened.frames[0] };
}

test('the bridge comes some time after the script, with its event, and only inside WeChat', async () => {
  const inside = openPage();
  expect(inside.page.WeixinJSBridge).toBeUndefined();
  await turn();
  expect(inside.page.WeixinJSBridge).toHaveProperty('invoke');
  expect(inside.page.events).toEqual(['WeixinJSBridgeReady']);
  const outside = openPage({ userAgent: 'Mozilla/5.0 Chrome/140' });
  await turn();
  expect(outside.page.WeixinJSBridge).toBeUndefined();
  outside.page.wx.config({ appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: 's', jsApiList: [] });
  expect(outside.asked).toEqual([]);
});

test('wx.config asks about the address without its fragment, then is ready or tells the error', async () => {
  const good = openPage();
  const seen: unknown[] = [];
  good.page.wx.ready(() => seen.push('ready'));
  good.page.wx.config({ appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: 's', jsApiList: [] });
  await turn();
  expect(seen).toEqual(['ready']);
  expect(new URL(good.asked[0] ?? '').searchParams.get('url')).toBe('http://localhost:3000/hmb/?a=1');

  const bad = openPage({ answer: { errMsg: 'config:invalid signature' } });
  bad.page.wx.ready(() => seen.push('never'));
  bad.page.wx.error((error: object) => seen.push(error));
  bad.page.wx.config({ appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: 's', jsApiList: [] });
  await turn();
  expect(seen).toEqual(['ready', { errMsg: 'config:invalid signature' }]);
});

test('a call that is not in jsApiList is denied', async () => {
  const { page } = openPage();
  page.wx.config({ appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: 's', jsApiList: ['hideMenuItems'] });
  await turn();
  const seen: string[] = [];
  const note = (result: { errMsg: string }) => seen.push(result.errMsg);
  page.wx.hideMenuItems({ menuList: [], success: note });
  page.wx.hideOptionMenu({ fail: note });
  expect(seen).toEqual(['hideMenuItems:ok', 'hideOptionMenu:permission denied']);
});

test('a payment opens the cashier in a frame and calls back with its result', async () => {
  const { frame, frames, results, send } = await startPayment();
  const asked = new URL(frame.src);
  expect(asked.origin + asked.pathname).toBe(`${ORIGIN}/_wx/cashier`);
  expect(Object.fromEntries(asked.searchParams)).toMatchObject(PAY);
  send({ origin: ORIGIN, source: frame.contentWindow, data: { source: 'sandbox-cashier', result: 'ok' } });
  expect(results).toEqual([{ err_msg: 'get_brand_wcpay_request:ok' }]);
  expect(frames).toEqual([]);
});

test('messages of another origin or another window are not believed', async () => {
  const { frame, frames, results, send } = await startPayment();
  const data = { source: 'sandbox-cashier', result: 'ok' };
  send({ origin: 'https://elsewhere.example', source: frame.contentWindow, data });
  send({ origin: ORIGIN, source: {}, data });
  expect(results).toEqual([]);
  expect(frames).toHaveLength(1);
});

test('an end without a return closes the frame and never calls back', async () => {
  const { frame, frames, results, send } = await startPayment();
  send({ origin: ORIGIN, source: frame.contentWindow, data: { source: 'sandbox-cashier', result: 'none' } });
  expect(frames).toEqual([]);
  expect(results).toEqual([]);
});

test('a timeStamp that is a number fails at once', async () => {
  const { frames, results } = await startPayment({ ...PAY, timeStamp: 1767225600 });
  expect(results).toMatchObject([{ err_msg: 'get_brand_wcpay_request:fail' }]);
  expect(frames).toEqual([]);
});
