import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import {
  authoriseData,
  type CentreChange,
  centreCall,
  openMedicalOrder,
  orderData,
  PAYER,
  permission,
  pressMedical,
  shopEnvelope,
} from '../testing/medical-account-shop.ts';
import { wireTime } from './envelope.ts';
import type { Data } from './signing.ts';

const MINUTE = 60_000;
/** Stands still, so that only the test moves the sandbox's time. */
const START_MS = Date.parse('2026-11-20T09:00:00+08:00');
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({
    ...{ port: 0, keys: keysFromVectors(), seed: 2, controlApi: true, signTestProbes: false },
    clock: { now: () => START_MS },
  });
});
afterEach(() => sandbox.close());

const ASK: Data = { ...PAYER, insuPlc: '320500' };
const codeOf = async (path: Parameters<typeof centreCall>[1], data: Data, change?: CentreChange) =>
  (await centreCall(sandbox, path, data, change)).code;
const account = (change: object) => {
  const known = sandbox.control.medicalAccount.accounts.find(PAYER.idNo);
  const first = { ...PAYER, insuPlc: '320500', accountOpen: true, closedReason: '40301', balanceFen: 500_000 } as const;
  const { idType: _type, ...row } = { ...first, ...known, ...change };
  sandbox.control.medicalAccount.accounts.set(row);
};
const refundData = (appRefdSn: string, yuan: string, more: Data = {}): Data => ({
  ...{ outTradeNo: 'ORDER0001', appRefdSn, totlRefdAmt: yuan, psnAcctRefdAmt: yuan, cashRefdAmt: '0.00' },
  ...{ reason: '退保', notifyUrl: 'http://127.0.0.1:9/notify' },
  ...more,
});
const paid = async () => {
  await openMedicalOrder(sandbox, 'ORDER0001');
  sandbox.control.medicalAccount.orders.act('ORDER0001', 'pay');
};

describe('an envelope', () => {
  test.each<[string, CentreChange]>([
    ['a DER signature', { form: 'der' }],
    ['hex in lower case', { lowerCase: true }],
    ['the time as fourteen digits', { timestamp: wireTime(START_MS) }],
    ['a time four minutes old', { timestamp: String(START_MS - 4 * MINUTE) }],
  ])('%s is taken, and the answer is signed', async (_name, change) => {
    expect(await centreCall(sandbox, 'isOpen', ASK, change)).toMatchObject({ code: '0', signed: true });
  });

  test.each<[string, string, CentreChange]>([
    ['another appId', '40103', { top: { appId: '5B0C6E1D2F3A4958A7B6C5D4E3F20111' } }],
    ['a time six minutes old', '40102', { timestamp: String(START_MS - 6 * MINUTE) }],
    ['no time', '40102', { timestamp: '' }],
    ['another encryption', '40001', { top: { encType: 'AES' } }],
    ['something that was not encrypted', '40001', { top: { encData: '00'.repeat(32) } }],
    ['a text with a blank in it', '40001', { plainText: JSON.stringify(ASK, null, 1) }],
    ['names in another order', '40001', { plainText: JSON.stringify({ userName: ASK.userName, ...ASK }) }],
    ['an empty value', '40001', { plainText: JSON.stringify({ aaa: '', ...ASK }) }],
    ['an unknown version', '40001', { top: { version: '3.0.0' } }],
    ['an added field', '40101', { top: { transType: 'ec.query' } }],
    ['another signature', '40101', { top: { signData: 'A'.repeat(88) } }],
    ['no signature', '40101', { top: { signData: undefined } }],
    ['something that is not JSON', '40001', { body: 'hello' }],
    ['another content type', '40001', { contentType: 'text/plain' }],
  ])('%s is refused with %s, in a signed answer', async (_name, code, change) => {
    expect(await centreCall(sandbox, 'isOpen', ASK, change)).toMatchObject({ status: 200, code, signed: true });
  });

  test('a number instead of a text is refused, and the log shows what would have been signed', async () => {
    expect(await codeOf('isOpen', { ...ASK, insuPlc: 320500 as never })).toBe('40001');
    await centreCall(sandbox, 'isOpen', ASK, { top: { signData: 'A'.repeat(88) } });
    expect(sandbox.control.log()[0]).toMatchObject({
      reason: expect.stringContaining('40101'),
      expectedSignText: expect.stringContaining('data={"idNo":'),
    });
  });

  test('no personal data is in the log in clear', async () => {
    await openMedicalOrder(sandbox, 'ORDER0001');
    const log = JSON.stringify(sandbox.control.log());
    expect(log).not.toContain(PAYER.idNo);
    expect(JSON.stringify(shopEnvelope(sandbox, ASK))).not.toContain(PAYER.userName);
  });
});

