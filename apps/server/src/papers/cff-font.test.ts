import { describe, expect, it } from 'vitest';
import { writeCffFont } from './cff-font.ts';

/** Readers forgive much, so the tables are followed here offset by offset, as Technical Note 5176 lays them out. */

interface Index {
  items: Buffer[];
  end: number;
}

function readIndex(font: Buffer, at: number): Index {
  const count = font.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const offsetSize = font.readUInt8(at + 2);
  const offsets = Array.from({ length: count + 1 }, (_, i) => font.readUIntBE(at + 3 + i * offsetSize, offsetSize));
  const data = at + 3 + (count + 1) * offsetSize - 1;
  expect(offsets[0]).toBe(1);
  const items = offsets.slice(0, -1).map((offset, i) => font.subarray(data + offset, data + (offsets[i + 1] ?? 0)));
  return { items, end: data + (offsets.at(-1) ?? 0) };
}

function readDict(dict: Buffer | undefined): Record<string, number[]> {
  const entries: Record<string, number[]> = {};
  let operands: number[] = [];
  for (let at = 0; dict && at < dict.length; ) {
    const byte = dict.readUInt8(at);
    if (byte === 29) {
      operands.push(dict.readInt32BE(at + 1));
      at += 5;
    } else {
      const operator = byte === 12 ? `12 ${dict.readUInt8(at + 1)}` : `${byte}`;
      entries[operator] = operands;
      operands = [];
      at += byte === 12 ? 2 : 1;
    }
  }
  expect(operands).toEqual([]);
  return entries;
}

const offsetIn = (dict: Record<string, number[]>, operator: string): number => dict[operator]?.[0] ?? -1;

function readFont(font: Buffer) {
  const names = readIndex(font, font.readUInt8(2));
  const tops = readIndex(font, names.end);
  const strings = readIndex(font, tops.end);
  const subroutines = readIndex(font, strings.end);
  const top = readDict(tops.items[0]);
  const charStrings = readIndex(font, offsetIn(top, '17'));
  const fontDicts = readIndex(font, offsetIn(top, '12 36'));
  const fontDict = readDict(fontDicts.items[0]);
  const [privateSize = 0, privateAt = 0] = fontDict['18'] ?? [];
  return {
    names: names.items.map(String),
    strings: strings.items.map(String),
    subroutines: subroutines.items,
    top,
    charset: font.subarray(offsetIn(top, '15'), offsetIn(top, '12 37')),
    fdSelect: font.subarray(offsetIn(top, '12 37'), offsetIn(top, '17')),
    charStrings: charStrings.items,
    charStringsEnd: charStrings.end,
    fontDictCount: fontDicts.items.length,
    fontDictsEnd: fontDicts.end,
    fontDict,
    privateDict: readDict(font.subarray(privateAt, privateAt + privateSize)),
    privateAt,
    privateEnd: privateAt + privateSize,
  };
}

const glyphs = (count: number, length: number): Uint8Array[] =>
  Array.from({ length: count }, (_, i) => Uint8Array.from([...new Array(length).fill(139), 22 + (i % 2), 14]));

describe('writeCffFont', () => {
  // One, a few, and enough that offsets take one, two and three bytes.
  it.each([
    [1, 1],
    [2, 3],
    [300, 20],
    [1200, 80],
  ])('writes %i glyphs of %i bytes where the dictionaries say they are', (count, length) => {
    const charstrings = glyphs(count, length);
    const font = writeCffFont({
      name: 'Test-Regular',
      boundingBox: [-10, -200, 1100, 900],
      defaultWidth: 1000,
      charstrings,
    });
    const read = readFont(font);
    expect([...font.subarray(0, 3)]).toEqual([1, 0, 4]);
    expect(read.names).toEqual(['Test-Regular']);
    expect(read.strings).toEqual(['Adobe', 'Identity', 'Test-Regular']);
    expect(read.subroutines).toEqual([]);
    expect(read.charStrings.map((item) => [...item])).toEqual(charstrings.map((item) => [...item]));
    expect(read.fontDictCount).toBe(1);
    expect(read.privateDict).toEqual({ '20': [1000], '21': [0] });
    // Tables follow each other without a gap, and the last ends the font.
    expect(read.charStringsEnd).toBe(offsetIn(read.top, '12 36'));
    expect(read.fontDictsEnd).toBe(read.privateAt);
    expect(read.privateEnd).toBe(font.length);
  });

  it('is CID-keyed: glyph number and CID are the same, all in one font dictionary', () => {
    const charstrings = glyphs(300, 2);
    const font = writeCffFont({ name: 'T', boundingBox: [-10, -200, 1100, 900], defaultWidth: 1000, charstrings });
    const read = readFont(font);
    expect(read.top).toMatchObject({ '12 30': [391, 392, 0], '12 34': [300], '5': [-10, -200, 1100, 900] });
    expect(read.fontDict['12 38']).toEqual([393]);
    // Format 2, one range: CIDs from 1, 298 more after it.
    expect([...read.charset]).toEqual([2, 0, 1, 1, 42]);
    // Format 3, one range: from glyph 0 on dictionary 0, up to 300.
    expect([...read.fdSelect]).toEqual([3, 0, 1, 0, 0, 0, 1, 44]);
  });

  it('refuses a font without glyphs', () => {
    const input = { name: 'T', boundingBox: [0, 0, 1, 1], defaultWidth: 1000, charstrings: [] } as const;
    expect(() => writeCffFont(input)).toThrow(RangeError);
  });
});
