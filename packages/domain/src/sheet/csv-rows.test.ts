import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvProblem, csvReader } from './csv-rows.ts';

describe('CSV read in pieces', () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

  test('any cells, cut anywhere, with either line end, come back as they were', () => {
    const cell = fc.string({ unit: fc.constantFrom('甲', 'a', ',', '"', '\r', '\n', ' '), maxLength: 6 });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 1, max: 7 }), (rows, lineEnd, size) => {
        const text = rows.map((cells) => cells.map(quoted).join(',') + lineEnd).join('');
        const reader = csvReader();
        const read = [];
        for (let from = 0; from < text.length; from += size) read.push(...reader.push(text.slice(from, from + size)));
        expect([...read, ...reader.end()].map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  test('lines are counted as an editor counts them', () => {
    const reader = csvReader();
    const rows = [...reader.push('a,"b\nc"\r\n\r\nd,e\n"f'), ...reader.push('",g')];
    expect([...rows, ...reader.end()]).toEqual([
      { line: 1, cells: ['a', 'b\nc'] },
      { line: 4, cells: ['d', 'e'] },
      { line: 5, cells: ['f', 'g'] },
    ]);
  });

  test('a row without end is refused instead of being kept', () => {
    expect(() => csvReader().push(`"${'x'.repeat(9_000)}`)).toThrow(CsvProblem);
    const reader = csvReader();
    reader.push('a,"b');
    expect(() => reader.end()).toThrow('第 1 行少了一个引号');
  });
});
