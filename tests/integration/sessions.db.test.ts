import { type Person, people } from '@huimin/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  newestCode,
  openShop,
  pay,
  placeOrder,
  resident,
  type Shop,
  startPaying,
  type Visitor,
} from './shop.ts';

let shop: Shop;
let next = 0;

beforeAll(async () => {
  shop = await openShop({ servers: 2 });
});
afterAll(() => shop?.close());

const isLoggedIn = async (visitor: Visitor) => (await visitor.call('profile', {})).envelope.code === 200000;

async function tryCode(visitor: Visitor, phone: string, code: string) {
  const agreedDocuments = await agreements(visitor.value, ['user-agreement', 'privacy-policy']);
  return (await visitor.call('loginBySms', { phone, code, agreedDocuments })).envelope;
}

/** A browser with somebody's cookie. */
function copyOf(visitor: Visitor, server: number): Visitor {
  const copy = shop.visitor(server);
  copy.cookie = visitor.cookie;
  return copy;
}

test('the cookie is out of reach of scripts and other sites, and holds nothing but a random token', async () => {
  const person = resident(next++);
  const visitor = shop.visitor();
  await visitor.value('sendSmsCode', { phone: person.phone });
  const response = await visitor.raw('/hmb-js26/api/v1/user/register/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      phone: person.phone,
      code: newestCode(shop.sandbox, person.phone),
      agreedDocuments: await agreements(visitor.value, ['user-agreement', 'privacy-policy']),
    }),
  });
  const cookies = response.headers.getSetCookie();
  expect(cookies).toHaveLength(1);
  expect(cookies[0]).toMatch(/^hm_session=[A-Za-z0-9_-]{43}; /);
  expect(cookies[0]).toMatch(/; HttpOnly(;|$)/);
  expect(cookies[0]).toMatch(/; SameSite=(Lax|Strict)(;|$)/);
  expect(cookies[0]).toMatch(/; Path=\/(;|$)/);
  expect(cookies[0]).not.toMatch(/Domain=/);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('every login gives a new token and ends the browser’s old one; a token brought along is never taken', async () => {
  const person = resident(next++);
  const visitor = await loggedIn(shop, person);
  const before = copyOf(visitor, 0);
  shop.clock.advance(60_000);
  await visitor.logIn(person);
  expect(visitor.cookie).not.toBe(before.cookie);
  expect(await isLoggedIn(visitor)).toBe(true);
  expect(await isLoggedIn(before)).toBe(false);

  const planted = `hm_session=${'P'.repeat(43)}`;
  const victim = shop.visitor();
  victim.cookie = planted;
  shop.clock.advance(60_000);
  await victim.logIn(person);
  expect(victim.cookie).not.toBe(planted);
});

test('a logout ends the session on every server within five seconds, for every call', async () => {
  const visitor = await loggedIn(shop, resident(next++));
  const elsewhere = copyOf(visitor, 1);
  const here = copyOf(visitor, 0);
  expect(await isLoggedIn(elsewhere)).toBe(true);
  await visitor.value('logout', {});
  expect(visitor.cookie).toBe('hm_session=');
  expect(await isLoggedIn(here)).toBe(false);
  shop.clock.advance(5_000);
  expect(await isLoggedIn(elsewhere)).toBe(false);
  expect((await elsewhere.call('queryFamily', {})).envelope.code).toBe(400001);
});

test('a session made at one server is known at the other at once', async () => {
  const visitor = await loggedIn(shop, resident(next++));
  expect(await isLoggedIn(copyOf(visitor, 1))).toBe(true);
});

describe('codes by text message', () => {
  test('one per minute for a phone, on both servers at once; the wait is told', async () => {
    const { phone } = resident(next++);
    const answers = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((server) => shop.visitor(server).call('sendSmsCode', { phone })),
    );
    expect(answers.filter(({ envelope }) => envelope.code === 200000)).toHaveLength(1);
    expect(shop.sandbox.control.sms(phone)).toHaveLength(1);
    shop.clock.advance(15_000);
    expect((await shop.visitor(1).call('sendSmsCode', { phone })).envelope).toMatchObject({
      code: 400203,
      message: '验证码刚发过，请看最新一条短信。没收到的话，1 分钟后再获取',
      result: { resendAfterSeconds: 45 },
    });
  });

  test('five wrong tries, spread over two servers, and the right code is worth nothing', async () => {
    const { phone } = resident(next++);
    await shop.visitor().value('sendSmsCode', { phone });
    const code = newestCode(shop.sandbox, phone);
    const wrong = (step: number) => String((Number(code) + step) % 1_000_000).padStart(6, '0');
    const tries = await Promise.all([1, 2, 3, 4, 5].map((step) => tryCode(shop.visitor(step % 2), phone, wrong(step))));
    // The last of them uses the code up and says so.
    expect(tries.map((envelope) => envelope.code).sort()).toEqual([400201, 400201, 400201, 400201, 400202]);
    expect(await tryCode(shop.visitor(), phone, code)).toMatchObject({
      code: 400202,
      message: '输错的次数太多，请重新获取验证码',
    });
  });

  test('one code logs in once, even when used on both servers at the same moment', async () => {
    const { phone } = resident(next++);
    await shop.visitor().value('sendSmsCode', { phone });
    const code = newestCode(shop.sandbox, phone);
    const answers = await Promise.all([0, 1, 0, 1].map((server) => tryCode(shop.visitor(server), phone, code)));
    expect(answers.filter((envelope) => envelope.code === 200000)).toHaveLength(1);
  });

  test('a code lives ten minutes', async () => {
    const { phone } = resident(next++);
    await shop.visitor().value('sendSmsCode', { phone });
    shop.clock.advance(10 * 60_000);
    expect(await tryCode(shop.visitor(), phone, newestCode(shop.sandbox, phone))).toMatchObject({
      code: 400202,
      message: '验证码已过期，请重新获取',
    });
  });
});

