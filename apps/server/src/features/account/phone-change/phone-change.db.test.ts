import { people, syntheticPhone } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Query } from '../../../db/database.ts';
import type { SessionUser } from '../../../http/handler.ts';
import {
  correctHolder,
  decidePhoneRequestWithin,
  holderOf,
  noteHolders,
  runDuePhoneRequests,
  sendAccountNotices,
} from '../index.ts';
import {
  AGREED,
  alone,
  type Browser,
  createAccountShop,
  createOutside,
  type Outside,
  type Shop,
} from '../testing/account-shop.ts';
import { createTestCore, type TestCore } from '../testing/test-core.ts';
import { findByPhone } from '../user-store.ts';

const HOUR_MS = 3_600_000;
const person = people.linMei;

let world: TestCore;
let outside: Outside;
let shop: Shop;
/** Accounts that have orders. */
let busy: Set<bigint>;
let phoneCount = 700;

beforeAll(async () => {
  world = await createTestCore();
});
afterAll(() => world.close());
beforeEach(async () => {
  outside = createOutside();
  busy = new Set();
  const parts = alone(world.core);
  shop = createAccountShop(world.core, outside, undefined, {
    orders: {
      ...parts.orders,
      has: async (_query: Query, user) => busy.has(user.id),
      covers: async () => [{ editionYear: 2027, productName: '苏民安', people: 2 }],
      newestHolder: async () => ({ name: person.name, idNumber: person.idNumber }),
    },
  });
  await world.core.database.query('truncate account_holders, account_notices, phone_requests');
  // A day later: the limits of the tests before are over.
  world.clock.advance(25 * HOUR_MS);
  return () => shop.close();
});

const newPhone = () => syntheticPhone(phoneCount++);
const code = (phone: string): string =>
  outside.messages.filter((message) => message.phone === phone && message.template === 'login-code').at(-1)?.parameters
    .code as string;
const isLoggedIn = async (browser: Browser) => (await browser.call('profile')).code === 200000;
const userOf = async (phone: string) =>
  (await findByPhone(world.core.database.query, world.core.index.phone(phone))) as SessionUser;
const indexOf = (one: { idNumber: string }) => world.core.index.person('01', one.idNumber);

/** An account whose first order this person has paid. */
async function holder(phone: string, one = person): Promise<Browser> {
  const browser = await shop.loggedIn(phone);
  await noteHolders(world.core, [{ user: await userOf(phone), personIndex: indexOf(one), name: one.name }]);
  busy.add((await userOf(phone)).id);
  return browser;
}

async function provenByOldPhone(browser: Browser, phone: string, more: object = {}): Promise<string> {
  const purpose = 'recoveryToken' in more ? 'recover-account' : 'change-phone';
  await browser.call('verification', { purpose, ...more });
  const answer = await browser.call('verification', { purpose, code: code(phone), ...more });
  return answer.result.proofToken;
}

async function change(browser: Browser, phone: string, proofToken: string) {
  await browser.call('sendSmsCode', { phone, purpose: 'new-phone' });
  return browser.call('updatePhone', { phone, code: code(phone), proofToken });
}

/** What the phones were told apart from codes. */
async function told(): Promise<{ phone: string; event: string }[]> {
  while ((await sendAccountNotices(shop.deps)) > 0);
  return outside.messages.flatMap(({ phone, template, parameters }) =>
    template === 'account-notice' ? [{ phone, event: parameters.event as string }] : [],
  );
}

