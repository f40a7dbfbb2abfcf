import { deflateRawSync } from 'node:zlib';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { amountCell, keptWhole, readSheet, type SheetRow, writeCsv, writeXlsx } from './index.ts';

const LIMITS = { maxBytes: 8 * 1024 * 1024, maxRows: 10_000 };
const ID_NUMBER = '320102199003070038';

async function rowsOf(bytes: Uint8Array, limits = LIMITS): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of readSheet(bytes, limits)) rows.push(row);
  return rows;
}

/** How a file within a zip begins: nothing of its sizes and sum needs to be true. */
function localHeader(name: string, part: { flags?: number; method: number; packed: number; size: number }): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(part.flags ?? 0, 6);
  header.writeUInt16LE(part.method, 8);
  header.writeUInt32LE(part.packed, 18);
  header.writeUInt32LE(part.size, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

/**
 * A zip in which one file lies where one reader sees the inside of another file, and a second reader, which believes the
 * sizes that come with a note after the data, sees a file of its own.
 */
function hidden(name: string, content: Uint8Array): Buffer {
  const packed = deflateRawSync(content);
  const own = Buffer.concat([localHeader(name, { method: 8, packed: packed.length, size: content.length }), packed]);
  const cover = localHeader('b', { method: 0, packed: own.length, size: own.length });
  const note = Buffer.alloc(16);
  note.write('PK\u0007\u0008', 'latin1');
  const first = Buffer.concat([Buffer.from('x'), note, cover]);
  const begin = localHeader('a', { flags: 8, method: 0, packed: first.length, size: first.length });
  const at = begin.length + first.length;
  const entry = Buffer.alloc(46);
  entry.write('PK\u0001\u0002', 'latin1');
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(at, 42);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(at + own.length, 16);
  return Buffer.concat([begin, first, own, entry, Buffer.from(name), end]);
}

describe('a CSV file', () => {
  test('in UTF-8 with a mark, and in GB18030, says the same', async () => {
    const gb18030 = Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x31, 0x0a, 0xc1, 0xd6, 0xc3, 0xb7, 0x2c, 0x32]);
    const utf8 = Buffer.from('\uFEFF姓名,1\n林梅,2');
    expect(await rowsOf(gb18030)).toEqual(await rowsOf(utf8));
    expect((await rowsOf(utf8)).map(({ cells }) => cells)).toEqual([
      ['姓名', '1'],
      ['林梅', '2'],
    ]);
  });

  test('keeps the numbers of its lines over empty ones, and shows where a long number was lost', async () => {
    expect(await rowsOf(Buffer.from(`姓名,证件号码\n\n,\n林梅,3.20102E+17\n陈刚,${ID_NUMBER}\n`))).toEqual([
      { line: 1, cells: ['姓名', '证件号码'], spoilt: [] },
      { line: 4, cells: ['林梅', '3.20102E+17'], spoilt: [1] },
      { line: 5, cells: ['陈刚', ID_NUMBER], spoilt: [] },
    ]);
  });

  test('that was written here comes back, and nothing in it is calculated', async () => {
    const rows = [['=1+1', 'a"b,c', 5, '-12.30']];
    const csv = writeCsv({ headings: ['甲', '乙', '丙', '丁'], rows });
    expect((await rowsOf(Buffer.from(csv)))[1]?.cells).toEqual(["'=1+1", 'a"b,c', '5', "'-12.30"]);
  });

  test.each(['=1', '+1', '-1', '@A1', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠A1'])(
    'keeps %j as text',
    (cell) => {
      const line = writeCsv({ headings: [], rows: [[cell]] }).slice(3);
      expect(line.replace(/^"/, '')).toMatch(/^'/);
    },
  );

  test('keeps a long number whole for whoever opens it in a table program', () => {
    expect([ID_NUMBER, '4200001234202511281234567890', 'JS0915204921374619337', '15800', 5].map(keptWhole)).toEqual([
      `${ID_NUMBER}\t`,
      '4200001234202511281234567890\t',
      'JS0915204921374619337',
      '15800',
      5,
    ]);
  });

  test('has amounts as plain decimals in yuan, and nothing where there is none', () => {
    const rows = [[amountCell(123_456_780), amountCell(-1_230), amountCell(0), amountCell(null)]];
    expect(writeCsv({ headings: [], rows }).split('\r\n')[1]).toBe('1234567.80,-12.30,0.00,');
  });
});

describe('an XLSX file', () => {
  test('that was written here comes back with whole numbers', async () => {
    const file = await writeXlsx({ headings: ['姓名', '证件号码', '人数'], rows: [['林梅', ID_NUMBER, 12]] });
    expect(await rowsOf(file)).toEqual([
      { line: 1, cells: ['姓名', '证件号码', '人数'], spoilt: [] },
      { line: 2, cells: ['林梅', ID_NUMBER, '12'], spoilt: [] },
    ]);
  });

  test('has amounts as numbers in yuan, which a table adds up', async () => {
    const rows = [[amountCell(123_456_780), amountCell(-1_230), amountCell(null), '15800']];
    const file = await writeXlsx({ headings: ['甲', '乙', '丙', '丁'], rows });
    expect((await rowsOf(file))[1]?.cells).toEqual(['1234567.8', '-12.3', '', '15800']);
    const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] as Uint8Array);
    // A cell of text says so; the sum of a column passes over it.
    const cells = [...sheet.matchAll(/<c r="([ABD]2)"([^>]*)>/g)].map(([, at, more]) => [at, / t="/.test(more ?? '')]);
    expect(cells).toEqual([
      ['A2', false],
      ['B2', false],
      ['D2', true],
    ]);
  });

  test('shows dates as days, phones as typed, and where a long number was lost', async () => {
    const file = await writeExcelFile([
      [{ value: '日期' }, { value: '手机号' }, { value: '证件号码' }, { value: '金额' }],
      [],
      [
        { value: new Date(Date.UTC(1990, 2, 7)), type: Date, format: 'yyyy-mm-dd' },
        { value: 13800000000, type: Number },
        { value: Number(ID_NUMBER), type: Number },
        { value: 0.1 + 0.2, type: Number },
      ],
    ]).toBuffer();
    expect((await rowsOf(file))[1]).toEqual({
      line: 3,
      cells: ['1990-03-07', '13800000000', expect.stringContaining('3201021990'), '0.3'],
      spoilt: [2],
    });
  });

  test('of many rows is read to its end, or refused by its number of rows', async () => {
    const rows = Array.from({ length: 4_500 }, (_, index) => [`第${index}人`, index]);
    const file = await writeXlsx({ headings: ['姓名', '号'], rows });
    expect((await rowsOf(file)).at(-1)).toEqual({ line: 4_501, cells: ['第4499人', '4499'], spoilt: [] });
    await expect(rowsOf(file, { ...LIMITS, maxRows: 4_499 })).rejects.toThrow('文件超过 4499 行，请分成几份');
  });

  test('that unpacks to more than a table would be is not read', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(130 * 1024 * 1024) }, { level: 1 });
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(rowsOf(bomb)).rejects.toThrow('表格太大或已损坏');
  }, 60_000);

  test('that hides what it unpacks to from whoever reads it from its beginning is not read either', async () => {
    const bomb = hidden('xl/worksheets/sheet1.xml', new Uint8Array(130 * 1024 * 1024));
    await expect(rowsOf(bomb)).rejects.toThrow('表格太大或已损坏');
  }, 60_000);

  test('is read by its list of contents, whatever lies between', async () => {
    const table = await writeXlsx({ headings: ['姓名'], rows: [['林梅']] });
    const end = table.lastIndexOf('PK\u0005\u0006');
    const list = table.readUInt32LE(end + 16);
    // Another sheet of the same name, where the list does not lead.
    const other = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': strToU8('<worksheet/>') }));
    const between = other.subarray(0, other.lastIndexOf('PK\u0001\u0002'));
    const moved = Buffer.from(table);
    moved.writeUInt32LE(list + between.length, end + 16);
    const file = Buffer.concat([moved.subarray(0, list), between, moved.subarray(list)]);
    expect((await rowsOf(file)).map(({ cells }) => cells)).toEqual([['姓名'], ['林梅']]);
  });
});

test.each([
  ['nothing', Buffer.alloc(0), '文件是空的'],
  ['empty rows', Buffer.from('\n,,\n'), '文件是空的'],
  ['an old table, or one with a password', Buffer.from('d0cf11e0a1b11ae100000000', 'hex'), '请另存为没有密码的'],
  ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), '这不是 CSV 或 XLSX 文件'],
  ['text of another encoding', Buffer.from([0x61, 0xff, 0x2c, 0x62]), '请另存为 CSV UTF-8'],
  ['a quotation mark without its other', Buffer.from('a,"b\n'), '第 1 行少了一个引号'],
  ['half an XLSX file', Buffer.from('PK\u0003\u0004 and no more'), '读不了这个表格|表格太大或已损坏'],
  ['too many bytes', Buffer.alloc(9 * 1024 * 1024, 'a'), '文件超过 8 MB'],
])('%s is refused with what to do', async (_, bytes, words) => {
  await expect(rowsOf(bytes)).rejects.toThrow(new RegExp(words));
});
