import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ProviderOrder, RawNotice, RefundRequest } from '../../ports/payment-provider.ts';
import { openProviderBench } from '../testing/provider-bench.ts';
import { createRb, type RbAdapter } from './create-rb.ts';
import { sign } from './signature.ts';

const bench = await openProviderBench('rb', { seed: 13 });
const { clock, sandbox, notices, problems, fault, redirectOrder: order } = bench;

function payAt(baseUrl: string, totalTimeoutMs = 30_000): RbAdapter {
  const { channelCode, secret } = sandbox.keys.rb;
  return bench.opens(
    createRb({
      ...{ baseUrl, clock, log: bench.log, totalTimeoutMs, channelCode, secrets: [secret] },
      random: { bytes: randomBytes, below: () => 0 },
    }),
  );
}
const pay = payAt(sandbox.origin);
/** Gives up soon, for answers that never come. */
const hasty = payAt(sandbox.origin, 400);
bench.answerNotices(() => pay.notices.answer(null));

const cashier = () => sandbox.control.rb.orders;

async function placed(change: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
  const made = order(change);
  expect((await pay.create(made)).kind).toBe('created');
  return made;
}

async function paidOrder(): Promise<ProviderOrder> {
  const made = await placed();
  cashier().act(made.merchantOrderNo, 'pay');
  return made;
}

const refundOf = (made: ProviderOrder, change: Partial<RefundRequest> = {}): RefundRequest =>
  bench.refundOf(made, { providerTxn: cashier().find(made.merchantOrderNo)?.payOrderNo ?? '1', ...change });

/** The sandbox settles what it has taken. */
async function threeSeconds(): Promise<void> {
  clock.advance(3_000);
  await sandbox.control.settle();
}

const seconds = (ms: number): number => Math.floor(ms / 1000) * 1000;

test('the address opens the cashier, and its way back carries our number', async () => {
  const made = order();
  const created = await pay.create(made);
  if (created.kind !== 'created') throw new Error(created.kind);
  const text = await (await fetch(created.handle)).text();
  expect(text).toContain(made.merchantOrderNo);
  const body = new URLSearchParams({ token: created.handle.split('/').at(-1) ?? '', action: 'pay' });
  const back = await fetch(`${sandbox.origin}/rb/cashier`, { method: 'POST', redirect: 'manual', body });
  const address = new URL(back.headers.get('location') as string);
  expect(address.pathname).toBe(pay.browserReturn?.path);
  expect(pay.browserReturn?.merchantOrderNoOf(address.search.slice(1))).toBe(made.merchantOrderNo);
  expect((await pay.query(made)).kind).toBe('paid');
});

test('query: absent, unpaid whatever was tried, paid, in part and in full refunded, closed', async () => {
  expect(await pay.query(order())).toEqual({ kind: 'absent' });
  const made = await placed();
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  cashier().act(made.merchantOrderNo, 'balance-short');
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  const { payOrderNo: providerTxn } = cashier().act(made.merchantOrderNo, 'pay');
  const evidence = {
    merchantOrderNo: made.merchantOrderNo,
    providerTxn,
    amountFen: 15_800,
    currency: 'CNY',
    paidAtMs: seconds(clock.now()),
    payerId: null,
  };
  expect(await pay.query(made)).toEqual({ kind: 'paid', evidence });
  await pay.refund(refundOf(made, { refundNo: 'RPART1', refundFen: 800 }));
  expect(await pay.query(made)).toEqual({ kind: 'paid', evidence });
  await pay.refund(refundOf(made, { refundFen: 15_000 }));
  await threeSeconds();
  expect(await pay.query(made)).toEqual({ kind: 'refunded', evidence });
  const late = await placed({ expiresAtMs: clock.now() + 60_000 });
  clock.advance(61_000);
  expect(await pay.query(late)).toEqual({ kind: 'closed' });
});

test('close tells closed, absent and paid apart, and may be repeated', async () => {
  expect(await pay.close(order())).toEqual({ kind: 'absent' });
  const made = await placed();
  expect(await pay.close(made)).toEqual({ kind: 'closed' });
  expect(await pay.close(made)).toEqual({ kind: 'closed' });
  expect(await pay.close(await paidOrder())).toEqual({ kind: 'paid' });
  fault({ kind: 'pay_between_query_and_close', call: 'order.close' });
  expect(await pay.close(await placed())).toEqual({ kind: 'paid' });
});

