import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import type { AnyJson } from '../testing/shop.ts';
import { jsSdkSignature } from './js-sdk-signature.ts';

const MINUTE = 60_000;
const WECHAT = { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0.50' };
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), seed: 8, controlApi: true });
});
afterEach(() => sandbox.close());

const get = async (path: string, query: Record<string, string> = {}): Promise<AnyJson> =>
  (await fetch(`${sandbox.origin}${path}?${new URLSearchParams(query)}`)).json();

function authorise(change: Record<string, string> = {}, headers: Record<string, string> = WECHAT): Promise<Response> {
  const query = new URLSearchParams({
    appid: sandbox.keys.wechatAccount.appId,
    redirect_uri: 'http://localhost:3000/back?from=wx',
    response_type: 'code',
    scope: 'snsapi_base',
    state: 'abc123',
    ...change,
  });
  return fetch(`${sandbox.origin}/connect/oauth2/authorize?${query}`, { headers, redirect: 'manual' });
}

async function code(): Promise<string> {
  const location = (await authorise()).headers.get('location') ?? '';
  return new URL(location).searchParams.get('code') ?? '';
}

const app = () => ({ appid: sandbox.keys.wechatAccount.appId, secret: sandbox.keys.wechatAccount.appSecret });
const exchange = (value: string, more: Record<string, string> = {}) =>
  get('/sns/oauth2/access_token', { ...app(), code: value, grant_type: 'authorization_code', ...more });

