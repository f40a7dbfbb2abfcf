import { keysFromVectors, makeFreshKeys } from '@huimin/sandbox';
import { expect, test } from 'vitest';
import type { CashierForm, ProviderOrder, RawNotice, RefundRequest } from '../../ports/payment-provider.ts';
import { openProviderBench } from '../testing/provider-bench.ts';
import { createUnionpay, type UnionpayAdapter } from './create-unionpay.ts';

const MINUTE = 60_000;

// The example has no middle certificate, and nothing that could issue an expired one.
const keys = { ...keysFromVectors(), unionpay: makeFreshKeys().unionpay };
const bench = await openProviderBench('unionpay', { seed: 11, keys });
const { clock, sandbox, notices, problems, fault } = bench;

function payAt(
  baseUrl: string,
  totalTimeoutMs = 20_000,
  certId: string = sandbox.keys.unionpay.merchant.certId,
): UnionpayAdapter {
  const { merId, merchant, rootCertificatePem, middleCertificatePem } = sandbox.keys.unionpay;
  return bench.opens(
    createUnionpay({
      ...{ baseUrl, merId, clock, log: bench.log, connectTimeoutMs: totalTimeoutMs, totalTimeoutMs },
      fileUrl: `${baseUrl}/unionpay/file`,
      certId,
      merchantPrivateKeyPem: merchant.privateKeyPem,
      trustedCertificatesPem: `${rootCertificatePem}${middleCertificatePem}`,
      signerOrganisation: '00040000:SIGN',
    }),
  );
}
const pay = payAt(sandbox.origin);
/** Does not wait long for an answer that never comes. */
const hasty = payAt(sandbox.origin, 1_000);
bench.answerNotices(() => pay.notices.answer(null));

const order = (change: Partial<ProviderOrder> = {}): ProviderOrder =>
  bench.redirectOrder({ placedAtMs: clock.now() + 123, ...change });

const post = (address: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(address, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });

/** Opens the cashier as the payer's browser would; answers its page. */
async function opensCashier(made: ProviderOrder): Promise<string> {
  const created = await pay.create(made);
  if (created.kind !== 'created') throw new Error(created.kind);
  const { action, fields } = JSON.parse(created.handle) as CashierForm;
  const page = await post(action, fields);
  const text = await page.text();
  expect(page.status, text).toBe(200);
  return text;
}

/** Presses a button of the cashier's page; answers where the browser goes, or the form it sends there. */
async function presses(page: string, action: string): Promise<{ location: string | null; sent: string }> {
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] as string;
  const answer = await post(`${sandbox.origin}/unionpay/cashier`, { token, action });
  const html = await answer.text();
  const plain = (value: string) =>
    value.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
  const sent = new URLSearchParams(fields.map(([, name, value]) => [name as string, plain(value as string)]));
  return { location: answer.headers.get('location'), sent: sent.toString() };
}

async function paidOrder(change: Partial<ProviderOrder> = {}): Promise<ProviderOrder & { readonly queryId: string }> {
  const made = order(change);
  await opensCashier(made);
  const { queryId = '' } = sandbox.control.unionpay.orders.act(made.merchantOrderNo, 'pay');
  return { ...made, queryId };
}

type Paid = Awaited<ReturnType<typeof paidOrder>>;

const refundOf = (made: Paid, change: Partial<RefundRequest> = {}): RefundRequest =>
  bench.refundOf(made, { providerTxn: made.queryId, ...change });

const seconds = (ms: number): number => Math.floor(ms / 1000) * 1000;
const refundsOf = (made: Paid) =>
  sandbox.control.unionpay.refunds.list().filter((row) => row.origQryId === made.queryId);

test('the form opens the cashier, and its way back carries our number', async () => {
  const made = order();
  const page = await opensCashier(made);
  expect(page).toContain(made.merchantOrderNo);
  expect(page).toContain('补充医疗保险 基础版');
  const { sent } = await presses(page, 'pay');
  expect(pay.browserReturn?.merchantOrderNoOf(sent)).toBe(made.merchantOrderNo);
  expect(pay.browserReturn?.merchantOrderNoOf(sent.replace('15800', '1'))).toBeNull();
  expect((await pay.query(made)).kind).toBe('paid');
});

