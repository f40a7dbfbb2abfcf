import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually, loggedIn, openShop, placeOrder, resident, type Shop, startPaying, type Visitor } from './shop.ts';

/** Jobs run at their own pace; a busy machine is given time. */
const LIMIT_MS = 30_000;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ servers: 2 });
});
afterEach(() => {
  shop.sandbox.control.faults.remove();
});
afterAll(() => shop.close());

const resultsOf = (phone: string): string[] =>
  shop.sandbox.control.sms(phone).flatMap((message) => ('result' in message.params ? [message.text] : []));

async function paidUnclearly(index: number): Promise<{ visitor: Visitor; orderNo: string; phone: string }> {
  const person = resident(index);
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  const outTradeNo = await startPaying(visitor, orderNo, shop.sandbox);
  const { control } = shop.sandbox;
  control.faults.add({ provider: 'wechat-pay', call: 'order.query', kind: 'http_500', times: 10_000 });
  control.faults.add({ provider: 'wechat-pay', call: 'notify', kind: 'notify_lost', times: 10_000 });
  control.orders.act(outTradeNo, 'pay');
  expect(await visitor.value('queryInsureOrder', { orderNo })).toMatchObject({ payment: 'confirming', isTold: true });
  return { visitor, orderNo, phone: person.phone };
}

test('who was left waiting for an unclear payment gets one message once it is known', async () => {
  const { visitor, orderNo, phone } = await paidUnclearly(700);
  expect(resultsOf(phone)).toEqual([]);
  shop.sandbox.control.faults.remove();
  // The answer of a moment ago is not asked for again.
  shop.clock.advance(3_000);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === 1,
    LIMIT_MS,
  );
  await eventually(
    async () => resultsOf(phone),
    (texts) => texts.length > 0,
    LIMIT_MS,
  );
  const left = await eventually(
    () =>
      (shop.servers[0] as Shop['servers'][number]).deps.database.query<{ n: number }>(
        `select count(*)::integer as n from outbox where kind = 'payment-result'`,
      ),
    ([row]) => row?.n === 0,
    LIMIT_MS,
  );
  expect(left).toEqual([{ n: 0 }]);
  expect(resultsOf(phone)).toHaveLength(1);
  expect(resultsOf(phone)[0]).toContain('已收到付款');
});

test('who waits and does not pay is told after the order has closed', async () => {
  const person = resident(702);
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await startPaying(visitor, orderNo, shop.sandbox);
  const told = await visitor.value('queryInsureOrder', { orderNo, waiting: true });
  expect(told).toMatchObject({ payment: 'unpaid', isTold: true, methodLabel: '微信支付' });
  shop.clock.advance(31 * 60_000);
  await eventually(
    async () => resultsOf(person.phone),
    (texts) => texts.length > 0,
    LIMIT_MS,
  );
  expect(resultsOf(person.phone)[0]).toContain('没有收到付款，订单已关闭');
  expect(await visitor.value('queryInsureOrder', { orderNo })).toMatchObject({ payment: 'closed' });
});
