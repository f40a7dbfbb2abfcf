import { expect, test } from 'vitest';
import type { Log } from '../../ports/outside.ts';
import type { ProviderOrder, RawNotice, RefundRequest } from '../../ports/payment-provider.ts';
import { openProviderBench } from '../testing/provider-bench.ts';
import { type AlipayAdapter, createAlipay } from './create-alipay.ts';

const bench = await openProviderBench('alipay', { seed: 11 });
const { clock, sandbox, notices, problems, fault, redirectOrder: order } = bench;

function payAt(gateway: string, log: Log = bench.log): AlipayAdapter {
  const { appId, sellerId, app, alipay } = sandbox.keys.alipay;
  return bench.opens(
    createAlipay({
      ...{ gateway, appId, sellerId, clock, log },
      appPrivateKeyPem: app.privateKeyPem,
      alipayPublicKeyPems: [alipay.publicKeyPem],
      connectTimeoutMs: 1_000,
      totalTimeoutMs: 1_500,
    }),
  );
}
const pay = payAt(`${sandbox.origin}/gateway.do`);
bench.answerNotices(() => pay.notices.answer(null));

const unheardOf = { merchantOrderNo: 'JX000000000000000000099', placedAtMs: 0 };

async function opensCashier(made: ProviderOrder): Promise<Response> {
  const created = await pay.create(made);
  if (created.kind !== 'created') throw new Error(created.kind);
  return fetch(created.handle);
}

async function paidOrder(change: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
  const made = order(change);
  await opensCashier(made);
  sandbox.control.alipay.orders.act(made.merchantOrderNo, 'pay');
  return made;
}

const refundOf = (made: ProviderOrder, change: Partial<RefundRequest> = {}): RefundRequest =>
  bench.refundOf(made, { providerTxn: '', ...change });

const seconds = (ms: number): number => Math.floor(ms / 1000) * 1000;

test('the address opens the cashier, and its way back carries our number', async () => {
  const made = order();
  const page = await opensCashier(made);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain(made.merchantOrderNo);
  const token = /name="token" value="([^"]+)"/.exec(text)?.[1] as string;
  const back = await fetch(`${sandbox.origin}/alipay/cashier`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, action: 'pay' }).toString(),
  });
  const address = new URL(back.headers.get('location') as string);
  expect(address.pathname).toBe(pay.browserReturn?.path);
  expect(pay.browserReturn?.merchantOrderNoOf(address.search.slice(1))).toBe(made.merchantOrderNo);
  expect(pay.browserReturn?.merchantOrderNoOf(address.search.slice(1).replace('158.00', '1.00'))).toBeNull();
  expect((await pay.query(made)).kind).toBe('paid');
});

test('query: unpaid before the payer confirms and after, then paid, refunded, closed', async () => {
  const made = order();
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  await opensCashier(made);
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  sandbox.control.alipay.orders.act(made.merchantOrderNo, 'confirm');
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  const paid = sandbox.control.alipay.orders.act(made.merchantOrderNo, 'pay');
  const evidence = {
    merchantOrderNo: made.merchantOrderNo,
    providerTxn: paid.tradeNo,
    amountFen: 15_800,
    currency: 'CNY',
    paidAtMs: seconds(clock.now()),
    payerId: sandbox.control.alipay.buyers.list()[0]?.userId,
  };
  expect(await pay.query(made)).toEqual({ kind: 'paid', evidence });
  await pay.refund(refundOf(made, { refundNo: 'RPART', refundFen: 800 }));
  expect(await pay.query(made)).toEqual({ kind: 'paid', evidence });
  await pay.refund(refundOf(made, { refundFen: 15_000 }));
  expect(await pay.query(made)).toEqual({ kind: 'refunded', evidence });
  const late = order({ expiresAtMs: clock.now() + 60_000 });
  await opensCashier(late);
  sandbox.control.alipay.orders.act(late.merchantOrderNo, 'confirm');
  clock.advance(61_000);
  expect(await pay.query(late)).toEqual({ kind: 'closed' });
});

test('every answer is believed in whichever way its JSON is written', async () => {
  const made = await paidOrder();
  for (let round = 0; round < 40; round++) expect((await pay.query(made)).kind).toBe('paid');
  expect(problems).toEqual([]);
});

