import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSandbox, type Sandbox } from '@huimin/sandbox';
import { freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createProviderTokens } from '../../coordination/provider-tokens.ts';
import { type Database, openDatabase, type Query } from '../../db/database.ts';
import type { MessagingApp } from '../../ports/messaging-app.ts';
import { createVault } from '../../security/vault.ts';
import { createExchange, type Exchange, ExchangeError } from '../http-exchange.ts';
import { createWechatAccount } from './index.ts';

const HOUR_MS = 3_600_000;
const SHOP = 'http://localhost:3000';

let sandbox: Sandbox;
let database: Database;
let drop: () => Promise<void>;
let app: MessagingApp;
let logged: string[];
/** What operators were told. */
let told: number[];
/** Of the database. */
let asked = 0;
const http = createExchange();

function createApp(overrides: { appSecret?: string; exchange?: Exchange } = {}): MessagingApp {
  const write = (fields: object, message: string): void => void logged.push(JSON.stringify({ ...fields, message }));
  const counted: Query = (text, values) => {
    asked += 1;
    return database.query(text, values);
  };
  const tokens = createProviderTokens({
    query: counted,
    vault: createVault([{ id: 'k1', key: Buffer.alloc(32, 7) }], randomBytes),
    clock: sandbox.clock,
    sleep: () => sleep(5),
  });
  return createWechatAccount({
    ...sandbox.keys.wechatAccount,
    exchange: http.send,
    ...overrides,
    apiBase: sandbox.origin,
    openBase: sandbox.origin,
    publicOrigin: SHOP,
    tokens,
    log: { info: write, warn: write, error: write },
    sleep: async () => {},
    tellFault: (errcode) => void told.push(errcode),
  });
}

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, controlApi: true });
  const fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  drop = fresh.drop;
});
afterAll(async () => {
  http.close();
  await database.close();
  await drop();
  await sandbox.close();
});
beforeEach(async () => {
  sandbox.control.reset();
  logged = [];
  told = [];
  await database.query('delete from provider_tokens');
  app = createApp();
});

