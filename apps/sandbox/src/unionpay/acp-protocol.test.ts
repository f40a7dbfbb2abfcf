import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { acpCall, acpFields, acpPost, paymentFields, pressAcp, trusted, txnTime } from '../testing/unionpay-shop.ts';
import type { Fields } from './signing.ts';

const MINUTE = 60_000;
/** Stands still, so that only the test moves the sandbox's time. */
const clock = { now: () => Date.parse('2026-11-20T09:00:00+08:00') };
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createSandbox({
    port: 0,
    keys: keysFromVectors(),
    clock,
    seed: 2,
    controlApi: true,
    signTestProbes: false,
  });
});
afterEach(() => sandbox.close());

const pay = (orderId: string, change: Fields = {}) => acpCall(sandbox, 'front', paymentFields(orderId), change);
const queryFields = (orderId: string): Fields => {
  const order = sandbox.control.unionpay.orders.find(orderId);
  const refund = sandbox.control.unionpay.refunds.list().find((row) => row.orderId === orderId);
  const time = refund?.txnTime ?? order?.txnTime ?? txnTime(sandbox);
  return { txnType: '00', txnSubType: '00', bizType: '000000', orderId, txnTime: time };
};
const query = async (orderId: string) => (await acpCall(sandbox, 'query', queryFields(orderId))).fields;
const giveBack = async (orderId: string, txnAmt: string, more: Fields = {}) => {
  const origQryId = sandbox.control.unionpay.orders.find('ORDER0001')?.queryId ?? '102601010800001234567';
  const type = { txnType: '04', txnSubType: '00', bizType: '000201', channelType: '08', currencyCode: '156' };
  const fields = { ...type, orderId, txnAmt, origQryId, backUrl: 'http://127.0.0.1:9/notify', ...more };
  return (await acpCall(sandbox, 'back', fields)).fields;
};
const paid = async (orderId = 'ORDER0001') => {
  await pay(orderId);
  sandbox.control.unionpay.orders.act(orderId, 'pay');
};

describe('a payment form', () => {
  test.each<[string, string, () => Fields]>([
    ['another version', '10', () => ({ version: '5.0.0' })],
    ['another merchant', '10', () => ({ merId: '777290000000000' })],
    ['an unknown certId', '11', () => ({ certId: '1' })],
    ['no certId', '13', () => ({ certId: '' })],
    ['a number with a hyphen', '10', () => ({ orderId: 'ORDER-0001' })],
    ['a number too short', '10', () => ({ orderId: 'ORDER01' })],
    ['another business', '10', () => ({ bizType: '000301' })],
    ['a refund', '10', () => ({ txnType: '04' })],
    ['an amount in yuan', '10', () => ({ txnAmt: '158.00' })],
    ['no amount', '13', () => ({ txnAmt: '' })],
    ['another currency', '10', () => ({ currencyCode: '840' })],
    ['a time 16 minutes old', '39', () => ({ txnTime: txnTime(sandbox, -16 * MINUTE) })],
    ['a payTimeout in the past', '39', () => ({ payTimeout: txnTime(sandbox, -MINUTE) })],
    ['a payTimeout in another form', '10', () => ({ payTimeout: '2026-01-01' })],
    ['a plain http backUrl elsewhere', '10', () => ({ backUrl: 'http://shop.example.cn/notify' })],
    ['a frontUrl too long', '10', () => ({ frontUrl: `https://shop.example.cn/${'a'.repeat(240)}` })],
  ])('with %s is refused', async (_name, code, change) => {
    const opened = await pay('ORDER0001', change());
    expect(opened).toMatchObject({ status: 400, token: '' });
    expect(opened.text).toContain(`<p data-testid="cashier-text">${code} `);
  });

  test('changed after signing is refused, and the log tells what should have been signed', async () => {
    const fields = acpFields(sandbox, paymentFields('ORDER0001'));
    expect((await acpPost(sandbox, 'front', { ...fields, txnAmt: '1' })).status).toBe(400);
    expect(sandbox.control.log()[0]?.expectedSignText).toContain('&txnAmt=1&');
    expect((await acpPost(sandbox, 'front', fields, 'application/json')).status).toBe(400);
    expect((await acpPost(sandbox, 'front', fields)).status).toBe(200);
  });

  test('as in the example file is taken byte for byte', async () => {
    await sandbox.clock.set(Date.parse('2026-01-01T08:00:00+08:00'));
    const file = new URL('../../../../tests/vectors/providers/unionpay-acp510.json', import.meta.url);
    const { input, signature } = JSON.parse(readFileSync(file, 'utf8')).request_front;
    expect((await acpPost(sandbox, 'front', { ...input, signature })).text).toContain('HMB20260101000003');
    expect((await acpPost(sandbox, 'front', { ...input, txnAmt: '15801', signature })).status).toBe(400);
  });

  test('of a paid order, or of its number with another time, is a duplicate', async () => {
    await paid();
    expect((await pay('ORDER0001')).text).toContain('>12 ');
    await pay('ORDER0002');
    expect((await pay('ORDER0002', { txnTime: txnTime(sandbox, MINUTE) })).text).toContain('>12 ');
  });
});