describe('whether an account may pay', () => {
  test('open with money, never how much; without money; not open in that city; of another province', async () => {
    expect((await centreCall(sandbox, 'isOpen', ASK)).data).toEqual({ open: '1', acctBalanceFlag: '1' });
    account({ balanceFen: 0 });
    expect((await centreCall(sandbox, 'isOpen', ASK)).data).toEqual({ open: '1', acctBalanceFlag: '0' });
    account({ accountOpen: false, closedReason: '50001' });
    expect((await centreCall(sandbox, 'isOpen', ASK)).data).toMatchObject({ open: '0', reason: '50001' });
    const others = [
      ['320106198803160038', '321302', '40301'],
      ['320106198803160046', '310101', '42202'],
    ] as const;
    for (const [idNo, insuPlc, reason] of others) {
      const answer = await centreCall(sandbox, 'isOpen', { ...ASK, idNo, insuPlc });
      expect(answer.data).toMatchObject({ open: '0', reason });
    }
    expect(await codeOf('isOpen', { ...ASK, userName: '别人' })).toBe('42202');
  });
});

describe('a permission', () => {
  const tokenOf = async () =>
    new URL((await centreCall(sandbox, 'authorise', authoriseData('AUTH0001'))).data.authUrl).searchParams.get(
      'token',
    ) ?? '';

  test('the page hides the person, and goes back with the result, unsigned', async () => {
    const token = await tokenOf();
    const page = await (await fetch(`${sandbox.origin}/medical-account/authorise?token=${token}`)).text();
    expect(page).toContain('data-testid="ok"');
    expect(page).not.toContain(PAYER.userName);
    expect(page).not.toContain(PAYER.idNo);
    const pressed = await pressMedical(sandbox, 'authorise', { token, result: 'OK' });
    expect(new URL(pressed.location ?? '').pathname).toBe('/authorised');
    expect(pressed.back).toEqual({ outAuthNo: 'AUTH0001', state: 'state-1', result: 'OK' });
    expect((await pressMedical(sandbox, 'authorise', { token, result: 'OK' })).status).toBe(400);
  });

  test('cancelling gives none, and the page ends after ten minutes', async () => {
    const pressed = await pressMedical(sandbox, 'authorise', { token: await tokenOf(), result: 'CANCEL' });
    expect(pressed.back).toMatchObject({ result: 'CANCEL' });
    expect(sandbox.control.medicalAccount.authorisations.list()[0]?.payAuthNo).toBeUndefined();
    await centreCall(sandbox, 'authorise', authoriseData('AUTH0002'));
    await sandbox.clock.advance(10 * MINUTE);
    expect(() => sandbox.control.medicalAccount.authorisations.decide('AUTH0002', 'OK')).toThrow('过期');
  });

  test('the same number finds the same page; with other data it is refused', async () => {
    const first = await centreCall(sandbox, 'authorise', authoriseData('AUTH0001'));
    expect((await centreCall(sandbox, 'authorise', authoriseData('AUTH0001'))).data).toEqual(first.data);
    expect(await codeOf('authorise', { ...authoriseData('AUTH0001'), state: 'other' })).toBe('40901');
    expect(await codeOf('authorise', { ...authoriseData('AUTH0003'), redirectUrl: 'http://evil.example/' })).toBe(
      '40001',
    );
  });

  test('is good for one order of this person within ten minutes', async () => {
    const payAuthNo = await permission(sandbox, 'AUTH0001');
    const other = { idNo: '320106198803160038' };
    expect(await codeOf('create', orderData(sandbox, 'ORDER0009', payAuthNo, other))).toBe('40302');
    expect(await codeOf('create', orderData(sandbox, 'ORDER0001', payAuthNo))).toBe('0');
    expect(await codeOf('create', orderData(sandbox, 'ORDER0002', payAuthNo))).toBe('40302');
    const late = await permission(sandbox, 'AUTH0002');
    await sandbox.clock.advance(10 * MINUTE);
    expect(await codeOf('create', orderData(sandbox, 'ORDER0002', late))).toBe('40302');
    expect(await codeOf('create', orderData(sandbox, 'ORDER0002', 'NOBODYS0001'))).toBe('40302');
  });
});

