import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, keysFromVectors, makeFreshKeys, type SandboxKeys } from '@huimin/sandbox';
import { expect, test } from 'vitest';
import type { ProviderOrder, RawNotice } from '../../ports/payment-provider.ts';
import { openProviderBench } from '../testing/provider-bench.ts';
import { createWechatPay, type WechatPayAdapter } from './create-wechat-pay.ts';

const bench = await openProviderBench('wechat-pay', { signTestProbes: false });
const { clock, sandbox, problems, fault } = bench;
const openId = sandbox.control.users.list()[0]?.openid as string;

function payOf(keys: SandboxKeys, baseUrl: string, change: Partial<Parameters<typeof createWechatPay>[0]> = {}) {
  const { mchid, merchant, apiV3Key, platformPublicKey } = keys.wechatPay;
  return bench.opens(
    createWechatPay({
      ...{ baseUrl, clock, appId: keys.wechatAccount.appId, merchantId: mchid },
      merchantSerialNo: merchant.serialNo,
      merchantPrivateKeyPem: merchant.privateKeyPem,
      apiV3Keys: [apiV3Key],
      publicKeys: [{ id: platformPublicKey.publicKeyId, pem: platformPublicKey.publicKeyPem }],
      useCertificates: false,
      random: { bytes: (size) => randomBytes(size), below: () => 0 },
      log: { ...bench.log, warn: bench.log.error },
      connectTimeoutMs: 1_000,
      totalTimeoutMs: 1_500,
      ...change,
    }),
  );
}
const pay = payOf(sandbox.keys, sandbox.origin);

const unheardOf = { merchantOrderNo: 'JX000000000000000000099', placedAtMs: 0 };

const order = (change: Partial<ProviderOrder> = {}): ProviderOrder =>
  bench.order({
    notifyUrl: 'http://127.0.0.1:9/hmb-js26/api/wxpay/notify',
    way: { kind: 'jsapi', openId },
    ...change,
  });

async function paidOrder(): Promise<ProviderOrder> {
  const made = order();
  await pay.create(made);
  sandbox.control.orders.act(made.merchantOrderNo, 'pay');
  return made;
}

test('a JSAPI order opens the cashier with the bridge’s own fields', async () => {
  const made = order();
  const created = await pay.create(made);
  if (created.kind !== 'created') throw new Error(created.kind);
  const bridge = pay.signBridge(created.handle, 'ABCDEF0123456789', Math.floor(clock.now() / 1000));
  const query = new URLSearchParams({ page: 'http://localhost:3140/', ...bridge });
  expect((await (await fetch(`${sandbox.origin}/_wx/cashier?${query}`)).text()).includes(made.merchantOrderNo)).toBe(
    true,
  );
  query.set('nonceStr', 'ABCDEF0123456788');
  expect((await (await fetch(`${sandbox.origin}/_wx/cashier?${query}`)).text()).includes(made.merchantOrderNo)).toBe(
    false,
  );
  expect(sandbox.control.orders.find(made.merchantOrderNo)).toMatchObject({
    expiresAtMs: Math.floor(made.expiresAtMs / 1000) * 1000,
    totalFen: 15_800,
    openid: openId,
  });
});

test('an H5 order leads to the cashier and back to the given page', async () => {
  const returnUrl = 'http://localhost:3140/#/payLoading?orderNo=JS1';
  const made = order({ way: { kind: 'h5', returnUrl, clientSystem: 'Android' } });
  const created = await pay.create(made);
  if (created.kind !== 'created') throw new Error(created.kind);
  expect(new URL(created.handle).searchParams.get('redirect_url')).toBe(returnUrl);
  const page = await fetch(created.handle, { headers: { referer: 'http://localhost:3140/' } });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(made.merchantOrderNo);
});

