const [QUOTE, ZERO, SPACE, BACKSLASH, CLOSES, DELETE] = [0x22, 0x30, 0x20, 0x5c, 0x5d, 0x7f];
const IS_NO_HEX = Uint8Array.from({ length: 256 }, (_, sign) =>
  '0123456789abcdef'.includes(String.fromCharCode(sign)) ? 0 : 1,
);
/** Half of the most figures that a whole number has which is safe. */
const HALF_OF_FIGURES = 8;
const TENS = Array.from({ length: HALF_OF_FIGURES + 1 }, (_, power) => 10 ** power);

/** What is looked for at a place, made ready once. All of it is ASCII. */
export const words = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Reads canonical JSON whose form is known, from one place on to the next, without making a value of everything. Whatever does not
 * stand as it is asked for is left to `readCanonical` and the shapes, which say what is wrong with it.
 */
export class CanonicalReader {
  readonly bytes: Buffer;
  /** Of which texts are cut, once one is asked for: as long as the bytes, a character for each. */
  #characters: string | null = null;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Goes on behind these words, if they stand here. */
  skips(wanted: Uint8Array): boolean {
    const { bytes, at } = this;
    for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false;
    this.at = at + wanted.length;
    return true;
  }

  isAtEndOfList(): boolean {
    return this.bytes[this.at] === CLOSES;
  }

  /** A whole number that is not below zero; -1 where none stands. */
  count(): number {
    const from = this.at;
    // In two halves: each is a small number to the engine, which a moment in milliseconds is not.
    const high = this.#figures();
    let value = high;
    if (this.at === from + HALF_OF_FIGURES) {
      const low = this.#figures();
      value = high * (TENS[this.at - from - HALF_OF_FIGURES] as number) + low;
    }
    const isOne = this.at > from && (this.bytes[from] !== ZERO || this.at === from + 1);
    return isOne && value <= Number.MAX_SAFE_INTEGER ? value : -1;
  }

  #figures(): number {
    const { bytes, at } = this;
    let value = 0;
    let end = at;
    for (; end < at + HALF_OF_FIGURES; end++) {
      const figure = (bytes[end] as number) - ZERO;
      if (!(figure >= 0 && figure <= 9)) break;
      value = value * 10 + figure;
    }
    this.at = end;
    return value;
  }

  /** So many lower-case hexadecimal figures; null, at the same place, where there are fewer. */
  hex(figures: number): string | null {
    const { bytes, at } = this;
    // Without a fork in its way: which figure comes next nobody can guess.
    let others = 0;
    for (let index = at; index < at + figures; index++) others |= IS_NO_HEX[bytes[index] as number] ?? 1;
    if (others !== 0) return null;
    this.at = at + figures;
    return this.#cut(at);
  }

  /** What stands before the next quotation mark; null where none is near, or something is not written as it is. */
  text(most: number): string | null {
    const { bytes, at } = this;
    let end = at;
    for (; bytes[end] !== QUOTE; end++) {
      const sign = bytes[end] as number;
      if (end === at + most || !(sign >= SPACE && sign < DELETE) || sign === BACKSLASH) return null;
    }
    this.at = end;
    return this.#cut(at);
  }

  /** What was gone over since a place. */
  #cut(from: number): string {
    this.#characters ??= this.bytes.toString('latin1');
    return this.#characters.slice(from, this.at);
  }
}