describe('an order', () => {
  test.each<[string, string, Data]>([
    ['another organisation', '40001', { orgCode: 'OTHER' }],
    ['an amount with three decimals', '40001', { amount: '158.000' }],
    ['nothing to pay', '40001', { amount: '0.00', psnAcctPayAmt: '0.00', feeSumamt: '0.00' }],
    ['parts that are not the whole', '40001', { psnAcctPayAmt: '157.99' }],
    ['a sum of fees that differs', '40001', { feeSumamt: '159.00' }],
    ['a part from the pooled fund', '40001', { fundPayAmt: '1.00' }],
    ['a part in cash', '42201', { psnAcctPayAmt: '100.00', ownPayAmt: '58.00' }],
    ['more than the account holds', '42201', { amount: '5000.01', psnAcctPayAmt: '5000.01', feeSumamt: '5000.01' }],
    ['a number with a hyphen', '40001', { outTradeNo: 'ORDER-0001' }],
    ['a time that is over', '40001', { expireTime: '20261120085959' }],
    ['another way back', '40001', { frontBackUrl: 'http://evil.example/' }],
    ['a plain http notice address elsewhere', '40001', { syncCalUrl: 'http://shop.example.cn/notify' }],
    ['another operator', '40001', { operator: 'APP' }],
    ['another kind of identity', '40001', { idType: '90' }],
  ])('%s is refused with %s, and the permission stays unused', async (_name, code, more) => {
    const payAuthNo = await permission(sandbox, 'AUTH0001');
    expect(await codeOf('create', orderData(sandbox, 'ORDER0001', payAuthNo, more))).toBe(code);
    expect(await codeOf('create', orderData(sandbox, 'ORDER0001', payAuthNo))).toBe('0');
  });

  test('of somebody whose account is not open is refused', async () => {
    const payAuthNo = await permission(sandbox, 'AUTH0001');
    account({ accountOpen: false });
    expect(await codeOf('create', orderData(sandbox, 'ORDER0001', payAuthNo))).toBe('40301');
  });

  test('is made once: the same data finds it with a new cashier, other data is refused', async () => {
    const payAuthNo = await permission(sandbox, 'AUTH0001');
    const data = orderData(sandbox, 'ORDER0001', payAuthNo);
    const first = await centreCall(sandbox, 'create', data);
    const again = await centreCall(sandbox, 'create', data);
    expect(again.data.payOrdId).toBe(first.data.payOrdId);
    expect(again.data.cashierUrl).not.toBe(first.data.cashierUrl);
    expect(await codeOf('create', { ...data, orgName: '别的机构' })).toBe('40901');
    sandbox.control.medicalAccount.orders.act('ORDER0001', 'pay');
    expect(await codeOf('create', data)).toBe('40902');
  });

  test('is paid at the cashier from the account; queries and the way back tell the same', async () => {
    const { token, data } = await openMedicalOrder(sandbox, 'ORDER0001');
    const waiting = { outTradeNo: 'ORDER0001', payOrdId: data.payOrdId, tradeStatus: 'WAIT', ordStas: '0' };
    expect((await centreCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).data).toMatchObject(waiting);
    const pressed = await pressMedical(sandbox, 'cashier', { token, action: 'pay' });
    const told = {
      ...{ outTradeNo: 'ORDER0001', payOrdId: data.payOrdId, tradeStatus: 'SUCCESS', ordStas: '6' },
      ...{ amount: '158.00', psnAcctPayAmt: '158.00', ownPayAmt: '0.00', payTime: '20261120090000' },
      queryId: expect.stringMatching(/^MP\d{16}$/),
    };
    expect(pressed.back).toEqual(told);
    expect((await centreCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).data).toEqual(told);
    expect(sandbox.control.medicalAccount.accounts.find(PAYER.idNo)?.balanceFen).toBe(484_200);
    expect((await pressMedical(sandbox, 'cashier', { token, action: 'pay' })).status).toBe(400);
  });

  test.each([
    ['cancel', 'WAIT', 303],
    ['balance-short', 'FAIL', 303],
    ['close', 'WAIT', 200],
    ['pay-no-return', 'SUCCESS', 200],
  ] as const)('the button %s leaves it %s', async (action, tradeStatus, status) => {
    const { token } = await openMedicalOrder(sandbox, 'ORDER0001');
    expect((await pressMedical(sandbox, 'cashier', { token, action })).status).toBe(status);
    expect(sandbox.control.medicalAccount.orders.find('ORDER0001')?.tradeStatus).toBe(tradeStatus);
  });

  test('a forged way back says paid of an unpaid order', async () => {
    const { token } = await openMedicalOrder(sandbox, 'ORDER0001');
    sandbox.control.faults.add({ provider: 'medical-account', kind: 'return_forged', call: 'cashier' });
    expect((await pressMedical(sandbox, 'cashier', { token, action: 'pay' })).back).toMatchObject({
      tradeStatus: 'SUCCESS',
    });
    expect(sandbox.control.medicalAccount.orders.find('ORDER0001')?.tradeStatus).toBe('WAIT');
  });

  test('the cashier’s page ends after 15 minutes, the order at its own time', async () => {
    const { token } = await openMedicalOrder(sandbox, 'ORDER0001');
    await sandbox.clock.advance(15 * MINUTE);
    expect((await pressMedical(sandbox, 'cashier', { token, action: 'pay' })).status).toBe(400);
    expect((await fetch(`${sandbox.origin}/medical-account/cashier?token=${token}`)).status).toBe(400);
    expect((await centreCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).data.tradeStatus).toBe('WAIT');
    await sandbox.clock.advance(15 * MINUTE);
    expect((await centreCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).data.tradeStatus).toBe('CLOSED');
  });

  test('is closed once and for all; a paid one is not; an unknown one is unknown', async () => {
    const { token } = await openMedicalOrder(sandbox, 'ORDER0001');
    for (let round = 0; round < 2; round++)
      expect((await centreCall(sandbox, 'close', { outTradeNo: 'ORDER0001' })).data.tradeStatus).toBe('CLOSED');
    expect((await pressMedical(sandbox, 'cashier', { token, action: 'pay' })).status).toBe(400);
    await openMedicalOrder(sandbox, 'ORDER0002');
    sandbox.control.medicalAccount.orders.act('ORDER0002', 'pay');
    expect(await codeOf('close', { outTradeNo: 'ORDER0002' })).toBe('40902');
    for (const path of ['close', 'query'] as const)
      expect(await codeOf(path, { outTradeNo: 'ORDER0003' })).toBe('40401');
  });

  test.each(['SUCCESS', 'FAIL'] as const)('stays with the insurance core until that ends it: %s', async (outcome) => {
    const { token } = await openMedicalOrder(sandbox, 'ORDER0001');
    const args = { outcome, delayMs: MINUTE };
    sandbox.control.faults.add({ provider: 'medical-account', kind: 'core_timeout', call: 'cashier', args });
    await pressMedical(sandbox, 'cashier', { token, action: 'pay' });
    expect((await centreCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).data.tradeStatus).toBe('PAYING');
    expect(await codeOf('close', { outTradeNo: 'ORDER0001' })).toBe('40902');
    await sandbox.clock.advance(MINUTE);
    expect((await centreCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).data.tradeStatus).toBe(outcome);
  });

  test.each([
    [true, '0'],
    [false, '40401'],
  ])('50002 says nothing: made (%s), the query tells', async (applied, code) => {
    const payAuthNo = await permission(sandbox, 'AUTH0001');
    const fault = { provider: 'medical-account', kind: 'core_timeout', call: 'order.create' } as const;
    sandbox.control.faults.add({ ...fault, args: { applied } });
    expect(await codeOf('create', orderData(sandbox, 'ORDER0001', payAuthNo))).toBe('50002');
    expect(await codeOf('query', { outTradeNo: 'ORDER0001' })).toBe(code);
  });
});