test('who gives up is led back to the order; a forged return says nothing', async () => {
  const page = await opensCashier(order());
  expect(await presses(page, 'cancel')).toMatchObject({ location: 'http://localhost:3140/#/pay?orderNo=JS1' });
  fault({ kind: 'return_forged' });
  const made = order();
  const { sent } = await presses(await opensCashier(made), 'pay');
  expect(sent).toContain('respCode=00');
  expect(pay.browserReturn?.merchantOrderNoOf(sent)).toBeNull();
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
});

test('query: unpaid before the payer submits and after a failed try, unclear while it runs, then paid', async () => {
  const made = order();
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  await opensCashier(made);
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  sandbox.control.unionpay.orders.act(made.merchantOrderNo, 'balance-short');
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  sandbox.control.unionpay.orders.act(made.merchantOrderNo, 'submit');
  expect(await pay.query(made)).toEqual({ kind: 'unknown', message: 'in progress (05)' });
  sandbox.control.unionpay.settle(made.merchantOrderNo);
  const evidence = {
    merchantOrderNo: made.merchantOrderNo,
    providerTxn: sandbox.control.unionpay.orders.find(made.merchantOrderNo)?.queryId,
    amountFen: 15_800,
    currency: 'CNY',
    paidAtMs: seconds(clock.now()),
    payerId: null,
  };
  expect(await pay.query(made)).toEqual({ kind: 'paid', evidence });
  // Its number alone does not find it.
  expect(await pay.query({ ...made, placedAtMs: made.placedAtMs + 1_000 })).toEqual({ kind: 'unpaid' });
});

test('close tells paid and under way apart from what can only run out', async () => {
  const made = order();
  expect(await pay.close(made)).toEqual({ kind: 'absent' });
  await opensCashier(made);
  expect(await pay.close(made)).toEqual({ kind: 'absent' });
  sandbox.control.unionpay.orders.act(made.merchantOrderNo, 'submit');
  expect((await pay.close(made)).kind).toBe('unknown');
  sandbox.control.unionpay.settle(made.merchantOrderNo, '64');
  expect(await pay.close(made)).toEqual({ kind: 'absent' });
  expect(await pay.close(await paidOrder())).toEqual({ kind: 'paid' });
});

test('a page that is opened again late is not refused for its time', async () => {
  const made = order();
  clock.advance(5 * MINUTE);
  await opensCashier(made);
  clock.advance(MINUTE);
  expect(await pay.create(made)).toEqual({ kind: 'outdated' });
});

test('a refund is accepted, then settles; the same number is never paid twice', async () => {
  const made = await paidOrder();
  expect(await pay.queryRefund(refundOf(made, { requestedAtMs: clock.now() - 5 * MINUTE }))).toEqual({
    kind: 'absent',
  });
  const request = refundOf(made, { refundFen: 5_800 });
  const accepted = await pay.refund(request);
  const [row] = refundsOf(made);
  expect(accepted).toEqual({ kind: 'processing', providerRefundNo: row?.queryId });
  expect(await pay.refund(request)).toEqual(accepted);
  expect(await pay.queryRefund(request)).toEqual(accepted);
  sandbox.control.unionpay.settle(request.refundNo);
  const settled = {
    ...{ kind: 'settled', providerRefundNo: row?.queryId, settledAtMs: seconds(clock.now()), refundFen: 5_800 },
  };
  expect(await pay.queryRefund(request)).toEqual(settled);
  expect(await pay.refund(request)).toEqual(settled);
  expect(await pay.refund(refundOf(made, { refundNo: 'RTOOMUCH', refundFen: 10_001 }))).toMatchObject({
    kind: 'refused',
    code: '36',
  });
  expect(refundsOf(made).map((one) => one.txnFen)).toEqual([5_800]);
});

