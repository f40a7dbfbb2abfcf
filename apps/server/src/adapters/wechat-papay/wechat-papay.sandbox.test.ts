import { expect, test } from 'vitest';
import type { ProviderOrder, RawNotice } from '../../ports/payment-provider.ts';
import type { SigningHandle } from '../../ports/withholding.ts';
import { type FaultKind, openProviderBench } from '../testing/provider-bench.ts';
import { createWechatPay } from '../wechat-pay/create-wechat-pay.ts';
import { createWechatPapay } from './create-wechat-papay.ts';

const bench = await openProviderBench('wechat-papay', { seed: 3, signTestProbes: false });
const { clock, sandbox, notices, problems, notifyUrl } = bench;
let count = 0;
const random = { bytes: (size: number) => Buffer.alloc(size, count++), below: () => 0 };

const { wechatPay: merchant, wechatPapay: withholding, wechatAccount } = sandbox.keys;
const shared = {
  ...{ baseUrl: sandbox.origin, appId: wechatAccount.appId, merchantId: merchant.mchid, clock, random, log: bench.log },
  ...{ connectTimeoutMs: 1_000, totalTimeoutMs: 1_500 },
};
const papay = bench.opens(
  createWechatPapay({
    ...shared,
    ...{ apiV2Keys: [withholding.apiV2Key], planId: withholding.planId },
    pageBase: sandbox.origin,
  }),
);
const wechatPay = bench.opens(
  createWechatPay({
    ...shared,
    merchantSerialNo: merchant.merchant.serialNo,
    merchantPrivateKeyPem: merchant.merchant.privateKeyPem,
    apiV3Keys: [merchant.apiV3Key],
    publicKeys: [{ id: merchant.platformPublicKey.publicKeyId, pem: merchant.platformPublicKey.publicKeyPem }],
    useCertificates: false,
    createSigned: papay.createSigned,
  }),
);
bench.answerNotices(() => papay.answerNotice(null));

function order(change: Partial<ProviderOrder> = {}): ProviderOrder & { code: string } {
  const openId = sandbox.control.users.list()[0]?.openid ?? '';
  const plain = bench.order({ way: { kind: 'jsapi', openId } });
  const code = `K${plain.merchantOrderNo}`;
  const contract = { contractCode: code, displayAccount: '张*', noticeUrl: notifyUrl };
  return { ...plain, code, way: { kind: 'sign', openId, contract, notifyUrl }, ...change };
}

async function placed(given = order()) {
  const made = await wechatPay.create(given);
  if (made.kind !== 'created') throw new Error(`not created: ${JSON.stringify(made)}`);
  return { ...given, handle: JSON.parse(made.handle) as SigningHandle };
}

/** The payer at the cashier, over the bridge's own parameters. */
async function atCashier(prepayId: string, action: string, signing: string): Promise<string> {
  const bridge = papay.signBridge(prepayId, 'NONCE', Math.floor(clock.now() / 1000));
  const shopOrigin = 'http://localhost:3000';
  const page = await fetch(
    `${sandbox.origin}/_wx/cashier?${new URLSearchParams({ page: `${shopOrigin}/`, ...bridge })}`,
  );
  if (!(await page.text()).includes('确认付款')) return 'refused';
  const form = new URLSearchParams({ prepay_id: prepayId, shop_origin: shopOrigin, action, signing });
  await (await fetch(`${sandbox.origin}/pay/cashier`, { method: 'POST', body: form })).text();
  await sandbox.control.settle();
  return 'pressed';
}

async function signed() {
  const made = await placed();
  expect(await atCashier(made.handle.prepayId, 'pay', 'sign')).toBe('pressed');
  const state = await papay.queryContract(made.code);
  if (state.kind !== 'signed') throw new Error('not signed');
  return { ...made, contractId: state.contractId };
}

test('paid and signed: two notices, and queries of both generations agree', async () => {
  const made = await placed();
  expect(made.handle.signing).toBe(true);
  expect(await papay.queryContract(made.code)).toEqual({ kind: 'absent' });
  expect(await atCashier(made.handle.prepayId, 'pay', 'sign')).toBe('pressed');
  const [contract, payment] = notices;
  expect(papay.readContractNotice(contract as RawNotice)).toMatchObject({
    kind: 'contract',
    contractCode: made.code,
    state: { kind: 'signed', openId: expect.stringContaining('oSandbox'), signedAtMs: expect.any(Number) },
  });
  const paid = papay.readPaymentNotice(payment as RawNotice);
  const asked = await wechatPay.query(made);
  expect(asked.kind).toBe('paid');
  expect(paid).toMatchObject({ kind: 'paid', evidence: asked.kind === 'paid' ? asked.evidence : null });
  expect(await papay.queryContract(made.code)).toMatchObject({ kind: 'signed' });
});