test('close tells closed, absent and paid apart, and may be repeated', async () => {
  const made = order();
  expect(await pay.close(made)).toEqual({ kind: 'absent' });
  await opensCashier(made);
  expect(await pay.close(made)).toEqual({ kind: 'absent' });
  sandbox.control.alipay.orders.act(made.merchantOrderNo, 'confirm');
  expect(await pay.close(made)).toEqual({ kind: 'closed' });
  // Alipay names the refusal in either of two ways; both come up.
  for (let round = 0; round < 8; round++) expect(await pay.close(made)).toEqual({ kind: 'closed' });
  const paid = await paidOrder();
  for (let round = 0; round < 8; round++) expect(await pay.close(paid)).toEqual({ kind: 'paid' });
});

test('a refund settles at once; the same number is never paid twice, and never with another amount', async () => {
  const made = await paidOrder();
  expect(await pay.queryRefund(refundOf(made))).toEqual({ kind: 'absent' });
  const settled = { kind: 'settled', settledAtMs: seconds(clock.now()) };
  expect(await pay.refund(refundOf(made, { refundFen: 5_800 }))).toMatchObject(settled);
  expect(await pay.refund(refundOf(made, { refundFen: 5_800 }))).toMatchObject({ kind: 'processing' });
  expect(await pay.queryRefund(refundOf(made))).toMatchObject({ ...settled, refundFen: 5_800 });
  expect(await pay.refund(refundOf(made, { refundFen: 1 }))).toMatchObject({
    kind: 'refused',
    code: 'ACQ.DISCORDANT_REPEAT_REQUEST',
  });
  expect(await pay.refund(refundOf(made, { refundNo: 'RMORE', refundFen: 10_001 }))).toMatchObject({ kind: 'refused' });
  const made1 = sandbox.control.alipay.refunds.list().filter((row) => row.outTradeNo === made.merchantOrderNo);
  expect(made1.map((row) => row.refundFen)).toEqual([5_800]);
});

