import { randomBytes } from 'node:crypto';
import { beijingMs } from '@huimin/domain/date';
import { CONSENT_VERSION } from '@huimin/domain/withholding';
import { createTestClock, type Person } from '@huimin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ownCopy } from './own-copy.ts';
import { eventually, loggedIn, newestCode, openShop, placeOrder, resident, type Shop, type Visitor } from './shop.ts';

type FaultRequest = Parameters<Shop['sandbox']['control']['faults']['add']>[0];

const IN_WECHAT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) MicroMessenger/8.0.50';
const PREMIUM = 15_800;
let shop: Shop;
let residents = 7_000;

beforeAll(async () => {
  shop = await openShop({ jobs: false, clock: createTestClock(beijingMs('2026-11-20 09:00')) });
});
afterAll(() => shop?.close());
afterEach(() => {
  shop.sandbox.control.faults.remove();
  shop.clock.advance(60_000);
});

interface Buyer {
  readonly visitor: Visitor;
  readonly person: Person;
  readonly orderNo: string;
  /** At the provider. */
  readonly number: string;
  readonly code: string;
}

/** Somebody inside WeChat with an order that is not paid. */
async function buyer(): Promise<Buyer> {
  const person = resident(residents++);
  const visitor = await loggedIn(shop, person);
  visitor.userAgent = IN_WECHAT;
  const { database, vault } = deps();
  const openId = shop.sandbox.control.users.list()[0]?.openid as string;
  await database.query('update sessions set open_id_sealed = $1', [vault.seal('open-id', openId)]);
  const { orderNo } = await placeOrder(visitor, [person], randomBytes(16).toString('hex'));
  return { visitor, person, orderNo, number: `${orderNo}01`, code: `K${orderNo}01` };
}

const deps = () => shop.servers[0]?.deps ?? expect.fail();

const signAndPay = ({ visitor, orderNo }: Buyer) =>
  visitor.call('signAndPay', { orderNo, consentVersion: CONSENT_VERSION });

/** At the cashier, by the parameters of the bridge; then what is due is told. */
async function atCashier(started: { bridge: object }, signing: 'sign' | 'refuse' | 'only-sign'): Promise<void> {
  const bridge = started.bridge as Record<string, string>;
  const { origin } = shop.sandbox;
  const page = await fetch(`${origin}/_wx/cashier?${new URLSearchParams({ page: `${shop.origin}/`, ...bridge })}`);
  expect(await page.text()).toContain('确认付款');
  const prepay_id = bridge.package?.slice('prepay_id='.length) ?? '';
  const body = new URLSearchParams({ prepay_id, shop_origin: shop.origin, action: 'pay', signing });
  await (await fetch(`${origin}/pay/cashier`, { method: 'POST', body })).text();
  await shop.sandbox.control.settle();
}

async function paidAndSigned(signing: 'sign' | 'refuse' = 'sign'): Promise<Buyer> {
  const one = await buyer();
  const { envelope } = await signAndPay(one);
  expect(envelope).toMatchObject({ code: 200000, result: { signing: 'offered', bridge: { signType: 'HMAC-SHA256' } } });
  await atCashier(envelope.result as { bridge: object }, signing);
  await shop.runJob('outbox order-paid');
  return one;
}

async function contractOf({ visitor, orderNo }: Buyer) {
  // Who asks again within two seconds shares the answer.
  shop.clock.advance(3_000);
  const { contracts } = await visitor.value('queryWithholdings', { orderNo });
  return contracts[0];
}

const paymentOf = async ({ visitor, orderNo }: Buyer) => {
  shop.clock.advance(3_000);
  return (await visitor.value('queryInsureOrder', { orderNo })).payment;
};

const fault = (kind: FaultRequest['kind'], call: string, outTradeNo: string, times = 1) =>
  shop.sandbox.control.faults.add({ provider: 'wechat-papay', kind, call, match: { outTradeNo }, times });