test('a refund whose answer got lost is found by its number, and one that never arrived is told apart from it', async () => {
  const made = await paidOrder();
  const lost = refundOf(made, { refundFen: 100, refundNo: 'RLOST001' });
  fault({ kind: 'http_500', call: 'refund.create', times: 100 });
  expect((await pay.refund(lost)).kind).toBe('unknown');
  sandbox.control.faults.remove();
  // It may still be on its way.
  expect((await pay.queryRefund(lost)).kind).toBe('unknown');
  const found = refundOf(made, { refundFen: 200, refundNo: 'RFOUND01' });
  fault({ kind: 'timeout_after', call: 'refund.create', times: 100, args: { reset: true } });
  expect((await pay.refund(found)).kind).toBe('unknown');
  sandbox.control.faults.remove();
  clock.advance(5 * MINUTE);
  sandbox.control.unionpay.settle('RFOUND01');
  expect(await pay.refund(found)).toMatchObject({ kind: 'settled' });
  // Too late to be sent under its time, so nothing is sent.
  expect(await pay.refund(lost)).toEqual({ kind: 'absent' });
  expect(refundsOf(made).map((row) => row.orderId)).toEqual(['RFOUND01']);
  const anew = { ...lost, requestedAtMs: clock.now() };
  expect((await pay.refund(anew)).kind).toBe('processing');
});

test('a refund that the bank does not take is over; one of an unpaid order is refused', async () => {
  const made = await paidOrder();
  const request = refundOf(made);
  fault({ kind: 'refund_fail', call: 'refund.create' });
  expect((await pay.refund(request)).kind).toBe('processing');
  sandbox.control.unionpay.settle(request.refundNo, '60');
  expect(await pay.queryRefund(request)).toMatchObject({ kind: 'closed' });
  const unpaid = { ...order(), queryId: '202601010000000000000' };
  expect(await pay.refund(refundOf(unpaid))).toMatchObject({ kind: 'refused', code: '35' });
});

test('notices: the payment and the refund, one send each', async () => {
  const made = await paidOrder();
  await sandbox.control.settle();
  const request = refundOf(made, { refundFen: 800 });
  await pay.refund(request);
  sandbox.control.unionpay.settle(request.refundNo);
  await sandbox.control.settle();
  const read = await Promise.all(notices.map((notice) => pay.verifyNotice(notice)));
  expect(read).toMatchObject([
    { kind: 'paid', evidence: { merchantOrderNo: made.merchantOrderNo, providerTxn: made.queryId, amountFen: 15_800 } },
    { kind: 'refund', refundNo: request.refundNo, result: { kind: 'settled', refundFen: 800 } },
  ]);
  expect(new Set(read.map((one) => 'noticeId' in one && one.noticeId)).size).toBe(2);
});

test.each([
  ['notify_bad_sign', 'signature'],
  ['notify_tampered', 'signature'],
  ['notify_no_cert', 'certificate'],
  ['notify_foreign_cert', 'certificate'],
  ['notify_expired_cert', 'certificate'],
  ['notify_wrong_cn', 'certificate'],
  ['notify_wrong_merchant', 'merchant'],
] as const)('%s is refused as “%s”', async (kind, reason) => {
  fault({ kind, call: 'notify' });
  await paidOrder();
  await sandbox.control.settle();
  expect(await pay.verifyNotice(notices[0] as RawNotice)).toEqual({ kind: 'refused', reason, probe: false });
});

test.each([
  ['notify_wrong_amount', { amountFen: 15_801 }],
  ['notify_wrong_currency', { currency: '840' }],
  ['notify_wrong_order', { merchantOrderNo: expect.stringMatching(/^XS/) }],
  ['notify_plus_as_space', { amountFen: 15_800, currency: 'CNY' }],
] as const)('%s is UnionPay’s own word, told as it is', async (kind, evidence) => {
  fault({ kind, call: 'notify' });
  await paidOrder();
  await sandbox.control.settle();
  expect(await pay.verifyNotice(notices[0] as RawNotice)).toMatchObject({ kind: 'paid', evidence });
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
    hasty.query(made),
    hasty.close(made),
    hasty.refund(refundOf(made)),
    hasty.queryRefund(refundOf(made, { refundNo: 'RNOWHERE' })),
  ]);
  expect(answers.map((answer) => answer.kind)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
});

