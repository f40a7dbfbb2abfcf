import { syntheticPhone } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  AGREED,
  type Browser,
  createAccountShop,
  createOutside,
  type Outside,
  type Shop,
} from './testing/account-shop.ts';
import { createTestCore, type TestCore } from './testing/test-core.ts';

let world: TestCore;
let outside: Outside;
let shop: Shop;
let browser: Browser;
let phone: string;
let phoneCount = 100;

beforeAll(async () => {
  world = await createTestCore();
});
afterAll(() => world.close());
beforeEach(() => {
  outside = createOutside();
  shop = createAccountShop(world.core, outside);
  phone = syntheticPhone(phoneCount++);
  browser = shop.browser(`198.51.100.${phoneCount % 250}`);
  return () => shop.close();
});

const sentCode = (back = 1): string => outside.messages.at(-back)?.parameters.code as string;
const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const login = (code: string, from = browser, agreedDocuments = AGREED) =>
  from.call('loginBySms', { phone, code, agreedDocuments });

describe('sending a code', () => {
  test('a six-digit code goes to the phone; the answer does not hold it', async () => {
    const answer = await browser.call('sendSmsCode', { phone });
    expect(answer).toMatchObject({ code: 200000, result: { resendAfterSeconds: 60, validMinutes: 10 } });
    expect(outside.messages).toMatchObject([{ phone, template: 'login-code' }]);
    expect(sentCode()).toMatch(/^[0-9]{6}$/);
    expect(JSON.stringify(answer)).not.toContain(sentCode());
  });

  test('a registered phone gets the same answer as an unknown one', async () => {
    const unknown = await browser.call('sendSmsCode', { phone });
    await login(sentCode());
    world.clock.advance(60_000);
    const known = await browser.call('sendSmsCode', { phone });
    expect({ ...known, subMessage: '' }).toEqual({ ...unknown, subMessage: '' });
  });

  test('one per minute; the wait is told', async () => {
    await browser.call('sendSmsCode', { phone });
    world.clock.advance(40_000);
    const early = await browser.call('sendSmsCode', { phone });
    expect(early).toMatchObject({
      code: 400203,
      message: '验证码刚发过，请看最新一条短信。没收到的话，1 分钟后再获取',
      result: { resendAfterSeconds: 20 },
    });
    world.clock.advance(20_000);
    expect((await browser.call('sendSmsCode', { phone })).code).toBe(200000);
  });

  test('requests at the same moment, from several addresses, send one message', async () => {
    for (let round = 0; round < 5; round += 1) {
      const number = syntheticPhone(phoneCount++);
      const ask = (host: number) =>
        shop.browser(`203.0.113.${round * 10 + host}`).call('sendSmsCode', { phone: number });
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(ask));
      expect(answers.filter((answer) => answer.code === 200000)).toHaveLength(1);
      expect(outside.messages.filter((message) => message.phone === number)).toHaveLength(1);
    }
  });

  test('five in an hour and ten in a day', async () => {
    let sent = 0;
    const codes: number[] = [];
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      const { code } = await shop.browser(`203.0.113.${minute / 10}`).call('sendSmsCode', { phone });
      codes.push(code);
      if (code === 200000) sent += 1;
      world.clock.advance(600_000);
    }
    expect(codes.slice(0, 6)).toEqual([200000, 200000, 200000, 200000, 200000, 400203]);
    expect(sent).toBe(10);
  });

  test('an address that asks for many phones is stopped', async () => {
    const codes: number[] = [];
    for (let index = 0; index < 121; index += 1) {
      codes.push((await browser.call('sendSmsCode', { phone: syntheticPhone(5000 + index) })).code);
    }
    expect(codes.slice(0, 120).every((code) => code === 200000)).toBe(true);
    expect(codes[120]).toBe(400129);
    expect((await shop.browser('198.51.100.254').call('sendSmsCode', { phone })).code).toBe(200000);
  });

  test('a message that certainly was not sent can be asked for again at once', async () => {
    outside.smsAnswer = { kind: 'wrong-number' };
    expect(await browser.call('sendSmsCode', { phone })).toMatchObject({
      code: 400204,
      message: '这个手机号收不到短信。请检查号码，改正后再获取',
    });
    outside.smsAnswer = { kind: 'accepted', providerId: 'b' };
    expect((await browser.call('sendSmsCode', { phone })).code).toBe(200000);
  });

  test('after an unclear answer nothing is sent again at once, and the code works if it arrives', async () => {
    outside.smsAnswer = { kind: 'unknown', message: 'timeout' };
    expect(await browser.call('sendSmsCode', { phone })).toMatchObject({
      code: 400204,
      result: { resendAfterSeconds: 60 },
    });
    expect((await browser.call('sendSmsCode', { phone })).code).toBe(400203);
    expect((await login(sentCode())).code).toBe(200000);
  });
});