test('the same order may be sent again; other data, a stranger’s openId, a paid and a closed order are told apart', async () => {
  const made = order();
  expect(await pay.create(made)).toMatchObject({ kind: 'created' });
  expect(await pay.create(made)).toMatchObject({ kind: 'created' });
  expect(await pay.create({ ...made, amountFen: 1 })).toMatchObject({ kind: 'refused', code: 'INVALID_REQUEST' });
  sandbox.control.orders.act(made.merchantOrderNo, 'pay');
  expect(await pay.create(made)).toEqual({ kind: 'already-paid' });
  const closed = order();
  await pay.create(closed);
  await pay.close(closed);
  expect(await pay.create(closed)).toEqual({ kind: 'closed' });
  const stranger = order({ way: { kind: 'jsapi', openId: 'oStranger' } });
  expect(await pay.create(stranger)).toMatchObject({ kind: 'refused', code: 'OPENID_MISMATCH' });
});

test('a long description is cut by characters, not refused', async () => {
  expect(await pay.create(order({ description: '保'.repeat(200) }))).toMatchObject({ kind: 'created' });
});

test('query tells absent, unpaid, paid, refunded and closed apart', async () => {
  const made = order();
  expect(await pay.query(made)).toEqual({ kind: 'absent' });
  await pay.create(made);
  expect(await pay.query(made)).toEqual({ kind: 'unpaid' });
  const paid = sandbox.control.orders.act(made.merchantOrderNo, 'pay');
  const evidence = {
    merchantOrderNo: made.merchantOrderNo,
    providerTxn: paid.transactionId,
    amountFen: 15_800,
    currency: 'CNY',
    paidAtMs: Math.floor(clock.now() / 1000) * 1000,
    payerId: openId,
  };
  expect(await pay.query(made)).toEqual({ kind: 'paid', evidence });
  await pay.refund(refundOf(made));
  expect(await pay.query(made)).toEqual({ kind: 'refunded', evidence });
  const expired = order({ expiresAtMs: clock.now() + 60_000 });
  await pay.create(expired);
  clock.advance(61_000);
  expect(await pay.query(expired)).toEqual({ kind: 'closed' });
});

test('close tells closed, absent and paid apart, and may be repeated', async () => {
  const made = order();
  expect(await pay.close(made)).toEqual({ kind: 'absent' });
  await pay.create(made);
  expect(await pay.close(made)).toEqual({ kind: 'closed' });
  expect(await pay.close(made)).toEqual({ kind: 'closed' });
  expect(await pay.close(await paidOrder())).toEqual({ kind: 'paid' });
});

const refundOf = (made: ProviderOrder, change: { refundNo?: string; refundFen?: number } = {}) =>
  bench.refundOf(made, { providerTxn: '', ...change });

test('a refund is accepted, settles, and the same number is never paid twice', async () => {
  const made = await paidOrder();
  const refundNo = `R${made.merchantOrderNo}`;
  expect(await pay.queryRefund(refundOf(made))).toEqual({ kind: 'absent' });
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'processing' });
  expect(await pay.refund(refundOf(made))).toMatchObject({ kind: 'processing' });
  expect(await pay.refund(refundOf(made, { refundFen: 1 }))).toMatchObject({
    kind: 'refused',
    code: 'INVALID_REQUEST',
  });
  sandbox.control.refunds.settle(refundNo);
  expect(await pay.queryRefund(refundOf(made))).toMatchObject({
    kind: 'settled',
    settledAtMs: Math.floor(clock.now() / 1000) * 1000,
    refundFen: 15_800,
  });
  expect(sandbox.control.refunds.list().filter((row) => row.outTradeNo === made.merchantOrderNo)).toHaveLength(1);
});