async function stored({ orderNo }: Buyer) {
  const { database, numbers } = deps();
  return database.query<Record<string, unknown>>(
    'select * from withholding_contracts where order_id = $1 order by id',
    [numbers.orderId(orderNo)],
  );
}

test('paid and signed: the order is paid, the contract stands, and what was agreed to is kept', async () => {
  const one = await paidAndSigned();
  expect(await paymentOf(one)).toBe('paid');
  expect(await contractOf(one)).toMatchObject({
    ...{ contractNo: one.code, orderNo: one.orderNo, statusLabel: '已签约', standing: true, closing: false },
    ...{ limitFen: PREMIUM, methodLabel: '微信支付', reopenable: false },
    people: [{ name: one.person.name, relationship: '00' }],
    history: [{ title: '您开通了自动重新投保', state: 'done' }],
  });
  const [row] = await stored(one);
  expect(row).toMatchObject({
    status: 'SIGNED',
    consent_version: CONSENT_VERSION,
    limit_fen: PREMIUM,
    plan_code: 'basic',
  });
  expect(row?.consent_hash).toHaveLength(32);
  expect(deps().vault.open('open-id', row?.open_id_sealed as Buffer)).toMatch(/^oSandbox/);
  const notices = await deps().database.query<{ provider: string; outcome: string }>(
    'select provider, outcome from payment_notices where order_id = $1 order by provider',
    [deps().numbers.orderId(one.orderNo)],
  );
  expect(notices).toEqual([
    { provider: 'wechat-papay', outcome: 'settled' },
    { provider: 'wechat-pay', outcome: 'settled' },
  ]);
  const { rowsOf } = await ownCopy(shop, one.visitor, one.person);
  expect(rowsOf('自动扣费')).toMatchObject([{ 委托编号: one.code, 状态: '已签约', 一次最多扣: '158.00' }]);
});

test('paid and not signed: the cover is there, and it says that nothing was opened', async () => {
  const one = await paidAndSigned('refuse');
  expect(await paymentOf(one)).toBe('paid');
  expect(await contractOf(one)).toMatchObject({ status: 'UNSIGNED', standing: false, reopenable: true });
  expect((await contractOf(one))?.history).toMatchObject([{ title: '没有开通成功', state: 'bad' }]);
});

test('a signature that the provider knows of only later is found, although its notice got lost, and not asked for without end', async () => {
  const [late, never] = [await paidAndSigned('refuse'), await paidAndSigned('refuse')];
  for (const one of [late, never]) expect(await contractOf(one)).toMatchObject({ status: 'UNSIGNED', standing: false });
  fault('notify_lost', 'notify', late.code, 9);
  shop.sandbox.control.papay.contracts.act(late.code, 'sign');
  await shop.sandbox.control.settle();
  shop.clock.advance(40_000);
  await shop.runJob('withholding-contracts');
  expect(await contractOf(late)).toMatchObject({ status: 'SIGNED', standing: true });
  for (let round = 0; round < 12; round++) {
    shop.clock.advance(5 * 60_000);
    await shop.runJob('withholding-contracts');
  }
  expect(await stored(never)).toMatchObject([{ status: 'UNSIGNED', next_ask_at: null }]);
});

test('signed and not paid: still to be paid, by the plain way; unpaid for good, the contract is ended', async () => {
  const one = await buyer();
  const started = (await signAndPay(one)).envelope.result as { bridge: object };
  await atCashier(started, 'only-sign');
  expect(await paymentOf(one)).toBe('unpaid');
  expect(await contractOf(one)).toMatchObject({ status: 'SIGNED', standing: true });
  const again = (await signAndPay(one)).envelope.result as { signing: string; bridge: { signType: string } };
  expect(again).toMatchObject({ signing: 'signed', bridge: { signType: 'RSA' } });
  expect(await stored(one)).toHaveLength(1);
  shop.clock.advance(31 * 60_000);
  for (let round = 1; round <= 3; round++) await shop.runJob('order-expiry');
  expect(await paymentOf(one)).toBe('closed');
  shop.clock.advance(6 * 60_000);
  for (let round = 1; round <= 2; round++) {
    await shop.runJob('withholding-contracts');
    shop.clock.advance(61_000);
  }
  await shop.sandbox.control.settle();
  expect(shop.sandbox.control.papay.contracts.find(one.code)).toMatchObject({ state: 'ENDED', endMode: '3' });
  expect(await contractOf(one)).toMatchObject({ status: 'ENDED_BY_MERCHANT', standing: false, reopenable: false });
});

