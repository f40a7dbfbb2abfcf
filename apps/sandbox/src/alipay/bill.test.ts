import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';
import { gatewayCall, openWap, wapContent } from '../testing/alipay-shop.ts';
import { gbk } from './gbk.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  const startMs = Date.parse('2026-11-20T09:00:00+08:00');
  const clock = { now: () => startMs };
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), controlApi: true, signTestProbes: false, clock });
  for (const number of ['ORDER0001', 'ORDER0002', 'UNPAID01']) await openWap(sandbox, wapContent(number));
  sandbox.control.alipay.orders.act('ORDER0001', 'pay');
  await sandbox.clock.advance(1000);
  sandbox.control.alipay.orders.act('ORDER0002', 'pay');
  sandbox.control.alipay.orders.act('UNPAID01', 'confirm');
  await sandbox.clock.advance(1000);
  await gatewayCall(sandbox, 'alipay.trade.refund', {
    out_trade_no: 'ORDER0002',
    refund_amount: '8.00',
    out_request_no: 'R1',
  });
});
afterEach(() => sandbox.close());

const ask = async (date = '2026-11-20', type = 'trade') => {
  const content = { bill_type: type, bill_date: date };
  return (await gatewayCall(sandbox, 'alipay.data.dataservice.bill.downloadurl.query', content)).node;
};
const nextDay = () => sandbox.clock.set(Date.parse('2026-11-21T10:00:00+08:00'));

/** Name and text of every file, read from the central directory as an unpacker does. */
function unzip(archive: Buffer): { name: string; text: string }[] {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const decode = (bytes: Buffer) => new TextDecoder('gbk', { fatal: true }).decode(bytes);
  const files: { name: string; text: string }[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < archive.readUInt16LE(end + 10); i += 1) {
    expect(archive.readUInt32LE(at)).toBe(0x02014b50);
    expect(archive.readUInt16LE(at + 10)).toBe(0);
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    expect(archive.readUInt32LE(local)).toBe(0x04034b50);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const content = archive.subarray(start, start + size);
    expect(crc32(content)).toBe(archive.readUInt32LE(at + 16));
    files.push({ name: decode(archive.subarray(at + 46, at + 46 + nameLength)), text: decode(content) });
    at += 46 + nameLength;
  }
  return files;
}

async function download(url: string) {
  const response = await fetch(url);
  return { status: response.status, files: response.ok ? unzip(Buffer.from(await response.arrayBuffer())) : [] };
}

const rowsOf = (text = '') =>
  text
    .split('\r\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').map((cell) => cell.trim()));

test('is a ZIP of two GBK files with payments, refunds and sums', async () => {
  await nextDay();
  const { files } = await download((await ask()).bill_download_url);
  expect(files.map(({ name }) => name)).toEqual([
    '20880000000001010156_20261120_业务明细.csv',
    '20880000000001010156_20261120_业务明细(汇总).csv',
  ]);
  const [head = [], ...rows] = rowsOf(files[0]?.text);
  expect(head).toHaveLength(25);
  expect(rows.every((row) => row.length === 25)).toBe(true);
  const cell = (row: string[], name: string) => row[head.indexOf(name)];
  const seen = rows.map((row) => [
    ...['商户订单号', '业务类型', '订单金额（元）', '商家实收（元）', '退款批次号/请求号', '服务费（元）'].map((name) =>
      cell(row, name),
    ),
  ]);
  expect(seen).toEqual([
    ['ORDER0001', '交易', '158.00', '158.00', '', '-0.95'],
    ['ORDER0002', '交易', '158.00', '158.00', '', '-0.95'],
    ['ORDER0002', '退款', '-8.00', '-8.00', 'R1', '0.05'],
  ]);
  expect(files[0]?.text).toContain('#交易合计：2笔，商家实收共316.00元');
  const [, totals = []] = rowsOf(files[1]?.text);
  expect(totals.slice(0, 6)).toEqual(['合计', '', '2', '1', '308.00', '308.00']);
  expect(totals.at(-1)).toBe('306.15');
});

test('is there from ten of the next day, and a month from ten of the first', async () => {
  for (const [date, subCode] of [
    ['2026-11-20', 'isp.bill_not_exist'],
    ['2026-11', 'isp.bill_not_exist'],
    ['2026-11-31', 'isv.invalid-arguments'],
    ['20261120', 'isv.invalid-arguments'],
  ] as const) {
    expect((await ask(date)).sub_code).toBe(subCode);
  }
  await sandbox.clock.set(Date.parse('2026-11-21T09:59:00+08:00'));
  expect((await ask()).sub_code).toBe('isp.bill_not_exist');
  await nextDay();
  expect((await ask('2026-11-19')).sub_code).toBe('isp.bill_not_exist');
  expect((await ask('2026-11-20', 'loan')).sub_code).toBe('isv.invalid-arguments');
  await sandbox.clock.set(Date.parse('2026-12-01T10:00:00+08:00'));
  const { files } = await download((await ask('2026-11')).bill_download_url);
  expect(rowsOf(files[0]?.text)).toHaveLength(4);
});

test('its address works for half a minute', async () => {
  await nextDay();
  const { bill_download_url } = await ask();
  await sandbox.clock.advance(29_000);
  expect((await download(bill_download_url)).status).toBe(200);
  await sandbox.clock.advance(1000);
  expect((await download(bill_download_url)).status).toBe(403);
});

test('faults make it differ from the truth', async () => {
  await nextDay();
  const under = async (kind: 'bill_extra_row' | 'bill_missing_row' | 'bill_amount_diff') => {
    sandbox.control.faults.add({ provider: 'alipay', kind });
    return rowsOf((await download((await ask()).bill_download_url)).files[0]?.text).slice(1);
  };
  expect(await under('bill_extra_row')).toHaveLength(4);
  expect(await under('bill_missing_row')).toHaveLength(2);
  expect((await under('bill_amount_diff'))[0]).toContain('158.01');
  sandbox.control.faults.add({ provider: 'alipay', call: 'bill.download', kind: 'truncated' });
  const { bill_download_url } = await ask();
  const whole = async () => Buffer.from(await (await fetch(bill_download_url)).arrayBuffer()).includes('PK\x05\x06');
  expect([await whole(), await whole()]).toEqual([false, true]);
  sandbox.control.faults.add({ provider: 'alipay', kind: 'bill_missing' });
  expect((await ask()).sub_code).toBe('isp.bill_not_exist');
});

test('GBK is written as it is read, and what it does not have becomes a question mark', () => {
  const text = '补充医疗保险（元），①〇囧 abc';
  expect(new TextDecoder('gbk').decode(gbk(text))).toBe(text);
  expect(gbk('中')).toEqual(Buffer.from([0xd6, 0xd0]));
  expect(gbk('a😀b').toString('latin1')).toBe('a?b');
});