test('a refund that cannot be paid out says which kind of trouble it is', async () => {
  const empty = await paidOrder();
  fault({ kind: 'refund_account_empty', call: 'refund.create' });
  expect(await pay.refund(refundOf(empty))).toMatchObject({ kind: 'refused', code: 'NOT_ENOUGH' });
  expect(await pay.refund(refundOf(empty))).toMatchObject({ kind: 'processing' });
  for (const [status, kind] of [
    ['ABNORMAL', 'abnormal'],
    ['CLOSED', 'closed'],
  ] as const) {
    const made = await paidOrder();
    await pay.refund(refundOf(made));
    sandbox.control.refunds.settle(`R${made.merchantOrderNo}`, status);
    expect(await pay.queryRefund(refundOf(made))).toMatchObject({ kind });
  }
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
  const made = await paidOrder();
  fault({ kind, times: 100 });
  const answers = await Promise.all([
    pay.query(made),
    pay.close(made),
    pay.create(order()),
    pay.refund(refundOf(made)),
  ]);
  // Error answers are unsigned, so of a refused close the code "already paid" remains, and it only leads to a question.
  const closeKnows = kind === 'bad_response_sign';
  expect(answers.map((answer) => answer.kind)).toEqual([
    'unknown',
    closeKnows ? 'paid' : 'unknown',
    'unknown',
    'unknown',
  ]);
});

test('a question that meets one broken answer is asked again by itself', async () => {
  const made = await paidOrder();
  for (const kind of ['http_500', 'http_502_html', 'busy_code'] as const) {
    fault({ kind, call: 'order.query' });
    expect((await pay.query(made)).kind).toBe('paid');
  }
  fault({ kind: 'timeout_after', call: 'order.query', args: { reset: true } });
  expect((await pay.query(made)).kind).toBe('paid');
});

test('an answer with a wrong signature raises an alarm; a probe is asked again without one', async () => {
  const made = await paidOrder();
  fault({ kind: 'bad_response_sign' });
  expect(await pay.query(made)).toMatchObject({ kind: 'unknown' });
  expect(problems).toHaveLength(1);
  problems.length = 0;
  const probing = await createSandbox({ port: 0, clock, keys: sandbox.keys, seed: 3, controlApi: false });
  bench.opens(probing);
  const careful = payOf(sandbox.keys, probing.origin);
  for (let round = 0; round < 80; round++) {
    expect(await careful.query(unheardOf)).toEqual({ kind: 'absent' });
    expect((await careful.create(order())).kind).toBe('created');
  }
  expect(probing.control.log().some((entry) => entry.reason?.includes('SIGNTEST'))).toBe(true);
  expect(problems).toEqual([]);
});

test('a provider that is not there, or another one in its place, is “unknown”', async () => {
  const nobody = payOf(sandbox.keys, 'http://127.0.0.1:1');
  expect(await nobody.query(unheardOf)).toMatchObject({ kind: 'unknown' });
  const fooled = payOf(sandbox.keys, await bench.impostor(() => ({ body: '{"trade_state":"SUCCESS"}' })));
  expect(await fooled.query(unheardOf)).toMatchObject({ kind: 'unknown' });
  expect(await fooled.close(unheardOf)).toMatchObject({ kind: 'unknown' });
});

test('certificate mode and the migration to the public key: notices of both keys are believed', async () => {
  const keys = makeFreshKeys();
  const notices: RawNotice[] = [];
  const notifyUrl = await bench.receiver(notices);
  const migrating = await createSandbox({
    port: 0,
    clock,
    keys,
    seed: 5,
    controlApi: false,
    signTestProbes: false,
    notifyKey: 'mixed',
  });
  bench.opens(migrating);
  const both = payOf(keys, migrating.origin, { useCertificates: true });
  const certificatesOnly = payOf(keys, migrating.origin, { useCertificates: true, publicKeys: [] });
  const publicKeyOnly = payOf(keys, migrating.origin);
  const payer = migrating.control.users.list()[0]?.openid as string;
  for (let round = 0; round < 12; round++) {
    const made = order({ notifyUrl, way: { kind: 'jsapi', openId: payer } });
    expect((await certificatesOnly.create(made)).kind).toBe('created');
    expect((await both.query(made)).kind).toBe('unpaid');
    migrating.control.orders.act(made.merchantOrderNo, 'pay');
  }
  await migrating.control.settle();
  const kinds = async (reader: WechatPayAdapter) =>
    (await Promise.all(notices.map((notice) => reader.verifyNotice(notice)))).map((read) => read.kind);
  expect(new Set(await kinds(both))).toEqual(new Set(['paid']));
  expect(new Set(await kinds(publicKeyOnly))).toEqual(new Set(['paid', 'refused']));
  const asked = migrating.control.log().filter((entry) => entry.target.startsWith('/v3/certificates')).length;
  expect(asked).toBeLessThanOrEqual(2);
});