describe('the payer', () => {
  test('pays, and the browser goes back by a signed form', async () => {
    const { token } = await pay('ORDER0001', { reqReserved: 'a&b=c' });
    const pressed = await pressAcp(sandbox, token, 'pay');
    expect(pressed.html).toContain('action="http://localhost:3000/front"');
    expect(pressed.fields).toMatchObject({ respCode: '00', orderId: 'ORDER0001', reqReserved: 'a&b=c' });
    expect(trusted(sandbox, pressed.fields)).toBe(true);
    expect(trusted(sandbox, { ...pressed.fields, txnAmt: '1' })).toBe(false);
  });
  test.each([
    ['cancel', '60', '34'],
    ['balance-short', '64', '64'],
  ])('who chose %s comes back with %s', async (action, back, after) => {
    const { token } = await pay('ORDER0001');
    const pressed = await pressAcp(sandbox, token, action);
    expect(pressed.fields.respCode).toBe(back);
    expect(trusted(sandbox, pressed.fields)).toBe(true);
    const asked = await query('ORDER0001');
    expect(asked.origRespCode ?? asked.respCode).toBe(after);
    await pressAcp(sandbox, token, 'pay');
    expect((await query('ORDER0001')).origRespCode).toBe('00');
  });
  test('who gave up is led to frontFailUrl, if there is one', async () => {
    const { token } = await pay('ORDER0001', { frontFailUrl: 'http://localhost:3000/fail' });
    expect(await pressAcp(sandbox, token, 'cancel')).toMatchObject({
      status: 303,
      location: 'http://localhost:3000/fail',
    });
  });
  test.each([
    ['pay-no-return', '00'],
    ['close', '34'],
  ])('stays here after %s', async (action, after) => {
    const { token } = await pay('ORDER0001');
    expect((await pressAcp(sandbox, token, action)).fields).toEqual({});
    const asked = await query('ORDER0001');
    expect(asked.origRespCode ?? asked.respCode).toBe(after);
  });
  test('cannot pay after payTimeout, except late by force', async () => {
    const { token } = await pay('ORDER0001', { payTimeout: txnTime(sandbox, 30 * MINUTE) });
    await sandbox.clock.advance(31 * MINUTE);
    expect((await pressAcp(sandbox, token, 'pay')).status).toBe(400);
    expect((await query('ORDER0001')).respCode).toBe('34');
    expect(() => sandbox.control.unionpay.orders.act('ORDER0001', 'pay')).toThrow();
    expect(sandbox.control.unionpay.orders.act('ORDER0001', 'force-pay').respCode).toBe('00');
  });
  test('may be believed to have paid by a forged return', async () => {
    const { token } = await pay('ORDER0001');
    sandbox.control.faults.add({ provider: 'unionpay', kind: 'return_forged' });
    const { fields } = await pressAcp(sandbox, token, 'pay');
    expect(fields.respCode).toBe('00');
    expect(trusted(sandbox, fields)).toBe(false);
    expect((await query('ORDER0001')).respCode).toBe('34');
  });
});

