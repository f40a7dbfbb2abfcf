import { createSign, generateKeyPairSync } from 'node:crypto';
import { syntheticPhone } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AlipayExchange } from '../../ports/alipay-login.ts';
import { sessionTokenHash } from '../../security/session-token.ts';
import { sweepExpired } from './index.ts';
import type { Outside, Shop } from './testing/account-shop.ts';
import { AGREED, alone, type Browser, createAccountShop, createOutside, SHOP_ORIGIN } from './testing/account-shop.ts';
import { createTestCore, type TestCore } from './testing/test-core.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const partner = generateKeyPairSync('rsa', { modulusLength: 2048 });

let world: TestCore;
let outside: Outside;
let shop: Shop;
let alipay: Map<string, AlipayExchange>;
let earlier: boolean;
let phoneCount = 500;

beforeAll(async () => {
  world = await createTestCore();
});
afterAll(() => world.close());
beforeEach(() => {
  outside = createOutside();
  alipay = new Map();
  earlier = false;
  const parts = alone(world.core);
  shop = createAccountShop(world.core, outside, undefined, {
    alipayLogin: {
      authorisationUrl: (redirectUri, state) => `https://alipay.example/?to=${redirectUri}&state=${state}`,
      exchangeCode: async (code) => alipay.get(code) ?? { kind: 'code-refused', code: 'isv.code-invalid' },
    },
    partner: { issuer: 'tzt', publicKeys: [partner.publicKey] },
    orders: { ...parts.orders, hasEarlier: async () => earlier },
  });
  return () => shop.close();
});

const newPhone = () => syntheticPhone(phoneCount++);
const code = (): string => outside.messages.at(-1)?.parameters.code as string;
const isLoggedIn = async (browser: Browser) => (await browser.call('profile')).code === 200000;

async function byPhone(name: 'loginBySms' | 'settleLogin' | 'loginWithHistoryHolder', browser: Browser, phone: string) {
  await browser.call('sendSmsCode', { phone });
  return browser.call(name, { phone, code: code(), agreedDocuments: AGREED });
}
const happened = async (browser: Browser): Promise<string[]> =>
  (await browser.call('accountEvents')).result.events.map((event: { what: string }) => event.what);

test('a session for settlements opens nothing else, and ends after two hours however much it is used', async () => {
  const browser = shop.browser();
  const answer = await byPhone('settleLogin', browser, newPhone());
  expect(answer).toMatchObject({ code: 200000, result: { phoneMasked: expect.stringContaining('****') } });
  expect((await browser.call('profile')).code).toBe(400001);
  expect((await browser.call('updateProfile', { nickname: '李' })).code).toBe(400001);
  const session = () => shop.deps.sessions.findFresh(hashOf(browser));
  expect(await session()).toMatchObject({ settlementOnly: true, user: { shard: expect.any(Number) } });
  world.clock.advance(HOUR_MS);
  expect(await session()).not.toBeNull();
  world.clock.advance(HOUR_MS);
  expect(await session()).toBeNull();
});

function hashOf({ cookie }: Browser): Buffer {
  return sessionTokenHash(cookie.split('=')[1] as string);
}

test('the way for policyholders of earlier editions registers nobody, and leaves the code for the way that does', async () => {
  const phone = newPhone();
  const browser = shop.browser();
  expect(await byPhone('loginWithHistoryHolder', browser, phone)).toMatchObject({ code: 400104 });
  expect(browser.cookie).toBe('');
  earlier = true;
  // Still nobody: an account is what has orders.
  const input = { phone, code: code(), agreedDocuments: AGREED };
  expect((await browser.call('loginWithHistoryHolder', input)).code).toBe(400104);
  expect((await browser.call('loginBySms', input)).code).toBe(200000);
  world.clock.advance(60_000);
  expect((await byPhone('loginWithHistoryHolder', browser, phone)).code).toBe(200000);
  expect(await happened(browser)).toEqual(['往年参保人登录', '验证码登录']);
});