test('a certificate that the gateway does not know is said with its code, for somebody to put it right', async () => {
  const stranger = payAt(sandbox.origin, 1_000, '69026276696');
  expect(await stranger.query(order())).toMatchObject({ kind: 'unknown', setting: '11' });
});

test('a gateway whose clock is wrong takes no refund, and nothing is counted as done', async () => {
  const made = await paidOrder();
  fault({ kind: 'clock_skew', times: 100 });
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'refused', code: '39' });
  expect(refundsOf(made)).toEqual([]);
});

test('one broken answer is asked for again by itself; the refund keeps its number', async () => {
  const made = await paidOrder();
  for (const kind of ['http_500', 'http_502_html', 'busy_code'] as const) {
    fault({ kind, call: 'order.query' });
    expect((await pay.query(made)).kind).toBe('paid');
  }
  fault({ kind: 'http_500', call: 'refund.create' });
  fault({ kind: 'timeout_after', call: 'refund.create', args: { reset: true } });
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'processing' });
  expect(refundsOf(made)).toHaveLength(1);
});

test('an answer with a wrong signature raises an alarm', async () => {
  const made = await paidOrder();
  fault({ kind: 'bad_response_sign' });
  expect(await pay.query(made)).toMatchObject({ kind: 'unknown' });
  expect(problems).toHaveLength(1);
});

test('a gateway that is not there, or does not sign, is “unknown”', async () => {
  expect((await payAt('http://127.0.0.1:1').query(order())).kind).toBe('unknown');
  const fooled = payAt(await bench.impostor(() => ({ body: 'respCode=34&respMsg=查无此交易[3400001]' })));
  expect((await fooled.query(order())).kind).toBe('unknown');
  expect((await fooled.close(order())).kind).toBe('unknown');
});

test('the gateway’s true words about another order are no answer', async () => {
  const address = `${sandbox.origin}/gateway/api/queryTrans.do`;
  let first: Promise<string> | undefined;
  const replaying = await bench.impostor(async ({ body, contentType: type }) => {
    first ??= fetch(address, { method: 'POST', body, headers: { 'content-type': type } }).then((one) => one.text());
    return { body: await first };
  });
  const fooled = payAt(replaying);
  expect(await fooled.query(order())).toEqual({ kind: 'unpaid' });
  expect(await fooled.query(await paidOrder())).toEqual({
    kind: 'unknown',
    message: 'answer about another transaction',
  });
});

test('the settlement file: not ready, none, and what was settled on its day', async () => {
  const made = await paidOrder();
  await pay.refund(refundOf(made, { refundFen: 800 }));
  await paidOrder();
  sandbox.control.unionpay.settle(`R${made.merchantOrderNo}`);
  const paidAtMs = seconds(clock.now());
  const day = new Date(clock.now() + 9 * 3_600_000).toISOString().slice(0, 10);
  expect((await pay.downloadBill(day)).kind).toBe('not-ready');
  clock.advance(34 * 3_600_000);
  const bill = await pay.downloadBill(day);
  expect(bill).toMatchObject({ kind: 'bill', day, sha1: expect.stringMatching(/^[0-9a-f]{40}$/), corrections: 0 });
  if (bill.kind !== 'bill') return;
  const common = { merchantOrderNo: made.merchantOrderNo, providerTxn: made.queryId, atMs: paidAtMs, settled: true };
  expect(bill.rows.filter((row) => row.providerTxn === made.queryId)).toEqual([
    { ...common, kind: 'payment', refundNo: null, amountFen: 15_800 },
    { ...common, kind: 'refund', refundNo: `R${made.merchantOrderNo}`, amountFen: 800 },
  ]);
  expect(bill.text).toContain(made.merchantOrderNo);
  fault({ kind: 'bad_response_sign', call: 'bill' });
  expect((await pay.downloadBill(day)).kind).toBe('unknown');
  fault({ kind: 'bill_missing', call: 'bill' });
  expect(await pay.downloadBill(day)).toEqual({ kind: 'none' });
  clock.advance(360 * 24 * 3_600_000);
  expect((await pay.downloadBill(day)).kind).toBe('unknown');
});
