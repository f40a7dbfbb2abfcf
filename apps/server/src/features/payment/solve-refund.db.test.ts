import { beijingDate } from '@huimin/domain/date';
import { afterEach, expect, test } from 'vitest';
import { trialBalance } from '../ledger/index.ts';
import { askAboutRefund } from './ask-by-number.ts';
import { recordPaidByHand, sendRefundAgain } from './index.ts';
import { refundByNumber } from './refund-rounds.ts';
import { alertKinds, factsOf, requestOf, type TestOrder } from './testing/payment-bench.ts';
import { fault, numberOf, orderOf, pay, setStage, stage, startJsapi } from './testing/payment-stage.ts';

setStage();

const MINUTE = 60_000;
const WHO = { by: '张会计', reason: '渠道客服确认已关闭' };
const notNoted = () => Promise.resolve();
type User = Awaited<ReturnType<typeof orderOf>>['user'];

afterEach(async () => {
  stage.sandbox.control.faults.remove();
  stage.sandbox.control.notifications.release();
  const balance = await trialBalance(stage.server.deps.database, stage.clock.now());
  expect(balance).toMatchObject({ totalFen: 0, facts: { wrong: 0 } });
  expect(balance.clearing.every(({ isRight }) => isRight)).toBe(true);
});

/** Cancelled, paid all the same, and the refund of that ends as told at the provider. */
async function lateMoney(kind: 'refund_fail' | 'refund_abnormal' | 'refund_account_empty') {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  fault(order, kind, { call: 'refund.create' });
  await pay(order, 1, 'force-pay');
  await passes(0, MINUTE, MINUTE);
  return { user, order, first: `R${order.orderNo}51` };
}

async function passes(...steps: number[]): Promise<void> {
  for (const ms of steps) {
    stage.clock.advance(ms);
    await stage.sandbox.control.settle();
    await stage.server.runJob('refunds');
  }
}

const refundsThere = (order: TestOrder) =>
  stage.sandbox.control.refunds
    .list()
    .filter((row) => row.outTradeNo === numberOf(order))
    .map(({ outRefundNo, status }) => [outRefundNo, status]);

async function story(user: User, order: TestOrder): Promise<string[]> {
  const reply = await stage.server.call<{ entries: { mark: string; title: string; serial: string | null }[] }>(
    'queryOrderMoney',
    { orderNo: order.orderNo },
    requestOf(user),
  );
  if (!reply.ok) throw new Error(reply.name);
  return reply.value.entries.slice(-4).map(({ mark, title }) => `${mark} ${title}`);
}

test('a refund of another sum than was to go back is not believed, and operators are told; what fits settles it', async () => {
  const { user, order } = await orderOf();
  await startJsapi(user, order);
  await stage.server.call('cancelOrder', { orderNo: order.orderNo }, requestOf(user));
  await pay(order, 1, 'force-pay');
  fault(order, 'notify_wrong_amount', { call: 'notify' });
  await passes(0, 4_000);
  const notice = stage.sandbox.control.notifications.list().find((row) => row.outRefundNo === `R${order.orderNo}51`);
  expect(notice?.attempts.map(({ status }) => status)).toEqual([400]);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 60, refunds: [{ state: 'PROCESSING' }] });
  expect(await alertKinds(stage.server, order)).toContain('refund-amount');
  await stage.sandbox.control.notifications.resend(notice?.id as string);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
});

test('nobody gets a refund off the list by asking a provider that names another sum', async () => {
  const { first } = await lateMoney('refund_fail');
  const { deps } = stage.server;
  const queryRefund = async () => ({
    ...({ kind: 'settled', providerRefundNo: '1', settledAtMs: stage.clock.now(), refundFen: 1 } as const),
  });
  const wechatPay = { ...deps.wechatPay, queryRefund };
  const asking = { ...deps, providers: new Map(deps.providers).set('wechat-pay', wechatPay) };
  expect(await sendRefundAgain(asking, first, WHO, notNoted)).toMatchObject({ why: expect.stringContaining('金额') });
  const paid = { ...WHO, reference: `BANK-${first}`, paidOn: beijingDate(stage.clock.now()) };
  expect(await recordPaidByHand(asking, first, paid)).toMatchObject({ why: expect.stringContaining('金额') });
  expect(await askAboutRefund(asking, 'wechat-pay', first)).toBe('unknown');
  expect(await refundByNumber(deps.database.query, deps, first)).toMatchObject({ state: 'CLOSED', isCurrent: true });
});

test('a closed refund goes again by itself under a new number, and its payer is told each step', async () => {
  const { user, order, first } = await lateMoney('refund_fail');
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 60, refunds: [{ state: 'CLOSED' }] });
  expect(await alertKinds(stage.server, order)).not.toContain('refund-closed');
  expect((await story(user, order)).at(-1)).toBe('now 微信支付没有退成，会自动再退');
  await passes(10 * MINUTE, 1_000);
  expect(await story(user, order)).toEqual([
    'warn 微信支付没有退成',
    'back 换了退款单号，再退一次',
    'done 微信支付已收下退款',
    'now 等微信支付退回',
  ]);
  await passes(MINUTE);
  expect(refundsThere(order)).toEqual([
    [first, 'CLOSED'],
    [`${first}T02`, 'SUCCESS'],
  ]);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
  // The old number’s notice comes once more, after all of this: it is taken and changes nothing.
  for (const notice of stage.sandbox.control.notifications.list()) {
    if (notice.outRefundNo === first) await stage.sandbox.control.notifications.resend(notice.id);
  }
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
});

