import { expect, test } from 'vitest';
import type { ProviderOrder, RawNotice, RefundRequest } from '../../ports/payment-provider.ts';
import { openProviderBench } from '../testing/provider-bench.ts';
import { createMedicalAccount, type MedicalAccountAdapter } from './create-medical-account.ts';

const bench = await openProviderBench('medical-account', { seed: 11 });
const { clock, sandbox, notices, problems, fault, notifyUrl } = bench;

const OWNER = { name: '林美', idNumber: '32010619880316002X' };

function payAt(baseUrl: string): MedicalAccountAdapter {
  const { app, platform, appSecret, ...numbers } = sandbox.keys.medicalAccount;
  return bench.opens(
    createMedicalAccount({
      ...{ ...numbers, baseUrl, clock, log: bench.log },
      privateKey: Buffer.from(app.privateKeyBase64, 'base64'),
      appSecrets: [appSecret],
      platformPublicKeys: [Buffer.from(platform.publicKeyBase64, 'base64')],
      connectTimeoutMs: 1_000,
      totalTimeoutMs: 1_500,
      billTimeoutMs: 1_500,
    }),
  );
}
const pay = payAt(sandbox.origin);
bench.answerNotices(() => pay.notices.answer(null));

const unheardOf = { merchantOrderNo: 'JX000000000000000000099', placedAtMs: 0 };
let count = 0;

const askOf = (askNo: string) => ({
  ...{ askNo, owner: OWNER, state: 'state-1', notifyUrl },
  returnUrl: 'http://localhost:3140/pay/medical-account/authorised',
});

/** A permission that the owner has given at the bureau. */
async function permission(): Promise<string> {
  count += 1;
  const askNo = `AJS${String(count).padStart(19, '0')}`;
  const page = await pay.permissionPage(askOf(askNo));
  if (page.kind !== 'page') throw new Error(page.kind);
  sandbox.control.medicalAccount.authorisations.decide(askNo, 'OK');
  await sandbox.control.settle();
  const read = pay.verifyPermission(notices.pop() as RawNotice);
  if (read.kind !== 'granted') throw new Error(read.kind);
  return read.permissionNo;
}

async function order(change: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
  const permissionNo = await permission();
  return bench.order({
    way: {
      kind: 'medical-account',
      returnUrl: 'http://localhost:3140/pay/medical-account/return',
      quitUrl: 'http://localhost:3140/#/pay?orderNo=JS1',
      payer: OWNER,
      permissionNo,
    },
    ...change,
  });
}

async function openedOrder(change: Partial<ProviderOrder> = {}): Promise<ProviderOrder> {
  const made = await order(change);
  expect(await pay.create(made)).toMatchObject({ kind: 'created' });
  return made;
}

async function paidOrder(): Promise<ProviderOrder> {
  const made = await openedOrder();
  sandbox.control.medicalAccount.orders.act(made.merchantOrderNo, 'pay');
  return made;
}

const refundOf = (made: ProviderOrder, change: Partial<RefundRequest> = {}): RefundRequest =>
  bench.refundOf(made, { providerTxn: '', ...change });

const seconds = (ms: number): number => Math.floor(ms / 1000) * 1000;
const account = (change: object) => {
  const known = sandbox.control.medicalAccount.accounts.find(OWNER.idNumber);
  if (known) sandbox.control.medicalAccount.accounts.set({ ...known, ...change });
};

test('whether an account may pay: open, nothing in it, and every reason why not', async () => {
  expect(await pay.isOpen(OWNER, '320500')).toEqual({ kind: 'open' });
  account({ balanceFen: 0 });
  expect(await pay.isOpen(OWNER, '320500')).toEqual({ kind: 'closed', reason: 'balance' });
  account({ balanceFen: 5_000_000, accountOpen: false });
  for (const [closedReason, reason] of [
    ['40301', 'place'],
    ['42202', 'province'],
    ['50001', 'hours'],
  ] as const) {
    account({ closedReason });
    expect(await pay.isOpen(OWNER, '320500')).toEqual({ kind: 'closed', reason });
  }
  account({ accountOpen: true });
  expect(await pay.isOpen({ ...OWNER, name: '别人' }, '320500')).toEqual({ kind: 'closed', reason: 'province' });
  fault({ kind: 'timeout_before', call: 'account.query' });
  expect(await pay.isOpen(OWNER, '320500')).toMatchObject({ kind: 'unknown' });
});