describe('a query', () => {
  test('says 34 before the payer submits, 05 while paying, 00 when paid', async () => {
    await pay('ORDER0001');
    const none = await query('ORDER0001');
    expect(none).toMatchObject({ respCode: '34' });
    expect(trusted(sandbox, none)).toBe(true);
    sandbox.control.faults.add({ provider: 'unionpay', kind: 'pay_pending' });
    const { token } = await pay('ORDER0001');
    expect((await pressAcp(sandbox, token, 'pay')).fields.respCode).toBe('05');
    expect(await query('ORDER0001')).toMatchObject({ respCode: '00', origRespCode: '05' });
    await sandbox.clock.advance(MINUTE);
    const done = await query('ORDER0001');
    expect(done).toMatchObject({
      ...{ respCode: '00', origRespCode: '00', txnAmt: '15800' },
      queryId: expect.stringMatching(/^\d{21}$/),
    });
    expect(trusted(sandbox, done)).toBe(true);
    expect(trusted(sandbox, { ...done, origRespCode: '05' })).toBe(false);
  });
  test('is answered with raw values, split at the first equals sign', async () => {
    await paid();
    const { text } = await acpCall(sandbox, 'query', queryFields('ORDER0001'));
    expect(text).toContain('respMsg=成功[0000000]');
    expect(text).toContain('-----BEGIN CERTIFICATE-----\n');
    expect(text).not.toContain('%');
  });
  test('needs number and time of the original', async () => {
    await paid();
    const other = { ...queryFields('ORDER0001'), txnTime: txnTime(sandbox, 5000) };
    expect((await acpCall(sandbox, 'query', other)).fields.respCode).toBe('34');
    expect((await acpCall(sandbox, 'query', queryFields('ORDER0001'), { txnTime: '' })).fields.respCode).toBe('13');
    expect((await acpCall(sandbox, 'query', queryFields('ORDER0001'), { txnType: '01' })).fields.respCode).toBe('10');
    expect((await acpCall(sandbox, 'query', queryFields('ORDER0001'), { bizType: '000201' })).fields.respCode).toBe(
      '00',
    );
  });
  test('changed after signing is refused with 11', async () => {
    await paid();
    const fields = acpFields(sandbox, queryFields('ORDER0001'));
    expect((await acpPost(sandbox, 'query', { ...fields, bizType: '000201' })).fields.respCode).toBe('11');
  });
  test('may be answered wrongly signed, busy, too often, or broken', async () => {
    await paid();
    const under = async (kind: 'bad_response_sign' | 'busy_code' | 'rate_limit' | 'http_500' | 'clock_skew') => {
      sandbox.control.faults.add({ provider: 'unionpay', call: 'order.query', kind });
      return acpCall(sandbox, 'query', queryFields('ORDER0001'));
    };
    const wrong = await under('bad_response_sign');
    expect(wrong.fields.origRespCode).toBe('00');
    expect(trusted(sandbox, wrong.fields)).toBe(false);
    expect((await under('busy_code')).fields.respCode).toBe('03');
    expect((await under('rate_limit')).fields.respCode).toBe('37');
    expect((await under('http_500')).status).toBe(500);
  });
});

describe('giving back', () => {
  beforeEach(() => paid());

  test('is accepted first, done three seconds later, and asked about by its own number', async () => {
    const accepted = await giveBack('REFUND01', '800');
    expect(accepted).toMatchObject({ respCode: '00', orderId: 'REFUND01', queryId: expect.any(String) });
    expect(trusted(sandbox, accepted)).toBe(true);
    expect(await query('REFUND01')).toMatchObject({ respCode: '00', origRespCode: '05' });
    await sandbox.clock.advance(3000);
    expect(await query('REFUND01')).toMatchObject({ origRespCode: '00', txnAmt: '800', txnType: '04' });
    expect(await query('ORDER0001')).toMatchObject({ origRespCode: '00', txnAmt: '15800' });
  });
  test('the same number again is a duplicate, more than was paid a mismatch', async () => {
    await giveBack('REFUND01', '15000');
    expect((await giveBack('REFUND01', '15000')).respCode).toBe('12');
    expect((await giveBack('ORDER0001', '1')).respCode).toBe('12');
    expect((await giveBack('REFUND02', '801')).respCode).toBe('36');
    expect((await giveBack('REFUND02', '800')).respCode).toBe('00');
  });
  test('of an unknown payment is refused, and so is a wrong field or an old time', async () => {
    expect((await giveBack('REFUND01', '1', { origQryId: '102601010800009999999' })).respCode).toBe('35');
    expect((await giveBack('REFUND01', '1', { txnType: '01' })).respCode).toBe('10');
    expect((await giveBack('REFUND01', '1', { origQryId: '' })).respCode).toBe('13');
    expect((await giveBack('REFUND01', '1', { txnTime: txnTime(sandbox, -16 * MINUTE) })).respCode).toBe('39');
    sandbox.control.faults.add({ provider: 'unionpay', kind: 'clock_skew' });
    expect((await giveBack('REFUND01', '1')).respCode).toBe('39');
    expect(sandbox.control.unionpay.refunds.list()).toEqual([]);
  });
  test('may stay in progress or fail, and a failed one leaves its money to give back', async () => {
    sandbox.control.faults.add({ provider: 'unionpay', kind: 'refund_pending' });
    await giveBack('REFUND01', '15000');
    sandbox.control.faults.add({ provider: 'unionpay', kind: 'refund_fail' });
    await giveBack('REFUND02', '800');
    await sandbox.clock.advance(60 * MINUTE);
    expect((await query('REFUND01')).origRespCode).toBe('05');
    expect((await query('REFUND02')).origRespCode).toBe('60');
    sandbox.control.unionpay.settle('REFUND01');
    expect((await query('REFUND01')).origRespCode).toBe('00');
    expect((await giveBack('REFUND03', '801')).respCode).toBe('36');
    expect((await giveBack('REFUND03', '800')).respCode).toBe('00');
  });
  test('a revoke takes the whole of the same day, once', async () => {
    const revoke = { txnType: '31' };
    expect((await giveBack('REVOKE01', '100', revoke)).respCode).toBe('36');
    expect((await giveBack('REVOKE01', '15800', revoke)).respCode).toBe('00');
    expect((await giveBack('REVOKE02', '15800', revoke)).respCode).toBe('35');
    expect((await giveBack('REFUND01', '1')).respCode).toBe('35');
  });
  test('a revoke of yesterday and a refund after 330 days are too late', async () => {
    await sandbox.clock.advance(86_400_000);
    expect((await giveBack('REVOKE01', '15800', { txnType: '31' })).respCode).toBe('39');
    await sandbox.clock.advance(330 * 86_400_000);
    expect((await giveBack('REFUND01', '1')).respCode).toBe('39');
  });
});

