/**
 * Writes a CID-keyed CFF font program (Adobe Technical Note 5176) from finished charstrings, for embedding in a PDF as
 * CIDFontType0C. Glyph number and CID are the same; glyph 0 is the missing glyph.
 */

const FIRST_OWN_STRING = 391; // string ids below are the standard strings of the format

const OPERATOR = {
  fontBBox: [5],
  charset: [15],
  charStrings: [17],
  private: [18],
  defaultWidthX: [20],
  nominalWidthX: [21],
  ros: [12, 30],
  cidCount: [12, 34],
  fdArray: [12, 36],
  fdSelect: [12, 37],
  fontName: [12, 38],
} as const;

export interface CffFontInput {
  /** PostScript name, ASCII without spaces. */
  name: string;
  /** Font units: minX, minY, maxX, maxY. */
  boundingBox: readonly [number, number, number, number];
  /** The width a charstring may leave out, in font units. */
  defaultWidth: number;
  /** One per glyph, the missing glyph first; 1 to 65535 of them. */
  charstrings: readonly Uint8Array[];
}

/** An operand in the fixed five-byte form, so that a dictionary's length does not depend on its offsets. */
function fixedInteger(value: number): number[] {
  return [29, (value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

function entry(operands: readonly number[], operator: readonly number[]): number[] {
  return [...operands.flatMap(fixedInteger), ...operator];
}

function uint16(value: number): number[] {
  return [(value >>> 8) & 0xff, value & 0xff];
}

/** An INDEX structure: count, offset size, offsets from 1, data. */
function writeIndex(items: readonly Uint8Array[]): Buffer {
  if (items.length === 0) return Buffer.from(uint16(0));
  let offset = 1;
  const offsets = [offset];
  for (const item of items) {
    offset += item.length;
    offsets.push(offset);
  }
  const offsetSize = offset < 0x100 ? 1 : offset < 0x10000 ? 2 : 3;
  const head = Buffer.alloc(3 + offsets.length * offsetSize);
  head.writeUInt16BE(items.length, 0);
  head.writeUInt8(offsetSize, 2);
  offsets.forEach((value, i) => {
    head.writeUIntBE(value, 3 + i * offsetSize, offsetSize);
  });
  return Buffer.concat([head, ...items]);
}

/** Returns the bytes of the font program. @throws RangeError when there is no glyph, or more than a CID can number */
export function writeCffFont(input: CffFontInput): Buffer {
  const count = input.charstrings.length;
  if (count < 1 || count > 65535) throw new RangeError(`A font holds 1 to 65535 glyphs, not ${count}`);
  const name = Buffer.from(input.name, 'latin1');

  const header = Buffer.from([1, 0, 4, 4]);
  const nameIndex = writeIndex([name]);
  const stringIndex = writeIndex([Buffer.from('Adobe'), Buffer.from('Identity'), name]);
  const globalSubroutines = writeIndex([]);
  const charset = Buffer.from(count === 1 ? [0] : [2, ...uint16(1), ...uint16(count - 2)]);
  const fdSelect = Buffer.from([3, ...uint16(1), ...uint16(0), 0, ...uint16(count)]);
  const charStrings = writeIndex(input.charstrings);
  const privateDict = Buffer.from([
    ...entry([input.defaultWidth], OPERATOR.defaultWidthX),
    ...entry([0], OPERATOR.nominalWidthX),
  ]);

  const topDict = (at: { charset: number; fdSelect: number; charStrings: number; fdArray: number }): Buffer =>
    Buffer.from([
      ...entry([FIRST_OWN_STRING, FIRST_OWN_STRING + 1, 0], OPERATOR.ros),
      ...entry(input.boundingBox, OPERATOR.fontBBox),
      ...entry([count], OPERATOR.cidCount),
      ...entry([at.charset], OPERATOR.charset),
      ...entry([at.fdSelect], OPERATOR.fdSelect),
      ...entry([at.charStrings], OPERATOR.charStrings),
      ...entry([at.fdArray], OPERATOR.fdArray),
    ]);
  const fontDict = (privateAt: number): Buffer =>
    Buffer.from([
      ...entry([FIRST_OWN_STRING + 2], OPERATOR.fontName),
      ...entry([privateDict.length, privateAt], OPERATOR.private),
    ]);

  const topDictLength = writeIndex([topDict({ charset: 0, fdSelect: 0, charStrings: 0, fdArray: 0 })]).length;
  const fdArrayLength = writeIndex([fontDict(0)]).length;
  const charsetAt = header.length + nameIndex.length + topDictLength + stringIndex.length + globalSubroutines.length;
  const fdSelectAt = charsetAt + charset.length;
  const charStringsAt = fdSelectAt + fdSelect.length;
  const fdArrayAt = charStringsAt + charStrings.length;
  const privateAt = fdArrayAt + fdArrayLength;

  return Buffer.concat([
    header,
    nameIndex,
    writeIndex([topDict({ charset: charsetAt, fdSelect: fdSelectAt, charStrings: charStringsAt, fdArray: fdArrayAt })]),
    stringIndex,
    globalSubroutines,
    charset,
    fdSelect,
    charStrings,
    writeIndex([fontDict(privateAt)]),
    privateDict,
  ]);
}