describe('the authorise page', () => {
  test('sends the silent visitor back with code and state behind the query that was there', async () => {
    const location = (await authorise()).headers.get('location') ?? '';
    expect(location).toMatch(/^http:\/\/localhost:3000\/back\?from=wx&code=[0-9A-Za-z]{32}&state=abc123#$/);
  });
  test('gives a browser a page, whose script looks at the fragment first', async () => {
    const answer = await authorise({}, { ...WECHAT, accept: 'text/html' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('data-address="http://localhost:3000/back?from=wx&#38;code=');
  });
  test.each<[string, Record<string, string>, RegExp]>([
    ['another appid', { appid: 'wx0' }, /appid/],
    ['a foreign redirect host', { redirect_uri: 'https://elsewhere.example/' }, /redirect_uri/],
    ['a redirect that is no web address', { redirect_uri: 'javascript:alert(1)' }, /redirect_uri/],
    ['another response type', { response_type: 'token' }, /response_type/],
    ['an unknown scope', { scope: 'snsapi_login' }, /scope/],
    ['a state with other characters', { state: 'a/b' }, /state/],
    ['a state too long', { state: 'a'.repeat(129) }, /state/],
  ])('refuses %s', async (_name, change, text) => {
    const answer = await authorise(change);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(text);
  });
  test('refuses parameters in another order, and a browser outside WeChat', async () => {
    const { appId } = sandbox.keys.wechatAccount;
    const query = `redirect_uri=http%3A%2F%2Flocalhost%3A3000%2F&appid=${appId}&response_type=code&scope=snsapi_base&state=a`;
    const answer = await fetch(`${sandbox.origin}/connect/oauth2/authorize?${query}`, { headers: WECHAT });
    expect(answer.status).toBe(400);
    expect((await authorise({}, { 'user-agent': 'Mozilla/5.0' })).status).toBe(400);
  });

  const decide = (choice: string) =>
    fetch(`${sandbox.origin}/connect/oauth2/decide`, {
      method: 'POST',
      body: new URLSearchParams({
        redirect_uri: 'http://localhost:3000/',
        state: 'abc',
        scope: 'snsapi_userinfo',
        choice,
      }),
      redirect: 'manual',
    });
  test('a refusal comes back with the state only', async () => {
    expect((await decide('refuse')).headers.get('location')).toBe('http://localhost:3000/?state=abc#');
  });
  test('a chosen user is who the code stands for, with nickname, and stays chosen', async () => {
    const answer = await decide('oSandboxOpenid000000000002');
    const given = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const token = await exchange(given);
    expect(token).toMatchObject({
      openid: 'oSandboxOpenid000000000002',
      scope: 'snsapi_userinfo',
      unionid: expect.any(String),
    });
    const profile = await get('/sns/userinfo', {
      access_token: token.access_token,
      openid: token.openid,
      lang: 'zh_CN',
    });
    expect(profile).toMatchObject({ openid: token.openid, nickname: '早睡早起' });
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const silent = await authorise({}, { ...WECHAT, cookie });
    const next = new URL(silent.headers.get('location') ?? '').searchParams.get('code') ?? '';
    expect((await exchange(next)).openid).toBe('oSandboxOpenid000000000002');
  });
  test('a snapshot visitor is marked', async () => {
    const location = (await decide('snapshot')).headers.get('location') ?? '';
    const token = await exchange(new URL(location).searchParams.get('code') ?? '');
    expect(token.is_snapshotuser).toBe(1);
    expect(sandbox.control.users.list().map((user) => user.openid)).not.toContain(token.openid);
  });
});

describe('a code', () => {
  test('is good once', async () => {
    const value = await code();
    expect(await exchange(value)).toMatchObject({
      openid: 'oSandboxOpenid000000000001',
      scope: 'snsapi_base',
      expires_in: 7200,
    });
    expect(await exchange(value)).toMatchObject({ errcode: 40163, errmsg: expect.stringContaining('rid:') });
  });
  test('is good for five minutes', async () => {
    const value = await code();
    await sandbox.clock.advance(5 * MINUTE);
    expect((await exchange(value)).errcode).toBe(40029);
  });
  test.each<[string, Record<string, string>, number]>([
    ['an unknown code', { code: 'nothing' }, 40029],
    ['no code', { code: '' }, 41008],
    ['another appid', { appid: 'wx0' }, 40013],
    ['no appid', { appid: '' }, 41002],
    ['a wrong secret', { secret: 'x' }, 40125],
    ['no secret', { secret: '' }, 41004],
  ])('%s answers %s %d', async (_name, more, errcode) => {
    expect((await exchange(await code(), more)).errcode).toBe(errcode);
  });
  test('does not let a silent visitor be asked for the profile', async () => {
    const token = await exchange(await code());
    expect((await get('/sns/userinfo', { access_token: token.access_token, openid: token.openid })).errcode).toBe(
      48001,
    );
  });
});

describe('server tokens', () => {
  const stable = async (more: Record<string, unknown> = {}): Promise<AnyJson> =>
    (
      await fetch(`${sandbox.origin}/cgi-bin/stable_token`, {
        method: 'POST',
        body: JSON.stringify({ grant_type: 'client_credential', ...app(), ...more }),
      })
    ).json();
  const ticket = (token: string) => get('/cgi-bin/ticket/getticket', { access_token: token, type: 'jsapi' });

  test('stay the same until their last five minutes, and then both are good', async () => {
    const first = await stable();
    await sandbox.clock.advance(60 * MINUTE);
    expect((await stable()).access_token).toBe(first.access_token);
    await sandbox.clock.advance(56 * MINUTE);
    const second = await stable();
    expect(second.access_token).not.toBe(first.access_token);
    expect((await ticket(first.access_token)).errcode).toBe(0);
    expect((await ticket(second.access_token)).errcode).toBe(0);
    await sandbox.clock.advance(6 * MINUTE);
    expect((await ticket(first.access_token)).errcode).toBe(42001);
  });
  test('a forced refresh ends the old one and may not be repeated within 30 seconds', async () => {
    const first = await stable();
    const second = await stable({ force_refresh: true });
    expect((await ticket(first.access_token)).errcode).toBe(42001);
    expect((await ticket(second.access_token)).errcode).toBe(0);
    expect((await stable({ force_refresh: true })).errcode).toBe(45011);
  });
  test('the older call ends its own last token, not the stable one', async () => {
    const stableToken = (await stable()).access_token;
    const plain = () => get('/cgi-bin/token', { grant_type: 'client_credential', ...app() });
    const first = (await plain()).access_token;
    await plain();
    expect((await ticket(first)).errcode).toBe(42001);
    expect((await ticket(stableToken)).errcode).toBe(0);
  });
  test('a made-up token is 40001, and wrong credentials get none', async () => {
    expect((await ticket('made-up')).errcode).toBe(40001);
    expect((await stable({ secret: 'x' })).errcode).toBe(40125);
  });

  test("a page's signature is checked against the tickets and the shop's hosts", async () => {
    const { ticket: jsapiTicket } = await ticket((await stable()).access_token);
    const page = { nonceStr: 'n0', timestamp: '1767225600', url: 'http://localhost:3000/hmb/?shareCode=A1' };
    const signature = jsSdkSignature({ ...page, jsapiTicket });
    const check = (more: Record<string, string> = {}) =>
      get('/_wx/verify-js', { appId: sandbox.keys.wechatAccount.appId, ...page, signature, ...more });
    expect(await check()).toEqual({ errMsg: 'config:ok' });
    expect(await check({ url: 'http://localhost:3000/hmb/' })).toEqual({ errMsg: 'config:invalid signature' });
    expect(await check({ appId: 'wx0' })).toEqual({ errMsg: 'config:invalid appid' });
    expect(await check({ url: 'https://elsewhere.example/' })).toEqual({ errMsg: 'config:invalid url domain' });
    expect(sandbox.control.log()[1]?.reason).toBe('config:invalid appid');
  });

  test('faults: quota of tickets, a token that ended early, a busy system', async () => {
    const token = (await stable()).access_token;
    for (const kind of ['ticket_quota', 'token_expired_early', 'busy_code'] as const) {
      sandbox.control.faults.add({ provider: 'wechat-account', kind });
    }
    const codes = [
      (await ticket(token)).errcode,
      (await ticket(token)).errcode,
      (await ticket(token)).errcode,
      (await ticket(token)).errcode,
    ];
    expect(codes).toEqual([-1, 42001, 45009, 0]);
  });
});
