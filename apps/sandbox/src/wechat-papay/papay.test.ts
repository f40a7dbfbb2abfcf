import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { papayCall, signedCashierQuery, signedOrder } from '../testing/papay-shop.ts';
import { openReceiver, payCall } from '../testing/shop.ts';
import { nextOpening } from './charge-book.ts';
import { parseMessage } from './xml-message.ts';

const KEYS = keysFromVectors();
const START_MS = Date.parse('2026-11-20T09:00:00+08:00');
const SHOP = 'http://localhost:3000';
let sandbox: Sandbox;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
const papay = () => sandbox.control.papay;
const told = () => receiver.received.map(({ body }) => parseMessage(Buffer.from(body)) ?? {});

beforeEach(async () => {
  receiver = await openReceiver();
  receiver.answer = '<xml><return_code><![CDATA[SUCCESS]]></return_code></xml>';
  sandbox = await createSandbox({
    ...{ port: 0, keys: KEYS, controlApi: true, signTestProbes: false, seed: 5 },
    clock: { now: () => START_MS },
  });
});
afterEach(async () => {
  await sandbox.close();
  await receiver.close();
});

async function placed(number = 'JS0001', more = {}) {
  const answer = await papayCall(sandbox, '/pay/contractorder', signedOrder(sandbox, number, receiver.url, more));
  expect(answer).toMatchObject({ signatureFits: true, fields: { return_code: 'SUCCESS' } });
  return answer.fields;
}

async function press(prepayId: string, action: string, signing?: string): Promise<string> {
  const form = new URLSearchParams({ prepay_id: prepayId, shop_origin: SHOP, action, ...(signing ? { signing } : {}) });
  const answer = await fetch(`${sandbox.origin}/pay/cashier`, { method: 'POST', body: form });
  await sandbox.control.settle();
  return answer.text();
}

async function signed(number = 'JS0001') {
  const { prepay_id: prepayId = '' } = await placed(number);
  await press(prepayId, 'pay', 'sign');
  const contract = papay().contracts.find(`K${number}`);
  if (contract?.state !== 'SIGNED') throw new Error('not signed');
  return contract;
}

describe('pay and sign: two results', () => {
  test('the cashier asks, payment and contract are told apart, each in its own message', async () => {
    const { prepay_id: prepayId = '', contract_result_code: result } = await placed();
    expect(result).toBe('SUCCESS');
    const page = await fetch(`${sandbox.origin}/_wx/cashier?${signedCashierQuery(sandbox, prepayId)}`);
    expect(await page.text()).toContain('付款并签约');
    expect(await press(prepayId, 'pay', 'sign')).toContain('支付成功');
    expect(told().map(({ change_type, out_trade_no }) => change_type ?? out_trade_no)).toEqual(['ADD', 'JS0001']);
    expect(told()[1]).toMatchObject({ total_fee: '15800', trade_type: 'JSAPI', time_end: '20261120090000' });
    expect(papay().contracts.find('KJS0001')).toMatchObject({ state: 'SIGNED' });
    expect(papay().notifications.payments.list()).toMatchObject([{ state: 'delivered' }]);
    // API v3 knows the order too, and nothing of it was told by its notices.
    const asked = await payCall(
      sandbox,
      'GET',
      `/v3/pay/transactions/out-trade-no/JS0001?mchid=${KEYS.wechatPay.mchid}`,
    );
    expect(asked.data).toMatchObject({ trade_state: 'SUCCESS', trade_type: 'JSAPI' });
    expect(sandbox.control.notifications.list()).toEqual([]);
  });

  test('paid and not signed', async () => {
    const { prepay_id: prepayId = '' } = await placed();
    await press(prepayId, 'pay', 'refuse');
    expect(sandbox.control.orders.find('JS0001')).toMatchObject({ tradeState: 'SUCCESS' });
    expect(papay().contracts.find('KJS0001')).toMatchObject({ state: 'WAITING' });
    expect(told()).toHaveLength(1);
  });

  test('signed and not paid', async () => {
    const { prepay_id: prepayId = '' } = await placed();
    expect(await press(prepayId, 'pay', 'only-sign')).toContain('余额不足');
    expect(sandbox.control.orders.find('JS0001')).toMatchObject({ tradeState: 'NOTPAY' });
    expect(told()).toMatchObject([{ change_type: 'ADD', openid: expect.stringContaining('oSandbox') }]);
  });

  test('user_refused: chosen, and yet not signed', async () => {
    const { prepay_id: prepayId = '' } = await placed();
    sandbox.control.faults.add({ provider: 'wechat-papay', kind: 'user_refused' });
    await press(prepayId, 'pay', 'sign');
    expect(papay().contracts.find('KJS0001')).toMatchObject({ state: 'WAITING' });
    expect(sandbox.control.orders.find('JS0001')).toMatchObject({ tradeState: 'SUCCESS' });
  });

  test('a contract that cannot be signed does not stop the payment', async () => {
    await signed('JS0001');
    const again = await placed('JS0002', { contract_code: 'KJS0001' });
    expect(again).toMatchObject({ contract_result_code: 'FAIL', contract_err_code: 'CONTRACT_EXISTED' });
    expect(again.prepay_id).toMatch(/^wx/);
    const plan = await placed('JS0003', { plan_id: '999' });
    expect(plan).toMatchObject({ contract_result_code: 'FAIL', contract_err_code: 'PLAN_NOT_EXIST' });
  });

  test('the same order again answers again; other data under its number is refused', async () => {
    await placed();
    expect((await placed()).prepay_id).toMatch(/^wx/);
    expect(await placed('JS0001', { total_fee: '1' })).toMatchObject({ err_code: 'OUT_TRADE_NO_USED' });
    expect(sandbox.control.orders.list()).toHaveLength(1);
  });

  test('the bridge’s parameters carry the signature of version 2', async () => {
    const { prepay_id: prepayId = '' } = await placed();
    const wrong: Record<string, string>[] = [{ signType: 'RSA' }, { paySign: '0'.repeat(32) }, { nonceStr: 'another' }];
    for (const change of wrong) {
      const page = await fetch(`${sandbox.origin}/_wx/cashier?${signedCashierQuery(sandbox, prepayId, change)}`);
      expect(await page.text()).toContain('无法付款');
    }
  });
});

