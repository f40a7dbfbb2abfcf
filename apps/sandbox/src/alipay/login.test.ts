import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox, type SandboxOptions } from '../create-sandbox.ts';
import { gatewayCall } from '../testing/alipay-shop.ts';

let sandbox: Sandbox;
const start = async (more: Partial<SandboxOptions> = {}) => {
  await sandbox?.close();
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), controlApi: true, signTestProbes: false, ...more });
};
beforeEach(() => start());
afterEach(() => sandbox.close());

const ask = (more: Record<string, string> = {}) => ({
  app_id: sandbox.keys.alipay.appId,
  scope: 'auth_base',
  redirect_uri: 'http://localhost:3000/login?from=alipay',
  state: 'abc',
  ...more,
});
const open = (more: Record<string, string> = {}) =>
  fetch(`${sandbox.origin}/oauth2/publicAppAuthorize.htm?${new URLSearchParams(ask(more))}`, { redirect: 'manual' });
const codeOf = (response: Response) =>
  new URL(response.headers.get('location') ?? '').searchParams.get('auth_code') ?? '';
const exchange = async (change: Record<string, string>) =>
  (await gatewayCall(sandbox, 'alipay.system.oauth.token', undefined, change)).node;
const byCode = (code: string) => exchange({ grant_type: 'authorization_code', code });

test('auth_base comes back silently with a code that is exchanged once', async () => {
  const opened = await open();
  expect(Object.fromEntries(new URL(opened.headers.get('location') ?? '').searchParams)).toMatchObject({
    from: 'alipay',
    app_id: sandbox.keys.alipay.appId,
    scope: 'auth_base',
    state: 'abc',
  });
  const node = await byCode(codeOf(opened));
  expect(node).toMatchObject({ user_id: '2088000000000001', access_token: expect.any(String), expires_in: 1_296_000 });
  expect(node).not.toHaveProperty('code');
  expect(node).not.toHaveProperty('open_id');
  expect(await byCode(codeOf(opened))).toMatchObject({ code: '40002', sub_code: 'isv.code-invalid' });
});

test('an application made later is told the open id only', async () => {
  await start({ alipayIdentity: 'open-id' });
  const node = await byCode(codeOf(await open()));
  expect(node).toMatchObject({ open_id: expect.stringMatching(/^0/) });
  expect(node).not.toHaveProperty('user_id');
});

test('a code lives three minutes, or less under a fault', async () => {
  const old = codeOf(await open());
  await sandbox.clock.advance(180_000);
  expect((await byCode(old)).sub_code).toBe('isv.code-invalid');
  sandbox.control.faults.add({ provider: 'alipay', kind: 'code_expired' });
  expect((await byCode(codeOf(await open()))).sub_code).toBe('isv.code-invalid');
});

test('the code belongs to the top level, not to biz_content', async () => {
  const code = codeOf(await open());
  const content = { grant_type: 'authorization_code', code };
  expect((await gatewayCall(sandbox, 'alipay.system.oauth.token', content)).node.code).toBe('40001');
});

test('auth_user asks who, and lets the shop read the profile', async () => {
  const page = await (await open({ scope: 'auth_user' })).text();
  expect(page).toContain('data-testid="user-2"');
  const decide = (choice: string) =>
    fetch(`${sandbox.origin}/oauth2/decide`, {
      method: 'POST',
      body: new URLSearchParams({ ...ask({ scope: 'auth_user' }), choice }),
      redirect: 'manual',
    });
  expect((await decide('refuse')).headers.get('location')).toBeNull();
  const token = await byCode(codeOf(await decide('2088000000000002')));
  const share = async (auth_token: string) =>
    (await gatewayCall(sandbox, 'alipay.user.info.share', undefined, { auth_token })).node;
  expect(await share(token.access_token)).toMatchObject({ user_id: '2088000000000002', nick_name: '早睡早起' });
  expect((await share('nonsense')).code).toBe('20001');
  const fresh = await exchange({ grant_type: 'refresh_token', refresh_token: token.refresh_token });
  expect(await share(fresh.access_token)).toMatchObject({ user_id: '2088000000000002' });
  expect((await share(token.access_token)).code).toBe('20001');
  const silent = await byCode(codeOf(await open()));
  expect((await share(silent.access_token)).code).toBe('20001');
});

describe('the page refuses', () => {
  test.each<[string, Record<string, string>]>([
    ['another application', { app_id: '2021999999999999' }],
    ['an unknown scope', { scope: 'auth_all' }],
    ['an address of another site', { redirect_uri: 'https://elsewhere.example/' }],
    ['a state that is too long', { state: 'a'.repeat(101) }],
  ])('%s', async (_name, more) => {
    expect((await open(more)).status).toBe(400);
  });
});