test('a start may be repeated: the same order, an address that lives', async () => {
  const lost = order();
  fault({ kind: 'timeout_after', call: 'order.create', args: { reset: true } });
  const created = await pay.create(lost);
  if (created.kind !== 'created') throw new Error(created.kind);
  expect((await fetch(created.handle)).status).toBe(200);
  expect(
    cashier()
      .list()
      .filter((row) => row.outTradeNo === lost.merchantOrderNo),
  ).toHaveLength(1);
  expect(await pay.create({ ...lost, amountFen: 1 })).toMatchObject({ kind: 'refused', code: '2004' });
  expect(await pay.create(await paidOrder())).toEqual({ kind: 'already-paid' });
  await pay.close(lost);
  expect(await pay.create(lost)).toEqual({ kind: 'closed' });
});

test('a refund is taken, then settles; the same number is never paid twice, and never with another amount', async () => {
  const made = await paidOrder();
  expect(await pay.queryRefund(refundOf(made))).toEqual({ kind: 'absent' });
  for (let round = 0; round < 2; round++)
    expect(await pay.refund(refundOf(made, { refundFen: 5_800 }))).toMatchObject({ kind: 'processing' });
  await threeSeconds();
  const settled = { kind: 'settled', settledAtMs: seconds(clock.now()), refundFen: 5_800 };
  expect(await pay.queryRefund(refundOf(made))).toMatchObject(settled);
  expect(await pay.refund(refundOf(made, { refundFen: 5_800 }))).toMatchObject(settled);
  expect(await pay.refund(refundOf(made, { refundFen: 1 }))).toMatchObject({ kind: 'refused', code: '2004' });
  const more = refundOf(made, { refundNo: 'RMORE1', refundFen: 10_001 });
  expect(await pay.refund(more)).toMatchObject({ kind: 'refused', code: '3002' });
  expect(await pay.refund(refundOf(await placed()))).toMatchObject({ kind: 'refused', code: '2001' });
  const rows = sandbox.control.rb.refunds.list().filter((row) => row.outTradeNo === made.merchantOrderNo);
  expect(rows.map((row) => row.refundFen)).toEqual([5_800]);
});

test('a refund may wait, fail, or find the account empty', async () => {
  for (const [kind, end] of [
    ['refund_pending', 'processing'],
    ['refund_fail', 'closed'],
  ] as const) {
    const made = await paidOrder();
    fault({ kind, call: 'refund.create' });
    expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'processing' });
    await threeSeconds();
    expect((await pay.queryRefund(refundOf(made))).kind).toBe(end);
  }
  const empty = await paidOrder();
  fault({ kind: 'refund_account_empty', call: 'refund.create' });
  expect(await pay.refund(refundOf(empty))).toMatchObject({ kind: 'refused', code: '3003' });
});

test('notices of a payment and of a refund are told once: the answer was understood', async () => {
  const made = await paidOrder();
  await pay.refund(refundOf(made, { refundFen: 800 }));
  await threeSeconds();
  clock.advance(60_000);
  await sandbox.control.settle();
  expect(await Promise.all(notices.map((notice) => pay.verifyNotice(notice)))).toMatchObject([
    { kind: 'paid', evidence: { merchantOrderNo: made.merchantOrderNo, amountFen: 15_800 } },
    { kind: 'refund', refundNo: `R${made.merchantOrderNo}`, result: { kind: 'settled', refundFen: 800 } },
  ]);
});

test.each([
  ['notify_bad_sign', 'signature'],
  ['notify_tampered', 'signature'],
  ['notify_stale', 'stale'],
  ['notify_wrong_merchant', 'merchant'],
] as const)('%s is refused as “%s”', async (kind, reason) => {
  fault({ kind, call: 'notify' });
  await paidOrder();
  await sandbox.control.settle();
  expect(await pay.verifyNotice(notices[0] as RawNotice)).toMatchObject({ kind: 'refused', reason, probe: false });
});

const BROKEN = [
  'timeout_before',
  'timeout_after',
  'http_500',
  'http_502_html',
  'busy_code',
  'rate_limit',
  'truncated',
  'not_json',
  'wrong_charset',
  'bad_response_sign',
  'clock_skew',
] as const;

