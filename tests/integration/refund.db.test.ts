import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPdf } from '../../apps/server/src/papers/read-pdf.ts';
import { ownCopy } from './own-copy.ts';
import {
  agreements,
  eventually,
  loggedIn,
  newestCode,
  openShop,
  pay,
  placeOrder,
  REQUIRED,
  resident,
  type Shop,
  startPaying,
  type Visitor,
} from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const policyPdf = async (visitor: Visitor, orderNo: string, policyNo: string): Promise<string> => {
  const answer = await visitor.raw(
    `/hmb-js26/api/v1/insure/order/downloadPolicy?orderNo=${orderNo}&policyNo=${policyNo}`,
  );
  return (await readPdf(Buffer.from(await answer.arrayBuffer()))).text.replace(/\s/g, '');
};

/** What the public page says about a paper: the moment from which it is void, or null. */
const voidedAt = async (url: string): Promise<string | null> => {
  const page = await (await fetch(url)).text();
  return /作废时间<\/dt><dd[^>]*>([^<]+)</.exec(page)?.[1] ?? null;
};

test('one of two is given back: money returned, papers void from that moment, and she can be insured again', async () => {
  const visitor = shop.visitor();
  await visitor.logIn(people.linMei);
  const { orderNo, memberIds } = await placeOrder(visitor, [people.linMei, people.mother]);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === 2,
  );
  const before = await visitor.value('queryOrderDetail', { orderNo });
  expect(before.refundOffered).toBe(true);
  expect(before.payment).toMatchObject({ paidFen: 31_600, returningFen: 0, returnedFen: 0 });
  const mother = before.people.find((person) => person.name === people.mother.name);
  const policyNo = mother?.policyNo as string;
  const voucher = await visitor.value('queryCertificate', { orderNo });
  const verificationUrl = `${shop.origin}/v/${voucher.people[1]?.verificationCode}`;
  expect(await voidedAt(verificationUrl)).toBeNull();
  expect(await policyPdf(visitor, orderNo, policyNo)).not.toContain('已作废');

  const again = {
    clientKey: 'insured-again-00000001',
    policyholderMemberId: memberIds[0] as string,
    insuredMemberIds: [memberIds[1] as string],
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  };
  expect((await visitor.call('saveOrder', again)).envelope.message).toContain('已参加本年度保障');

  // The login's code was sent less than a minute ago, and the limit counts both; it does not confirm a refund either.
  const loginCode = newestCode(shop.sandbox, people.linMei.phone);
  const choice = { orderNo, policyNos: [policyNo], reason: 'wrong-details' as const };
  expect((await visitor.call('saveRefundSubmission', choice)).envelope.code).toBe(400203);
  const confirmed = { ...choice, expectedFen: 15_800, clientKey: 'refund-of-mother-0001' };
  expect((await visitor.call('applyRefund', { ...confirmed, code: loginCode })).envelope.code).toBe(400202);

  shop.clock.advance(61_000);
  await visitor.value('saveRefundSubmission', choice);
  const code = newestCode(shop.sandbox, people.linMei.phone);
  const applied = await visitor.value('applyRefund', { ...confirmed, code });
  expect(applied).toMatchObject({ amountFen: 15_800, people: [{ name: people.mother.name }] });
  expect(await voidedAt(verificationUrl)).toBeNull();
  const { payment: meanwhile } = await visitor.value('queryOrderDetail', { orderNo });
  // Whether the money is back already is the jobs' affair; the sum is known at once.
  expect(meanwhile.returningFen + meanwhile.returnedFen).toBe(15_800);

  const settled = await eventually(
    async () => {
      shop.clock.advance(4_000);
      await shop.sandbox.control.settle();
      return (await visitor.value('queryRefundSubmission', { orderNo })).refunds[0];
    },
    (refund) => refund?.status === 'SETTLED',
  );
  const after = await visitor.value('queryOrderDetail', { orderNo });
  expect(after.order.status).toBe(61);
  expect(after.payment).toMatchObject({ paidFen: 31_600, returningFen: 0, returnedFen: 15_800 });
  // The page of a payment says no longer that all of them are insured.
  expect(await visitor.value('queryInsureOrder', { orderNo })).toMatchObject({ payment: 'refunded' });
  expect(after.people.map((person) => person.policyStatus)).toEqual([0, 4]);
  expect(await voidedAt(verificationUrl)).toBe(settled?.settledAt);
  const paper = await policyPdf(visitor, orderNo, policyNo);
  expect(paper).toContain(`已作废：已退保，${settled?.settledAt?.replace(/\s/g, '')}起不能再用`);
  expect(await policyPdf(visitor, orderNo, after.people[0]?.policyNo as string)).not.toContain('已作废');
  const messages = await eventually(
    async () => {
      // A number gets one message a minute.
      shop.clock.advance(4_000);
      return shop.sandbox.control.sms(people.linMei.phone).filter((message) => 'amount' in message.params);
    },
    (found) => found.length > 0,
  );
  expect(messages.map(({ text }) => text)).toEqual([expect.stringContaining('退款158.00元已原路退回')]);
  const { people: vouchers } = await visitor.value('queryCertificate', { orderNo });
  expect(vouchers.map(({ voided }) => voided)).toEqual([null, { at: settled?.settledAt, reason: '已退保' }]);
  const { orders } = await visitor.value('selectListPaid', {});
  expect(orders.find((order) => order.orderNo === orderNo)?.insured).toEqual([
    { name: people.linMei.name, relationship: '00' },
    { name: people.mother.name, relationship: '02', isVoid: true },
  ]);

  expect((await visitor.value('applyRefund', { ...confirmed, code })).refundNo).toBe(settled?.refundNo);
  const second = await visitor.value('saveOrder', again);
  await pay(visitor, second.orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo: second.orderNo }),
    (state) => state.issuedCount === 1,
  );
  expect(shop.logged.join('\n')).not.toContain(people.mother.idNumber);
});