describe('another phone for an account that is logged in', () => {
  test('the old phone’s code and the new one’s: everything stays, every other session ends, the old phone is told', async () => {
    const [from, to] = [newPhone(), newPhone()];
    const browser = await holder(from);
    const before = await userOf(from);
    world.clock.advance(60_000);
    const other = await shop.loggedIn(from);
    world.clock.advance(60_000);
    await browser.call('saveMedicalInsuranceRegion', { regionCode: '320508' });
    const cookie = browser.cookie;
    const answer = await change(browser, to, await provenByOldPhone(browser, from));
    expect(answer).toMatchObject({
      code: 200000,
      result: { phoneMasked: `${to.slice(0, 3)}****${to.slice(7)}`, regionCode: '320508' },
    });
    expect(browser.cookie).not.toBe(cookie);
    expect([await isLoggedIn(browser), await isLoggedIn(other)]).toEqual([true, false]);
    expect(await userOf(to)).toMatchObject({ id: before.id, shard: before.shard });
    expect(await told()).toEqual([{ phone: from, event: `手机号已更换为尾号${to.slice(-4)}` }]);
    // Whoever has the old number next gets an account of their own.
    world.clock.advance(60_000);
    const stranger = await shop.loggedIn(from);
    expect((await userOf(from)).id).not.toBe(before.id);
    expect((await stranger.call('accountEvents')).result.events).toHaveLength(1);
    const events = (await browser.call('accountEvents')).result.events;
    expect(events[0]).toMatchObject({ what: '更换手机号' });
  });

  test('without a proof, or with one for something else, used, or somebody else’s, nothing changes', async () => {
    const [from, to] = [newPhone(), newPhone()];
    const browser = await holder(from);
    const user = await userOf(from);
    const { proofs } = shop.deps;
    const sms = {
      kind: 'sms-old-phone',
      purpose: 'change-phone',
      userId: user.id,
      sessionHash: null,
      source: 'test',
      phoneIndex: user.phoneIndex,
    } as const;
    const wrong = [
      'A'.repeat(32),
      await proofs.grant({ ...sms, purpose: 'change-payer' }),
      await proofs.grant({ ...sms, userId: user.id + 1n }),
      await proofs.grant({ ...sms, phoneIndex: world.core.index.phone(to) }),
      await proofs.grant({ ...sms, kind: 'manual' }),
      await proofs.grant({ ...sms, kind: 'face', personIndex: indexOf(people.stranger) }),
      await proofs.grant({
        ...sms,
        kind: 'operator-three-element',
        personIndex: indexOf(person),
        phoneIndex: world.core.index.phone(newPhone()),
      }),
    ];
    await browser.call('sendSmsCode', { phone: to, purpose: 'new-phone' });
    const answers: number[] = [];
    for (const proofToken of wrong.slice(0, 4)) {
      answers.push((await browser.call('updatePhone', { phone: to, code: code(to), proofToken })).code);
    }
    world.clock.advance(60_000);
    await browser.call('sendSmsCode', { phone: to, purpose: 'new-phone' });
    for (const proofToken of wrong.slice(4)) {
      answers.push((await browser.call('updatePhone', { phone: to, code: code(to), proofToken })).code);
    }
    expect(answers).toEqual(wrong.map(() => 400211));
    expect((await userOf(from)).id).toBe(user.id);
  });

  test.each<['face' | 'operator-three-element', boolean]>([
    ['face', false],
    ['operator-three-element', true],
  ])('%s of the person who paid carries it', async (kind, withPhone) => {
    const [from, to] = [newPhone(), newPhone()];
    const browser = await holder(from);
    const phoneIndex = withPhone ? world.core.index.phone(to) : null;
    const proofToken = await shop.deps.proofs.grant({
      ...{ kind, purpose: 'change-phone', source: 'test', phoneIndex },
      ...{ userId: (await userOf(from)).id, sessionHash: null, personIndex: indexOf(person) },
    });
    expect((await change(browser, to, proofToken)).code).toBe(200000);
  });

  test('who adds himself to an account and pays does not become the one it belongs to', async () => {
    const from = newPhone();
    const browser = await holder(from);
    await noteHolders(world.core, [
      { user: await userOf(from), personIndex: indexOf(people.stranger), name: people.stranger.name },
    ]);
    const proofToken = await shop.deps.proofs.grant({
      ...{ kind: 'face', purpose: 'change-phone', source: 'test', sessionHash: null },
      ...{ userId: (await userOf(from)).id, personIndex: indexOf(people.stranger) },
    });
    expect((await change(browser, newPhone(), proofToken)).code).toBe(400211);
    // Nor where both are noted by one statement.
    const shared = newPhone();
    await shop.loggedIn(shared);
    const user = await userOf(shared);
    const paid = [people.father, people.stranger];
    await noteHolders(
      world.core,
      paid.map((person) => ({ user, personIndex: indexOf(person), name: person.name })),
    );
    expect(await holderOf(world.core.database.query, user.id)).toEqual(indexOf(people.father));
  });

  test('a phone with orders or people is not taken away; an empty account makes room', async () => {
    const [from, taken, empty] = [newPhone(), newPhone(), newPhone()];
    const browser = await holder(from);
    await holder(taken, people.father);
    const gone = await shop.loggedIn(empty);
    world.clock.advance(60_000);
    const proofToken = await provenByOldPhone(browser, from);
    expect(await change(browser, taken, proofToken)).toMatchObject({
      code: 400212,
      message: expect.stringContaining('已被其他用户绑定'),
    });
    // Nothing was used up by the refusal.
    expect((await change(browser, empty, proofToken)).code).toBe(200000);
    expect(await isLoggedIn(gone)).toBe(false);
    expect((await change(browser, empty, proofToken)).code).toBe(400100);
  });
});