test.each(BROKEN)('%s proves nothing, whichever call it hits', async (kind) => {
  const [made, fresh] = [await paidOrder(), order()];
  const request = refundOf(made);
  fault({ kind, times: 100 });
  const answers = await Promise.all([
    hasty.create(fresh),
    hasty.query(made),
    hasty.close(made),
    hasty.refund(request),
    hasty.queryRefund(request),
  ]);
  expect(answers.map((answer) => answer.kind)).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'unknown']);
});

test('one broken answer is asked for again by itself; the refund keeps its number', async () => {
  const made = await paidOrder();
  for (const kind of ['http_500', 'http_502_html', 'busy_code'] as const) {
    fault({ kind, call: 'order.query' });
    expect((await pay.query(made)).kind).toBe('paid');
  }
  fault({ kind: 'busy_code', call: 'refund.create' });
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'processing' });
});

test('asked too much, it is not asked again at once', async () => {
  const made = await paidOrder();
  fault({ kind: 'rate_limit', times: 100 });
  expect(await pay.query(made)).toMatchObject({ kind: 'unknown' });
  expect(sandbox.control.faults.list()).toMatchObject([{ strikes: 1 }]);
});

test('a clock that is wrong on either side is said with the code, for somebody to put it right', async () => {
  fault({ kind: 'clock_skew' });
  expect(await pay.create(order())).toMatchObject({ kind: 'unknown', setting: expect.stringMatching(/\d{4}$/) });
});

test('an answer with a wrong signature raises an alarm', async () => {
  const made = await paidOrder();
  fault({ kind: 'bad_response_sign' });
  expect(await pay.query(made)).toMatchObject({ kind: 'unknown' });
  expect(problems).toHaveLength(1);
});

test('an insurer that is not there, or does not sign, is “unknown”', async () => {
  const unheardOf = order();
  expect(await payAt('http://127.0.0.1:1').query(unheardOf)).toMatchObject({ kind: 'unknown' });
  const fooled = payAt(await bench.impostor(() => ({ body: '{"code":"2001","message":"no"}' })));
  expect(await fooled.query(unheardOf)).toMatchObject({ kind: 'unknown' });
  expect(await fooled.create(unheardOf)).toMatchObject({ kind: 'unknown' });
});

test('a genuine answer about another order, refund or amount is no answer', async () => {
  const made = order();
  const request = refundOf(made);
  let data: Record<string, unknown> = {};
  const other = await bench.impostor(() => {
    const body = JSON.stringify({ code: '0', message: 'ok', data });
    const { channelCode, secret } = sandbox.keys.rb;
    const timestamp = String(Math.floor(clock.now() / 1000));
    const signature = sign(secret, timestamp, 'n', body);
    return {
      headers: { 'x-rb-channel': channelCode, 'x-rb-timestamp': timestamp, 'x-rb-nonce': 'n', 'x-rb-sign': signature },
      body,
    };
  });
  const asked = payAt(other);
  const paid = { payOrderNo: 'RB1', amount: 15_800, status: 'PAID', time: '20261120090000' };
  data = { ...paid, outTradeNo: made.merchantOrderNo };
  expect(await asked.query(made)).toMatchObject({ kind: 'paid' });
  data = { ...paid, outTradeNo: 'JS999999999999999999999' };
  expect(await asked.query(made)).toMatchObject({ kind: 'unknown' });
  data = { ...data, status: 'CLOSED' };
  expect(await asked.close(made)).toMatchObject({ kind: 'unknown' });
  const refunded = { rbRefundNo: 'RBR1', status: 'REFUNDED', time: '20261120090000' };
  data = { ...refunded, refundNo: request.refundNo, refundAmount: request.refundFen };
  expect(await asked.refund(request)).toMatchObject({ kind: 'settled' });
  data = { ...data, refundAmount: 1 };
  expect(await asked.refund(request)).toMatchObject({ kind: 'unknown' });
  data = { ...data, refundNo: 'ROTHER' };
  expect(await asked.queryRefund(request)).toMatchObject({ kind: 'unknown' });
  data = { payUrl: 'javascript:alert(1)' };
  expect(await asked.create(made)).toMatchObject({ kind: 'unknown' });
});

test('it has no bill, and says so', async () => {
  expect((await pay.downloadBill('2026-11-20')).kind).toBe('not-offered');
});