test('the page of permission: the same ask finds it again, the browser brings back a hint, the notice counts', async () => {
  const ask = askOf('AJS9000000000000000001');
  const page = await pay.permissionPage(ask);
  expect(await pay.permissionPage(ask)).toEqual(page);
  expect(await pay.permissionPage({ ...ask, state: 'state-2' })).toMatchObject({ kind: 'refused', code: '40901' });
  if (page.kind !== 'page') return;
  const token = new URL(page.url).searchParams.get('token') as string;
  const pressed = await fetch(`${sandbox.origin}/medical-account/authorise`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token, result: 'OK' }),
  });
  const back = new URL(pressed.headers.get('location') as string);
  expect(back.pathname).toBe(pay.permissionReturnPath);
  expect(pay.readPermissionReturn(back.search.slice(1))).toEqual({
    ...{ askNo: ask.askNo, state: 'state-1', saysGranted: true },
  });
  await sandbox.control.settle();
  expect(pay.verifyPermission(notices[0] as RawNotice)).toMatchObject({
    ...{ kind: 'granted', askNo: ask.askNo, expiresAtMs: seconds(clock.now()) + 600_000 },
  });
});

test('the cashier’s address; its way back carries our number; used, foreign and late permissions are refused', async () => {
  const made = await order();
  const created = await pay.create(made);
  if (created.kind !== 'created') throw new Error(created.kind);
  const token = new URL(created.handle).searchParams.get('token') as string;
  const pressed = await fetch(`${sandbox.origin}/medical-account/cashier`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token, action: 'pay' }),
  });
  const back = new URL(pressed.headers.get('location') as string);
  expect(back.pathname).toBe(pay.browserReturn?.path);
  expect(pay.browserReturn?.merchantOrderNoOf(back.search.slice(1))).toBe(made.merchantOrderNo);
  const refused = { kind: 'refused', code: '40302' };
  expect(await pay.create({ ...made, merchantOrderNo: `${made.merchantOrderNo.slice(0, -1)}X` })).toMatchObject(
    refused,
  );
  const late = await order();
  clock.advance(10 * 60_000);
  expect(await pay.create(late)).toMatchObject(refused);
});

test('the same number and data find the order again; paid and closed are told; other data are refused', async () => {
  const made = await openedOrder();
  expect(await pay.create(made)).toMatchObject({ kind: 'created' });
  expect(await pay.create({ ...made, amountFen: 31_600 })).toMatchObject({ kind: 'refused', code: '40901' });
  const paid = await paidOrder();
  expect(await pay.create(paid)).toEqual({ kind: 'already-paid' });
  expect(await pay.close(made)).toEqual({ kind: 'closed' });
  expect(await pay.create(made)).toEqual({ kind: 'closed' });
});

test('a balance that is short and an account that was shut meanwhile refuse the order', async () => {
  account({ balanceFen: 15_799 });
  expect(await pay.create(await order())).toMatchObject({ kind: 'refused', code: '42201' });
  account({ balanceFen: 5_000_000, accountOpen: false, closedReason: '40301' });
  expect(await pay.create(await order())).toMatchObject({ kind: 'refused', code: '40301' });
  account({ accountOpen: true });
});

test('query: unpaid, paid, refunded in part and in whole, failed, closed by time, unheard of', async () => {
  const made = await openedOrder();
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  const paid = sandbox.control.medicalAccount.orders.act(made.merchantOrderNo, 'pay');
  const evidence = {
    ...{ merchantOrderNo: made.merchantOrderNo, providerTxn: paid.payOrdId, amountFen: 15_800 },
    ...{ currency: 'CNY', paidAtMs: seconds(clock.now()), payerId: null },
  };
  expect(await pay.query(made)).toEqual({ kind: 'paid', evidence });
  await pay.refund(refundOf(made, { refundNo: 'RPART0001', refundFen: 800 }));
  sandbox.control.medicalAccount.refunds.settle('RPART0001');
  expect(await pay.query(made)).toEqual({ kind: 'paid', evidence });
  await pay.refund(refundOf(made, { refundFen: 15_000 }));
  sandbox.control.medicalAccount.refunds.settle(`R${made.merchantOrderNo}`);
  expect(await pay.query(made)).toEqual({ kind: 'refunded', evidence });
  const failed = await openedOrder();
  sandbox.control.medicalAccount.orders.act(failed.merchantOrderNo, 'balance-short');
  expect(await pay.query(failed)).toEqual({ kind: 'closed' });
  const late = await openedOrder({ expiresAtMs: clock.now() + 60_000 });
  clock.advance(61_000);
  expect(await pay.query(late)).toEqual({ kind: 'closed' });
  expect(await pay.query(unheardOf)).toEqual({ kind: 'absent' });
});