/** Goes through the authorisation page as the messaging app's browser and answers the code it comes back with. */
async function authorise(): Promise<string> {
  const response = await fetch(app.authorisationUrl(`${SHOP}/wechat/return`, 'abc123'), {
    headers: { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0' },
    redirect: 'manual',
  });
  const back = new URL(response.headers.get('location') ?? 'about:blank');
  expect(back.searchParams.get('state')).toBe('abc123');
  return back.searchParams.get('code') ?? '';
}

const callsOf = (call: string): number => sandbox.control.log().filter((entry) => entry.call === call).length;

const pageAccepted = async (url: string, signature: string): Promise<string> => {
  const query = new URLSearchParams({
    appId: app.appId,
    url,
    nonceStr: 'nonce1234',
    timestamp: '1790000000',
    signature,
  });
  const answer = (await (await fetch(`${sandbox.origin}/_wx/verify-js?${query}`)).json()) as { errMsg: string };
  return answer.errMsg;
};

const sign = (url: string) => app.signPage(url, 'nonce1234', 1_790_000_000);

describe('authorisation', () => {
  test('the address has the order and the fragment that the platform wants', () => {
    expect(app.authorisationUrl('https://shop.example.cn/wechat/return', 'S1')).toBe(
      `${sandbox.origin}/connect/oauth2/authorize?appid=${app.appId}&redirect_uri=https%3A%2F%2Fshop.example.cn%2Fwechat%2Freturn&response_type=code&scope=snsapi_base&state=S1#wechat_redirect`,
    );
  });

  test('a code gives the openId, once', async () => {
    const code = await authorise();
    expect(await app.exchangeCode(code)).toEqual({
      kind: 'authorised',
      openId: 'oSandboxOpenid000000000001',
      unionId: null,
      snapshotUser: false,
    });
    expect(await app.exchangeCode(code)).toEqual({ kind: 'code-refused', code: 40163 });
    expect(await app.exchangeCode('never-issued')).toEqual({ kind: 'code-refused', code: 40029 });
  });

  test('a busy platform is asked again, three times in all', async () => {
    const code = await authorise();
    sandbox.control.faults.add({ provider: 'wechat-account', call: 'oauth.exchange', kind: 'busy_code', times: 2 });
    expect(await app.exchangeCode(code)).toMatchObject({ kind: 'authorised' });
    sandbox.control.faults.add({ provider: 'wechat-account', call: 'oauth.exchange', kind: 'busy_code', times: 3 });
    expect(await app.exchangeCode(await authorise())).toMatchObject({ kind: 'busy' });
  });

  test.each(['http_502_html', 'not_json', 'truncated'] as const)('%s counts as busy', async (kind) => {
    sandbox.control.faults.add({ provider: 'wechat-account', call: 'oauth.exchange', kind, times: 1 });
    expect(await app.exchangeCode('any')).toMatchObject({ kind: 'busy' });
    expect(told).toEqual([]);
  });

  test('a wrong secret is reported without being written down', async () => {
    expect(await createApp({ appSecret: 'not-the-secret' }).exchangeCode('any')).toMatchObject({ kind: 'busy' });
    expect(logged.join()).toContain('40125');
    expect(logged.join()).not.toContain('not-the-secret');
    expect(told).toEqual([40125]);
  });
});

describe('page signature', () => {
  test('is accepted for the page without its fragment', async () => {
    const page = `${SHOP}/?shareCode=A1&area=320500`;
    const result = await sign(`${page}#/index`);
    expect(await pageAccepted(page, result.kind === 'signed' ? result.signature : '')).toBe('config:ok');
  });

  test.each(['https://localhost:3000/', 'http://localhost:3000.evil.example/', 'http://evil.example/', 'nonsense'])(
    'no signature for %s',
    async (page) => {
      expect(await sign(page)).toEqual({ kind: 'foreign-page' });
    },
  );

  test('many pages on many replicas cost one token and one ticket', async () => {
    const replicas = [app, createApp(), createApp()];
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (replicas[index % 3] as MessagingApp).signPage(`${SHOP}/`, 'nonce1234', 1_790_000_000),
      ),
    );
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
    expect(results[0]).toMatchObject({ kind: 'signed' });
    expect([callsOf('token.stable'), callsOf('ticket')]).toEqual([1, 1]);
  });

  test('a ticket is renewed at 90 % of its life, not before', async () => {
    await sign(`${SHOP}/`);
    sandbox.clock.advance(1.75 * HOUR_MS);
    await sign(`${SHOP}/`);
    expect(callsOf('ticket')).toBe(1);
    sandbox.clock.advance(0.06 * HOUR_MS);
    const result = await sign(`${SHOP}/`);
    expect(callsOf('ticket')).toBe(2);
    expect(await pageAccepted(`${SHOP}/`, result.kind === 'signed' ? result.signature : '')).toBe('config:ok');
  });

  test('while the platform is away the old ticket serves until its end', async () => {
    await sign(`${SHOP}/`);
    sandbox.clock.advance(1.9 * HOUR_MS);
    sandbox.control.faults.add({ provider: 'wechat-account', call: 'ticket', kind: 'http_502_html', times: 99 });
    expect(await sign(`${SHOP}/`)).toMatchObject({ kind: 'signed' });
    sandbox.clock.advance(0.2 * HOUR_MS);
    expect(await sign(`${SHOP}/`)).toMatchObject({ kind: 'busy' });
  });

  test('while no ticket is to be had, many pages ask the platform once and the database next to nothing', async () => {
    sandbox.control.faults.add({ provider: 'wechat-account', call: 'ticket', kind: 'ticket_quota', times: 99 });
    const before = asked;
    const results = await Promise.all(Array.from({ length: 40 }, () => sign(`${SHOP}/`)));
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['busy']));
    expect(callsOf('ticket')).toBe(1);
    expect(told).toEqual([45009]);
    // One question each, and what the one that fetches needs.
    expect(asked - before).toBeLessThan(60);
    // Nor does the next page, on whatever replica.
    expect(await createApp().signPage(`${SHOP}/`, 'nonce1234', 1_790_000_000)).toMatchObject({ kind: 'busy' });
    expect(callsOf('ticket')).toBe(1);
    sandbox.control.faults.remove();
    sandbox.clock.advance(10 * 60_000);
    // What could not be had the last time is waited for shortly, and fetched for whoever comes next.
    await expect.poll(() => sign(`${SHOP}/`)).toMatchObject({ kind: 'signed' });
  });

  test('while the platform does not answer at all, only those wait long who were there before that was known', async () => {
    let tickets = 0;
    const silent: Exchange = async (request) => {
      if (!request.url.pathname.endsWith('/getticket')) return http.send(request);
      tickets += 1;
      await sleep(500);
      throw new ExchangeError('timeout', 'no answer');
    };
    const app = createApp({ exchange: silent });
    const begin = () => app.signPage(`${SHOP}/`, 'nonce1234', 1_790_000_000);
    expect(await begin()).toMatchObject({ kind: 'busy' });
    sandbox.clock.advance(10_001);
    const begunAtMs = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, begin));
    expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['busy']));
    expect(performance.now() - begunAtMs).toBeLessThan(400);
    expect(tickets).toBe(2);
    // It comes to its end before the database is gone.
    await sleep(600);
  });

  test('a token that the platform no longer takes is replaced once', async () => {
    sandbox.control.faults.add({ provider: 'wechat-account', call: 'ticket', kind: 'token_expired_early', times: 1 });
    expect(await sign(`${SHOP}/`)).toMatchObject({ kind: 'signed' });
    expect(callsOf('ticket')).toBe(2);
    await database.query('delete from provider_tokens');
    sandbox.clock.advance(60_000);
    sandbox.control.faults.add({ provider: 'wechat-account', call: 'ticket', kind: 'token_expired_early', times: 9 });
    expect(await sign(`${SHOP}/`)).toMatchObject({ kind: 'busy' });
    expect(callsOf('ticket')).toBe(4);
  });

  test('a lease left behind by a killed replica ends by itself', async () => {
    await database.query(
      `insert into provider_tokens (name, value_sealed, refresh_after, expires_at, lease_until) values ($1, '', $2, $2, $3)`,
      [`wechat:${app.appId}:jsapi-ticket`, new Date(sandbox.clock.now()), new Date(sandbox.clock.now() + 45_000)],
    );
    sandbox.clock.advance(45_001);
    expect(await sign(`${SHOP}/`)).toMatchObject({ kind: 'signed' });
  });

  test('tokens are sealed where they are kept', async () => {
    await sign(`${SHOP}/`);
    const rows = await database.query<{ name: string; value_sealed: Buffer }>(
      'select name, value_sealed from provider_tokens',
    );
    expect(rows).toHaveLength(2);
    for (const row of rows) expect(row.value_sealed.toString('latin1')).not.toMatch(/80_|sM4AO/);
  });
});