describe('a refund', () => {
  test('goes back to the account, in parts and once per number', async () => {
    await paid();
    const data = refundData('REFUND01', '58.00');
    expect((await centreCall(sandbox, 'refund', data)).data).toMatchObject({
      refStatus: 'PROC',
      psnAcctRefdAmt: '58.00',
    });
    expect(await codeOf('refund', data)).toBe('0');
    await sandbox.clock.advance(MINUTE);
    const told = (await centreCall(sandbox, 'refundQuery', { appRefdSn: 'REFUND01' })).data;
    expect(told).toMatchObject({ refStatus: 'SUCC', totlRefdAmt: '58.00', refdTime: '20261120090003' });
    expect(await codeOf('refund', refundData('REFUND01', '57.00'))).toBe('40901');
    expect(await codeOf('refund', refundData('REFUND02', '100.01'))).toBe('40902');
    expect((await centreCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).data.tradeStatus).toBe('SUCCESS');
    expect(await codeOf('refund', refundData('REFUND02', '100.00'))).toBe('0');
    await sandbox.clock.advance(MINUTE);
    expect((await centreCall(sandbox, 'query', { outTradeNo: 'ORDER0001' })).data.tradeStatus).toBe('REFUND');
    expect(sandbox.control.medicalAccount.accounts.find(PAYER.idNo)?.balanceFen).toBe(500_000);
  });

  test.each<[string, string, Data]>([
    ['in cash', '40001', { psnAcctRefdAmt: '0.00', cashRefdAmt: '158.00' }],
    ['of nothing', '40001', { totlRefdAmt: '0.00', psnAcctRefdAmt: '0.00' }],
    ['of an unknown order', '40401', { outTradeNo: 'ORDER0009' }],
  ])('%s is refused with %s', async (_name, code, more) => {
    await paid();
    expect(await codeOf('refund', refundData('REFUND01', '158.00', more))).toBe(code);
  });

  test('of an unpaid order is refused, an unknown number is unknown', async () => {
    await openMedicalOrder(sandbox, 'ORDER0001');
    expect(await codeOf('refund', refundData('REFUND01', '158.00'))).toBe('40902');
    expect(await codeOf('refundQuery', { appRefdSn: 'REFUND01' })).toBe('40401');
  });

  test.each([
    ['refund_fail', 'FAIL'],
    ['refund_abnormal', 'EXP'],
  ] as const)('%s ends as %s, and gives nothing back', async (kind, refStatus) => {
    await paid();
    sandbox.control.faults.add({ provider: 'medical-account', kind });
    await centreCall(sandbox, 'refund', refundData('REFUND01', '158.00'));
    await sandbox.clock.advance(MINUTE);
    expect((await centreCall(sandbox, 'refundQuery', { appRefdSn: 'REFUND01' })).data.refStatus).toBe(refStatus);
    expect(sandbox.control.medicalAccount.accounts.find(PAYER.idNo)?.balanceFen).toBe(484_200);
  });
});

