import type { Calls, OutputOf } from '@huimin/contract';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  openShop,
  pay,
  placeOrder,
  REQUIRED,
  resident,
  type Shop,
} from './shop.ts';

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
  // More than fits into the address by which a payer leaves Alipay's page.
  const handedOn = `shareCode=S9&agentCode=${'A'.repeat(128)}&area=${'X'.repeat(128)}&area1=${'Y'.repeat(128)}`;
  const { payUrl } = await visitor.value('alipayWapPay', { orderNo: order.orderNo, returnQuery: handedOn });
  const token = /name="token" value="([^"]+)"/.exec(await (await fetch(payUrl)).text())?.[1] ?? '';
  const paid = await fetch(`${shop.sandbox.origin}/alipay/cashier`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, action: 'pay' }).toString(),
  });
  const back = await fetch(paid.headers.get('location') ?? '', { redirect: 'manual' });
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toBe(`/#/payLoading?orderNo=${order.orderNo}&${handedOn}`);
  await shop.sandbox.control.settle();
  const state = await eventually(
    () => visitor.value('queryInsureOrder', { orderNo: order.orderNo }),
    (value) => value.issuedCount === 1,
  );
  expect(state).toMatchObject({ payment: 'paid', policyCount: 1 });
});

test('an order is of its own payer and people, and of each once', async () => {
  const payer = resident(9_200);
  const visitor = await loggedIn(shop, payer);
  const [self, mother] = [await keep(visitor, payer, '00'), await keep(visitor, people.mother, '01')];
  const agreedDocuments = await agreements(visitor.value, REQUIRED);
  let keys = 0;
  const save = async (policyholderMemberId: string, insuredMemberIds: string[], more: object = {}) => {
    const clientKey = `refused-order-${String(++keys).padStart(8, '0')}`;
    const { envelope } = await visitor.call('saveOrder', {
      ...{ clientKey, policyholderMemberId, insuredMemberIds, agreedDocuments, ...more },
    });
    return [envelope.code, envelope.message];
  };
  expect(await save(self, [mother, mother])).toEqual([400100, '同一个人只能选一次']);
  expect(await save(mother, [mother])).toEqual([400100, '缴费人要是您本人，请先添加本人信息']);
  expect(await save(self, ['9999999999'])).toEqual([400104, '所选家人已不在名单里，请重新选择']);
  expect(await save(self, [mother], { planCode: 'no-such-plan' })).toEqual([400104, expect.stringContaining('方案')]);
  await visitor.value('updateMember', { memberId: mother, remove: true });
  expect(await save(self, [self, mother])).toEqual([400104, '所选家人已不在名单里，请重新选择']);
  expect((await visitor.value('queryOrders', {})).orders).toEqual([]);
});

type Listed = OutputOf<Calls['queryOrders']> | OutputOf<Calls['selectListPolicy']>;

test('orders and policies come page by page, newest first, each once', async () => {
  const visitor = await loggedIn(shop, resident(9_100));
  const orderNos: string[] = [];
  const self = await keep(visitor, resident(9_100), '00');
  for (let nth = 1; nth <= 3; nth++) {
    const memberId = await keep(visitor, resident(9_100 + nth), '02');
    const { orderNo } = await visitor.value('saveOrder', {
      ...{ clientKey: `paged-order-0000000${nth}`, policyholderMemberId: self, insuredMemberIds: [memberId] },
      agreedDocuments: await agreements(visitor.value, REQUIRED),
    });
    await pay(visitor, orderNo, shop.sandbox);
    orderNos.unshift(orderNo);
    shop.clock.advance(60_000);
  }
  await eventually(
    () => visitor.value('selectListPolicy', {}),
    ({ policies }) => policies.length === 3,
  );
  for (const name of ['queryOrders', 'selectListPaid', 'selectListPolicy'] as const) {
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 4; pages++) {
      const page: Listed = await visitor.value(name, { limit: 2, ...(cursor ? { cursor } : {}) });
      const rows: readonly { readonly orderNo: string }[] = 'orders' in page ? page.orders : page.policies;
      expect(rows.length).toBe(pages === 0 ? 2 : 1);
      seen.push(...rows.map(({ orderNo }) => orderNo));
      cursor = page.nextCursor;
    }
    expect([name, seen, cursor]).toEqual([name, orderNos, null]);
    const nowhere = await visitor.call(name, { cursor: 'no-page' });
    expect([name, nowhere.envelope.code]).toEqual([name, 400100]);
  }
});
