import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { syntheticPhone } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sessionTokenHash } from '../../security/session-token.ts';
import { createSessions, sweepExpired } from './index.ts';
import { AGREED, createAccountShop, createOutside, type Outside, type Shop } from './testing/account-shop.ts';
import { createTestCore, type TestCore } from './testing/test-core.ts';

const DAY_MS = 86_400_000;

let world: TestCore;
let outside: Outside;
let shop: Shop;
let phoneCount = 300;

beforeAll(async () => {
  world = await createTestCore();
});
afterAll(() => world.close());
beforeEach(() => {
  outside = createOutside();
  shop = createAccountShop(world.core, outside);
  return () => shop.close();
});

const logIn = () => shop.loggedIn(syntheticPhone(phoneCount++));

test('without a session, an account call says so', async () => {
  expect((await shop.browser().call('profile')).code).toBe(400001);
  const forged = shop.browser();
  forged.cookie = `hm_session=${'A'.repeat(43)}`;
  expect((await forged.call('profile')).code).toBe(400001);
});

test('logging out ends the session itself, not only the cookie', async () => {
  const browser = await logIn();
  const copy = shop.browser();
  copy.cookie = browser.cookie;
  expect((await copy.call('profile')).code).toBe(200000);
  expect((await browser.call('logout')).code).toBe(200000);
  expect(browser.cookie).toBe('hm_session=');
  expect((await copy.call('profile')).code).toBe(400001);
});

test('a read under way during the logout does not keep the session alive', async () => {
  const { database } = world.core;
  let letGo = (): void => {};
  let rowRead = (): void => {};
  let held: Promise<void> | null = null;
  const sessions = createSessions({
    ...world.core,
    database: {
      ...database,
      async query(text, values) {
        const rows = await database.query(text, values);
        if (held) {
          rowRead();
          await held;
        }
        return rows as never;
      },
    },
  });
  const tokenHash = sessionTokenHash(await sessions.startVisitor());

  held = new Promise((resolve) => {
    letGo = resolve;
  });
  const read = new Promise<void>((resolve) => {
    rowRead = resolve;
  });
  const underWay = sessions.find(tokenHash);
  await read;
  held = null;
  await sessions.end(tokenHash);
  letGo();
  expect(await underWay).not.toBeNull();
  expect(await sessions.find(tokenHash)).toBeNull();
});

test('a logout at one replica is known to another within five seconds', async () => {
  const browser = await logIn();
  const other = createAccountShop(world.replica(), outside);
  const copy = other.browser();
  copy.cookie = browser.cookie;
  await copy.call('profile');
  await browser.call('logout');
  world.clock.advance(5_000);
  expect((await copy.call('profile')).code).toBe(400001);
  await other.close();
});

test('a session ends 30 days after its last use', async () => {
  const browser = await logIn();
  world.clock.advance(29 * DAY_MS);
  expect((await browser.call('profile')).code).toBe(200000);
  world.clock.advance(29 * DAY_MS);
  expect((await browser.call('profile')).code).toBe(200000);
  world.clock.advance(30 * DAY_MS);
  expect((await browser.call('profile')).code).toBe(400001);
});

test('a login replaces the token the browser had', async () => {
  const phone = syntheticPhone(phoneCount++);
  const browser = await shop.loggedIn(phone);
  const before = browser.cookie;
  world.clock.advance(60_000);
  await browser.call('sendSmsCode', { phone });
  const code = outside.messages.at(-1)?.parameters.code;
  await browser.call('loginBySms', {
    phone,
    code,
    agreedDocuments: AGREED,
  });
  expect(browser.cookie).not.toBe(before);
  const old = shop.browser();
  old.cookie = before;
  expect((await old.call('profile')).code).toBe(400001);
  expect((await browser.call('profile')).code).toBe(200000);
});

test('clearing away keeps what still lives', async () => {
  const gone = await logIn();
  world.clock.advance(20 * DAY_MS);
  const kept = await logIn();
  world.clock.advance(15 * DAY_MS);
  await sweepExpired(world.core);
  expect((await gone.call('profile')).code).toBe(400001);
  expect((await kept.call('profile')).code).toBe(200000);
  const [row] = await world.core.database.query<{ left: number }>(
    `select ((select count(*) from sms_codes) + (select count(*) from rate_windows))::integer as left`,
  );
  expect(row?.left).toBe(0);
});

test('a visitor who never came back from the authorisation page leaves nothing behind; one who did is remembered', async () => {
  const sessions = createSessions(world.core);
  const [gone, bound] = (await Promise.all([sessions.startVisitor(), sessions.startVisitor()])).map(sessionTokenHash);
  await sessions.bindOpenId(bound as Buffer, 'oTest');
  world.clock.advance(2 * 3_600_000);
  await sweepExpired(world.core);
  const kept = await world.core.database.query('select 1 from sessions where token_hash = any($1)', [[gone, bound]]);
  expect(kept).toHaveLength(1);
  world.clock.advance(20 * DAY_MS);
  expect((await sessions.find(bound as Buffer))?.openId).toBe('oTest');
  expect(await sessions.find(gone as Buffer)).toBeNull();
});

test('what was read of a session is kept as long as it is believed, not until it is displaced', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const sessions = createSessions(world.core);
  const hashOf = (browser: { readonly cookie: string | null }) =>
    sessionTokenHash(/hm_session=([^;]+)/.exec(browser.cookie ?? '')?.[1] ?? '');
  const [former, later] = [hashOf(await logIn()), hashOf(await logIn())];
  const read = async (hash: Buffer) => new WeakRef((await sessions.find(hash)) as object);
  const seen = await read(former);
  const isHeld = async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
    return seen.deref() !== undefined;
  };
  expect(await isHeld()).toBe(true);
  world.clock.advance(5_000);
  await read(later);
  await expect.poll(isHeld).toBe(false);
});