test('paid and not signed, signed and not paid: each is told as it is', async () => {
  const first = await placed();
  await atCashier(first.handle.prepayId, 'pay', 'refuse');
  expect([(await wechatPay.query(first)).kind, (await papay.queryContract(first.code)).kind]).toEqual([
    'paid',
    'absent',
  ]);
  const second = await placed();
  await atCashier(second.handle.prepayId, 'pay', 'only-sign');
  const kinds = [(await wechatPay.query(second)).kind, (await papay.queryContract(second.code)).kind];
  expect(kinds).toEqual(['unpaid', 'signed']);
});

test('a refused contract leaves the payment: the handle says so', async () => {
  const { code } = await signed();
  const again = order();
  const way = again.way as Extract<ProviderOrder['way'], { kind: 'sign' }>;
  const made = await placed({ ...again, way: { ...way, contract: { ...way.contract, contractCode: code } } });
  expect(made.handle).toMatchObject({ signing: false, prepayId: expect.stringMatching(/^wx/) });
});

test('such an order is closed, refunded and billed like any other of the merchant', async () => {
  const closed = await placed();
  expect(await wechatPay.close(closed)).toEqual({ kind: 'closed' });
  expect(await wechatPay.create(closed)).toEqual({ kind: 'closed' });
  expect(await atCashier(closed.handle.prepayId, 'pay', 'sign')).toBe('refused');
  const paid = await signed();
  expect(await wechatPay.close(paid)).toEqual({ kind: 'paid' });
  expect(await wechatPay.create(paid)).toEqual({ kind: 'already-paid' });
  const asked = await wechatPay.query(paid);
  const refund = {
    ...{ refundNo: `R${paid.merchantOrderNo}`, requestedAtMs: clock.now(), merchantOrderNo: paid.merchantOrderNo },
    ...{ providerTxn: asked.kind === 'paid' ? asked.evidence.providerTxn : '', refundFen: 15_800, totalFen: 15_800 },
    ...{ reason: '退保', notifyUrl },
  };
  expect(['settled', 'processing']).toContain((await wechatPay.refund(refund)).kind);
});

