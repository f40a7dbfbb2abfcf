import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { orderBody, payCall } from '../testing/shop.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  const startMs = Date.parse('2026-11-20T09:00:00+08:00');
  const clock = { now: () => startMs };
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), controlApi: true, signTestProbes: false, clock });
  for (const number of ['ORDER0001', 'ORDER0002', 'UNPAID01']) {
    await payCall(sandbox, 'POST', '/v3/pay/transactions/h5', orderBody(sandbox, number));
  }
  sandbox.control.orders.act('ORDER0001', 'pay');
  sandbox.control.orders.act('ORDER0002', 'pay');
  await payCall(sandbox, 'POST', '/v3/refund/domestic/refunds', {
    out_trade_no: 'ORDER0002',
    out_refund_no: 'R1',
    amount: { refund: 800, total: 15800, currency: 'CNY' },
  });
  await sandbox.clock.advance(10_000);
});
afterEach(() => sandbox.close());

const ask = (day = '2026-11-20', more = '') =>
  payCall(sandbox, 'GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL${more}`);
const nextDay = () => sandbox.clock.set(Date.parse('2026-11-21T10:00:00+08:00'));

async function download(url: string): Promise<{ status: number; content: Buffer; signed: boolean }> {
  const { pathname, search } = new URL(url);
  const answer = await payCall(sandbox, 'GET', pathname + search);
  return { status: answer.status, content: answer.bytes, signed: answer.headers.has('wechatpay-signature') };
}

test('lists payments and refunds of the day behind back-ticks, with sums and the hash of the plain file', async () => {
  await nextDay();
  const { data } = await ask();
  const file = await download(data.download_url);
  expect(file).toMatchObject({ status: 200, signed: false });
  expect(createHash('sha1').update(file.content).digest('hex')).toBe(data.hash_value);
  const lines = file.content.toString('utf8').trimEnd().split('\r\n');
  expect(lines).toHaveLength(6);
  expect(lines[0]).toBe(
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注',
  );
  expect(lines.slice(1, 4).every((line) => line.split(',').length === 27 && line.startsWith('`'))).toBe(true);
  expect(lines[1]).toContain('`ORDER0001');
  expect(lines[3]).toContain('`R1,`8.00');
  expect(lines[5]).toBe('`3,`316.00,`8.00,`0.00,`1.85,`316.00,`8.00');
});

test('GZIP packs the same file', async () => {
  await nextDay();
  const plain = await download((await ask()).data.download_url);
  const packed = await ask('2026-11-20', '&tar_type=GZIP');
  const content = gunzipSync((await download(packed.data.download_url)).content);
  expect(content.equals(plain.content)).toBe(true);
  expect(createHash('sha1').update(content).digest('hex')).toBe(packed.data.hash_value);
});

test('is not there before ten of the next day, nor for today, nor for a day without trade', async () => {
  expect(await ask()).toMatchObject({ status: 400, data: { code: 'PARAM_ERROR' } });
  await sandbox.clock.set(Date.parse('2026-11-21T09:59:00+08:00'));
  expect(await ask()).toMatchObject({ status: 400, data: { code: 'STATEMENT_CREATING' } });
  await nextDay();
  expect(await ask('2026-11-19')).toMatchObject({ status: 400, data: { code: 'NO_STATEMENT_EXIST' } });
  expect(await ask('20261120')).toMatchObject({ status: 400, data: { code: 'PARAM_ERROR' } });
});

test('its address works for half a minute', async () => {
  await nextDay();
  const { data } = await ask();
  await sandbox.clock.advance(30_000);
  expect((await download(data.download_url)).status).toBe(403);
});

test('faults make it differ from the truth', async () => {
  await nextDay();
  const linesUnder = async (kind: 'bill_extra_row' | 'bill_missing_row' | 'bill_amount_diff'): Promise<string[]> => {
    sandbox.control.faults.add({ provider: 'wechat-pay', kind });
    return (await download((await ask()).data.download_url)).content.toString('utf8').trimEnd().split('\r\n');
  };
  expect(await linesUnder('bill_extra_row')).toHaveLength(7);
  expect(await linesUnder('bill_missing_row')).toHaveLength(5);
  expect((await linesUnder('bill_amount_diff'))[1]).toContain('`158.01');
  sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'bill_missing' });
  expect((await ask()).data.code).toBe('NO_STATEMENT_EXIST');
  sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'bill_hash_wrong' });
  const { data } = await ask();
  expect(
    createHash('sha1')
      .update((await download(data.download_url)).content)
      .digest('hex'),
  ).not.toBe(data.hash_value);
});

describe('the bill of movements', () => {
  const flow = (more = '') => payCall(sandbox, 'GET', `/v3/bill/fundflowbill?bill_date=2026-11-20${more}`);

  test('tells payments, refunds and their fees, with the running balance', async () => {
    await nextDay();
    const { data } = await flow('&account_type=BASIC');
    const file = await download(data.download_url);
    expect(createHash('sha1').update(file.content).digest('hex')).toBe(data.hash_value);
    const lines = file.content.toString('utf8').trimEnd().split('\r\n');
    expect(lines[0]).toBe(
      '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号',
    );
    const cells = lines.slice(1, -2).map((line) => line.split(',').map((cell) => cell.slice(1)));
    expect(cells.map((row) => [row[4], row[5], row[6], row[7], row[10]])).toEqual([
      ['交易', '收入', '158.00', '158.00', 'ORDER0001'],
      ['扣除交易手续费', '支出', '0.95', '157.05', 'ORDER0001'],
      ['交易', '收入', '158.00', '315.05', 'ORDER0002'],
      ['扣除交易手续费', '支出', '0.95', '314.10', 'ORDER0002'],
      ['退款', '支出', '8.00', '306.10', 'R1'],
      ['退还交易手续费', '收入', '0.05', '306.15', 'R1'],
    ]);
    expect(lines.at(-1)).toBe('`6,`3,`316.05,`3,`9.90');
  });

  test('is there for the basic account only', async () => {
    await nextDay();
    expect((await flow('&account_type=FEES')).data.code).toBe('NO_STATEMENT_EXIST');
    expect((await flow('&account_type=SAVINGS')).data.code).toBe('PARAM_ERROR');
  });
});