test('every notice lost: the queries find the payment and the contract', async () => {
  const one = await buyer();
  fault('notify_lost', 'notify', one.number, 9);
  fault('notify_lost', 'notify', one.code, 9);
  const started = (await signAndPay(one)).envelope.result as { bridge: object };
  await atCashier(started, 'sign');
  expect((await stored(one))[0]).toMatchObject({ status: 'SIGNING' });
  expect(await paymentOf(one)).toBe('paid');
  shop.clock.advance(40_000);
  await shop.runJob('withholding-contracts');
  expect((await stored(one))[0]).toMatchObject({ status: 'SIGNED' });
});

test.each<FaultRequest['kind']>(['notify_bad_sign', 'notify_tampered', 'notify_wrong_merchant', 'notify_wrong_order'])(
  'a contract notice with %s changes nothing',
  async (kind) => {
    const one = await buyer();
    fault(kind, 'notify', one.code);
    const started = (await signAndPay(one)).envelope.result as { bridge: object };
    await atCashier(started, 'sign');
    expect((await stored(one))[0]).toMatchObject({ status: 'SIGNING' });
    const told = await deps().database.query(
      `select 1 from operator_alerts where details->>'provider' = 'wechat-papay'`,
    );
    // What only the provider can have signed is for a person to look at; wrong signatures are anybody's noise.
    if (kind === 'notify_wrong_merchant') expect(told).toHaveLength(1);
    if (kind === 'notify_bad_sign' || kind === 'notify_tampered') expect(told).toEqual([]);
    shop.clock.advance(10_000);
    await shop.sandbox.control.settle();
    expect((await stored(one))[0]).toMatchObject({ status: 'SIGNED' });
  },
);

test.each<FaultRequest['kind']>([
  'notify_wrong_amount',
  'notify_wrong_currency',
  'notify_bad_sign',
  'notify_wrong_appid',
])('a payment notice with %s pays nothing; the true one does', async (kind) => {
  const one = await buyer();
  fault(kind, 'notify', one.number);
  const started = (await signAndPay(one)).envelope.result as { bridge: object };
  await atCashier(started, 'refuse');
  const { database, numbers } = deps();
  const status = async () =>
    (
      await database.query<{ status: number }>('select status from orders where id = $1', [
        numbers.orderId(one.orderNo),
      ])
    )[0]?.status;
  expect(await status()).toBe(25);
  shop.clock.advance(15_000);
  await shop.sandbox.control.settle();
  expect(await status()).toBe(30);
});

test('notices twice and at once, the end before the beginning: one contract, ended for good', async () => {
  const one = await paidAndSigned();
  const { papay } = shop.sandbox.control;
  const [added] = papay.notifications.contracts.list().filter((row) => row.outTradeNo === one.code);
  papay.contracts.act(one.code, 'end');
  await shop.sandbox.control.settle();
  await Promise.all([1, 2, 3].map(() => papay.notifications.contracts.resend(added?.id ?? '')));
  expect(await contractOf(one)).toMatchObject({ status: 'ENDED_BY_USER', standing: false, reopenable: true });
  expect((await contractOf(one))?.history.map((step) => step.title)).toEqual([
    '您关闭了自动重新投保',
    '您开通了自动重新投保',
  ]);
});

