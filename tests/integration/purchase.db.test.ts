import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, openShop, placeOrder, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

test('a resident logs in, keeps a family, saves an order, pays by H5 and gets policies with their papers', async () => {
  const visitor = shop.visitor();
  await visitor.logIn(people.linMei);
  const order = await placeOrder(visitor, [people.linMei, people.mother]);
  expect(order.premiumFen).toBe(31_600);

  const { payUrl } = await visitor.value('wechatWapPay', { orderNo: order.orderNo });
  expect(payUrl).toContain(shop.sandbox.origin);
  const [pending] = shop.sandbox.control.orders.list();
  shop.sandbox.control.orders.act(pending?.outTradeNo ?? '', 'pay');
  await shop.sandbox.control.settle();

  const state = await eventually(
    () => visitor.value('queryInsureOrder', { orderNo: order.orderNo }),
    (value) => value.issuedCount === 2,
  );
  expect(state).toMatchObject({ payment: 'paid', policyCount: 2, premiumFen: 31_600 });

  // The gateway takes one message a minute for a number, so the one about the policies comes after the login code's.
  const told = await eventually(
    async () => {
      shop.clock.advance(70_000);
      return shop.sandbox.control.sms(people.linMei.phone);
    },
    (messages) => messages.length > 1,
  );
  expect(told[0]?.text).toContain('2份保单已生成');

  const detail = await visitor.value('queryOrderDetail', { orderNo: order.orderNo });
  expect(detail.people.map((person) => person.name)).toEqual([people.linMei.name, people.mother.name]);
  expect(JSON.stringify(detail)).not.toContain(people.mother.idNumber);
  const [policy] = detail.people;
  const pdf = await visitor.raw(
    `/hmb-js26/api/v1/insure/order/downloadPolicy?orderNo=${order.orderNo}&policyNo=${policy?.policyNo}`,
  );
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  const voucher = await visitor.value('queryCertificate', { orderNo: order.orderNo });
  expect(voucher.totalInCapitals).toBe('人民币叁佰壹拾陆元整');
  const verified = await fetch(`${shop.origin}/v/${voucher.people[0]?.verificationCode}`);
  const page = await verified.text();
  expect(verified.status).toBe(200);
  expect(page).toContain('林*');
  expect(page).not.toContain(people.linMei.name);
  expect(page).not.toContain(people.linMei.idNumber);
});

test('by Alipay: offered, paid on its page, back over the shop’s own address, policies', async () => {
  const visitor = shop.visitor();
  await visitor.logIn(people.father);
  const product = await visitor.value('productInfo', {});
  expect(product.payList.map(({ value }) => value)).toEqual(['wxpay', 'xmybpay', 'alipay', 'unionpay']);
  expect(product.aliPayList.map(({ value }) => value)).toEqual(['alipay']);
  const order = await placeOrder(visitor, [people.father]);
  const { payUrl } = await visitor.value('alipayWapPay', { orderNo: order.orderNo, returnQuery: 'shareCode=S9' });
  const token = /name="token" value="([^"]+)"/.exec(await (await fetch(payUrl)).text())?.[1] ?? '';
  const paid = await fetch(`${shop.sandbox.origin}/alipay/cashier`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, action: 'pay' }).toString(),
  });
  const back = await fetch(paid.headers.get('location') ?? '', { redirect: 'manual' });
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toBe(`/#/payLoading?orderNo=${order.orderNo}&shareCode=S9`);
  await shop.sandbox.control.settle();
  const state = await eventually(
    () => visitor.value('queryInsureOrder', { orderNo: order.orderNo }),
    (value) => value.issuedCount === 1,
  );
  expect(state).toMatchObject({ payment: 'paid', policyCount: 1 });
});