describe('an account found by name and number', () => {
  const ask = async (browser: Browser, phone: string, one: { name: string; idNumber: string }) => {
    if (!code(phone)) await browser.call('sendSmsCode', { phone });
    return browser.call('identityLogin', {
      name: one.name,
      idNumber: one.idNumber,
      phone,
      code: code(phone),
      agreedDocuments: AGREED,
    });
  };

  test('a wrong name and a number of nobody get the same answer', async () => {
    await holder(newPhone());
    const browser = shop.browser();
    const phone = newPhone();
    const same = async (one: { name: string; idNumber: string }) => ({
      ...(await ask(browser, phone, one)),
      subMessage: '',
    });
    const wrongName = await same({ ...person, name: people.stranger.name });
    expect(wrongName).toMatchObject({ code: 400104, message: expect.stringContaining('对不上') });
    expect(await same(people.stranger)).toEqual(wrongName);
    expect(await same({ ...person, idNumber: people.stranger.idNumber })).toEqual(wrongName);
    expect(browser.cookie).toBe('');
    // A slip costs no code.
    expect(await ask(browser, phone, person)).toMatchObject({ code: 200000, result: { account: null } });
  });

  test('ten numbers a day from one phone, and ten tries for one number', async () => {
    const browser = shop.browser();
    const phone = newPhone();
    const codes: number[] = [];
    for (let index = 0; index < 11; index++) {
      if (index % 4 === 0) {
        world.clock.advance(HOUR_MS);
        await browser.call('sendSmsCode', { phone });
      }
      codes.push((await ask(browser, phone, people.mother)).code);
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => 400104), 400129]);
    expect((await ask(shop.browser(), newPhone(), people.mother)).code).toBe(400129);
  });

  test('a corrected number finds the account, the former one no longer', async () => {
    const from = newPhone();
    await holder(from, people.father);
    const corrected = { name: people.father.name, idNumber: people.stranger.idNumber };
    const { core } = world;
    const to = { personIndex: indexOf(corrected), name: corrected.name };
    await correctHolder(core, core.database.query, (await userOf(from)).id, indexOf(people.father), to);
    const browser = shop.browser();
    const phone = newPhone();
    expect((await ask(browser, phone, people.father)).code).toBe(400104);
    expect((await ask(browser, phone, corrected)).result.recovery.accounts).toHaveLength(1);
  });

  test('on the account’s own phone it is a login', async () => {
    const phone = newPhone();
    await holder(phone);
    world.clock.advance(60_000);
    const browser = shop.browser();
    await browser.call('sendSmsCode', { phone });
    expect((await ask(browser, phone, person)).result).toMatchObject({
      account: { phoneMasked: expect.any(String) },
      recovery: null,
    });
    expect(await isLoggedIn(browser)).toBe(true);
  });

  test('on a new phone it shows what is there, logs nobody in, and wants a proof', async () => {
    const [from, to] = [newPhone(), newPhone()];
    const before = await holder(from);
    const browser = shop.browser();
    const { recovery } = (await ask(browser, to, person)).result;
    expect(recovery.accounts).toEqual([
      { phoneTail: from.slice(-4), covers: [{ editionYear: 2027, productName: '苏民安', people: 2 }] },
    ]);
    expect(await isLoggedIn(browser)).toBe(false);
    const step = { recoveryToken: recovery.recoveryToken, account: 0 };
    expect((await browser.call('completeRecovery', { ...step, proofToken: 'B'.repeat(32) })).code).toBe(400211);
    // Neither another browser nor a purpose that is not the visitor's.
    expect((await shop.browser().call('verification', { purpose: 'recover-account', ...step })).code).toBe(400211);
    expect((await before.call('verification', { purpose: 'recover-account', ...step })).code).toBe(400211);
    expect((await browser.call('verification', { purpose: 'change-payer', ...step })).code).toBe(400211);
    expect((await browser.call('verification', { purpose: 'change-phone' })).code).toBe(400001);
    world.clock.advance(60_000);
    const proofToken = await provenByOldPhone(browser, from, step);
    expect((await browser.call('completeRecovery', { ...step, account: 1, proofToken })).code).toBe(400211);
    expect((await browser.call('completeRecovery', { ...step, proofToken })).code).toBe(200000);
    expect([await isLoggedIn(browser), await isLoggedIn(before)]).toEqual([true, false]);
    expect((await browser.call('accountEvents')).result.events.map((event: { what: string }) => event.what)).toEqual([
      '身份核对后登录',
      '更换手机号',
      '验证码登录',
    ]);
    expect(await told()).toEqual([{ phone: from, event: `手机号已更换为尾号${to.slice(-4)}` }]);
  });

  test('half an hour later it is over', async () => {
    const from = newPhone();
    await holder(from);
    const browser = shop.browser();
    const { recovery } = (await ask(browser, newPhone(), person)).result;
    world.clock.advance(HOUR_MS / 2);
    const answer = await browser.call('verification', {
      purpose: 'recover-account',
      recoveryToken: recovery.recoveryToken,
    });
    expect(answer).toMatchObject({ code: 400211, message: expect.stringContaining('已过期') });
  });
});

