import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually, loggedIn, openShop, placeOrder, resident, type Shop, startPaying, type Visitor } from './shop.ts';

const NOTIFY = '/hmb-js26/api/wxpay/notify';

let shop: Shop;
let visitor: Visitor;
let orderNo: string;
let outTradeNo: string;
let next = 0;

beforeAll(async () => {
  shop = await openShop({ servers: 2 });
});
afterAll(() => shop?.close());

/** A saved order of two people with its payment started; nothing is paid yet. */
beforeEach(async () => {
  const family = [resident(next++), resident(next++)] as const;
  visitor = await loggedIn(shop, family[0]);
  ({ orderNo } = await placeOrder(visitor, family));
  outTradeNo = await startPaying(visitor, orderNo, shop.sandbox);
  return () => shop.sandbox.control.notifications.release();
});

const notices = () => shop.sandbox.control.notifications.list().filter((notice) => notice.outTradeNo === outTradeNo);

/** What the two servers have stored for the order, read from their tables. */
async function stored() {
  const { deps } = shop.servers[0] as Shop['servers'][number];
  const orderId = deps.numbers.orderId(orderNo);
  const [row] = await deps.database.query<Record<string, number>>(
    `select o.status,
       (select count(*)::integer from payments where order_id = o.id and purpose = 'premium') as premiums,
       (select count(*)::integer from payments where order_id = o.id and purpose = 'surplus') as surpluses,
       (select count(*)::integer from policies where order_id = o.id) as policies,
       (select count(*)::integer from refunds where order_id = o.id) as refunds
     from orders o where o.id = $1`,
    [orderId],
  );
  return row;
}

const ONE_PAYMENT = { premiums: 1, surpluses: 0, policies: 2, refunds: 0 };
const NOTHING = { premiums: 0, surpluses: 0, policies: 0, refunds: 0 };

/** Pays while the provider's own notices wait, and catches a true one: the bytes and headers as they are sent. */
async function catchNotice(): Promise<{ body: string; headers: Record<string, string> }> {
  const { createServer } = await import('node:http');
  let caught: { body: string; headers: Record<string, string> } | null = null;
  const trap = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => /^(wechatpay-|content-type)/.test(name)),
      );
      caught = { body, headers: headers as Record<string, string> };
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done));
  const { port } = trap.address() as { port: number };
  shop.sandbox.control.notifications.hold();
  shop.sandbox.control.orders.act(outTradeNo, 'pay');
  const [notice] = notices();
  const row = notice as { id: string; url: string };
  const own = row.url;
  row.url = `http://127.0.0.1:${port}/`;
  await shop.sandbox.control.notifications.resend(row.id);
  row.url = own;
  await new Promise((done) => trap.close(done));
  if (!caught) throw new Error('no notice was caught');
  return caught;
}

const post = (server: number, notice: { body: string; headers: Record<string, string> }) =>
  fetch(`${shop.servers[server]?.origin}${NOTIFY}`, { method: 'POST', ...notice });

async function issued() {
  return eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === 2,
  );
}

test('one notice posted to both servers at once, ten times each: one payment, one policy per person', async () => {
  const notice = await catchNotice();
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => post(index % 2, notice)));
  for (const answer of answers) expect([200, 204]).toContain(answer.status);
  expect(await issued()).toMatchObject({ payment: 'paid', policyCount: 2, issuedCount: 2 });
  expect(await stored()).toMatchObject(ONE_PAYMENT);
  expect((await post(1, notice)).status).toBe(204);
  expect(await stored()).toMatchObject(ONE_PAYMENT);
});

test('the notice, the payer’s question and the job at the same moment, on both servers: paid once', async () => {
  const notice = await catchNotice();
  const elsewhere = shop.visitor(1);
  elsewhere.cookie = visitor.cookie;
  shop.clock.advance(6_000);
  await Promise.all([
    post(0, notice),
    post(1, notice),
    visitor.value('queryInsureOrder', { orderNo }),
    elsewhere.value('queryInsureOrder', { orderNo }),
  ]);
  await issued();
  expect(await stored()).toMatchObject(ONE_PAYMENT);
});

test('a true notice played again an hour later, when its signature is stale, is refused and changes nothing', async () => {
  const notice = await catchNotice();
  expect((await post(0, notice)).status).toBe(204);
  await issued();
  shop.clock.advance(3_600_000);
  expect((await post(1, notice)).status).toBe(401);
  expect(await stored()).toMatchObject(ONE_PAYMENT);
});