test.each(['SUCCESS', 'FAIL'] as const)(
  'with the insurance core it is neither paid nor free: then %s',
  async (outcome) => {
    const made = await openedOrder();
    sandbox.control.medicalAccount.orders.act(made.merchantOrderNo, 'submit');
    expect(await pay.query(made)).toMatchObject({ kind: 'unknown' });
    expect(await pay.close(made)).toMatchObject({ kind: 'unknown' });
    sandbox.control.medicalAccount.orders.settle(made.merchantOrderNo, outcome);
    expect((await pay.query(made)).kind).toBe(outcome === 'SUCCESS' ? 'paid' : 'closed');
  },
);

test('close tells closed, absent and paid apart, and may be repeated', async () => {
  expect(await pay.close(unheardOf)).toEqual({ kind: 'absent' });
  const made = await openedOrder();
  for (let round = 0; round < 2; round++) expect(await pay.close(made)).toEqual({ kind: 'closed' });
  const paid = await paidOrder();
  expect(await pay.close(paid)).toEqual({ kind: 'paid' });
  fault({ kind: 'pay_between_query_and_close', call: 'order.close' });
  expect(await pay.close(await openedOrder())).toEqual({ kind: 'paid' });
  const late = await openedOrder();
  fault({ kind: 'late_pay_after_close', call: 'order.close' });
  expect(await pay.close(late)).toEqual({ kind: 'closed' });
  clock.advance(2_000);
  await sandbox.control.settle();
  expect((await pay.query(late)).kind).toBe('paid');
});

test('a refund goes back to the account: taken, then settled; never twice, never with another amount', async () => {
  const made = await paidOrder();
  const before = sandbox.control.medicalAccount.accounts.find(OWNER.idNumber)?.balanceFen as number;
  expect(await pay.queryRefund(refundOf(made))).toEqual({ kind: 'absent' });
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'processing' });
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'processing' });
  expect(await pay.refund(refundOf(made, { refundFen: 1 }))).toMatchObject({ kind: 'refused', code: '40901' });
  expect(await pay.refund(refundOf(made, { refundNo: 'RMORE0001' }))).toMatchObject({ kind: 'refused', code: '40902' });
  sandbox.control.medicalAccount.refunds.settle(`R${made.merchantOrderNo}`);
  const settled = { kind: 'settled', settledAtMs: seconds(clock.now()), refundFen: 15_800 };
  expect(await pay.queryRefund(refundOf(made))).toMatchObject(settled);
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'settled' });
  expect(sandbox.control.medicalAccount.accounts.find(OWNER.idNumber)?.balanceFen).toBe(before + 15_800);
  expect(await pay.refund(refundOf(await openedOrder()))).toMatchObject({ kind: 'refused', code: '40902' });
});

test.each([
  ['refund_fail', 'closed'],
  ['refund_abnormal', 'abnormal'],
] as const)('%s is “%s”', async (kind, expected) => {
  const made = await paidOrder();
  fault({ kind, call: 'refund.create' });
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'processing' });
  clock.advance(3_000);
  await sandbox.control.settle();
  expect(await pay.queryRefund(refundOf(made))).toMatchObject({ kind: expected });
});

test.each([true, false])('50002 on a refund says nothing (done: %s); the query tells', async (applied) => {
  const made = await paidOrder();
  fault({ kind: 'core_timeout', call: 'refund.create', args: { applied } });
  expect(await pay.refund(refundOf(made))).toEqual({ kind: 'unknown', message: '50002' });
  expect((await pay.queryRefund(refundOf(made))).kind).toBe(applied ? 'processing' : 'absent');
});

test('notices: payment and refund, each sent once because the answer was understood', async () => {
  const made = await paidOrder();
  await sandbox.control.settle();
  await pay.refund(refundOf(made));
  sandbox.control.medicalAccount.refunds.settle(`R${made.merchantOrderNo}`);
  await sandbox.control.settle();
  expect(await Promise.all(notices.map((notice) => pay.verifyNotice(notice)))).toMatchObject([
    { kind: 'paid', evidence: { merchantOrderNo: made.merchantOrderNo, amountFen: 15_800 } },
    { kind: 'refund', refundNo: `R${made.merchantOrderNo}`, result: { kind: 'settled' } },
  ]);
});