test('after three more closings a person decides; two at once make one new number', async () => {
  const { user, order, first } = await lateMoney('refund_fail');
  fault(order, 'refund_fail', { call: 'refund.create' });
  fault(order, 'refund_fail', { call: 'refund.create' });
  fault(order, 'refund_fail', { call: 'refund.create' });
  await passes(10 * MINUTE, 1_000, MINUTE, 61 * MINUTE, 1_000, MINUTE, 361 * MINUTE, 1_000, MINUTE, 24 * 60 * MINUTE);
  expect(refundsThere(order).map(([, status]) => status)).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'CLOSED']);
  expect(await alertKinds(stage.server, order)).toContain('refund-closed');
  expect((await story(user, order)).at(-1)).toBe('bad 微信支付没有退成，人工处理中');
  const number = `${first}T04`;
  const next = { kind: 'sent-again', refundNo: `${first}T05` };
  const both = [stage.server, stage.other].map(({ deps }) => sendRefundAgain(deps, number, WHO, notNoted));
  expect(await Promise.all(both)).toEqual([next, next]);
  expect(await sendRefundAgain(stage.server.deps, number, WHO, notNoted)).toEqual(next);
  expect(await sendRefundAgain(stage.server.deps, next.refundNo, WHO, notNoted)).toMatchObject({ kind: 'not-so' });
  for (const none of [`${first}T06`, `${first}T01`, 'x', `RJS${'0'.repeat(21)}`]) {
    expect(await sendRefundAgain(stage.server.deps, none, WHO, notNoted)).toEqual({ kind: 'absent' });
  }
  await passes(1_000, MINUTE);
  expect(refundsThere(order).at(-1)).toEqual([`${first}T05`, 'SUCCESS']);
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
});

test('what the payer’s account cannot take is paid by hand, once, and never sent under another number', async () => {
  const { user, order, first } = await lateMoney('refund_abnormal');
  const hand = { ...WHO, reference: '20261120-0001', paidOn: beijingDate(stage.clock.now()) };
  expect(await sendRefundAgain(stage.server.deps, first, WHO, notNoted)).toMatchObject({ kind: 'not-so' });
  const both = [stage.server, stage.other].map(({ deps }) => recordPaidByHand(deps, first, hand));
  const kinds = (await Promise.all(both)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'paid-by-hand')).toHaveLength(1);
  expect(await recordPaidByHand(stage.server.deps, first, hand)).toMatchObject({ kind: 'not-so' });
  expect(await factsOf(stage.server, order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
  expect((await story(user, order)).at(-1)).toBe('done 已人工退款');
  const balance = await trialBalance(stage.server.deps.database, stage.clock.now());
  expect(balance.accounts.find(({ account }) => account === 'bank')?.balanceFen).toBe(-order.premiumFen);
  // The provider’s staff pays it as well: told, posted, and shown to the payer.
  stage.sandbox.control.refunds.settle(first);
  await stage.sandbox.control.settle();
  expect(await alertKinds(stage.server, order)).toContain('refund-twice');
  expect((await story(user, order)).join()).toContain('warn 微信支付又退了一次');
  const after = await trialBalance(stage.server.deps.database, stage.clock.now());
  expect(after.accounts.find(({ account }) => account === 'overpaid')?.balanceFen).toBe(order.premiumFen);
});

test('a refund that is not taken can be paid by hand; what its provider has meanwhile is believed instead', async () => {
  const { order, first } = await lateMoney('refund_account_empty');
  const hand = { ...WHO, reference: 'TX0001', paidOn: beijingDate(stage.clock.now()) };
  expect(await recordPaidByHand(stage.server.deps, first, hand)).toEqual({ kind: 'paid-by-hand' });
  await passes(120 * MINUTE);
  expect(refundsThere(order)).toEqual([]);
  const other = await lateMoney('refund_abnormal');
  expect(await recordPaidByHand(stage.server.deps, other.first, hand)).toEqual({
    kind: 'not-so',
    why: '这个付款凭证号已经登记过别的收付款，请核对银行回单',
  });
  stage.sandbox.control.notifications.hold();
  stage.sandbox.control.refunds.settle(other.first);
  expect(await recordPaidByHand(stage.server.deps, other.first, { ...hand, reference: 'TX0002' })).toEqual({
    kind: 'not-so',
    why: '渠道说已经退款，已按渠道入账',
  });
  expect(await factsOf(stage.server, other.order)).toMatchObject({ status: 62, refunds: [{ state: 'SETTLED' }] });
});