test('after a whole purchase nothing of a person stands readable in any table, log or metric', async () => {
  const family: Person[] = [people.linMei, people.mother];
  const visitor = await loggedIn(shop, people.linMei);
  const openId = await authorise(visitor);
  const order = await placeOrder(visitor, family);
  await keep(visitor, people.father, '02');
  await pay(visitor, order.orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo: order.orderNo }),
    (state) => state.issuedCount === 2,
  );
  // Faults write logs, so some are made to happen with personal data under way.
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', call: 'order.create', kind: 'http_500', times: 20 });
  const failing = await loggedIn(shop, people.stranger);
  const second = await placeOrder(failing, [people.stranger]);
  expect((await failing.call('wechatWapPay', { orderNo: second.orderNo })).envelope.code).toBe(500201);
  shop.sandbox.control.faults.remove();
  await startPaying(failing, second.orderNo, shop.sandbox);
  shop.clock.advance(60_000);
  await shop.visitor().call('sendSmsCode', { phone: people.linMei.phone });
  const code = newestCode(shop.sandbox, people.linMei.phone);
  await tryCode(shop.visitor(), people.linMei.phone, '000001');

  const everyone = [...family, people.father, people.stranger];
  const secrets = [
    ...everyone.flatMap(({ name, idNumber, phone }) => [name, idNumber, phone, idNumber.slice(6, 14)]),
    openId,
    visitor.cookie.slice('hm_session='.length),
  ];
  const tables = await dumpOfAllTables(shop.database.url);
  expect(tables.length).toBeGreaterThan(5_000);
  expect(tables).toContain('"edition_code": "demo27"');
  // What may stand there is found, so the search works.
  expect(readable(tables, '320500')).toBe(true);
  for (const secret of secrets) expect(readable(tables, secret), secret).toBe(false);
  // Six digits alone may stand anywhere by chance; a code's row must not hold them.
  expect(await rowsOf(shop.database.url, 'sms_codes')).not.toContain(`"${code}"`);

  const logs = shop.logged.join('\n');
  expect(shop.logged.length).toBeGreaterThan(0);
  const metrics = await (await fetch(`${shop.origin}/metrics`)).text();
  expect(metrics).toContain('hm_calls_total{call="saveOrder",code="200000"}');
  for (const secret of [...secrets, code, order.orderNo]) {
    expect(metrics.includes(secret), `metrics: ${secret}`).toBe(false);
    if (secret !== order.orderNo) expect(logs.includes(secret), `log: ${secret}`).toBe(false);
  }
});

/** As text, as its bytes in hex (bytea columns print so) and as base64. */
function readable(dump: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '')].some((form) =>
    dump.includes(form),
  );
}

/** Gives the browser an openId by the messaging app's own way: authorisation page, code, return. */
async function authorise(visitor: Visitor): Promise<string> {
  const { authorisationUrl } = await visitor.value('buildAuthorisationUrl', { state: `${shop.origin}/#/index` });
  const state = new URL(authorisationUrl).searchParams.get('state') as string;
  const code = await authorisationCode(authorisationUrl);
  const { openId } = await visitor.value('wechatOpenIdV2', { code, state });
  return openId;
}

/** Goes to the authorisation page as the messaging app does; a silent authorisation sends the code straight back. */
async function authorisationCode(authorisationUrl: string): Promise<string> {
  const headers = { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0.50', accept: '*/*' };
  const answer = await fetch(authorisationUrl, { headers, redirect: 'manual' });
  const code = new URL(answer.headers.get('location') ?? 'http://nowhere/').searchParams.get('code');
  if (!code) throw new Error(`no code: ${answer.status} ${await answer.text()}`);
  return code;
}

async function rowsOf(url: string, table: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`);
    return rows.map(({ row }) => row).join('\n');
  } finally {
    await client.end();
  }
}

async function dumpOfAllTables(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ table_name: string }>(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  await client.end();
  const dumps = await Promise.all(rows.map(({ table_name }) => rowsOf(url, table_name)));
  return dumps.join('\n');
}