test('a certificate list that comes with a probe is asked for again at once: nothing waits a minute for it', async () => {
  let probes = 1;
  // What the platform answers, passed on; the first signature is one of those that are wrong on purpose.
  const passing = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const answer = await fetch(`${sandbox.origin}${request.url}`, {
      headers: headers.filter(([name]) => name !== 'host' && name !== 'connection'),
    });
    const said = Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('wechatpay-')));
    if (request.url === '/v3/certificates' && probes-- > 0)
      said['wechatpay-signature'] = `WECHATPAY/SIGNTEST/${said['wechatpay-signature']?.slice(0, 64)}`;
    response.writeHead(answer.status, said).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => passing.listen(0, '127.0.0.1', resolve));
  bench.opens({ close: () => passing.close() });
  const origin = `http://127.0.0.1:${(passing.address() as AddressInfo).port}`;
  const reader = payOf(sandbox.keys, origin, { useCertificates: true, publicKeys: [] });
  const made = await paidOrder();
  expect(await reader.query(made)).toMatchObject({ kind: 'paid' });
  expect(probes).toBe(-1);
  expect(problems).toEqual([]);
});

test('what the platform refuses is noted with the id by which it finds the call; an order that it does not know is not', async () => {
  const noted: object[] = [];
  const noting = payOf(sandbox.keys, sandbox.origin, {
    log: { ...bench.log, info: (fields) => void noted.push(fields) },
  });
  await noting.query(unheardOf);
  await noting.close(unheardOf);
  expect(noted).toEqual([]);
  const made = await paidOrder();
  expect((await noting.refund(refundOf(made, { refundFen: 15_801 }))).kind).toBe('refused');
  expect(noted).toEqual([
    {
      ...{ path: '/v3/refund/domestic/refunds', status: 400, code: 'INVALID_REQUEST' },
      providerRequestId: expect.stringMatching(/^08[0-9A-F]+-268435461$/),
    },
  ]);
});

test('a 404 that is not the platform’s word for “no such refund” proves nothing', async () => {
  for (const [code, kind] of [
    ['RESOURCE_NOT_EXISTS', 'absent'],
    ['NOT_FOUND', 'unknown'],
  ] as const) {
    const answer = { status: 404, body: JSON.stringify({ code, message: 'no' }) };
    const fooled = payOf(sandbox.keys, await bench.impostor(() => answer));
    expect(await fooled.queryRefund(refundOf(order()))).toMatchObject({ kind });
  }
});

