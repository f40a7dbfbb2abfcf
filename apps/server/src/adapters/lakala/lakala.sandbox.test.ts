import { createSign, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ProviderOrder, RawNotice, RefundRequest } from '../../ports/payment-provider.ts';
import { type FaultKind, openProviderBench } from '../testing/provider-bench.ts';
import { createLakala, type LakalaAdapter } from './create-lakala.ts';
import { requestText } from './signature.ts';

const bench = await openProviderBench('lakala', { seed: 12 });
const { clock, sandbox, notices, problems, fault, redirectOrder: order } = bench;

function payAt(baseUrl: string, totalTimeoutMs = 30_000): LakalaAdapter {
  const { appId, merchantNo, termNo, merchant, platform } = sandbox.keys.lakala;
  return bench.opens(
    createLakala({
      ...{ baseUrl, appId, merchantNo, termNo, clock, log: bench.log, totalTimeoutMs },
      merchantSerialNo: merchant.serialNo,
      merchantPrivateKeyPem: merchant.privateKeyPem,
      platformCertificatePems: [platform.certificatePem],
      requestIp: '203.0.113.9',
      absentCodes: ['SBX20002'],
      random: { bytes: randomBytes, below: () => 0 },
    }),
  );
}
const pay = payAt(sandbox.origin);
/** Gives up soon, for answers that never come. */
const hasty = payAt(sandbox.origin, 400);
bench.answerNotices(() => pay.notices.answer(null));

const counter = () => sandbox.control.lakala.orders;

async function placed(change: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
  const made = order(change);
  expect((await pay.create(made)).kind).toBe('created');
  return made;
}

async function paidOrder(): Promise<ProviderOrder> {
  const made = await placed();
  counter().act(made.merchantOrderNo, 'pay');
  return made;
}

function refundOf(made: ProviderOrder, change: Partial<RefundRequest> = {}): RefundRequest {
  const trades = counter().find(made.merchantOrderNo)?.trades ?? [];
  return bench.refundOf(made, {
    providerTxn: trades.find((trade) => trade.tradeType === 'PAY')?.tradeNo ?? '1',
    ...change,
  });
}

const seconds = (ms: number): number => Math.floor(ms / 1000) * 1000;

test('the address opens the counter, and its way back carries our number', async () => {
  const made = order();
  const created = await pay.create(made);
  if (created.kind !== 'created') throw new Error(created.kind);
  const text = await (await fetch(created.handle)).text();
  expect(text).toContain(made.merchantOrderNo);
  const body = new URLSearchParams({ number: created.handle.split('/').at(-1) ?? '', action: 'pay' });
  const back = await fetch(`${sandbox.origin}/r/lkl`, { method: 'POST', redirect: 'manual', body });
  const address = new URL(back.headers.get('location') as string);
  expect(address.pathname).toBe(pay.browserReturn?.path);
  expect(pay.browserReturn?.merchantOrderNoOf(address.search.slice(1))).toBe(made.merchantOrderNo);
  expect((await pay.query(made)).kind).toBe('paid');
});

test('query: absent, unpaid whatever was tried, paid, in part and in full refunded, closed, taken back', async () => {
  expect(await pay.query(order())).toEqual({ kind: 'absent' });
  const made = await placed();
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  counter().act(made.merchantOrderNo, 'balance-short');
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  counter().act(made.merchantOrderNo, 'submit');
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  const { trades } = counter().act(made.merchantOrderNo, 'pay');
  const evidence = {
    merchantOrderNo: made.merchantOrderNo,
    providerTxn: trades.find((trade) => trade.tradeStatus === 'S')?.tradeNo,
    amountFen: 15_800,
    currency: 'CNY',
    paidAtMs: seconds(clock.now()),
    payerId: null,
  };
  expect(await pay.query(made)).toEqual({ kind: 'paid', evidence });
  const { providerTxn } = evidence as { providerTxn: string };
  await pay.refund(refundOf(made, { refundNo: 'RPART1', refundFen: 800, providerTxn }));
  expect(await pay.query(made)).toEqual({ kind: 'paid', evidence });
  await pay.refund(refundOf(made, { refundFen: 15_000, providerTxn }));
  expect(await pay.query(made)).toEqual({ kind: 'refunded', evidence });
  const late = await placed({ expiresAtMs: clock.now() + 60_000 });
  clock.advance(61_000);
  expect(await pay.query(late)).toEqual({ kind: 'closed' });
  const revoked = await paidOrder();
  counter().act(revoked.merchantOrderNo, 'revoke');
  expect((await pay.query(revoked)).kind).toBe('refunded');
});

