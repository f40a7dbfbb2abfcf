import type { InputOf } from '@huimin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { signedIn } from './desk.ts';
import {
  agreements,
  eventually,
  loggedIn,
  newestCode,
  openShop,
  pay,
  placeOrder,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
  await seedStaffOfDemonstration((shop.servers[0] as Shop['servers'][number]).deps);
});
afterAll(() => shop?.close());

const agreed = (visitor: Visitor) => agreements(visitor.value, ['user-agreement', 'privacy-policy']);
const codeOf = (phone: string) => newestCode(shop.sandbox, phone);

/** Somebody who has bought, and is known as the one to whom the account belongs. */
async function policyholder(index: number) {
  const person = resident(index);
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person, resident(index + 1)]);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('selectListPolicy', {}),
    ({ policies }) => policies.length === 2 && policies.every((policy) => policy.status !== 6),
  );
  const { deps } = shop.servers[0] as Shop['servers'][number];
  await eventually(
    () =>
      deps.database.query('select 1 from account_holders where person_index = $1', [
        deps.index.person('01', person.idNumber),
      ]),
    (rows) => rows.length === 1,
  );
  return { person, visitor, orderNo };
}

test('a policyholder with a new phone finds the account, proves it with the old one, and sees the orders', async () => {
  const { person, visitor, orderNo } = await policyholder(300);
  const phone = resident(310).phone;
  const browser = shop.visitor();
  await browser.value('sendSmsCode', { phone });
  const input = {
    name: person.name,
    idNumber: person.idNumber,
    phone,
    code: codeOf(phone),
    agreedDocuments: await agreed(browser),
  };
  const { recovery } = await browser.value('identityLogin', input);
  expect(recovery?.accounts).toEqual([
    { phoneTail: person.phone.slice(-4), covers: [{ editionYear: 2027, productName: expect.any(String), people: 2 }] },
  ]);
  const step = { recoveryToken: recovery?.recoveryToken ?? '', account: 0 };
  shop.clock.advance(60_000);
  await browser.value('verification', { purpose: 'recover-account', ...step });
  const code = codeOf(person.phone);
  const { proofToken } = await browser.value('verification', { purpose: 'recover-account', code, ...step });
  await browser.value('completeRecovery', { ...step, proofToken: proofToken ?? '' });
  expect((await browser.value('queryOrders', {})).orders.map((order) => order.orderNo)).toEqual([orderNo]);
  // What was kept for oneself follows to the new phone; the old session is over.
  const [self] = await browser.value('queryFamily', {});
  expect(self?.phoneMasked).toBe(`${phone.slice(0, 3)}****${phone.slice(7)}`);
  expect((await visitor.call('profile', {})).envelope.code).toBe(400001);
  await eventually(
    async () => shop.sandbox.control.sms(person.phone).map((message) => message.text),
    (texts) => texts.some((text) => text.includes(`手机号已更换为尾号${phone.slice(-4)}`)),
  );
});

test('the carrier’s word that the new phone is the policyholder’s is proof enough, and no face is asked for', async () => {
  const { person } = await policyholder(360);
  const phone = resident(362).phone;
  const browser = shop.visitor();
  await browser.value('sendSmsCode', { phone });
  const { name, idNumber } = person;
  const input = { name, idNumber, phone, code: codeOf(phone), agreedDocuments: await agreed(browser) };
  const { recovery } = await browser.value('identityLogin', input);
  const { subject, carrier } = await browser.value('prepareIdentityCheck', {
    ...{ purpose: 'recover-account', name, idNumber, phone },
  });
  expect(carrier).toBe(true);
  const { matched, proofToken } = await browser.value('checkCarrier', { subject });
  expect(matched).toBe(true);
  await browser.value('completeRecovery', {
    recoveryToken: recovery?.recoveryToken ?? '',
    account: 0,
    proofToken: proofToken ?? '',
  });
  expect((await browser.value('queryOrders', {})).orders).toHaveLength(1);
});

test('last year’s policyholder logs in as such and sees last year’s list', async () => {
  const { person, orderNo } = await policyholder(320);
  const { deps } = shop.servers[0] as Shop['servers'][number];
  const orderId = deps.numbers.orderId(orderNo) as bigint;
  shop.clock.advance(60_000);
  const browser = shop.visitor();
  await browser.value('sendSmsCode', { phone: person.phone });
  const input = { phone: person.phone, code: codeOf(person.phone), agreedDocuments: await agreed(browser) };
  expect((await browser.call('loginWithHistoryHolder', input)).envelope.code).toBe(400104);
  await deps.database.query(`update orders set edition_code = 'js26', edition_year = 2026 where id = $1`, [orderId]);
  await browser.value('loginWithHistoryHolder', input);
  const { editions } = await browser.value('holderList', {});
  expect(editions).toMatchObject([{ editionCode: 'js26', editionYear: 2026, holder: { name: person.name } }]);
  expect(editions[0]?.insured.map((one) => [one.name, one.orderNo, one.isVoid])).toEqual([
    [person.name, orderNo, false],
    [resident(321).name, orderNo, false],
  ]);
  expect(JSON.stringify(editions)).not.toContain(person.idNumber);
});

