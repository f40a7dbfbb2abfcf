import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from '../testing/zip-of.ts';
import type { CallOutcome, Gateway } from './gateway.ts';
import { readSettlementFile } from './settlement-file.ts';

const MER_ID = '802310048993424';
const NOW_MS = Date.parse('2026-11-21T10:05:00+08:00');
const packed = (zip: Buffer): string => deflateSync(zip).toString('base64');
const SETTLED = { name: `INN26112088ZM_${MER_ID}`, text: '', packed: true };

function read(fields: Record<string, string>, respCode = '00') {
  const outcome: CallOutcome = { kind: 'answered', respCode, fields };
  const gateway = { file: async () => outcome } as unknown as Gateway;
  return readSettlementFile('2026-11-20', { gateway, merId: MER_ID, nowMs: NOW_MS });
}

test('what banks had corrected is counted and kept, and another content is another bill', async () => {
  const corrected = { name: `INN26112088ZME_${MER_ID}`, text: 'E74 line one\r\nE74 line two\r\n' };
  const bill = await read({ fileContent: packed(zipOf([SETTLED, corrected])) });
  expect(bill).toMatchObject({ kind: 'bill', day: '2026-11-20', rows: [], corrections: 2, text: corrected.text });
  const plain = await read({ fileContent: packed(zipOf([SETTLED])) });
  expect(plain).toMatchObject({ corrections: 0, text: '' });
  expect(plain.kind === 'bill' && bill.kind === 'bill' && plain.sha1 !== bill.sha1).toBe(true);
});

test.each<[string, Record<string, string>, string?]>([
  ['another day', { fileContent: packed(zipOf([SETTLED])), settleDate: '1119' }],
  ['no content', {}],
  ['another merchant’s list', { fileContent: packed(zipOf([{ ...SETTLED, name: 'INN26112088ZM_802310048993425' }])) }],
  ['two lists', { fileContent: packed(zipOf([SETTLED, { ...SETTLED, name: `INN26112188ZM_${MER_ID}` }])) }],
  ['no zip', { fileContent: packed(Buffer.from('no zip')) }],
  ['nothing that was packed', { fileContent: Buffer.from('plain').toString('base64') }],
  ['a fault of the service', {}, '03'],
])('%s is no bill and no word about the day', async (_, fields, respCode) => {
  expect((await read(fields, respCode)).kind).toBe('unknown');
});

test('98 says that there is no file', async () => {
  expect(await read({}, '98')).toEqual({ kind: 'none' });
});