test('close tells closed, absent and paid apart, and may be repeated', async () => {
  expect(await pay.close(order())).toEqual({ kind: 'absent' });
  const made = await placed();
  expect(await pay.close(made)).toEqual({ kind: 'closed' });
  expect(await pay.close(made)).toEqual({ kind: 'closed' });
  expect(await pay.close(await paidOrder())).toEqual({ kind: 'paid' });
  const paying = await placed();
  counter().act(paying.merchantOrderNo, 'submit');
  expect((await pay.close(paying)).kind).toBe('unknown');
  fault({ kind: 'pay_between_query_and_close', call: 'order.close' });
  expect(await pay.close(await placed())).toEqual({ kind: 'paid' });
});

test('a start whose answer got lost is closed there and begun anew, unless it was paid meanwhile', async () => {
  const lost = order();
  fault({ kind: 'timeout_after', call: 'order.create', args: { reset: true } });
  expect((await pay.create(lost)).kind).toBe('unknown');
  expect(counter().find(lost.merchantOrderNo)?.orderStatus).toBe('0');
  expect(await pay.create(lost)).toEqual({ kind: 'closed' });
  expect(counter().find(lost.merchantOrderNo)?.orderStatus).toBe('7');
  expect(await pay.create(lost)).toEqual({ kind: 'closed' });
  expect(await pay.create(await paidOrder())).toEqual({ kind: 'already-paid' });
  const refused = order({ description: '' });
  expect(await pay.create(refused)).toMatchObject({ kind: 'refused', code: 'SBX10001' });
});

test('a refund settles at once; the same number is never paid twice, and never with another amount', async () => {
  const made = await paidOrder();
  expect(await pay.queryRefund(refundOf(made))).toEqual({ kind: 'absent' });
  const settled = { kind: 'settled', settledAtMs: seconds(clock.now()), refundFen: 5_800 };
  expect(await pay.refund(refundOf(made, { refundFen: 5_800 }))).toMatchObject(settled);
  expect(await pay.refund(refundOf(made, { refundFen: 5_800 }))).toMatchObject(settled);
  expect(await pay.queryRefund(refundOf(made))).toMatchObject(settled);
  expect(await pay.refund(refundOf(made, { refundFen: 1 }))).toMatchObject({ kind: 'refused' });
  expect(await pay.refund(refundOf(made, { refundNo: 'RMORE1', refundFen: 10_001 }))).toMatchObject({
    kind: 'refused',
  });
  expect(await pay.refund(refundOf(await placed()))).toMatchObject({ kind: 'refused' });
  const rows = sandbox.control.lakala.refunds.list().filter((row) => row.outOrderNo === made.merchantOrderNo);
  expect(rows.map((row) => row.refundFen)).toEqual([5_800]);
});

test('a refund may wait, fail, need a person, or find the account empty', async () => {
  const ends: [FaultKind, string][] = [
    ['refund_pending', 'processing'],
    ['refund_fail', 'closed'],
    ['refund_abnormal', 'abnormal'],
  ];
  for (const [kind, end] of ends) {
    const made = await paidOrder();
    fault({ kind, call: 'refund.create' });
    expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'processing' });
    clock.advance(10_000);
    await sandbox.control.settle();
    expect((await pay.queryRefund(refundOf(made))).kind).toBe(end);
    if (end === 'closed') continue;
    sandbox.control.lakala.refunds.settle(`R${made.merchantOrderNo}`);
    expect(await pay.queryRefund(refundOf(made))).toMatchObject({ kind: 'settled' });
  }
  const empty = await paidOrder();
  fault({ kind: 'refund_account_empty', call: 'refund.create' });
  expect(await pay.refund(refundOf(empty))).toMatchObject({ kind: 'refused', code: 'SBX30003' });
  expect(await pay.refund(refundOf(empty))).toMatchObject({ kind: 'settled' });
});

test('a payment is told once: the answer was understood', async () => {
  const made = await paidOrder();
  await sandbox.control.settle();
  clock.advance(60_000);
  await sandbox.control.settle();
  expect(notices).toHaveLength(1);
  const again = await pay.verifyNotice(notices[0] as RawNotice);
  expect(again).toMatchObject({ kind: 'paid', evidence: { merchantOrderNo: made.merchantOrderNo, amountFen: 15_800 } });
});

