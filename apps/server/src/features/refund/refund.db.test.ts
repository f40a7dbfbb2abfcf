import type { RefundProgressValue } from '@huimin/contract';
import { beijingMs } from '@huimin/domain/date';
import { afterEach, expect, test } from 'vitest';
import { joining } from '../../db/database.ts';
import { REFUND_COLUMNS, type RefundRow, takeRefundTurn } from '../payment/refund-store.ts';
import { alertKinds, newUser, requestOf } from '../payment/testing/payment-bench.ts';
import { fault, numberOf, pay, setStage, stage, startJsapi } from '../payment/testing/payment-stage.ts';
import {
  atProvider,
  callRefund,
  confirmation,
  edition,
  freshEdition,
  giveBack,
  insuredFamily,
  issued,
  messages,
  newCode,
  standing,
  submission,
  timePasses,
  unpaidFamily,
} from './testing/refund-stage.ts';

setStage();
afterEach(freshEdition);

const PREMIUM = 15_800;
const titles = (refund: RefundProgressValue) => refund.steps.map(({ state, title }) => `${state} ${title}`);

test('before anything is asked, the page says who, how much, on what ground, what it costs, where to and when', async () => {
  const family = await insuredFamily();
  const told = await submission(family);
  expect(told).toMatchObject({
    offered: true,
    basis: 'full',
    basisText: '还没到保障期，全额退',
    consequence: { title: '退保后，这些人 2027 年没有保障', text: '参保截止后不能再买回来。' },
    destination: '原路退回：微信支付',
    arrivalText: '零钱一般马上到，银行卡一般 1 到 5 个工作日',
    refunds: [],
  });
  expect(told.people.map(({ name, amountFen, refundable }) => [name, amountFen, refundable])).toEqual([
    ['张三', PREMIUM, true],
    ['李四', PREMIUM, true],
  ]);
  expect(told.phoneMasked).toMatch(/^190\*{4}\d{4}$/);
  expect(told.reasons[0]).toEqual({ value: 'wrong-details', label: '信息填错了，想重新买' });
});

test('a whole order: intent, provider, settlement; policies void from the provider’s moment, people free, order refunded', async () => {
  const family = await insuredFamily();
  const code = await newCode(family);
  const reply = await callRefund<RefundProgressValue>('refundOrder', confirmation(family, code, 2 * PREMIUM), family);
  expect(reply).toMatchObject({ ok: true, value: { status: 'CREATED', statusLabel: '退款申请中', amountFen: 31_600 } });
  expect(await standing(family)).toMatchObject({ status: 60, policies: [3, 3], claims: 2, attempt: 'REFUNDING' });
  expect(atProvider(family)).toEqual([]);

  await stage.server.runJob('refunds');
  const [underWay] = (await submission(family)).refunds;
  expect(underWay).toMatchObject({ status: 'PROCESSING', statusLabel: '退款处理中', tone: 'warn' });
  expect(titles(underWay as RefundProgressValue)).toEqual([
    'done 您申请了退保',
    'done 审核通过',
    'done 钱已交给微信支付',
    'now 等微信支付退回',
    'next 到账，保单终止',
  ]);
  expect(underWay?.latestArrival).toMatch(/ 18:00$/);

  await timePasses(10_000);
  const [atTheirs] = atProvider(family);
  expect(atTheirs).toMatchObject({ status: 'SUCCESS', refundFen: 31_600, reason: '退保：信息填错了，想重新买' });
  const moment = Math.floor((atTheirs?.succeededAtMs ?? 0) / 1000) * 1000;
  expect(await standing(family)).toEqual({
    status: 62,
    policies: [4, 4],
    cancelledAt: [moment, moment],
    claims: 0,
    attempt: 'REFUNDED',
    refunds: [{ state: 'SETTLED', amount_fen: 31_600 }],
  });
  const told = await submission(family);
  expect(titles(told.refunds[0] as RefundProgressValue)).toEqual([
    'done 您申请了退保',
    'done 审核通过',
    'done 钱已交给微信支付',
    'done 微信支付已退款',
    'done 保单已终止',
  ]);
  expect(told.people.map(({ refundable, why }) => [refundable, why])).toEqual([
    [false, '已退保'],
    [false, '已退保'],
  ]);
});