test('closed by its signer: at the provider first, again without harm, and by nobody else', async () => {
  const one = await paidAndSigned();
  const stranger = await loggedIn(shop, resident(residents++));
  const contractNo = one.code;
  expect((await stranger.call('closeWithholding', { contractNo })).envelope.message).toBe('没有找到这个签约');
  expect(shop.sandbox.control.papay.contracts.find(contractNo)).toMatchObject({ state: 'SIGNED' });
  const closed = await one.visitor.value('closeWithholding', { contractNo });
  expect(closed).toMatchObject({ status: 'ENDED_BY_USER', standing: false, closing: false });
  expect(shop.sandbox.control.papay.contracts.find(contractNo)).toMatchObject({ state: 'ENDED' });
  expect(await one.visitor.value('closeWithholding', { contractNo })).toEqual(closed);
  expect(await paymentOf(one)).toBe('paid');
});

test('ended by taking the consent back among the rights; the provider is told by a job', async () => {
  const one = await paidAndSigned();
  const consents = async () => (await one.visitor.value('showOwnData')).consents.map(({ consent }) => consent);
  expect(await consents()).toContain('withholding');
  shop.clock.advance(61_000);
  await one.visitor.value('sendOwnDataCode');
  const code = newestCode(shop.sandbox, one.person.phone);
  const { answer } = await one.visitor.value('askRight', {
    ...{ right: 'consent', words: '自动扣费', code, consents: ['withholding'] },
  });
  expect(answer).toContain('自动扣费，1 份');
  expect(await consents()).not.toContain('withholding');
  expect(await contractOf(one)).toMatchObject({ standing: false });
  await eventually(
    () => contractOf(one),
    (contract) => contract?.status === 'ENDED_BY_USER',
  );
  expect(shop.sandbox.control.papay.contracts.find(one.code)).toMatchObject({ state: 'ENDED' });
});

test('an end whose answer is lost: told as under way, and finished by a job', async () => {
  const one = await paidAndSigned();
  fault('http_500', 'contract.delete', one.code, 9);
  const told = await one.visitor.value('closeWithholding', { contractNo: one.code });
  expect(told).toMatchObject({ status: 'SIGNED', standing: false, closing: true, statusLabel: '正在关闭' });
  shop.sandbox.control.faults.remove();
  shop.clock.advance(20_000);
  await shop.runJob('withholding-contracts');
  expect(await contractOf(one)).toMatchObject({ status: 'ENDED_BY_USER', closing: false });
});

test('opened again on the provider’s page, after it was closed', async () => {
  const one = await paidAndSigned();
  const consentVersion = CONSENT_VERSION;
  const open = () => one.visitor.call('openWithholding', { orderNo: one.orderNo, consentVersion });
  expect((await open()).envelope.message).toBe('已经开通了，不用再开');
  await one.visitor.value('closeWithholding', { contractNo: one.code });
  shop.clock.advance(60_000);
  const { signUrl } = (await open()).envelope.result as { signUrl: string };
  const headers = { 'user-agent': IN_WECHAT, referer: `${shop.origin}/` };
  const page = await (await fetch(signUrl, { headers })).text();
  const second = `K${one.orderNo}02`;
  expect(page).toContain(second);
  expect(await contractOf(one)).toMatchObject({ contractNo: second, status: 'SIGNING', reopenable: true });
  // Left without signing, and once more: the same contract.
  expect(((await open()).envelope.result as { signUrl: string }).signUrl).toContain(second);
  expect(await stored(one)).toHaveLength(2);
  const body = new URLSearchParams({ contract_code: second, action: 'sign', back: `${shop.origin}/` });
  const back = await fetch(`${shop.sandbox.origin}/papay/sign`, { method: 'POST', body, redirect: 'manual' });
  expect(back.headers.get('location')).toBe(`${shop.origin}/?from_wxpay=1`);
  await shop.sandbox.control.settle();
  expect(await contractOf(one)).toMatchObject({ contractNo: second, status: 'SIGNED', standing: true });
});