test.each([
  ['notify_bad_sign', 'signature'],
  ['notify_tampered', 'signature'],
  ['notify_foreign_cert', 'signature'],
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

test('too many calls: nothing is known of an order, a refund is refused and comes again later', async () => {
  const made = await paidOrder();
  const request = refundOf(made);
  fault({ kind: 'rate_limit', times: 100 });
  expect((await pay.query(made)).kind).toBe('unknown');
  expect((await pay.close(made)).kind).toBe('unknown');
  expect((await pay.refund(request)).kind).toBe('refused');
  sandbox.control.faults.remove();
  expect((await pay.refund(request)).kind).toBe('settled');
});

test('one broken answer is asked for again by itself; the refund keeps its number', async () => {
  const made = await paidOrder();
  for (const kind of ['http_500', 'http_502_html'] as const) {
    fault({ kind, call: 'order.query' });
    expect((await pay.query(made)).kind).toBe('paid');
  }
  fault({ kind: 'http_500', call: 'refund.create' });
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'settled' });
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

test('a platform that is not there, or does not sign, is “unknown”', async () => {
  const unheardOf = order();
  expect(await payAt('http://127.0.0.1:1').query(unheardOf)).toMatchObject({ kind: 'unknown' });
  const fooled = payAt(await bench.impostor(() => ({ body: '{"code":"SBX20002","msg":"no"}' })));
  expect(await fooled.query(unheardOf)).toMatchObject({ kind: 'unknown' });
  expect(await fooled.create(unheardOf)).toMatchObject({ kind: 'unknown' });
});

test('a genuine answer about another order, merchant, refund or amount is no answer', async () => {
  const made = order();
  const request = refundOf(made);
  const { appId, merchantNo, platform } = sandbox.keys.lakala;
  let data: Record<string, unknown> = {};
  const other = await bench.impostor(() => {
    const body = JSON.stringify({ code: '000000', msg: '操作成功', resp_data: data });
    const timestamp = String(Math.floor(clock.now() / 1000));
    const text = requestText({ appId, serialNo: platform.serialNo, timestamp, nonce: 'n', body });
    const signature = createSign('RSA-SHA256').update(text).sign(platform.privateKeyPem, 'base64');
    const headers = {
      ...{ 'lklapi-appid': appId, 'lklapi-serial': platform.serialNo, 'lklapi-timestamp': timestamp },
      ...{ 'lklapi-nonce': 'n', 'lklapi-signature': signature },
    };
    return { headers, body };
  });
  const asked = payAt(other);
  const trade = {
    trade_no: 'T1',
    trade_type: 'PAY',
    trade_status: 'S',
    trade_amount: 15_800,
    trade_time: '20261120090000',
  };
  const paid = {
    out_order_no: made.merchantOrderNo,
    merchant_no: merchantNo,
    order_status: '2',
    order_trade_info_list: [trade],
  };
  data = paid;
  expect(await asked.query(made)).toMatchObject({ kind: 'paid' });
  for (const wrong of [
    { out_order_no: 'JS9' },
    { merchant_no: '8' },
    { order_trade_info_list: [] },
    { order_status: '9' },
  ]) {
    data = { ...paid, ...wrong };
    expect(await asked.query(made)).toMatchObject({ kind: 'unknown' });
  }
  data = { ...paid, out_order_no: 'JS9', order_status: '7' };
  expect(await asked.close(made)).toMatchObject({ kind: 'unknown' });
  const refunded = { trade_state: 'SUCCESS', trade_no: 'T2', refund_amount: '15800', out_trade_no: request.refundNo };
  data = refunded;
  expect(await asked.refund(request)).toMatchObject({ kind: 'settled' });
  for (const wrong of [{ refund_amount: '1' }, { out_trade_no: 'R9' }, { trade_state: 'SOON' }, { trade_no: '' }]) {
    data = { ...refunded, ...wrong };
    expect(await asked.refund(request)).toMatchObject({ kind: 'unknown' });
  }
  data = { ...paid, counter_url: 'javascript:alert(1)' };
  expect(await asked.create(made)).toMatchObject({ kind: 'unknown' });
});

test('it has no bill, and says so', async () => {
  expect((await pay.downloadBill('2026-11-20')).kind).toBe('not-offered');
});