test('what was paid twice keeps an order refunding until it is back, before its policies or after them', async () => {
  const family = await unpaidFamily();
  const { user, order } = family;
  await startJsapi(user, order);
  await stage.server.call('wechatWapPay', { orderNo: order.orderNo }, requestOf(user));
  await startJsapi(user, order);
  await pay(order, 1, 'force-pay');
  await issued(family);
  expect(await standing(family)).toMatchObject({ status: 50 });
  stage.sandbox.control.faults.add({
    ...{ provider: 'wechat-pay', kind: 'refund_account_empty', call: 'refund.create', times: 1 },
    match: { outTradeNo: numberOf(order, 2) },
  });
  await pay(order, 2, 'force-pay');
  await giveBack(family, family.policyNos, 2 * PREMIUM);
  await timePasses(90_000);
  expect(await standing(family)).toMatchObject({ status: 60, policies: [4, 4], claims: 0 });
  stage.clock.advance(61 * 60_000);
  await timePasses(60_000);
  expect(await standing(family)).toMatchObject({ status: 62 });
  // Money that comes when all was back.
  await pay(order, 3, 'force-pay');
  expect(await standing(family)).toMatchObject({ status: 60, policies: [4, 4] });
  await timePasses(90_000);
  expect(await standing(family)).toMatchObject({
    ...{ status: 62, policies: [4, 4], claims: 0 },
    refunds: [{ state: 'SETTLED' }, { state: 'SETTLED' }, { state: 'SETTLED' }],
  });
});

test('one person, then the other at once: two refunds a minute apart, never one over the provider’s limit', async () => {
  const family = await insuredFamily();
  const [first, second] = family.policyNos as [string, string];
  await giveBack(family, [first], PREMIUM);
  await giveBack(family, [second], PREMIUM);
  expect(await standing(family)).toMatchObject({ status: 60, policies: [3, 3] });
  await timePasses(30_000);
  // Both are due when the job looks: either may be sent first.
  const between = await standing(family);
  expect(between).toMatchObject({ status: 60, claims: 1, attempt: 'REFUNDING' });
  expect(between.policies.toSorted()).toEqual([3, 4]);
  expect(between.refunds.map(({ state }) => state).toSorted()).toEqual(['CREATED', 'SETTLED']);
  await timePasses(60_000);
  expect(await standing(family)).toMatchObject({ status: 62, policies: [4, 4], claims: 0, attempt: 'REFUNDED' });
  const [one, other] = atProvider(family).map((refund) => refund.createdAtMs) as [number, number];
  expect(other - one).toBeGreaterThanOrEqual(60_000);
  const refused = stage.sandbox.control.log().filter(({ status }) => status === 429);
  expect(refused).toEqual([]);
});

test('two refunds of one payment that look at the same moment do not both take the turn', async () => {
  const family = await insuredFamily();
  for (const policyNo of family.policyNos) await giveBack(family, [policyNo], PREMIUM);
  const [ours, theirs] = [stage.server.deps.database, stage.other.deps.database];
  const [one, other] = (await ours.query<RefundRow>(
    `select ${REFUND_COLUMNS} from refunds where shard = $1 and order_id = $2 order by id`,
    [family.order.shard, family.order.id],
  )) as [RefundRow, RefundRow];
  const now = { nowMs: stage.clock.now(), gapMs: 60_000 };
  let second: Promise<number | null> | undefined;
  await ours.transaction(async (query) => {
    expect(await takeRefundTurn(joining(ours, query), one, now)).toBe(now.nowMs);
    second = takeRefundTurn(theirs, other, now);
    await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 200))]);
  });
  expect(await second).toBeNull();
});

test('of three people one leaves: the order is partly refunded and the others stay covered', async () => {
  const family = await insuredFamily(3);
  await giveBack(family, family.policyNos.slice(2), PREMIUM);
  await timePasses(10_000);
  expect(await standing(family)).toMatchObject({ status: 61, policies: [0, 0, 4], claims: 2, attempt: 'SUCCESS' });
  const told = await submission(family);
  expect(told.people.map((person) => person.refundable)).toEqual([true, true, false]);
  expect(told.refunds[0]?.people.map((person) => person.name)).toEqual(['张小测']);
  await giveBack(family, family.policyNos.slice(0, 1), PREMIUM);
  await timePasses(10_000);
  expect(await standing(family)).toMatchObject({ status: 61, policies: [4, 0, 4], claims: 1 });
});

test('two refunds of one order that settle at the same moment on two servers leave it refunded', async () => {
  const family = await insuredFamily();
  for (const policyNo of family.policyNos) {
    await giveBack(family, [policyNo], PREMIUM);
    stage.sandbox.control.notifications.hold();
    fault(family.order, 'refund_pending');
    stage.clock.advance(70_000);
    await stage.server.runJob('refunds');
  }
  for (const refund of atProvider(family)) stage.sandbox.control.refunds.settle(refund.outRefundNo);
  stage.clock.advance(600_000);
  await Promise.all([stage.server.runJob('refunds'), stage.other.runJob('refunds')]);
  expect(await standing(family)).toMatchObject({ status: 62, policies: [4, 4], claims: 0, attempt: 'REFUNDED' });
});