test('each step of a refund that takes its time is told once: asked for, handed over, arrived', async () => {
  const payer = resident(4_711);
  const visitor = await loggedIn(shop, payer);
  const { orderNo } = await placeOrder(visitor, [payer]);
  await pay(visitor, orderNo, shop.sandbox);
  const { people: insured } = await eventually(
    () => visitor.value('queryOrderDetail', { orderNo }),
    ({ order }) => order.status === 50,
  );
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_pending' });
  shop.clock.advance(61_000);
  const choice = { orderNo, policyNos: [insured[0]?.policyNo as string], reason: 'duplicate' as const };
  await visitor.value('saveRefundSubmission', choice);
  const code = newestCode(shop.sandbox, payer.phone);
  const { refundNo } = await visitor.value('applyRefund', {
    ...{ ...choice, expectedFen: 15_800, clientKey: 'refund-step-by-step', code },
  });
  const told = async () =>
    (await visitor.value('queryInbox', {})).messages.filter(({ title }) => title.startsWith('退款')).reverse();
  const lines = (count: number) =>
    eventually(
      async () => {
        shop.clock.advance(30_000);
        return told();
      },
      (messages) => messages.length >= count,
    );
  expect((await lines(1))[0]).toMatchObject({
    title: '退款进度',
    text: expect.stringContaining('退款申请已收到，158.00元'),
    screen: `/refund-reason?orderNo=${orderNo}&refundNo=${refundNo}`,
  });
  expect((await lines(2))[1]?.text).toContain('退款158.00元已交给支付机构');
  // Asked about again and again meanwhile, and not told again.
  shop.clock.advance(3_600_000);
  for (const refund of shop.sandbox.control.refunds.list().filter(({ outTradeNo }) => outTradeNo.startsWith(orderNo)))
    shop.sandbox.control.refunds.settle(refund.outRefundNo);
  await shop.sandbox.control.settle();
  expect((await lines(3)).map(({ title }) => title)).toEqual(['退款进度', '退款进度', '退款到账']);
  const refund = { 订单号: orderNo, 退款单号: refundNo, 金额: '158.00', 状态: '已退款' };
  expect((await ownCopy(shop, visitor, payer)).rowsOf('退款')).toMatchObject([refund]);
});

test('an order that was closed when its money came has no voucher: what was paid went back at once', async () => {
  const visitor = shop.visitor();
  await visitor.logIn(people.stranger);
  const { orderNo } = await placeOrder(visitor, [people.stranger]);
  const atProvider = await startPaying(visitor, orderNo, shop.sandbox);
  await visitor.value('cancelOrder', { orderNo });
  shop.sandbox.control.orders.act(atProvider, 'force-pay');
  await eventually(
    async () => {
      shop.clock.advance(4_000);
      await shop.sandbox.control.settle();
      return (await visitor.value('queryOrderDetail', { orderNo })).order.status;
    },
    (status) => status === 62,
  );
  expect((await visitor.value('selectListPaid', {})).orders).toEqual([]);
});

test('somebody else finds neither the order nor its refunds', async () => {
  const owner = shop.visitor();
  await owner.logIn(people.father);
  const { orderNo } = await placeOrder(owner, [people.father]);
  const stranger = shop.visitor();
  shop.clock.advance(61_000);
  await stranger.logIn(people.linMei);
  expect((await stranger.call('queryRefundSubmission', { orderNo })).envelope.code).toBe(400104);
  const nobody = shop.visitor();
  expect((await nobody.call('queryRefundSubmission', { orderNo })).envelope.code).toBe(400001);
});