let tokenCount = 0;
function partnerToken(change: Record<string, unknown> = {}): string {
  const nowS = Math.floor(world.clock.now() / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jti = `partner-token-${String(tokenCount++).padStart(6, '0')}`;
  const body = { iss: 'tzt', aud: SHOP_ORIGIN, iat: nowS, exp: nowS + 120, jti, ...change };
  const text = `${part({ alg: 'RS256' })}.${part(body)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(partner.privateKey, 'base64url')}`;
}

test('a partner’s token logs its phone in once', async () => {
  const token = partnerToken({ phone: newPhone() });
  const browser = shop.browser();
  const enter = (from = browser) => from.call('partnerLogin', { token, agreedDocuments: AGREED });
  expect((await browser.call('partnerLogin', { token, agreedDocuments: [] })).code).toBe(400302);
  expect((await enter()).code).toBe(200000);
  expect(await happened(browser)).toEqual(['从合作平台登录']);
  expect((await enter(shop.browser())).code).toBe(400213);
  const [one, two] = [shop.browser(), shop.browser()];
  const again = partnerToken({ phone: newPhone() });
  const both = await Promise.all(
    [one, two].map((at) => at.call('partnerLogin', { token: again, agreedDocuments: AGREED })),
  );
  expect(both.map((answer) => answer.code).sort()).toEqual([200000, 400213]);
});

test('a partner’s visitor without a phone is asked to log in, and nothing happens', async () => {
  const count = async () =>
    (await world.core.database.query('select 1 from users union all select 1 from partner_tokens')).length;
  const before = await count();
  const browser = shop.browser();
  const answer = await browser.call('partnerLogin', { token: partnerToken(), agreedDocuments: AGREED });
  expect(answer).toMatchObject({ code: 400100, message: '请先登录' });
  expect([browser.cookie, await count()]).toEqual(['', before]);
  expect(
    (await browser.call('partnerLogin', { token: 'x.y.zzzzzzzzzzzzzzzzzzzz', agreedDocuments: AGREED })).code,
  ).toBe(400213);
});

async function beginAlipay(browser: Browser): Promise<string> {
  const { result } = await browser.call('beginAlipayLogin', { returnTo: '/#/orders', agreedDocuments: AGREED });
  return new URL(result.authorisationUrl).searchParams.get('state') as string;
}

test('Alipay’s user is bound by a login with the phone, and then logs in without one', async () => {
  alipay.set('code1', { kind: 'authorised', alipayUser: 'user:2088000000000001' });
  const phone = newPhone();
  const first = shop.browser();
  const state = await beginAlipay(first);
  expect((await first.open(`/alipay/return?auth_code=code1&state=${state}`)).location).toBe(
    `/#/login?authCode=code1&state=${state}`,
  );
  expect(await shop.browser().call('alipayLogin', { authCode: 'code1', state })).toMatchObject({ code: 400213 });
  const answer = await first.call('alipayLogin', { authCode: 'code1', state });
  expect(answer).toMatchObject({ code: 200000, result: { account: null, returnTo: '/#/orders' } });
  expect((await first.call('alipayLogin', { authCode: 'code1', state })).code).toBe(400213);
  await byPhone('loginBySms', first, phone);
  expect((await first.call('profile')).result.alipayBound).toBe(true);
  expect(await happened(first)).toEqual(['绑定支付宝', '验证码登录']);

  const second = shop.browser();
  const again = { authCode: 'code1', state: await beginAlipay(second) };
  expect((await second.call('alipayLogin', again)).result.account.phoneMasked).toBe(
    `${phone.slice(0, 3)}****${phone.slice(7)}`,
  );
  expect(await isLoggedIn(second)).toBe(true);
  expect((await second.call('unbind', { channel: 'alipay' })).result).toEqual({ released: true });
  const third = shop.browser();
  const unbound = await third.call('alipayLogin', { authCode: 'code1', state: await beginAlipay(third) });
  expect(unbound.result.account).toBeNull();
});

test('the way back from Alipay keeps what the address handed on', async () => {
  const browser = shop.browser();
  const returnTo = '/#/login?shareCode=a1&agentCode=N1&productId=js26&for=history';
  const { result } = await browser.call('beginAlipayLogin', { returnTo, agreedDocuments: AGREED });
  const state = new URL(result.authorisationUrl).searchParams.get('state');
  const kept = 'shareCode=a1&agentCode=N1&productId=js26';
  const back = async (query: string) => (await browser.open(`/alipay/return?${query}`)).location;
  expect(await back(`auth_code=code1&state=${state}`)).toBe(`/#/login?authCode=code1&state=${state}&${kept}`);
  expect(await back(`state=${state}`)).toBe(`/#/login?${kept}`);
  expect(await back('auth_code=code1&state=0123456789abcdef0123456789abcdef')).toBe(
    '/#/login?authCode=code1&state=0123456789abcdef0123456789abcdef',
  );
});

test('Alipay’s refusals and silences log nobody in', async () => {
  const browser = shop.browser();
  const state = await beginAlipay(browser);
  expect((await browser.call('alipayLogin', { authCode: 'unknown', state })).code).toBe(400213);
  alipay.set('late', { kind: 'busy', message: 'no answer' });
  expect((await browser.call('alipayLogin', { authCode: 'late', state })).code).toBe(500201);
  alipay.set('late', { kind: 'authorised', alipayUser: 'open:o1' });
  world.clock.advance(10 * 60_000);
  expect((await browser.call('alipayLogin', { authCode: 'late', state })).code).toBe(400213);
  const elsewhere = { returnTo: 'https://elsewhere.example/', agreedDocuments: AGREED };
  expect((await browser.call('beginAlipayLogin', elsewhere)).code).toBe(400100);
  expect((await browser.call('beginAlipayLogin', { returnTo: '/', agreedDocuments: [] })).code).toBe(400302);
});

test('the messaging app’s user is bound at login, to one phone, and released from it', async () => {
  outside.codes.set('w1', { kind: 'authorised', openId: 'oABC', unionId: null, snapshotUser: false });
  const browser = shop.browser();
  const { result } = await browser.call('buildAuthorisationUrl', { state: `${SHOP_ORIGIN}/#/login` });
  const state = new URL(result.authorisationUrl).searchParams.get('state');
  await browser.open(`/wechat/return?code=w1&state=${state}`);
  expect((await byPhone('loginBySms', browser, newPhone())).result.wechatBound).toBe(true);
  expect((await browser.call('queryOpenId')).result).toMatchObject({ openId: 'oABC', boundHere: true });
  // Another account in the same messaging app: the openId goes along.
  const first = browser.cookie;
  await byPhone('loginBySms', browser, newPhone());
  expect(first).not.toBe(browser.cookie);
  expect((await browser.call('queryOpenId')).result.boundHere).toBe(true);
  expect((await browser.call('unbind')).result).toEqual({ released: true });
  expect((await browser.call('queryOpenId')).result).toEqual({ openId: null, boundAt: null, boundHere: false });
  expect((await browser.call('paymentOpenId')).result).toEqual({ openId: null });
  expect((await browser.call('unbind')).result).toEqual({ released: false });
  expect(await happened(browser)).toEqual(['解绑微信', '绑定微信', '验证码登录']);
});

test('where one is logged in is told, and ended: one browser, or all the others', async () => {
  const phone = newPhone();
  const here = await shop.loggedIn(phone);
  const others: Browser[] = [];
  for (let index = 0; index < 3; index++) {
    world.clock.advance(60_000);
    others.push(await shop.loggedIn(phone));
  }
  const { sessions } = (await here.call('listSessions')).result;
  expect(sessions).toHaveLength(4);
  expect(sessions.filter((one: { current: boolean }) => one.current)).toHaveLength(1);
  expect(JSON.stringify(sessions)).not.toContain(hashOf(here).toString('hex'));
  const newest = sessions.find((one: { current: boolean }) => !one.current);
  expect((await here.call('endSessions', { sessionId: newest.sessionId })).result).toEqual({ ended: 1 });
  const left = await Promise.all(others.map(isLoggedIn));
  expect(left.filter(Boolean)).toHaveLength(2);
  const own = sessions.find((one: { current: boolean }) => one.current);
  expect((await here.call('endSessions', { sessionId: own.sessionId })).result).toEqual({ ended: 0 });
  // Somebody else's cannot be named.
  const stranger = await shop.loggedIn(newPhone());
  expect((await stranger.call('endSessions', { sessionId: newest.sessionId })).result).toEqual({ ended: 0 });
  expect((await here.call('endSessions')).result).toEqual({ ended: 2 });
  expect([await isLoggedIn(here), ...(await Promise.all(others.map(isLoggedIn)))]).toEqual([true, false, false, false]);
});

test('the history pages backwards, masks addresses, and is forgotten after six months', async () => {
  const phone = newPhone();
  const browser = await shop.loggedIn(phone);
  for (let index = 0; index < 21; index++) {
    world.clock.advance(1000);
    await browser.call('updateProfile', { nickname: `称呼${index}` });
  }
  const first = (await browser.call('accountEvents')).result;
  expect(first.events).toHaveLength(20);
  expect(first.events[0]).toMatchObject({ what: '修改联系信息', address: expect.stringMatching(/^192\.0\.\*\.\*$/) });
  const rest = (await browser.call('accountEvents', { cursor: first.nextCursor })).result;
  expect(rest.events.map((event: { what: string }) => event.what)).toEqual(['修改联系信息', '验证码登录']);
  expect(rest.nextCursor).toBeNull();
  const [row] = await world.core.database.query<{ text: string }>(
    `select string_agg(e::text, ' ') as text from account_events e`,
  );
  expect(row?.text).not.toContain('192.0.2.');
  world.clock.advance(200 * DAY_MS);
  await sweepExpired(world.core);
  const again = await shop.loggedIn(phone);
  expect(await happened(again)).toEqual(['验证码登录']);
});

test('contact data is kept sealed, changed field by field, and refused in words', async () => {
  const browser = await shop.loggedIn(newPhone());
  const change = (input: object) => browser.call('updateProfile', input);
  expect((await change({ nickname: ' 老李 ', email: 'li@example.cn' })).result).toEqual({
    nickname: '老李',
    email: 'li@example.cn',
    address: null,
  });
  expect((await change({ email: '', address: '苏州市姑苏区平江路 1 号' })).result).toEqual({
    nickname: '老李',
    email: null,
    address: '苏州市姑苏区平江路 1 号',
  });
  const refused = await change({ email: 'li@@example.cn', address: '路' });
  expect(refused).toMatchObject({ code: 400100, result: { fields: [{ path: 'email' }, { path: 'address' }] } });
  expect((await browser.call('profile')).result.contact.address).toContain('平江路');
  const [row] = await world.core.database.query<{ text: string }>(
    `select string_agg(u::text, ' ') as text from users u`,
  );
  expect(row?.text).not.toContain('平江路');
});

test('a visitor’s token says who it was before, for its own purpose and time only', async () => {
  const ask = async (input: object) => (await shop.browser().call('getNoLoginToken', input)).result;
  const first = await ask({ purpose: 'record' });
  const renewed = await ask({ purpose: 'record', token: first.token });
  expect([renewed.visitorId, renewed.token === first.token]).toEqual([first.visitorId, false]);
  expect((await ask({ purpose: 'browse', token: first.token })).visitorId).not.toBe(first.visitorId);
  expect((await ask({ purpose: 'record', token: `${first.token.slice(0, -2)}AA` })).visitorId).not.toBe(
    first.visitorId,
  );
  world.clock.advance(2 * HOUR_MS);
  expect((await ask({ purpose: 'record', token: first.token })).visitorId).not.toBe(first.visitorId);
});