test('a page to sign on without paying', async () => {
  const code = 'KJS000000000000000009901';
  const url = papay.signPageUrl({ contractCode: code, displayAccount: '张*', noticeUrl: notifyUrl }, clock.now());
  const headers = { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0', referer: 'http://localhost:3000/' };
  const page = await (await fetch(url, { headers })).text();
  expect(page).toContain(code);
  const outside = await (await fetch(url, { headers: { 'user-agent': 'Mozilla/5.0' } })).text();
  expect(outside).toContain('请在微信客户端打开链接');
  const flipped = url.replace('plan_id=1', 'plan_id=2');
  expect(await (await fetch(flipped, { headers })).text()).toContain('签名错误');
  sandbox.control.papay.contracts.act(code, 'sign');
  expect(await papay.queryContract(code)).toMatchObject({ kind: 'signed' });
});

test('ended: by our call, by the payer, by time; a second end says that there is none', async () => {
  const ours = await signed();
  expect(await papay.terminate(ours.code, '本人关闭')).toEqual({ kind: 'ended' });
  expect(await papay.queryContract(ours.code)).toMatchObject({ kind: 'ended', by: 'merchant' });
  expect(await papay.terminate(ours.code, '本人关闭')).toEqual({ kind: 'ended' });
  expect(await papay.terminate('KJS000000000000000009999', 'x')).toEqual({ kind: 'absent' });
  const theirs = await signed();
  notices.length = 0;
  sandbox.control.papay.contracts.act(theirs.code, 'end');
  await sandbox.control.settle();
  expect(papay.readContractNotice(notices[0] as RawNotice)).toMatchObject({
    contractCode: theirs.code,
    state: { kind: 'ended', by: 'user' },
  });
  // The payer rang up and had it ended: our own wish to end it then finds that it is over.
  const byPhone = await signed();
  sandbox.control.papay.contracts.act(byPhone.code, 'service');
  expect(await papay.queryContract(byPhone.code)).toMatchObject({ kind: 'ended', by: 'user' });
  expect(await papay.terminate(byPhone.code, '本人关闭')).toEqual({ kind: 'ended' });
  const old = await signed();
  sandbox.control.papay.contracts.act(old.code, 'expire');
  expect(await papay.queryContract(old.code)).toMatchObject({ kind: 'ended', by: 'time' });
});

test('charges: announced, taken, asked about; without money; after the end', async () => {
  const { contractId, code } = await signed();
  const charge = (merchantOrderNo: string) => ({
    ...{ merchantOrderNo, contractId, amountFen: 15_800, description: '下一年度保费' },
    ...{ notifyUrl, clientAddress: '203.0.113.7' },
  });
  expect(await wechatPay.announce(contractId, 15_800)).toEqual({ kind: 'announced' });
  expect(await wechatPay.announce('201800000000000000', 15_800)).toMatchObject({ kind: 'refused' });
  expect(await papay.queryCharge('CH0000000001')).toEqual({ kind: 'absent' });
  expect(await papay.charge(charge('CH0000000001'))).toEqual({ kind: 'accepted' });
  await sandbox.control.settle();
  expect(await papay.queryCharge('CH0000000001')).toMatchObject({ kind: 'paid', evidence: { amountFen: 15_800 } });
  expect(papay.readPaymentNotice(notices.at(-1) as RawNotice)).toMatchObject({ kind: 'paid' });
  // The same number once more: taken before, and not taken again.
  expect(await papay.charge(charge('CH0000000001'))).toEqual({ kind: 'accepted' });
  expect(sandbox.control.papay.charges.list()).toHaveLength(1);
  bench.fault({ kind: 'balance_short', call: 'charge' });
  expect(await papay.charge(charge('CH0000000002'))).toEqual({ kind: 'accepted' });
  expect(await papay.queryCharge('CH0000000002')).toEqual({ kind: 'pending' });
  sandbox.control.papay.charges.settle('CH0000000002');
  await sandbox.control.settle();
  expect(await papay.queryCharge('CH0000000002')).toMatchObject({ kind: 'failed', code: 'NOTENOUGH' });
  expect(papay.readPaymentNotice(notices.at(-1) as RawNotice)).toMatchObject({ kind: 'nothing' });
  await papay.terminate(code, '本人关闭');
  expect(await papay.charge(charge('CH0000000003'))).toEqual({ kind: 'contract-ended' });
});

test.each<FaultKind>(['timeout_before', 'http_500', 'http_502_html', 'busy_code', 'rate_limit'])(
  '%s: nothing is known, and the same order goes through afterwards',
  async (kind) => {
    const given = order();
    bench.fault({ kind, call: 'order.sign', times: 3 });
    expect(await wechatPay.create(given)).toMatchObject({ kind: 'unknown' });
    sandbox.control.faults.remove();
    expect(await wechatPay.create(given)).toMatchObject({ kind: 'created' });
  },
);

test('asked too much, it is not asked again at once', async () => {
  bench.fault({ kind: 'rate_limit', call: 'order.sign', times: 100 });
  expect(await wechatPay.create(order())).toMatchObject({ kind: 'unknown', tooOften: true });
  expect(sandbox.control.faults.list()).toMatchObject([{ strikes: 1 }]);
});

test.each<FaultKind>(['timeout_after', 'truncated', 'not_json', 'wrong_charset', 'bad_response_sign'])(
  '%s: it may have happened, so it is unknown; asked again it is the same order',
  async (kind) => {
    const given = order();
    bench.fault({ kind, call: 'order.sign' });
    expect(await wechatPay.create(given)).toMatchObject({ kind: 'unknown' });
    expect(await wechatPay.create(given)).toMatchObject({ kind: 'created' });
    expect(sandbox.control.orders.list().filter((row) => row.outTradeNo === given.merchantOrderNo)).toHaveLength(1);
  },
);

test('an end that got lost on its way back: unknown, and then ended', async () => {
  const { code } = await signed();
  bench.fault({ kind: 'timeout_after', call: 'contract.delete' });
  expect(await papay.terminate(code, '本人关闭')).toMatchObject({ kind: 'unknown' });
  expect(await papay.terminate(code, '本人关闭')).toEqual({ kind: 'ended' });
  bench.fault({ kind: 'bad_response_sign', call: 'contract.query' });
  expect(await papay.queryContract(code)).toMatchObject({ kind: 'unknown' });
  expect(problems).toHaveLength(1);
});

test.each<[FaultKind, object]>([
  ['notify_bad_sign', { kind: 'refused', reason: 'signature' }],
  ['notify_tampered', { kind: 'refused', reason: 'signature' }],
  ['notify_wrong_merchant', { kind: 'refused', reason: 'merchant' }],
  ['notify_wrong_appid', { kind: 'refused', reason: 'app' }],
  ['notify_wrong_amount', { kind: 'paid', evidence: { amountFen: 15_801 } }],
  ['notify_wrong_currency', { kind: 'paid', evidence: { currency: 'USD' } }],
])('%s', async (kind, expected) => {
  const made = await placed();
  bench.fault({ kind, call: 'notify', match: { outTradeNo: made.merchantOrderNo } });
  await atCashier(made.handle.prepayId, 'pay', 'refuse');
  expect(papay.readPaymentNotice(notices[0] as RawNotice)).toMatchObject(expected);
});
