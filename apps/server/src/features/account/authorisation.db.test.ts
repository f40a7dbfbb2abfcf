import { syntheticPhone } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Browser,
  createAccountShop,
  createOutside,
  type Outside,
  SHOP_ORIGIN,
  type Shop,
} from './testing/account-shop.ts';
import { createTestCore, type TestCore } from './testing/test-core.ts';

const OPEN_ID = 'oTestOpenId_1';
const PAGE = `${SHOP_ORIGIN}/?shareCode=A1#/orders?productId=demo`;

let world: TestCore;
let outside: Outside;
let shop: Shop;
let browser: Browser;
let codeCount = 0;

beforeAll(async () => {
  world = await createTestCore();
});
afterAll(() => world.close());
beforeEach(() => {
  outside = createOutside();
  shop = createAccountShop(world.core, outside);
  browser = shop.browser();
  return () => shop.close();
});

/** The state that travels in an authorisation address. */
const stateIn = (url: string): string => new URL(url).searchParams.get('state') as string;

async function begin(from = browser, page = PAGE): Promise<string> {
  return stateIn((await from.call('webAuthorisation', { state: page })).result.authorisationUrl);
}

function newCode(answer: { snapshotUser?: boolean; openId?: string } = {}): string {
  const code = `code${codeCount++}`;
  outside.codes.set(code, { kind: 'authorised', openId: OPEN_ID, unionId: null, snapshotUser: false, ...answer });
  return code;
}

const comeBack = (state: string, code: string | null, from = browser) =>
  from.open(`/wechat/return?${code ? `code=${code}&` : ''}state=${state}`);
const boundTo = async (from = browser): Promise<string | null> => (await from.call('paymentOpenId')).result.openId;

describe('the way to the messaging app and back', () => {
  test('the address stays here, a short random state travels', async () => {
    const { result } = await browser.call('webAuthorisation', { state: PAGE });
    expect(result.authorised).toBe(false);
    expect(stateIn(result.authorisationUrl)).toMatch(/^[a-zA-Z0-9]{16,64}$/);
    expect(new URL(result.authorisationUrl).searchParams.get('redirect_uri')).toBe(`${SHOP_ORIGIN}/wechat/return`);
    expect(result.authorisationUrl).not.toContain('shareCode');
    const again = await browser.call('buildAuthorisationUrl', { state: PAGE });
    expect(stateIn(again.result.authorisationUrl)).not.toBe(stateIn(result.authorisationUrl));
  });

  test('a code binds the openId and leads back to the page, hash route kept', async () => {
    expect(await comeBack(await begin(), newCode())).toEqual({
      status: 302,
      location: '/?shareCode=A1#/orders?productId=demo',
    });
    expect(await boundTo()).toBe(OPEN_ID);
    expect((await browser.call('webAuthorisation', { state: PAGE })).result).toEqual({
      authorised: true,
      authorisationUrl: null,
    });
  });

  test('a page without hash route does not inherit the fragment of the authorisation page', async () => {
    expect((await comeBack(await begin(browser, `${SHOP_ORIGIN}/`), newCode())).location).toBe('/#/');
  });

  test('a refusal leads back with nothing bound, and says so', async () => {
    expect((await comeBack(await begin(), null)).location).toBe('/?shareCode=A1#/orders?productId=demo&wxauth=refused');
    expect(await boundTo()).toBeNull();
  });

  test('after three round trips without openId the page goes on without one, for ten minutes', async () => {
    const urls = [];
    for (let round = 0; round < 5; round += 1) {
      const { result } = await browser.call('webAuthorisation', { state: PAGE });
      urls.push(result.authorisationUrl === null);
      if (result.authorisationUrl) await comeBack(stateIn(result.authorisationUrl), null);
    }
    // The very first call comes from a browser without session and is not counted.
    expect(urls).toEqual([false, false, false, false, true]);
    world.clock.advance(20 * 60_000);
    expect((await browser.call('webAuthorisation', { state: PAGE })).result.authorisationUrl).not.toBeNull();
  });

  test('a reload of the return address asks the provider once', async () => {
    const state = await begin();
    const code = newCode();
    const [first, second] = [await comeBack(state, code), await comeBack(state, code)];
    expect(second).toEqual(first);
    expect(outside.exchanged).toEqual([code]);
    expect(await boundTo()).toBe(OPEN_ID);
  });

  test("another browser's return binds nothing", async () => {
    const state = await begin();
    const stranger = shop.browser();
    await begin(stranger);
    await comeBack(state, newCode(), stranger);
    expect(await boundTo(stranger)).toBeNull();
    expect(outside.exchanged).toEqual([]);
  });

  test('a state older than ten minutes is worth nothing', async () => {
    const state = await begin();
    world.clock.advance(600_000);
    expect((await comeBack(state, newCode())).location).toBe('/#/?wxauth=failed');
    expect(await boundTo()).toBeNull();
  });

  test('a preview visitor is not bound', async () => {
    const { location } = await comeBack(await begin(browser, `${SHOP_ORIGIN}/`), newCode({ snapshotUser: true }));
    expect(location).toBe('/#/?wxauth=preview');
    expect(await boundTo()).toBeNull();
  });

  test.each([
    '/wechat/return',
    '/wechat/return?state=',
    `/wechat/return?state=${'x'.repeat(65)}`,
    '/wechat/return?state=a&state=b&code=%00',
  ])('nonsense ends on a page of the shop: %s', async (url) => {
    expect(await browser.open(url)).toEqual({ status: 302, location: '/#/' });
  });

  test('the openId goes over to the account at login and is known to every replica at once', async () => {
    const phone = syntheticPhone(900);
    const other = createAccountShop(world.replica(), outside);
    const copy = other.browser();
    const state = await begin();
    copy.cookie = browser.cookie;
    expect(await boundTo(copy)).toBeNull();
    await comeBack(state, newCode());
    expect(await boundTo(copy)).toBe(OPEN_ID);

    await browser.call('sendSmsCode', { phone });
    const answer = await browser.call('loginBySms', {
      phone,
      code: outside.messages.at(-1)?.parameters.code,
      agreedDocuments: [
        { key: 'user-agreement', version: 3 },
        { key: 'privacy-policy', version: 2 },
      ],
    });
    expect(answer.result.wechatBound).toBe(true);
    expect((await browser.call('profile')).result.wechatBound).toBe(true);
    await other.close();
  });
});