describe('a request that somebody of the service decides', () => {
  async function requested(from: string, to: string): Promise<Browser> {
    const browser = await holder(from);
    await browser.call('sendSmsCode', { phone: to, purpose: 'new-phone' });
    const answer = await browser.call('requestPhoneChange', {
      phone: to,
      code: code(to),
      statement: '旧手机丢了，号码也停了',
    });
    expect(answer).toMatchObject({ code: 200000, result: { state: 'WAITING', open: true } });
    return browser;
  }
  const decide = async (approved: boolean) => {
    const { database } = shop.deps.core;
    const [open] = await database.query<{ id: bigint }>(
      `select id from phone_requests where state in ('WAITING', 'COOLING') order by created_at limit 1`,
    );
    const decision = { approved, by: '王工', reason: '电话核对了三项' };
    return database.transaction((query) => decidePhoneRequestWithin(shop.deps, query, open?.id ?? 0n, decision));
  };

  test('approved, it counts two days later; both phones are told at each step', async () => {
    const [from, to] = [newPhone(), newPhone()];
    const browser = await requested(from, to);
    const again = await browser.call('requestPhoneChange', { phone: to, code: code(to), statement: '再来一次' });
    expect([400202, 400303]).toContain(again.code);
    expect(await decide(true)).toMatchObject({ state: 'COOLING' });
    expect(await decide(true)).toBeNull();
    expect((await browser.call('profile')).result.phoneRequest).toMatchObject({ state: 'COOLING', open: true });
    world.clock.advance(48 * HOUR_MS - 1);
    expect(await runDuePhoneRequests(shop.deps)).toBe(0);
    world.clock.advance(1);
    expect(await runDuePhoneRequests(shop.deps)).toBe(1);
    expect(await runDuePhoneRequests(shop.deps)).toBe(0);
    expect(await isLoggedIn(browser)).toBe(false);
    const moved = await shop.loggedIn(to);
    expect((await moved.call('profile')).result.phoneRequest).toMatchObject({ state: 'DONE', open: false });
    const tail = to.slice(-4);
    expect(await told()).toEqual([
      { phone: from, event: `有人申请把手机号换成尾号${tail}` },
      { phone: to, event: '更换手机号的申请已通过，48小时后生效' },
      { phone: from, event: `手机号48小时后换成尾号${tail}，登录可撤回` },
      { phone: from, event: `手机号已更换为尾号${tail}` },
      { phone: to, event: '更换手机号已生效，请用这个手机号登录' },
    ]);
  });

  test('the old phone objects while it waits, and it is over for good', async () => {
    const [from, to] = [newPhone(), newPhone()];
    await holder(from);
    const thief = shop.browser();
    await thief.call('sendSmsCode', { phone: to });
    const found = await thief.call('identityLogin', {
      name: person.name,
      idNumber: person.idNumber,
      phone: to,
      code: code(to),
      agreedDocuments: AGREED,
    });
    const { recoveryToken } = found.result.recovery;
    expect((await thief.call('requestPhoneChange', { recoveryToken, account: 0, statement: '手机丢了' })).code).toBe(
      200000,
    );
    await decide(true);
    world.clock.advance(HOUR_MS);
    const owner = await shop.loggedIn(from);
    expect((await owner.call('withdrawPhoneRequest')).result).toMatchObject({ state: 'WITHDRAWN', open: false });
    expect((await owner.call('withdrawPhoneRequest')).code).toBe(400104);
    world.clock.advance(48 * HOUR_MS);
    expect(await runDuePhoneRequests(shop.deps)).toBe(0);
    expect(await isLoggedIn(owner)).toBe(true);
    expect((await thief.call('withdrawPhoneRequest')).code).toBe(400001);
  });

  test('rejected, or without effect because the phone got another owner', async () => {
    const browser = await requested(newPhone(), newPhone());
    await decide(false);
    expect((await browser.call('profile')).result.phoneRequest).toMatchObject({
      state: 'REJECTED',
      reason: '电话核对了三项',
    });
    const to = newPhone();
    const second = await requested(newPhone(), to);
    await decide(true);
    world.clock.advance(60_000);
    await holder(to, people.father);
    world.clock.advance(48 * HOUR_MS);
    expect(await runDuePhoneRequests(shop.deps)).toBe(1);
    expect((await second.call('profile')).result.phoneRequest).toMatchObject({ state: 'FAILED' });
    expect((await told()).at(-1)).toEqual({ phone: to, event: '更换手机号没有办成，新手机号已被使用' });
  });

  test('what is missing is said, and a phone changed another way ends it', async () => {
    const [from, to] = [newPhone(), newPhone()];
    const browser = await holder(from);
    expect(await browser.call('requestPhoneChange', { statement: '手机丢了' })).toMatchObject({
      code: 400100,
      message: '请填写新手机号',
    });
    expect((await shop.browser().call('requestPhoneChange', { statement: '手机丢了' })).code).toBe(400001);
    await browser.call('sendSmsCode', { phone: to, purpose: 'new-phone' });
    await browser.call('requestPhoneChange', { phone: to, code: code(to), statement: '手机丢了' });
    world.clock.advance(60_000);
    expect((await change(browser, newPhone(), await provenByOldPhone(browser, from))).code).toBe(200000);
    expect((await browser.call('profile')).result.phoneRequest).toMatchObject({ state: 'WITHDRAWN' });
  });
});

test('a notice that the gateway surely did not take is tried again; one it may have taken is not', async () => {
  const [from, to] = [newPhone(), newPhone()];
  const browser = await holder(from);
  world.clock.advance(60_000);
  await change(browser, to, await provenByOldPhone(browser, from));
  outside.smsAnswer = { kind: 'limited' };
  await sendAccountNotices(shop.deps);
  expect(await sendAccountNotices(shop.deps)).toBe(0);
  world.clock.advance(5 * 60_000);
  outside.smsAnswer = { kind: 'unknown', message: 'no answer' };
  expect(await sendAccountNotices(shop.deps)).toBe(1);
  world.clock.advance(24 * HOUR_MS);
  expect(await sendAccountNotices(shop.deps)).toBe(0);
  expect(outside.messages.filter((message) => message.template === 'account-notice')).toHaveLength(2);
});