test.each([
  ['notify_bad_sign', 'signature'],
  ['notify_tampered', 'signature'],
  ['notify_foreign_cert', 'signature'],
  ['notify_stale', 'stale'],
  ['notify_wrong_merchant', 'merchant'],
  ['notify_wrong_appid', 'app'],
] as const)('%s is refused as “%s”', async (kind, reason) => {
  const made = await openedOrder();
  fault({ kind, call: 'notify' });
  sandbox.control.medicalAccount.orders.act(made.merchantOrderNo, 'pay');
  await sandbox.control.settle();
  expect(await pay.verifyNotice(notices[0] as RawNotice)).toEqual({ kind: 'refused', reason, probe: false });
});

const BROKEN = [
  ...(['timeout_before', 'timeout_after', 'http_500', 'http_502_html', 'busy_code', 'rate_limit'] as const),
  ...(['truncated', 'not_json', 'wrong_charset', 'bad_response_sign'] as const),
] as const;

test.each(BROKEN)('%s proves nothing, whichever call it hits', async (kind) => {
  const made = await paidOrder();
  fault({ kind, times: 100 });
  const answers = await Promise.all([
    pay.create(made),
    pay.query(made),
    pay.close(made),
    pay.refund(refundOf(made)),
    pay.queryRefund(refundOf(made)),
    pay.isOpen(OWNER, '320500'),
    pay.permissionPage(askOf('AJS8000000000000000001')),
    pay.settlementLines('ORD1'),
    pay.downloadBill('2026-11-20'),
  ]);
  expect(new Set(answers.map((answer) => answer.kind))).toEqual(new Set(['unknown']));
});

test('a clock that is wrong on either side never counts as an answer, and raises an alarm', async () => {
  const made = await paidOrder();
  fault({ kind: 'clock_skew', times: 100 });
  expect((await pay.query(made)).kind).toBe('unknown');
  expect((await pay.close(made)).kind).toBe('unknown');
  expect(problems.length).toBeGreaterThanOrEqual(2);
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

test('a centre that is not there, or does not sign, is “unknown”', async () => {
  expect(await payAt('http://127.0.0.1:1').query(unheardOf)).toMatchObject({ kind: 'unknown' });
  const body = JSON.stringify({ code: '40401', message: '', signType: 'SM2', signData: 'A'.repeat(88) });
  const fooled = payAt(await bench.impostor(() => ({ body })));
  expect(await fooled.query(unheardOf)).toMatchObject({ kind: 'unknown' });
  expect(await fooled.close(unheardOf)).toMatchObject({ kind: 'unknown' });
  expect(problems.length).toBeGreaterThan(0);
});

test('what the insurance core booked', async () => {
  const made = await paidOrder();
  const asked = await pay.query(made);
  if (asked.kind !== 'paid') throw new Error(asked.kind);
  const line = {
    ...{ itemName: '补充医疗保险保费', settlementNo: expect.stringMatching(/^MP\d{16}$/) },
    ...{ amountFen: 15_800, accountFen: 15_800, ownFen: 0, settledAtMs: seconds(clock.now()) },
  };
  expect(await pay.settlementLines(asked.evidence.providerTxn)).toEqual({ kind: 'lines', lines: [line] });
  expect(await pay.settlementLines('ORD000000001')).toEqual({ kind: 'none' });
});

test('the bill: not ready, none, and the day’s rows', async () => {
  const made = await paidOrder();
  await pay.refund(refundOf(made, { refundFen: 800 }));
  sandbox.control.medicalAccount.refunds.settle(`R${made.merchantOrderNo}`);
  const day = new Date(clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(await pay.downloadBill(day)).toEqual({ kind: 'not-ready' });
  clock.advance(34 * 3_600_000);
  const bill = await pay.downloadBill(day);
  expect(bill).toMatchObject({ kind: 'bill', day, sha1: expect.stringMatching(/^[0-9a-f]{40}$/) });
  if (bill.kind !== 'bill') return;
  const common = {
    ...{ merchantOrderNo: made.merchantOrderNo, providerTxn: expect.stringMatching(/^ORD\d{29}$/) },
    ...{ settled: true, atMs: expect.any(Number) },
  };
  expect(bill.rows.filter((row) => row.merchantOrderNo === made.merchantOrderNo)).toEqual([
    { ...common, kind: 'payment', refundNo: null, amountFen: 15_800 },
    { ...common, kind: 'refund', refundNo: `R${made.merchantOrderNo}`, amountFen: 800 },
  ]);
  fault({ kind: 'bill_missing', call: 'bill' });
  expect(await pay.downloadBill(day)).toEqual({ kind: 'none' });
  expect(await pay.downloadBill('2026-01-02')).toMatchObject({ kind: 'bill', rows: [] });
});