test('a refund that was only taken settles later; an empty account and an unpaid trade are refused', async () => {
  const slow = await paidOrder();
  const refundNo = `R${slow.merchantOrderNo}`;
  fault({ kind: 'refund_pending', call: 'refund.create' });
  expect(await pay.refund(refundOf(slow))).toMatchObject({ kind: 'processing' });
  expect(await pay.queryRefund(refundOf(slow))).toEqual({ kind: 'absent' });
  sandbox.control.alipay.refunds.settle(refundNo);
  expect(await pay.queryRefund(refundOf(slow))).toMatchObject({ kind: 'settled' });
  const empty = await paidOrder();
  fault({ kind: 'refund_account_empty', call: 'refund.create' });
  expect(await pay.refund(refundOf(empty))).toMatchObject({ kind: 'refused', code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' });
  expect(await pay.refund(refundOf(empty))).toMatchObject({ kind: 'settled' });
  expect(await pay.refund(refundOf(order()))).toMatchObject({ kind: 'refused', code: 'ACQ.TRADE_NOT_EXIST' });
});

test('notices: payment, refund in part and in whole, and a close that nobody paid', async () => {
  const made = await paidOrder();
  await sandbox.control.settle();
  await pay.refund(refundOf(made, { refundNo: 'RPART', refundFen: 800 }));
  await pay.refund(refundOf(made, { refundFen: 15_000 }));
  await sandbox.control.settle();
  const read = await Promise.all(notices.map((notice) => pay.verifyNotice(notice)));
  expect(read).toMatchObject([
    { kind: 'paid', evidence: { merchantOrderNo: made.merchantOrderNo, amountFen: 15_800 } },
    { kind: 'refund', refundNo: 'RPART', result: { kind: 'settled' } },
    { kind: 'refund', refundNo: `R${made.merchantOrderNo}`, result: { kind: 'settled' } },
  ]);
  // One send each: the answer was understood.
  expect(notices).toHaveLength(3);
  notices.length = 0;
  const unpaid = order({ expiresAtMs: clock.now() + 60_000 });
  await opensCashier(unpaid);
  sandbox.control.alipay.orders.act(unpaid.merchantOrderNo, 'confirm');
  clock.advance(61_000);
  await sandbox.control.settle();
  expect(await pay.verifyNotice(notices[0] as RawNotice)).toMatchObject({ kind: 'nothing' });
});

test.each([
  ['notify_bad_sign', 'signature'],
  ['notify_tampered', 'signature'],
  ['notify_foreign_cert', 'signature'],
  ['notify_wrong_merchant', 'merchant'],
  ['notify_wrong_appid', 'app'],
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
] as const;

test.each(BROKEN)('%s proves nothing, whichever call it hits', async (kind) => {
  const made = await paidOrder();
  fault({ kind, times: 100 });
  const answers = await Promise.all([
    pay.query(made),
    pay.close(made),
    pay.refund(refundOf(made)),
    pay.queryRefund(refundOf(made)),
  ]);
  expect(answers.map((answer) => answer.kind)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
});

test('a clock that is wrong on either side never counts as an answer', async () => {
  const made = await paidOrder();
  fault({ kind: 'clock_skew', times: 100 });
  expect(await pay.query(made)).toMatchObject({ kind: 'unknown', setting: 'isv.invalid-timestamp' });
  expect((await pay.close(made)).kind).toBe('unknown');
});

test('one broken answer is asked for again by itself; the refund keeps its number', async () => {
  const made = await paidOrder();
  for (const kind of ['http_500', 'http_502_html', 'busy_code'] as const) {
    fault({ kind, call: 'order.query' });
    expect((await pay.query(made)).kind).toBe('paid');
  }
  fault({ kind: 'busy_code', call: 'refund.create' });
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'settled' });
});

test('asked too much, it is not asked again at once', async () => {
  const made = await paidOrder();
  fault({ kind: 'rate_limit', times: 100 });
  expect(await pay.query(made)).toMatchObject({ kind: 'unknown' });
  expect(sandbox.control.faults.list()).toMatchObject([{ strikes: 1 }]);
});

test('an answer with a wrong signature raises an alarm', async () => {
  const made = await paidOrder();
  fault({ kind: 'bad_response_sign' });
  expect(await pay.query(made)).toMatchObject({ kind: 'unknown' });
  expect(problems).toHaveLength(1);
});

test('what Alipay refuses is noted with its trace; a trade that nobody has confirmed yet is not', async () => {
  const noted: object[] = [];
  const noting = payAt(`${sandbox.origin}/gateway.do`, {
    ...bench.log,
    info: (fields) => void noted.push(fields),
  });
  await noting.query(unheardOf);
  expect(noted).toEqual([]);
  const made = await paidOrder();
  expect((await noting.refund(refundOf(made, { refundFen: 15_801 }))).kind).toBe('refused');
  expect(noted).toEqual([
    {
      ...{ method: 'alipay.trade.refund', code: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL' },
      trace: expect.stringMatching(/^[0-9a-f]{16,}$/),
    },
  ]);
});

test('a gateway that is not there, or does not sign, is “unknown”', async () => {
  expect(await payAt('http://127.0.0.1:1/gateway.do').query(unheardOf)).toMatchObject({
    kind: 'unknown',
  });
  const body = '{"alipay_trade_query_response":{"code":"40004","sub_code":"ACQ.TRADE_NOT_EXIST"}}';
  const fooled = payAt(`${await bench.impostor(() => ({ body }))}/gateway.do`);
  expect(await fooled.query(unheardOf)).toMatchObject({ kind: 'unknown' });
  expect(await fooled.close(unheardOf)).toMatchObject({ kind: 'unknown' });
});

test('the trade bill: not ready, none, and the day’s list in plain text', async () => {
  const made = await paidOrder();
  await pay.refund(refundOf(made, { refundFen: 800 }));
  const day = new Date(clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect((await pay.downloadBill(day)).kind).toBe('not-ready');
  clock.advance(34 * 3_600_000);
  const bill = await pay.downloadBill(day);
  expect(bill).toMatchObject({ kind: 'bill', day, sha1: expect.stringMatching(/^[0-9a-f]{40}$/) });
  if (bill.kind !== 'bill') return;
  expect(bill.text).toContain('支付宝交易号,商户订单号');
  const common = {
    merchantOrderNo: made.merchantOrderNo,
    providerTxn: expect.stringMatching(/^\d{16,}$/),
    settled: true,
  };
  expect(bill.rows.filter((row) => row.merchantOrderNo === made.merchantOrderNo)).toEqual([
    { ...common, kind: 'payment', refundNo: null, amountFen: 15_800, atMs: expect.any(Number) },
    { ...common, kind: 'refund', refundNo: `R${made.merchantOrderNo}`, amountFen: 800, atMs: expect.any(Number) },
  ]);
  fault({ kind: 'bill_missing', call: 'bill' });
  expect(await pay.downloadBill(day)).toEqual({ kind: 'none' });
});