describe('a settlement file', () => {
  const FILE = { txnType: '76', txnSubType: '01', bizType: '000000', fileType: '00' };
  const ask = async (settleDate: string, more: Fields = {}) =>
    (await acpCall(sandbox, 'file', { ...FILE, settleDate, ...more })).fields;
  /** The text of each list, and its values by their widths. */
  const listsOf = ({ fileContent = '' }: Fields): Map<string, string> => {
    const zip = inflateSync(Buffer.from(fileContent, 'base64'));
    const lists = new Map<string, string>();
    for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
      const [size, named] = [zip.readUInt32LE(at + 22), zip.readUInt16LE(at + 26)];
      const from = at + 30 + named;
      lists.set(zip.toString('latin1', at + 30, from), zip.toString('latin1', from, from + size));
      at = from + size;
    }
    return lists;
  };

  test('holds what went through until 23:00, in lines of 42 values of fixed widths', async () => {
    await paid();
    await giveBack('REFUND01', '800');
    await sandbox.clock.advance(MINUTE);
    await sandbox.clock.set(Date.parse('2026-11-20T23:10:00+08:00'));
    await paid('ORDER0002');
    expect(await ask('1120')).toMatchObject({ respCode: '98' });
    await sandbox.clock.set(Date.parse('2026-11-21T09:00:00+08:00'));
    const answer = await ask('1120');
    expect(answer).toMatchObject({ respCode: '00', settleDate: '1120', txnType: '76' });
    expect(trusted(sandbox, answer)).toBe(true);
    const { merId } = sandbox.keys.unionpay;
    const lists = listsOf(answer);
    expect([...lists.keys()]).toEqual([`INN26112088ZM_${merId}`, `INN26112088ZME_${merId}`]);
    const widths = [
      3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6, 2, 4, 32, 1, 21, 15, 1,
    ];
    widths.push(15, 32, 13, 13, 8, 32, 13, 13, 12, 2, 1, 32, 98);
    const rows = (lists.get(`INN26112088ZM_${merId}`) ?? '').split('\r\n').slice(0, -1);
    const values = rows.map((row) =>
      widths.map((width, index) => {
        const from = widths.slice(0, index).reduce((sum, before) => sum + before + 1, 0);
        return row.slice(from, from + width).trim();
      }),
    );
    expect(rows.map((row) => row.length)).toEqual([607, 607]);
    const order = sandbox.control.unionpay.orders.find('ORDER0001');
    const shown = values.map((of) => [of[4], of[6], of[9], of[11], of[19], of[26], of[27]]);
    const refund = sandbox.control.unionpay.refunds.list()[0];
    expect(shown).toEqual([
      ['1120090000', '000000015800', order?.queryId, 'ORDER0001', '01', '', merId],
      ['1120090003', '000000000800', refund?.queryId, 'REFUND01', '04', order?.queryId, merId],
    ]);
    await sandbox.clock.set(Date.parse('2026-11-22T09:00:00+08:00'));
    expect([...listsOf(await ask('1121')).values()][0]).toContain('ORDER0002');
  });

  test.each<[string, string, () => Fields]>([
    ['a day that is none', '10', () => ({ settleDate: '1320' })],
    ['another file', '10', () => ({ fileType: '01' })],
    ['no day', '13', () => ({ settleDate: '' })],
    ['another time', '39', () => ({ txnTime: txnTime(sandbox, 16 * MINUTE) })],
  ])('%s is refused', async (_, respCode, change) => {
    expect(await ask('1120', change())).toMatchObject({ respCode });
  });

  test('a signature over other fields is refused', async () => {
    const fields = acpFields(sandbox, { ...FILE, settleDate: '1120' });
    expect((await acpPost(sandbox, 'file', { ...fields, settleDate: '1119' })).fields.respCode).toBe('11');
  });
});
