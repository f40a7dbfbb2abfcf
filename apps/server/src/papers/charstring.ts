import type { PathCommand } from 'fontkit';

/**
 * Type 2 charstrings (Adobe Technical Note 5177) written from plain outlines.
 *
 * The Chinese source fonts keep each glyph spread over some 20,000 shared subroutines, and a subset that keeps
 * the subroutine index is twice as large as its outlines. Writing every outline out in full makes small, self-contained
 * glyphs that can be cached one by one.
 */

const OPERATOR = {
  vmoveto: 4,
  rlineto: 5,
  hlineto: 6,
  vlineto: 7,
  rrcurveto: 8,
  endchar: 14,
  rmoveto: 21,
  hmoveto: 22,
  vvcurveto: 26,
  hhcurveto: 27,
  vhcurveto: 30,
  hvcurveto: 31,
} as const;

type Operator = keyof typeof OPERATOR;

/** Operands one operator may take: the interpreter's stack holds 48. */
const MAX_OPERANDS = 48;

/** Appends one integer in the shortest of the three integer forms. Range: -32768 to 32767. */
function pushInteger(bytes: number[], value: number): void {
  if (!Number.isInteger(value) || value < -32768 || value > 32767) {
    throw new RangeError(`A glyph outline needs whole coordinates within 16 bits, not ${value}`);
  }
  if (value >= -107 && value <= 107) {
    bytes.push(value + 139);
  } else if (value >= 108 && value <= 1131) {
    bytes.push(247 + ((value - 108) >> 8), (value - 108) & 0xff);
  } else if (value >= -1131 && value <= -108) {
    bytes.push(251 + ((-value - 108) >> 8), (-value - 108) & 0xff);
  } else {
    bytes.push(28, (value >> 8) & 0xff, value & 0xff);
  }
}

/** Collects operands and writes an operator when the next segment cannot join the run. */
class CharstringWriter {
  readonly bytes: number[] = [];
  #operator: Operator | null = null;
  #operands: number[] = [];
  /** For alternating operators: the operator the next segment would have to start with to join. */
  #next: Operator | null = null;

  /** Adds a segment; `next` names the operator that may follow in the same run. */
  segment(operator: Operator, operands: readonly number[], next: Operator | null): void {
    const joins =
      this.#operator !== null && this.#next === operator && this.#operands.length + operands.length <= MAX_OPERANDS;
    if (!joins) {
      this.flush();
      this.#operator = operator;
    }
    this.#operands.push(...operands);
    this.#next = next;
  }

  flush(): void {
    if (this.#operator === null) return;
    for (const operand of this.#operands) pushInteger(this.bytes, operand);
    this.bytes.push(OPERATOR[this.#operator]);
    this.#operator = null;
    this.#operands = [];
    this.#next = null;
  }
}

/**
 * Writes one outline as a Type 2 charstring.
 *
 * @param commands outline in font units, cubic curves and whole coordinates only
 * @param width advance width in font units
 * @param defaultWidth the font's defaultWidthX (nominalWidthX is 0); a glyph of this width need not state it
 * @throws RangeError when a coordinate is not a whole number, or a curve is quadratic
 */
export function encodeCharstring(commands: readonly PathCommand[], width: number, defaultWidth: number): Uint8Array {
  const writer = new CharstringWriter();
  if (width !== defaultWidth) pushInteger(writer.bytes, width);
  let x = 0;
  let y = 0;
  for (const { command, args } of commands) {
    if (command === 'closePath') continue; // a new moveto or the end closes the contour
    if (command === 'quadraticCurveTo') throw new RangeError('Only fonts with cubic outlines can be written');
    if (command === 'moveTo') {
      const [toX = 0, toY = 0] = args;
      const dx = toX - x;
      const dy = toY - y;
      if (dy === 0) writer.segment('hmoveto', [dx], null);
      else if (dx === 0) writer.segment('vmoveto', [dy], null);
      else writer.segment('rmoveto', [dx, dy], null);
      x = toX;
      y = toY;
    } else if (command === 'lineTo') {
      const [toX = 0, toY = 0] = args;
      writeLine(writer, toX - x, toY - y);
      x = toX;
      y = toY;
    } else {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, toX = 0, toY = 0] = args;
      writeCurve(writer, [x1 - x, y1 - y, x2 - x1, y2 - y1, toX - x2, toY - y2]);
      x = toX;
      y = toY;
    }
  }
  writer.flush();
  writer.bytes.push(OPERATOR.endchar);
  return Uint8Array.from(writer.bytes);
}

function writeLine(writer: CharstringWriter, dx: number, dy: number): void {
  if (dx === 0 && dy === 0) return;
  if (dy === 0) writer.segment('hlineto', [dx], 'vlineto');
  else if (dx === 0) writer.segment('vlineto', [dy], 'hlineto');
  else writer.segment('rlineto', [dx, dy], 'rlineto');
}

function writeCurve(writer: CharstringWriter, delta: readonly [number, number, number, number, number, number]): void {
  const [dx1, dy1, dx2, dy2, dx3, dy3] = delta;
  if (dy1 === 0 && dx3 === 0) writer.segment('hvcurveto', [dx1, dx2, dy2, dy3], 'vhcurveto');
  else if (dx1 === 0 && dy3 === 0) writer.segment('vhcurveto', [dy1, dx2, dy2, dx3], 'hvcurveto');
  else if (dy1 === 0 && dy3 === 0) writer.segment('hhcurveto', [dx1, dx2, dy2, dx3], 'hhcurveto');
  else if (dx1 === 0 && dx3 === 0) writer.segment('vvcurveto', [dy1, dx2, dy2, dy3], 'vvcurveto');
  else writer.segment('rrcurveto', delta, 'rrcurveto');
}