test('a double tap, also on two servers, is one refund', async () => {
  const family = await insuredFamily();
  const given = { ...confirmation(family, await newCode(family), PREMIUM), policyNos: family.policyNos.slice(0, 1) };
  const replies = await Promise.all(
    [stage.server, stage.other, stage.server].map((server) =>
      callRefund<RefundProgressValue>('applyRefund', given, family, server),
    ),
  );
  const numbers = replies.map((reply) => (reply.ok ? reply.value.refundNo : reply.name));
  expect(new Set(numbers).size).toBe(1);
  expect(numbers[0]).toMatch(/^RJS\d{21}$/);
  expect((await standing(family)).refunds).toHaveLength(1);
  await timePasses(10_000);
  const again = await callRefund<RefundProgressValue>('applyRefund', given, family);
  expect(again).toMatchObject({ ok: true, value: { refundNo: numbers[0], status: 'SETTLED' } });
});

test('two phones at once with one code: one refund of the person, the other is told', async () => {
  const family = await insuredFamily();
  const code = await newCode(family);
  const replies = await Promise.all(
    [stage.server, stage.other].map((server) =>
      callRefund(
        'applyRefund',
        { ...confirmation(family, code, PREMIUM), policyNos: family.policyNos.slice(0, 1) },
        family,
        server,
      ),
    ),
  );
  expect(replies.map((reply) => (reply.ok ? 'ok' : `${reply.name} ${reply.message}`)).sort()).toEqual([
    'ok',
    'order-state 张三现在不能退：退保处理中',
  ]);
  expect((await standing(family)).refunds).toHaveLength(1);
});

test('a server that ends between the intent and the provider: another one finishes', async () => {
  const family = await insuredFamily();
  await giveBack(family, family.policyNos, 2 * PREMIUM);
  await timePasses(10_000, 5_000, stage.other);
  expect(await standing(family)).toMatchObject({ status: 62, policies: [4, 4], claims: 0 });
});

test('a provider that took the refund but never answered: the same number again, one refund', async () => {
  const family = await insuredFamily();
  await giveBack(family, family.policyNos, 2 * PREMIUM);
  stage.sandbox.control.notifications.hold();
  fault(family.order, 'timeout_after', { call: 'refund.create' });
  await stage.server.runJob('refunds');
  await timePasses(60_000);
  expect(atProvider(family)).toHaveLength(1);
  expect(await standing(family)).toMatchObject({ status: 62, policies: [4, 4], refunds: [{ state: 'SETTLED' }] });
});

test('money that cannot be given back waits for an operator, is told so, and settles when they sort it out', async () => {
  const family = await insuredFamily();
  fault(family.order, 'refund_abnormal');
  await giveBack(family, family.policyNos, 2 * PREMIUM);
  await timePasses(10_000);
  expect(await standing(family)).toMatchObject({
    status: 60,
    policies: [3, 3],
    claims: 2,
    refunds: [{ state: 'ABNORMAL' }],
  });
  expect(await alertKinds(stage.server, family.order)).toEqual(['refund-abnormal']);
  const [told] = (await submission(family)).refunds;
  expect(told).toMatchObject({ statusLabel: '退款失败待人工', tone: 'err', latestArrival: null });
  expect(titles(told as RefundProgressValue)).toContain('bad 微信支付没有退成');
  stage.sandbox.control.refunds.settle(atProvider(family)[0]?.outRefundNo ?? '');
  await stage.sandbox.control.settle();
  expect(await standing(family)).toMatchObject({ status: 62, policies: [4, 4], claims: 0 });
});