describe('contracts', () => {
  test('asked about, ended by the call, told', async () => {
    const { contractId } = await signed();
    const query = { plan_id: KEYS.wechatPapay.planId, contract_code: 'KJS0001', version: '1.0' };
    expect((await papayCall(sandbox, '/papay/querycontract', query)).fields).toMatchObject({
      contract_state: '0',
      contract_id: contractId,
    });
    const end = { ...query, contract_termination_remark: '本人关闭' };
    expect((await papayCall(sandbox, '/papay/deletecontract', end)).fields).toMatchObject({ result_code: 'SUCCESS' });
    await sandbox.control.settle();
    expect(told().at(-1)).toMatchObject({ change_type: 'DELETE', contract_termination_mode: '3' });
    expect((await papayCall(sandbox, '/papay/querycontract', query)).fields).toMatchObject({
      contract_state: '1',
      contract_termination_mode: '3',
    });
    expect((await papayCall(sandbox, '/papay/deletecontract', end)).fields).toMatchObject({
      err_code: 'CONTRACT_NOT_EXIST',
    });
    const other = { ...query, contract_code: 'KJS9999' };
    expect((await papayCall(sandbox, '/papay/querycontract', other)).fields).toMatchObject({
      err_code: 'CONTRACT_NOT_EXIST',
    });
  });

  test('ended in the wallet by the payer', async () => {
    await signed();
    expect(await (await fetch(`${sandbox.origin}/wallet`)).text()).toContain('关闭扣费服务');
    const body = new URLSearchParams({ contract_code: 'KJS0001' });
    await fetch(`${sandbox.origin}/wallet/end`, { method: 'POST', body });
    await sandbox.control.settle();
    expect(told().at(-1)).toMatchObject({ change_type: 'DELETE', contract_termination_mode: '2' });
    expect(await (await fetch(`${sandbox.origin}/wallet`)).text()).toContain('已关闭');
  });

  test('told again after 10, 10, 10, 30 seconds until the answer is the XML it wants', async () => {
    receiver.answer = 'success';
    await signed();
    const sent = () => told().filter((fields) => fields.change_type === 'ADD').length;
    const counts = [sent()];
    for (const seconds of [10, 10, 10, 30]) {
      await sandbox.clock.advance(seconds * 1000);
      counts.push(sent());
    }
    expect(counts).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('charges', () => {
  const apply = (contractId: string, number = 'CH0001') =>
    papayCall(sandbox, '/pay/pappayapply', {
      ...{ body: '保费', out_trade_no: number, total_fee: '15800', spbill_create_ip: '203.0.113.7' },
      ...{ notify_url: receiver.url, trade_type: 'PAP', contract_id: contractId },
    });
  const stateOf = async (number: string) =>
    (await papayCall(sandbox, '/pay/paporderquery', { out_trade_no: number })).fields.trade_state;

  test('the first within twelve hours is made at once, the next a day later, each number once', async () => {
    const { contractId = '' } = await signed();
    expect((await apply(contractId)).fields).toMatchObject({ result_code: 'SUCCESS' });
    await sandbox.control.settle();
    expect(await stateOf('CH0001')).toBe('SUCCESS');
    expect(told().at(-1)).toMatchObject({ trade_type: 'PAP', out_trade_no: 'CH0001', result_code: 'SUCCESS' });
    expect((await apply(contractId)).fields).toMatchObject({ err_code: 'OUT_TRADE_NO_USED' });
    await apply(contractId, 'CH0002');
    await sandbox.control.settle();
    expect(await stateOf('CH0002')).toBe('ACCEPT');
    await sandbox.clock.advance(24 * 3_600_000);
    expect(await stateOf('CH0002')).toBe('SUCCESS');
  });

  test('announced before, it waits only for the hours in which charges are made', async () => {
    const { contractId = '' } = await signed();
    await sandbox.clock.set(Date.parse('2026-11-25T23:30:00+08:00'));
    const body = {
      mchid: KEYS.wechatPay.mchid,
      appid: KEYS.wechatAccount.appId,
      estimated_amount: { amount: 15_800, currency: 'CNY' },
    };
    expect((await payCall(sandbox, 'POST', `/v3/papay/contracts/${contractId}/notify`, body)).status).toBe(204);
    await apply(contractId);
    expect(papay().charges.list()).toMatchObject([{ dueAtMs: Date.parse('2026-11-26T07:00:00+08:00') }]);
  });

  test('without money, and after the contract ended, it fails and is told', async () => {
    const { contractId = '' } = await signed();
    sandbox.control.faults.add({ provider: 'wechat-papay', kind: 'balance_short' });
    await apply(contractId);
    await sandbox.control.settle();
    expect(told().at(-1)).toMatchObject({ result_code: 'FAIL', err_code: 'NOTENOUGH' });
    expect(await stateOf('CH0001')).toBe('PAYERROR');
    expect(() => sandbox.control.orders.act('CH0001', 'force-pay')).toThrow('没有收银台');
    expect(await (await fetch(`${sandbox.origin}/_ctl/cashier/wechat-pay/CH0001`)).text()).not.toContain('<button');
    papay().contracts.act('KJS0001', 'end');
    expect((await apply(contractId, 'CH0002')).fields).toMatchObject({ err_code: 'CONTRACT_NOT_EXIST' });
  });

  test.each([
    ['2026-11-20T06:59:59', '2026-11-20T07:00:00'],
    ['2026-11-20T07:00:00', '2026-11-20T07:00:00'],
    ['2026-11-20T21:59:59', '2026-11-20T21:59:59'],
    ['2026-11-20T22:00:00', '2026-11-21T07:00:00'],
    ['2026-12-31T23:00:00', '2027-01-01T07:00:00'],
  ])('the hours: %s → %s', (from, to) => {
    expect(nextOpening(Date.parse(`${from}+08:00`))).toBe(Date.parse(`${to}+08:00`));
  });
});

describe('a wrong request fails as it would', () => {
  test.each([
    ['another key', { key: 'x'.repeat(32) }, '签名错误'],
    ['no XML', { sentBody: '{"appid":1}' }, 'XML格式错误'],
    ['entities', { sentBody: '<!DOCTYPE xml [<!ENTITY e "x">]><xml><appid>&e;</appid></xml>' }, 'XML格式错误'],
    ['another app', { sentBody: '<xml><appid>wx1</appid></xml>' }, 'appid不存在'],
  ])('%s', async (_, change, message) => {
    const answer = await papayCall(sandbox, '/papay/querycontract', { contract_code: 'K1', version: '1.0' }, change);
    expect(answer.fields).toEqual({ return_code: 'FAIL', return_msg: message });
  });

  test.each([
    ['total_fee', '158.00'],
    ['trade_type', 'NATIVE'],
    ['openid', 'oNobody'],
    ['notify_url', 'http://shop.example.cn/x'],
    ['spbill_create_ip', 'here'],
    ['contract_mchid', '1'],
  ])('%s: %s', async (name, value) => {
    const answer = await placed('JS0001', { [name]: value });
    expect(answer.result_code).toBe('FAIL');
    expect(sandbox.control.papay.contracts.list()).toEqual([]);
  });
});