describe('only addresses of the shop itself', () => {
  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'https://shop.example.cn.evil.example/',
    'https://shop.example.cn@evil.example/',
    'https://user:pass@shop.example.cn/',
    'http://shop.example.cn/',
    'https://shop.example.cn//evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('%s is refused', async (state) => {
    const answer = await browser.call('buildAuthorisationUrl', { state });
    expect(answer).toMatchObject({ code: 400100, message: '返回地址不是本站页面，请重新打开页面' });
  });

  test('what an earlier authorisation left behind is taken out', async () => {
    const page = `${SHOP_ORIGIN}/shop?code=OLD&area=320500&state=OLD#/index`;
    expect((await comeBack(await begin(browser, page), newCode())).location).toBe('/shop?area=320500#/index');
    const told = `${SHOP_ORIGIN}/#/index?area=320500&wxauth=failed`;
    const other = shop.browser();
    expect((await comeBack(await begin(other, told), newCode(), other)).location).toBe('/#/index?area=320500');
    const only = `${SHOP_ORIGIN}/#/orders?wxauth=busy`;
    const third = shop.browser();
    expect((await comeBack(await begin(third, only), null, third)).location).toBe('/#/orders?wxauth=refused');
  });
});

describe('exchanging a code by call', () => {
  test.each(['wechatOpenIdV2', 'wechatOpenIdV3'] as const)('%s binds and tells the way back', async (name) => {
    const input = { code: newCode(), state: await begin() };
    const expected = { code: 200000, result: { openId: OPEN_ID, returnTo: '/?shareCode=A1#/orders?productId=demo' } };
    expect(await browser.call(name, input)).toMatchObject(expected);
    expect(await browser.call(name, input)).toMatchObject(expected);
    expect(outside.exchanged).toHaveLength(1);
  });

  test('two loads at the same moment both get the openId', async () => {
    const input = { code: newCode(), state: await begin() };
    const answers = await Promise.all([browser.call('wechatOpenIdV3', input), browser.call('wechatOpenIdV3', input)]);
    expect(answers.some((answer) => answer.code === 200000)).toBe(true);
    expect((await browser.call('wechatOpenIdV3', input)).result.openId).toBe(OPEN_ID);
  });

  test('what cannot be bound is told, each with its own way on', async () => {
    const state = await begin();
    outside.codes.set('away', { kind: 'busy', message: 'timeout' });
    const call = (code: string) => browser.call('wechatOpenIdV3', { code, state });
    expect(await call('away')).toMatchObject({ code: 500201, message: '微信暂时没有回应，请稍后再试' });
    expect(await call('unknown')).toMatchObject({ code: 400403, message: '微信授权已失效，请重新授权' });
    expect(await call(newCode({ snapshotUser: true }))).toMatchObject({
      code: 400403,
      message: '现在是预览页面。请点右下角“使用完整服务”后再试',
    });
    expect(await call(newCode())).toMatchObject({ code: 200000 });
  });
});

describe('page signature', () => {
  test('own pages are signed with time and nonce', async () => {
    const { code, result } = await browser.call('jsSdkSignature', { url: PAGE });
    expect(code).toBe(200000);
    expect(result).toEqual({
      appId: 'wxtest',
      timestamp: Math.floor(world.clock.now() / 1000),
      nonceStr: expect.stringMatching(/^[0-9a-zA-Z]{16}$/),
      signature: 'f'.repeat(40),
    });
  });

  test('other pages are not', async () => {
    expect((await browser.call('jsSdkSignature', { url: 'https://evil.example/' })).code).toBe(400100);
  });
});