test('an empty refund account keeps the refund and its number until there is money', async () => {
  const family = await insuredFamily();
  fault(family.order, 'refund_account_empty');
  await giveBack(family, family.policyNos, 2 * PREMIUM);
  await timePasses(10_000);
  expect(await standing(family)).toMatchObject({ status: 60, refunds: [{ state: 'CREATED' }] });
  expect(await alertKinds(stage.server, family.order)).toEqual(['refund-refused']);
  await timePasses(3_700_000, 600_000);
  expect(await standing(family)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
});

test('after the first day of cover it is the cash value: none by default, ended without the provider', async () => {
  const family = await insuredFamily();
  const before = stage.clock.now();
  stage.clock.set(beijingMs('2027-03-01 09:00'));
  const told = await submission(family);
  expect(told).toMatchObject({ basis: 'cash-value', basisText: '保障已经开始，按条款没有现金价值，退 0.00 元' });
  expect(told.consequence.text).toBe('现在已经过了参保期，退了不能再买回来。');
  await giveBack(family, family.policyNos.slice(0, 1), 0);
  await stage.server.runJob('refunds');
  expect(await standing(family)).toMatchObject({ status: 61, policies: [4, 0], claims: 1 });
  expect(atProvider(family)).toEqual([]);
  expect(titles((await submission(family)).refunds[0] as RefundProgressValue)).toEqual([
    'done 您申请了退保',
    'done 审核通过',
    'done 保单已终止',
  ]);
  edition.cashValue = { feeBasisPoints: 2_500 };
  const [, other] = (await submission(family)).people;
  // 305 of 365 days are left.
  expect(other?.amountFen).toBe(Math.floor((PREMIUM * 75 * 305) / (100 * 365)));
  await giveBack(family, family.policyNos.slice(1), other?.amountFen ?? 0);
  await timePasses(10_000);
  expect(await standing(family)).toMatchObject({ status: 62, policies: [4, 4], attempt: 'SUCCESS' });
  expect(atProvider(family).map((refund) => refund.refundFen)).toEqual([other?.amountFen]);
  stage.clock.set(before + 86_400_000);
});

test('a sum that changed since it was shown is refused, and the code stays usable', async () => {
  const family = await insuredFamily();
  const code = await newCode(family);
  const seen = confirmation(family, code, 2 * PREMIUM - 1);
  expect(await callRefund('refundOrder', seen, family)).toMatchObject({
    ok: false,
    name: 'order-state',
    details: { amountFen: 31_600 },
  });
  expect(await callRefund('refundOrder', { ...seen, expectedFen: 31_600 }, family)).toMatchObject({ ok: true });
});

test('nothing is refunded that cannot be', async () => {
  const waiting = await unpaidFamily();
  const query = (family: typeof waiting) =>
    callRefund('queryRefundSubmission', { orderNo: family.order.orderNo }, family);
  expect(await query(waiting)).toMatchObject({
    name: 'order-state',
    message: '订单还没有付款，不用退保，可以直接取消',
  });

  const family = await insuredFamily();
  const code = await newCode(family);
  const confirmed = confirmation(family, code, 2 * PREMIUM);
  const stranger = { user: { ...newUser(), phoneIndex: waiting.user.phoneIndex } };
  expect(await callRefund('refundOrder', confirmed, stranger)).toMatchObject({ name: 'not-found' });
  const strangers = { ...confirmed, policyNos: waiting.policyNos };
  expect(await callRefund('applyRefund', strangers, family)).toMatchObject({ name: 'not-found' });
  expect(
    await callRefund('refundOrder', { ...confirmed, code: code === '000000' ? '000001' : '000000' }, family),
  ).toMatchObject({
    name: 'sms-code-wrong',
  });
  stage.clock.advance(11 * 60_000);
  expect(await callRefund('refundOrder', confirmed, family)).toMatchObject({ name: 'sms-code-expired' });
  expect(await standing(family)).toMatchObject({ status: 50, policies: [0, 0], refunds: [] });
});

test('paid but not issued yet: each person says what it waits for', async () => {
  const family = await unpaidFamily();
  const started = await stage.server.call<{ package: string }>('jsapiPay', { orderNo: family.order.orderNo }, {
    session: { openId: stage.openId },
    user: family.user,
    userAgent: '',
    clientAddress: '203.0.113.7',
  } as never);
  expect(started.ok).toBe(true);
  await pay(family.order);
  expect((await submission(family)).people.map((person) => person.why)).toEqual([
    '保单还在生成，请稍后再来',
    '保单还在生成，请稍后再来',
  ]);
  const nobody = await callRefund('refundOrder', confirmation(family, '000000', 0), family);
  expect(nobody).toMatchObject({ ok: false, name: 'order-state' });
});

test.each(['applyRefund', 'refundReason'] as const)('with %s off no code is sent and nothing moves', async (name) => {
  const family = await insuredFamily();
  edition[name] = false;
  const sentBefore = messages.length;
  const input = { orderNo: family.order.orderNo, policyNos: family.policyNos, reason: 'other' };
  expect(await callRefund('saveRefundSubmission', input, family)).toMatchObject({ name: 'switched-off' });
  expect(await callRefund('refundOrder', confirmation(family, '123456', 31_600), family)).toMatchObject({
    name: 'switched-off',
    message: expect.stringContaining('400-065-1066'),
  });
  expect((await submission(family)).offered).toBe(false);
  expect(messages).toHaveLength(sentBefore);
  expect(await standing(family)).toMatchObject({ status: 50, policies: [0, 0] });
});