test('the settlement’s lines, of a paid order only', async () => {
  const { data } = await openMedicalOrder(sandbox, 'ORDER0001');
  const { payOrdId } = data;
  expect(await codeOf('settleDetail', { payOrdId })).toBe('40401');
  sandbox.control.medicalAccount.orders.act('ORDER0001', 'pay');
  expect((await centreCall(sandbox, 'settleDetail', { payOrdId })).data.lines).toMatchObject([
    { itemName: '补充医疗保险保费', amount: '158.00', psnAcctPayAmt: '158.00', settleTime: '20261120090000' },
  ]);
});

test('the bill: from ten o’clock of the next day, payments and refunds of the day', async () => {
  await paid();
  await centreCall(sandbox, 'refund', refundData('REFUND01', '8.00'));
  await sandbox.clock.set(Date.parse('2026-11-21T09:59:00+08:00'));
  expect(await codeOf('bill', { billDate: '20261120' })).toBe('40401');
  await sandbox.clock.set(Date.parse('2026-11-21T10:00:00+08:00'));
  const { data } = await centreCall(sandbox, 'bill', { billDate: '20261120' });
  expect(data).toMatchObject({
    rowCount: '2',
    rows: [
      { billType: 'PAY', outTradeNo: 'ORDER0001', amount: '158.00', time: '20261120090000' },
      { billType: 'REFUND', appRefdSn: 'REFUND01', amount: '8.00', time: '20261120090003' },
    ],
  });
  expect((await centreCall(sandbox, 'bill', { billDate: '20261119' })).data).toEqual({
    billDate: '20261119',
    rowCount: '0',
  });
  expect(await codeOf('bill', { billDate: '20261399' })).toBe('40001');
});