test('no forgery pays: changed bytes, changed headers, no headers, another key’s name', async () => {
  const notice = await catchNotice();
  // The provider's truth is out of reach too, so nothing but a believed forgery could pay this order.
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', call: 'order.query', kind: 'http_500', times: 100 });
  const { body, headers } = notice;
  const flipped = body.replace(/"ciphertext":"(.)/, (_, first: string) => `"ciphertext":"${first === 'A' ? 'B' : 'A'}`);
  const forgeries = [
    { body: flipped, headers },
    { body: `${body} `, headers },
    { body: body.replace('TRANSACTION.SUCCESS', 'TRANSACTION.SUCCES5'), headers },
    { body, headers: { ...headers, 'wechatpay-nonce': randomBytes(16).toString('hex') } },
    { body, headers: { ...headers, 'wechatpay-timestamp': String(Number(headers['wechatpay-timestamp']) + 1) } },
    { body, headers: { ...headers, 'wechatpay-serial': 'PUB_KEY_ID_0000000000000000000000000000' } },
    { body, headers: { ...headers, 'wechatpay-signature': randomBytes(256).toString('base64') } },
    { body, headers: { ...headers, 'wechatpay-signature': '' } },
    { body, headers: { 'content-type': 'application/json' } },
  ];
  for (const [index, forgery] of forgeries.entries()) {
    const answer = await post(index % 2, forgery);
    expect([index, answer.status]).toEqual([index, 401]);
    expect(await answer.json()).toMatchObject({ code: 'FAIL' });
  }
  expect(await stored()).toMatchObject(NOTHING);
  shop.sandbox.control.faults.remove();
  expect((await post(0, notice)).status).toBe(204);
  expect(await stored()).toMatchObject(ONE_PAYMENT);
});

test('money that comes after the order was cancelled goes back in full by itself, and the payer sees it', async () => {
  await visitor.value('cancelOrder', { orderNo });
  shop.sandbox.control.orders.act(outTradeNo, 'force-pay');
  await shop.sandbox.control.settle();
  const state = await eventually(
    async () => {
      await shop.sandbox.control.settle();
      shop.clock.advance(60_000);
      return visitor.value('queryInsureOrder', { orderNo });
    },
    (value) => value.payment === 'refunded',
  );
  expect(state).toMatchObject({ policyCount: 0 });
  const refunds = shop.sandbox.control.refunds.list().filter((refund) => refund.outTradeNo === outTradeNo);
  expect(refunds).toMatchObject([{ status: 'SUCCESS', refundFen: 31_600 }]);
  expect(await stored()).toMatchObject({ premiums: 0, surpluses: 1, policies: 0, refunds: 1 });
});

test('a second payment of a paid order goes back in full; the order, its policies and papers stay', async () => {
  // A payer from another address gets a payment of their own; the first one is paid all the same.
  const second = await startAgain();
  shop.sandbox.control.orders.act(outTradeNo, 'force-pay');
  shop.sandbox.control.orders.act(second, 'force-pay');
  await shop.sandbox.control.settle();
  await issued();
  const refunded = await eventually(
    async () => {
      await shop.sandbox.control.settle();
      shop.clock.advance(60_000);
      return shop.sandbox.control.refunds.list().filter((refund) => [outTradeNo, second].includes(refund.outTradeNo));
    },
    (refunds) => refunds.some((refund) => refund.status === 'SUCCESS'),
  );
  expect(refunded).toMatchObject([{ refundFen: 31_600, status: 'SUCCESS' }]);
  expect(await stored()).toMatchObject({ premiums: 1, surpluses: 1, policies: 2, refunds: 1 });
  expect(await visitor.value('queryInsureOrder', { orderNo })).toMatchObject({ payment: 'paid', issuedCount: 2 });
  const voucher = await visitor.value('queryCertificate', { orderNo });
  expect(voucher).toMatchObject({ totalFen: 31_600, people: [{}, {}] });
});

/** Makes the server close the first payment and start another, as a change of the way to pay does. */
async function startAgain(): Promise<string> {
  const { deps } = shop.servers[0] as Shop['servers'][number];
  await deps.database.query(`update payment_attempts set state = 'CLOSED' where merchant_order_no = $1`, [outTradeNo]);
  const second = await startPaying(visitor, orderNo, shop.sandbox);
  expect(second).not.toBe(outTradeNo);
  return second;
}