test('a session for settlements reaches the settlement of an own order, and nothing else', async () => {
  const { person, orderNo } = await policyholder(330);
  shop.clock.advance(60_000);
  const browser = shop.visitor();
  await browser.value('sendSmsCode', { phone: person.phone });
  const input: InputOf<typeof import('@huimin/contract').calls.settleLogin> = {
    phone: person.phone,
    code: codeOf(person.phone),
    agreedDocuments: await agreed(browser),
  };
  await browser.value('settleLogin', input);
  const asked = await browser.call('medicalAccountSettlement', { orderNo });
  expect(asked.envelope.code).not.toBe(400001);
  for (const call of ['profile', 'queryOrders', 'selectListPolicy', 'queryFamily', 'holderList'] as const) {
    expect((await browser.call(call, {})).envelope.code, call).toBe(400001);
  }
});

test('Alipay says who it is through its own gateway, and the phone binds it', async () => {
  const person = resident(340);
  async function comeByAlipay(browser: Visitor) {
    const begun = await browser.value('beginAlipayLogin', {
      returnTo: '/#/orders',
      agreedDocuments: await agreed(browser),
    });
    const page = await fetch(begun.authorisationUrl, { redirect: 'manual' });
    const back = new URL(page.headers.get('location') ?? '');
    const landed = await browser.raw(`${back.pathname}${back.search}`, { redirect: 'manual' });
    const query = new URLSearchParams(landed.headers.get('location')?.split('?')[1]);
    return browser.value('alipayLogin', { authCode: query.get('authCode') ?? '', state: query.get('state') ?? '' });
  }
  const first = shop.visitor();
  expect(await comeByAlipay(first)).toEqual({ account: null, returnTo: '/#/orders' });
  await first.logIn(person);
  expect((await first.value('profile', {})).alipayBound).toBe(true);
  const second = shop.visitor();
  expect((await comeByAlipay(second)).account?.phoneMasked).toBe(
    `${person.phone.slice(0, 3)}****${person.phone.slice(7)}`,
  );
  expect((await second.value('profile', {})).alipayBound).toBe(true);
});

test('two people of the desk decide a request for another phone, once', async () => {
  const { visitor, person } = await policyholder(350);
  const phone = resident(352).phone;
  await visitor.value('sendSmsCode', { phone, purpose: 'new-phone' });
  await visitor.value('requestPhoneChange', { phone, code: codeOf(phone), statement: '旧手机丢了，号码停了' });
  const [service, operations] = [await signedIn(shop, 'kefu01'), await signedIn(shop, 'yunying01')];
  const { requests } = await service.value('listDeskRequests', { topic: 'phone' });
  const requestNo = requests[0]?.requestNo ?? '';
  const { rows } = await service.value('readDeskRequest', { requestNo, purpose: 'call' });
  expect(rows[0]).toMatchObject({ before: person.phone, after: phone });
  const { approvalNo } = await service.value('decideDeskRequest', { requestNo, deskVerdict: 'approve' });
  await operations.value('decideApproval', { approvalNo: approvalNo ?? '', agree: true });
  const refusal = { requestNo, deskVerdict: 'refuse', cause: 'taken-back', note: '您来电说不办了' } as const;
  expect((await operations.call('decideDeskRequest', refusal)).code).toBe(400303);
  shop.clock.advance(48 * 3_600_000);
  await shop.runJob('phone-requests');
  const moved = shop.visitor();
  await moved.logIn({ phone });
  expect((await moved.value('queryOrders', {})).orders).toHaveLength(1);
  expect(shop.logged.join('\n')).not.toMatch(new RegExp(`${phone}|${person.phone}|${person.idNumber}|旧手机丢了`));
});

test('a login from another kind of device is told to the phone and the inbox, once, and no login before it', async () => {
  const person = resident(640);
  const from = async (userAgent: string) => {
    shop.clock.advance(61_000);
    const visitor = shop.visitor();
    visitor.userAgent = userAgent;
    await visitor.logIn(person);
    return visitor;
  };
  const phone = 'Mozilla/5.0 (Linux; Android 13; V2183A) Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.47';
  const computer = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36';
  await from(phone);
  const owner = await from(phone);
  await from(computer);
  await from(computer);
  const told = await eventually(
    async () => {
      shop.clock.advance(4_000);
      return (await owner.value('queryInbox', {})).messages;
    },
    (messages) => messages.length > 0,
  );
  expect(told).toMatchObject([
    {
      title: '账户安全',
      text: expect.stringContaining('在新设备登录（Windows 电脑 · Chrome）'),
      screen: '/loginHistory',
    },
  ]);
  const texts = () => shop.sandbox.control.sms(person.phone).filter(({ params }) => params.event);
  await eventually(
    async () => {
      shop.clock.advance(4_000);
      return texts();
    },
    (messages) => messages.length === 1,
  );
});

test('many who log in at once from another kind of device than before all come in', async () => {
  const many = Array.from({ length: 24 }, (_, index) => resident(650 + index));
  const comeFrom = (userAgent: string) =>
    Promise.all(
      many.map(async (person) => {
        const visitor = shop.visitor();
        visitor.userAgent = userAgent;
        await visitor.logIn(person);
        return (await visitor.call('profile', {})).envelope.code;
      }),
    );
  const everybody = many.map(() => 200000);
  expect(await comeFrom('Mozilla/5.0 (Linux; Android 13; V2183A) Chrome/116.0.0.0 Mobile Safari/537.36')).toEqual(
    everybody,
  );
  shop.clock.advance(61_000);
  expect(await comeFrom('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36')).toEqual(everybody);
});