describe('logging in', () => {
  test('registers a new phone once and finds it again', async () => {
    await browser.call('sendSmsCode', { phone });
    const first = await login(sentCode());
    expect(first).toMatchObject({
      code: 200000,
      result: {
        phoneMasked: `${phone.slice(0, 3)}****${phone.slice(7)}`,
        nameMasked: null,
        regionCode: null,
        wechatBound: false,
      },
    });
    await browser.call('saveMedicalInsuranceRegion', { regionCode: '320584' });
    world.clock.advance(60_000);
    const elsewhere = shop.browser();
    await elsewhere.call('sendSmsCode', { phone });
    await login(sentCode(), elsewhere);
    expect((await elsewhere.call('profile')).result.regionCode).toBe('320509');
  });

  test('the cookie is out of reach of scripts and other sites', async () => {
    await browser.call('sendSmsCode', { phone });
    await login(sentCode());
    const [header] = browser.cookieHeaders;
    expect(header).toMatch(/^hm_session=[A-Za-z0-9_-]{43};/);
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/']) expect(header).toContain(attribute);
  });

  test('a wrong code is refused in plain words, the right one still works', async () => {
    await browser.call('sendSmsCode', { phone });
    expect(await login(otherCode(sentCode()))).toMatchObject({
      code: 400201,
      message: '验证码不对。请看最新一条短信，重新输入 6 位数字',
    });
    expect((await login(sentCode())).code).toBe(200000);
  });

  test('after five wrong tries the code is worth nothing', async () => {
    await browser.call('sendSmsCode', { phone });
    const codes = [];
    for (let attempt = 0; attempt < 5; attempt += 1) codes.push((await login(otherCode(sentCode()))).code);
    expect(codes).toEqual([400201, 400201, 400201, 400201, 400202]);
    expect(await login(sentCode())).toMatchObject({ code: 400202, message: '输错的次数太多，请重新获取验证码' });
  });

  test('tries made at the same moment are all counted', async () => {
    await browser.call('sendSmsCode', { phone });
    const wrong = otherCode(sentCode());
    await Promise.all(Array.from({ length: 8 }, () => login(wrong)));
    expect((await login(sentCode())).code).toBe(400202);
  });

  test('the code before the newest still works, the one before that does not', async () => {
    for (let round = 0; round < 3; round += 1) {
      await browser.call('sendSmsCode', { phone });
      world.clock.advance(60_000);
    }
    expect((await login(sentCode(3))).code).toBe(400201);
    expect((await login(sentCode(2))).code).toBe(200000);
  });

  test('a code is used once and lives ten minutes', async () => {
    await browser.call('sendSmsCode', { phone });
    expect((await login(sentCode())).code).toBe(200000);
    expect((await login(sentCode(), shop.browser())).code).toBe(400202);
    world.clock.advance(60_000);
    await browser.call('sendSmsCode', { phone });
    world.clock.advance(10 * 60_000);
    expect(await login(sentCode())).toMatchObject({ code: 400202, message: '验证码已过期，请重新获取' });
  });

  describe('when the answer was lost on the way', () => {
    const KEY = 'a1'.repeat(16);
    const tryAgain = (from: Browser, clientKey?: string, call: 'loginBySms' | 'settleLogin' = 'loginBySms') =>
      from.call(call, { phone, code: sentCode(), agreedDocuments: AGREED, clientKey });
    let lost: Browser;

    beforeEach(async () => {
      await browser.call('sendSmsCode', { phone });
      lost = shop.browser('198.51.100.251');
      expect((await tryAgain(lost, KEY)).code).toBe(200000);
    });

    test('the same phone comes in with the same code, by the session that had begun', async () => {
      expect((await tryAgain(browser, KEY)).code).toBe(200000);
      expect((await browser.call('profile')).code).toBe(200000);
      expect((await lost.call('profile')).code).toBe(400001);
      // And again, should that answer be lost too; but no more often than a code may be tried.
      const codes: number[] = [];
      for (let attempt = 0; attempt < 4; attempt += 1) codes.push((await tryAgain(browser, KEY)).code);
      expect(codes).toEqual([200000, 200000, 200000, 400202]);
      expect((await browser.call('listSessions')).result.sessions).toHaveLength(1);
      expect((await browser.call('accountEvents')).result.events).toHaveLength(1);
    });

    test('nobody else does: not without the key, with another, with another code or by another way in', async () => {
      expect((await tryAgain(browser)).code).toBe(400202);
      expect((await tryAgain(browser, 'b2'.repeat(16))).code).toBe(400202);
      expect((await tryAgain(browser, KEY, 'settleLogin')).code).toBe(400202);
      const wrong = { phone, code: otherCode(sentCode()), agreedDocuments: AGREED, clientKey: KEY };
      expect((await browser.call('loginBySms', wrong)).code).toBe(400202);
      expect((await lost.call('profile')).code).toBe(200000);
    });

    test('nor does the phone itself once that session has ended or the code has run out', async () => {
      await lost.call('logout');
      expect((await tryAgain(browser, KEY)).code).toBe(400202);
      world.clock.advance(60_000);
      await browser.call('sendSmsCode', { phone });
      await tryAgain(lost, KEY);
      world.clock.advance(10 * 60_000);
      expect((await tryAgain(browser, KEY)).code).toBe(400202);
    });
  });

  test("another phone's code does not fit", async () => {
    await browser.call('sendSmsCode', { phone });
    const stranger = syntheticPhone(phoneCount++);
    await browser.call('sendSmsCode', { phone: stranger });
    const answer = await browser.call('loginBySms', { phone: stranger, code: sentCode(2), agreedDocuments: AGREED });
    expect(answer.code).toBe(400201);
  });

  test('documents that changed meanwhile are shown before the code is used up', async () => {
    await browser.call('sendSmsCode', { phone });
    const old = [{ key: 'user-agreement', version: 2 }, AGREED[1] as (typeof AGREED)[0]];
    const answer = await login(sentCode(), browser, old);
    expect(answer).toMatchObject({ code: 400302, result: { documents: AGREED } });
    expect((await login(sentCode())).code).toBe(200000);
  });

  test('neither phone nor code stands in the log or readable in the tables', async () => {
    await browser.call('sendSmsCode', { phone });
    await login(otherCode(sentCode()));
    await login(sentCode());
    outside.smsAnswer = { kind: 'refused', code: 'isv.SMS_SIGN_ILLEGAL', message: phone };
    world.clock.advance(60_000);
    await browser.call('sendSmsCode', { phone });
    expect(world.logged()).toContain('isv.SMS_SIGN_ILLEGAL');
    expect(world.logged()).not.toContain(phone);
    const rows = await world.core.database.query<{ text: string }>(
      `select (select string_agg(u::text, ' ') from users u) || (select string_agg(c::text, ' ') from sms_codes c)
         || (select string_agg(s::text, ' ') from sessions s) as text`,
    );
    const hex = Buffer.from(phone).toString('hex');
    for (const secret of [phone, hex, browser.cookie.slice(11)]) expect(rows[0]?.text).not.toContain(secret);
  });
});