test('a second press goes on with the same contract and the same order at the provider', async () => {
  const one = await buyer();
  const [first, second] = [await signAndPay(one), await signAndPay(one)];
  const packages = [first, second].map(
    ({ envelope }) => (envelope.result as { bridge: { package: string } }).bridge.package,
  );
  expect(packages[0]).toBe(packages[1]);
  expect(await stored(one)).toHaveLength(1);
});

test('from plain to signed and back: the attempt before is closed at the provider, and nothing is paid twice', async () => {
  const one = await buyer();
  await one.visitor.value('jsapiPay', { orderNo: one.orderNo });
  const started = (await signAndPay(one)).envelope.result as { bridge: object };
  expect(shop.sandbox.control.orders.find(one.number)).toMatchObject({ tradeState: 'CLOSED' });
  await one.visitor.value('jsapiPay', { orderNo: one.orderNo });
  expect(shop.sandbox.control.orders.find(`${one.orderNo}02`)).toMatchObject({ tradeState: 'CLOSED' });
  const page = await fetch(
    `${shop.sandbox.origin}/_wx/cashier?${new URLSearchParams({ page: `${shop.origin}/`, ...(started.bridge as object) })}`,
  );
  expect(await page.text()).toContain('该订单已关闭');
});

test('nothing is signed where it is not offered', async () => {
  const one = await buyer();
  const refusal = async (change: { userAgent?: string; consentVersion?: number }) => {
    one.visitor.userAgent = change.userAgent ?? IN_WECHAT;
    const consentVersion = change.consentVersion ?? CONSENT_VERSION;
    return (await one.visitor.call('signAndPay', { orderNo: one.orderNo, consentVersion })).envelope.message;
  };
  expect(await refusal({ userAgent: 'Mozilla/5.0 (iPhone)' })).toBe('自动重新投保要在微信里开通');
  expect(await refusal({ consentVersion: CONSENT_VERSION + 1 })).toContain('说明有更新');
  const { database, editions } = deps();
  const offer = async (on: boolean) => {
    await database.query(
      `update editions set document = jsonb_set(document, '{automaticReapplicationOffered}', $1::jsonb),
         config_version = config_version + 1 where is_default`,
      [JSON.stringify(on)],
    );
    await editions.refresh();
  };
  await offer(false);
  expect(await refusal({})).toBe('这个产品现在不能开通自动重新投保');
  expect((await one.visitor.value('productInfo', {})).automaticReapplicationOffered).toBe(false);
  await offer(true);
  expect(await stored(one)).toEqual([]);
});

test.each([true, false])('refunded: the contract is ended only when that is wished (%s)', async (closeWithholding) => {
  const one = await paidAndSigned();
  const asked = await one.visitor.value('queryRefundSubmission', { orderNo: one.orderNo });
  expect(asked.withholding).toBe(true);
  const policyNos = asked.people.map((person) => person.policyNo);
  // One code a minute.
  shop.clock.advance(61_000);
  await one.visitor.value('saveRefundSubmission', { orderNo: one.orderNo, policyNos, reason: 'other' });
  await one.visitor.value('refundOrder', {
    ...{ orderNo: one.orderNo, reason: 'other', expectedFen: PREMIUM, closeWithholding },
    ...{ code: newestCode(shop.sandbox, one.person.phone), clientKey: randomBytes(12).toString('hex') },
  });
  await shop.runJob('withholding-contracts');
  await shop.sandbox.control.settle();
  expect(shop.sandbox.control.papay.contracts.find(one.code)?.state).toBe(closeWithholding ? 'ENDED' : 'SIGNED');
  expect(await contractOf(one)).toMatchObject({ standing: !closeWithholding });
  expect((await one.visitor.value('queryRefundSubmission', { orderNo: one.orderNo })).withholding).toBe(
    !closeWithholding,
  );
});