test('APIv3 key and public key are replaced while the shop runs: no notice is lost, and the former ones end', async () => {
  const keys = keysFromVectors();
  const { apiV3Key: formerV3Key, platformPublicKey: formerPair } = keys.wechatPay;
  const { apiV3Key: nextV3Key, platformPublicKey: nextPair } = makeFreshKeys().wechatPay;
  const changing = await createSandbox({ port: 0, clock, keys, seed: 6, controlApi: false, signTestProbes: false });
  bench.opens(changing);
  const listing = (v3Keys: string[], pairs: (typeof formerPair)[]) =>
    payOf(keys, changing.origin, {
      apiV3Keys: v3Keys,
      publicKeys: pairs.map(({ publicKeyId: id, publicKeyPem: pem }) => ({ id, pem })),
    });
  const prepared = listing([formerV3Key, nextV3Key], [formerPair, nextPair]);
  const turned = listing([nextV3Key, formerV3Key], [nextPair, formerPair]);
  const finished = listing([nextV3Key], [nextPair]);
  const byCertificate = (apiV3Keys: string[]) =>
    payOf(keys, changing.origin, { apiV3Keys, publicKeys: [], useCertificates: true });
  const notices: RawNotice[] = [];
  const notifyUrl = await bench.receiver(notices);
  const payer = changing.control.users.list()[0]?.openid as string;
  async function paidThrough(shop: WechatPayAdapter): Promise<ProviderOrder> {
    const made = order({ notifyUrl, way: { kind: 'jsapi', openId: payer } });
    expect((await shop.create(made)).kind).toBe('created');
    changing.control.orders.act(made.merchantOrderNo, 'pay');
    await changing.control.settle();
    expect((await shop.query(made)).kind).toBe('paid');
    return made;
  }
  const kindsFor = async (shop: WechatPayAdapter) =>
    (await Promise.all(notices.map((notice) => shop.verifyNotice(notice)))).map(({ kind }) => kind);

  const made = await paidThrough(prepared);
  expect((await byCertificate([formerV3Key, nextV3Key]).query(made)).kind).toBe('paid');
  Object.assign(keys.wechatPay, { apiV3Key: nextV3Key, platformPublicKey: nextPair });
  await paidThrough(turned);
  expect((await byCertificate([formerV3Key, nextV3Key]).query(made)).kind).toBe('paid');
  expect((await byCertificate([formerV3Key]).query(made)).kind).toBe('unknown');
  expect(await kindsFor(prepared)).toEqual(['paid', 'paid']);
  expect(await kindsFor(turned)).toEqual(['paid', 'paid']);
  await paidThrough(finished);
  expect(await kindsFor(finished)).toEqual(['refused', 'paid', 'paid']);
});

test('a forged serial asks for the certificates at most once a minute', async () => {
  const reader = payOf(sandbox.keys, sandbox.origin, { useCertificates: true });
  const asked = () => sandbox.control.log().filter((entry) => entry.target.startsWith('/v3/certificates')).length;
  const before = asked();
  const forged = (): RawNotice => ({
    headers: {
      'wechatpay-timestamp': String(Math.floor(clock.now() / 1000)),
      'wechatpay-nonce': 'N',
      'wechatpay-serial': `4F${randomBytes(19).toString('hex').toUpperCase()}`,
      'wechatpay-signature': randomBytes(256).toString('base64'),
    },
    body: Buffer.from('{}'),
  });
  for (let round = 0; round < 20; round++) {
    expect(await reader.verifyNotice(forged())).toMatchObject({ kind: 'refused', reason: 'unknown-key' });
  }
  expect(asked() - before).toBe(1);
  clock.advance(61_000);
  await reader.verifyNotice(forged());
  expect(asked() - before).toBe(2);
});

