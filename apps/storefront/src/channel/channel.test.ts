import { describe, expect, it, test } from 'vitest';
import { detectChannel } from './detect-channel.ts';

const WECHAT = 'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 Chrome/78.0 Mobile MicroMessenger/8.0.2';
const PARAMETERS = {
  appId: 'wx1',
  timeStamp: '1',
  nonceStr: 'n',
  package: 'prepay_id=p',
  signType: 'RSA',
  paySign: 's',
} as const;

function fakeWindow(userAgent: string, more: object = {}) {
  const listeners: Record<string, () => void> = {};
  const timers: (() => void)[] = [];
  const window = {
    navigator: { userAgent },
    document: {
      addEventListener: (type: string, listener: () => void) => Object.assign(listeners, { [type]: listener }),
    },
    setTimeout: (run: () => void) => timers.push(run),
    clearTimeout: () => {},
    ...more,
  };
  return { window: window as unknown as Window, raw: window as Record<string, unknown>, listeners, timers };
}

const bridge = (err_msg: string | undefined, invoked: unknown[] = []) => ({
  invoke(name: string, parameters: object, callback: (answer: { err_msg?: string }) => void) {
    invoked.push([name, parameters]);
    callback({ err_msg });
  },
});

describe('detectChannel', () => {
  it.each([
    ['Mozilla/5.0 Chrome/120', {}, 'plain', true, false],
    [WECHAT, {}, 'wechat', true, true],
    [`${WECHAT} miniProgram/wx1`, {}, 'mini-program', false, true],
    [WECHAT, { __wxjs_environment: 'miniprogram' }, 'mini-program', false, true],
    ['Mozilla/5.0 (Linux; Android 14) Chrome/120 AlipayClient/10.5.0', {}, 'alipay', true, false],
    ['Mozilla/5.0 Chrome/120', { huiminBridge: { share: () => {}, savePicture: () => {} } }, 'in-app', true, false],
  ])('%s %o is %s', (userAgent, more, kind, canShare, canAuthorise) => {
    expect(detectChannel(fakeWindow(userAgent, more).window)).toMatchObject({ kind, canShare, canAuthorise });
  });
});

test('a partner’s app saves pictures into the album, if it can', () => {
  const saved: string[] = [];
  const bridge = { share: () => {}, savePicture: (address: string) => saved.push(address) };
  detectChannel(fakeWindow('Chrome', { huiminBridge: bridge }).window).savePicture?.('https://shop.example/p/1');
  expect(saved).toEqual(['https://shop.example/p/1']);
  expect(detectChannel(fakeWindow('Chrome', { huiminBridge: { share: () => {} } }).window).savePicture).toBeNull();
  expect(detectChannel(fakeWindow(WECHAT).window).savePicture).toBeNull();
});

test('a partner’s app is handed exactly the six fields, and to whom they go', () => {
  const shared: unknown[] = [];
  const share = (payload: string, target: string) => shared.push([JSON.parse(payload), target]);
  const { window } = fakeWindow('Chrome', { huiminBridge: { share } });
  const card = { page: 'https://shop.example/#/index', title: '苏民安', content: '先看清楚', image: 'https://i/1.png' };
  detectChannel(window).shareCard?.({ ...card, more: 'x' } as typeof card, 'moments');
  expect(shared).toEqual([[{ num: 1, tag: 3, ...card }, 'moments']]);
  expect(detectChannel(fakeWindow(WECHAT).window).shareCard).toBeNull();
});

describe('payWithWechat', () => {
  it.each([
    ['get_brand_wcpay_request:ok', 'ok'],
    ['get_brand_wcpay_request:cancel', 'cancel'],
    ['get_brand_wcpay_request:fail', 'fail'],
    ['system:access_denied', 'fail'],
    [undefined, 'fail'],
  ])('reads %s as %s', async (message, hint) => {
    const invoked: unknown[] = [];
    const { window } = fakeWindow(WECHAT, { WeixinJSBridge: bridge(message, invoked) });
    expect(await detectChannel(window).payWithWechat(PARAMETERS)).toBe(hint);
    expect(invoked).toEqual([['getBrandWCPayRequest', PARAMETERS]]);
  });

  it('waits for the bridge', async () => {
    const { window, raw, listeners } = fakeWindow(WECHAT);
    const hint = detectChannel(window).payWithWechat(PARAMETERS);
    raw.WeixinJSBridge = bridge('get_brand_wcpay_request:ok');
    listeners.WeixinJSBridgeReady?.();
    expect(await hint).toBe('ok');
  });

  it.each([
    ['success', 'ok'],
    ['fail', 'fail'],
    ['silence', 'ok'],
  ])('inside a mini-program its native page is opened: %s is %s', async (end, hint) => {
    const opened: string[] = [];
    const navigateTo = (options: Record<string, unknown>) => {
      opened.push(String(options.url));
      if (end !== 'silence') (options[end] as () => void)();
    };
    const inside = { __wxjs_environment: 'miniprogram', wx: { miniProgram: { navigateTo } } };
    const { window, timers } = fakeWindow(WECHAT, { ...inside, WeixinJSBridge: bridge('get_brand_wcpay_request:ok') });
    const asked = detectChannel(window).payWithWechat(PARAMETERS);
    if (end === 'silence') for (const run of timers) run();
    expect(await asked).toBe(hint);
    const [path, search] = (opened[0] ?? '').split('?');
    expect(path).toBe('/pages/pay/index');
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual(PARAMETERS);
  });

  it('inside a mini-program without its script nothing is opened', async () => {
    const { window } = fakeWindow(WECHAT, { __wxjs_environment: 'miniprogram' });
    expect(await detectChannel(window).payWithWechat(PARAMETERS)).toBe('fail');
  });

  it('fails where the bridge never comes, and in an ordinary browser', async () => {
    const { window, timers } = fakeWindow(WECHAT);
    const hint = detectChannel(window).payWithWechat(PARAMETERS);
    for (const run of timers) run();
    expect(await hint).toBe('fail');
    expect(await detectChannel(fakeWindow('Chrome').window).payWithWechat(PARAMETERS)).toBe('fail');
  });
});
