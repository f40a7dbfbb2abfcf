import { expect, test } from 'vitest';
import { BillFormatError } from '../bill-table.ts';
import { settlementRows } from './settlement-rows.ts';

const MER_ID = '802310048993424';
const [PAID_ID, EARLIER_ID] = ['201511201200001234567', '201511190900007654321'];

/** A line as the interface's own example writes it, up to the values that editions differ in. */
function line(change: {
  trace?: string;
  fen?: string;
  id?: string;
  no?: string;
  type?: string;
  of?: string;
  mer?: string;
}) {
  const { trace = '1120120005', fen = '000000015800', id = PAID_ID, no = 'JS0001', type = '01' } = change;
  return [
    ...['S22', '00010000   ', '00010000   ', '000123', trace, '6216261000000000018', fen, '4900', '07', id, '  '],
    ...[no.padEnd(32), '01', '000000', '0000000000', 'D000000000000', 'C000000015800', '0001', ' '.repeat(15)],
    ...[type, '01', '000201', '01', '    ', ' '.repeat(32), '0', (change.of ?? '').padEnd(21), change.mer ?? MER_ID],
  ].join(' ');
}

// A shop's short name further on, in GBK.
const rest = Buffer.from([0x20, 0x30, 0xbb, 0xdd, 0xc3, 0xf1, 0x0d, 0x0a]);
const file = (...lines: string[]) => Buffer.concat(lines.flatMap((one) => [Buffer.from(one), rest]));
const at = (text: string): number => Date.parse(`${text}+08:00`);

test('payments, refunds of the same day and of an earlier one, a revoke', () => {
  const list = file(
    line({}),
    line({ no: 'RJS0001', type: '04', of: PAID_ID, fen: '000000000800', trace: '1119233000' }),
    line({ no: 'RJS0000', type: '31', of: EARLIER_ID }),
  );
  const common = { providerTxn: PAID_ID, settled: true };
  expect(settlementRows(list, '2026-11-20', MER_ID)).toEqual([
    {
      ...common,
      kind: 'payment',
      merchantOrderNo: 'JS0001',
      refundNo: null,
      amountFen: 15_800,
      atMs: at('2026-11-20T12:00:05'),
    },
    {
      ...common,
      kind: 'refund',
      merchantOrderNo: 'JS0001',
      refundNo: 'RJS0001',
      amountFen: 800,
      atMs: at('2026-11-19T23:30:00'),
    },
    {
      ...{ ...common, providerTxn: EARLIER_ID, kind: 'refund', merchantOrderNo: 'RJS0000', refundNo: 'RJS0000' },
      ...{ amountFen: 15_800, atMs: at('2026-11-20T12:00:05') },
    },
  ]);
});

test('the night before New Year is of the year before', () => {
  const [row] = settlementRows(file(line({ trace: '1231233000' })), '2027-01-01', MER_ID);
  expect(row?.atMs).toBe(at('2026-12-31T23:30:00'));
});

test.each([
  ['another merchant', line({ mer: '802310048993425' })],
  ['another type of transaction', line({ type: '02' })],
  ['an amount of nothing', line({ fen: '000000000000' })],
  ['an amount in letters', line({ fen: '00000001580A' })],
  ['an impossible time', line({ trace: '1332120000' })],
  ['no order number', line({ no: '' })],
  ['a refund of nothing', line({ type: '04' })],
  ['a line cut off', line({}).slice(0, -1)],
  ['other widths', `0${line({})}`],
])('%s makes the whole list unreadable', (_, broken) => {
  const list = Buffer.concat([file(line({})), Buffer.from(broken)]);
  expect(() => settlementRows(list, '2026-11-20', MER_ID)).toThrow(BillFormatError);
});