test('the trade bill: not ready, none, and the day’s text checked against its hash', async () => {
  const made = await paidOrder();
  await pay.refund(refundOf(made, { refundFen: 800 }));
  await sandbox.clock.advance(5_000);
  const day = new Date(clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  clock.advance(24 * 3_600_000 - 60 * 60_000);
  expect((await pay.downloadBill(day)).kind).toBe('not-ready');
  clock.advance(12 * 3_600_000);
  const bill = await pay.downloadBill(day);
  expect(bill).toMatchObject({ kind: 'bill', day, sha1: expect.stringMatching(/^[0-9a-f]{40}$/) });
  if (bill.kind !== 'bill') return;
  expect(bill.text).toContain(`\`${made.merchantOrderNo}`);
  const common = { merchantOrderNo: made.merchantOrderNo, providerTxn: expect.stringMatching(/^42/), settled: true };
  expect(bill.rows.filter((row) => row.merchantOrderNo === made.merchantOrderNo)).toEqual([
    { ...common, kind: 'payment', refundNo: null, amountFen: 15_800, atMs: expect.any(Number) },
    { ...common, kind: 'refund', refundNo: `R${made.merchantOrderNo}`, amountFen: 800, atMs: expect.any(Number) },
  ]);
  fault({ kind: 'bill_hash_wrong', call: 'bill' });
  expect(await pay.downloadBill(day)).toMatchObject({ kind: 'unknown' });
  fault({ kind: 'truncated', call: 'bill.download' });
  expect(await pay.downloadBill(day)).toMatchObject({ kind: 'unknown' });
  fault({ kind: 'bill_missing', call: 'bill' });
  expect(await pay.downloadBill(day)).toEqual({ kind: 'none' });
});

test('a certificate that is known serves while the list of them does not come', async () => {
  const reader = payOf(sandbox.keys, sandbox.origin, {
    useCertificates: true,
    publicKeys: [],
    totalTimeoutMs: 5_000,
  });
  const made = await paidOrder();
  expect(await reader.query(made)).toMatchObject({ kind: 'paid' });
  clock.advance(12 * 3_600_000 + 1);
  bench.fault({ kind: 'timeout_before', call: 'certificates', times: 9 });
  const begunAtMs = performance.now();
  expect(await reader.query(made)).toMatchObject({ kind: 'paid' });
  expect(performance.now() - begunAtMs).toBeLessThan(2_500);
  // It was asked for all the same.
  await expect.poll(() => sandbox.control.faults.list()).toMatchObject([{ strikes: 1 }]);
});

/** The same sandbox by two names; the first can be broken alone. */
function twoHosts(change: Parameters<typeof payOf>[2] = {}) {
  const { port } = new URL(sandbox.origin);
  const [first, second] = [`127.0.0.1:${port}`, `localhost:${port}`];
  const both = payOf(sandbox.keys, `http://${first}`, { secondUrl: `http://${second}`, ...change });
  const broken = (kind: 'timeout_before' | 'timeout_after' | 'http_500', call: string, times = 1) =>
    sandbox.control.faults.add({ provider: 'wechat-pay', kind, call, match: { host: first }, times });
  return { both, broken, second };
}

test('where the first host does not answer in time the second is asked, for everything that goes by its number', async () => {
  const { both, broken } = twoHosts();
  // Done, and the answer lost: the same order again is the same order.
  const lost = broken('timeout_after', 'order.create');
  const made = order();
  expect(await both.create(made)).toMatchObject({ kind: 'created' });
  expect(sandbox.control.faults.list().find(({ id }) => id === lost.id)?.strikes).toBe(1);
  sandbox.control.orders.act(made.merchantOrderNo, 'pay');
  clock.advance(61_000);
  broken('timeout_before', 'order.query');
  expect(await both.query(made)).toMatchObject({ kind: 'paid' });
  // For a minute the first is left alone: it would not be waited for again.
  const untouched = broken('timeout_before', 'order.query', 9);
  expect(await both.query(made)).toMatchObject({ kind: 'paid' });
  expect(sandbox.control.faults.list().find(({ id }) => id === untouched.id)?.strikes).toBe(0);
  clock.advance(61_000);
  expect(await both.query(made)).toMatchObject({ kind: 'paid' });
  expect(sandbox.control.faults.list().find(({ id }) => id === untouched.id)?.strikes).toBe(1);
  sandbox.control.faults.remove();
});

test('an answer is an answer: what the first host refuses or fails to do is not asked for at the second', async () => {
  const { both, broken } = twoHosts();
  broken('http_500', 'order.create', 9);
  expect(await both.create(order())).toMatchObject({ kind: 'unknown' });
  expect(await both.query(unheardOf)).toEqual({ kind: 'absent' });
  sandbox.control.faults.remove();
});

test('a host that cannot be reached at all costs one try; without another nothing is different', async () => {
  const { second } = twoHosts();
  const closed = 'http://127.0.0.1:9';
  const both = payOf(sandbox.keys, closed, { secondUrl: `http://${second}` });
  const made = order();
  expect(await both.create(made)).toMatchObject({ kind: 'created' });
  expect(await both.close(made)).toMatchObject({ kind: 'closed' });
  expect(await payOf(sandbox.keys, closed).create(order())).toMatchObject({ kind: 'unknown' });
});
