import { buffer } from '../bytes/index.ts';

/** One value in DER: tag, length and content, strictly. */
export interface Der {
  tag: number;
  /** Tag and length included. */
  bytes: Buffer;
  content: Buffer;
}

export const TAG = {
  BOOLEAN: 0x01,
  INTEGER: 0x02,
  BITS: 0x03,
  OCTETS: 0x04,
  NULL: 0x05,
  OID: 0x06,
  TIME: 0x18,
  SEQUENCE: 0x30,
  SET: 0x31,
} as const;

/** Thrown inside this part for anything that is not as it should be; it never leaves it. */
export class BadDer extends Error {
  override name = 'BadDer';
}

const bad = (what: string): never => {
  throw new BadDer(what);
};

const MOST_LENGTH_BYTES = 3;

function valueAt(bytes: Buffer, at: number): Der {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return bad('cut off');
  if ((tag & 0x1f) === 0x1f) return bad('a tag of several bytes');
  let length = first;
  let start = at + 2;
  if (first >= 0x80) {
    const count = first - 0x80;
    if (count === 0 || count > MOST_LENGTH_BYTES || start + count > bytes.length) return bad('a length');
    length = bytes.readUIntBE(start, count);
    start += count;
    if (length < 0x80 || length < 2 ** (8 * (count - 1))) return bad('a length longer than it need be');
  }
  const end = start + length;
  if (end > bytes.length) return bad('cut off');
  return { tag, bytes: bytes.subarray(at, end), content: bytes.subarray(start, end) };
}

/** The one value that these bytes are. */
export function readDer(stored: Uint8Array): Der {
  const bytes = buffer(stored);
  const value = valueAt(bytes, 0);
  return value.bytes.length === bytes.length ? value : bad('more behind the end');
}

const CONSTRUCTED = 0x20;
/** A time stamp within a time stamp within another is some fifty deep. */
const MOST_DEEP = 64;

/** The same, everything within it strictly as well, whoever it is that reads that. */
export function readDerThroughout(stored: Uint8Array): Der {
  const value = readDer(stored);
  lookInto(value, 1);
  return value;
}

function lookInto(value: Der, deep: number): void {
  if (deep > MOST_DEEP) bad('too deep');
  if ((value.tag & CONSTRUCTED) !== 0) for (const part of partsOf(value)) lookInto(part, deep + 1);
}

/** The values a sequence, a set or a tagged value consists of. */
export function partsOf(of: Der): Der[] {
  const parts: Der[] = [];
  for (let at = 0; at < of.content.length; ) {
    const part = valueAt(of.content, at);
    parts.push(part);
    at += part.bytes.length;
  }
  return parts;
}

/** Takes values off a list, one after the other. */
export class Parts {
  #list: Der[];
  constructor(of: Der) {
    this.#list = partsOf(of);
  }
  next(tag: number): Der {
    return this.optional(tag) ?? bad(`no value of tag ${tag}`);
  }
  optional(tag: number): Der | null {
    return this.#list[0]?.tag === tag ? (this.#list.shift() as Der) : null;
  }
  any(): Der {
    return this.#list.shift() ?? bad('too few values');
  }
  end(): void {
    if (this.#list.length > 0) bad('too many values');
  }
}

export const parts = (of: Der | undefined, tag: number = TAG.SEQUENCE): Parts => {
  if (of?.tag !== tag) return bad(`tag ${of?.tag} in place of ${tag}`);
  return new Parts(of);
};

export function oidOf(value: Der): string {
  if (value.tag !== TAG.OID || value.content.length === 0) return bad('an object identifier');
  const numbers: number[] = [];
  let number = 0;
  for (const [at, byte] of value.content.entries()) {
    if (number === 0 && byte === 0x80) return bad('an object identifier');
    number = number * 128 + (byte & 0x7f);
    if (number > Number.MAX_SAFE_INTEGER / 128) return bad('an object identifier');
    if (byte < 0x80) {
      numbers.push(number);
      number = 0;
    } else if (at === value.content.length - 1) return bad('an object identifier');
  }
  const first = numbers.shift() as number;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - 40 * top, ...numbers].join('.');
}

/** The bytes of a positive integer without a sign byte, in hexadecimal. */
export function integerOf(value: Der): string {
  const { content } = value;
  if (value.tag !== TAG.INTEGER || content.length === 0) return bad('an integer');
  const [first = 0, second = 0] = content;
  if (first >= 0x80 || (content.length > 1 && first === 0 && second < 0x80)) return bad('an integer');
  return (first === 0 && content.length > 1 ? content.subarray(1) : content).toString('hex');
}

/**
 * The two numbers of an ECDSA or SM2 signature (RFC 3279, 2.2.3; GM/T 0009), so many bytes each, one behind the other; null when it
 * is written in any other way than this one.
 */
export function readNumberPair(stored: Uint8Array, length: number): Buffer | null {
  try {
    const list = parts(readDer(stored));
    const numbers = [list.next(TAG.INTEGER), list.next(TAG.INTEGER)].map(integerOf);
    list.end();
    const bytes = Buffer.from(numbers.map((number) => number.padStart(2 * length, '0')).join(''), 'hex');
    return bytes.length === 2 * length ? bytes : null;
  } catch (error) {
    if (error instanceof BadDer) return null;
    throw error;
  }
}

const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d*[1-9]))?Z$/;

/** Milliseconds since 1970. */
export function timeOf(value: Der): number {
  const found = value.tag === TAG.TIME ? TIME.exec(value.content.toString('latin1')) : null;
  if (found === null) return bad('a time');
  const [, year, month, day, hour, minute, second, fraction = ''] = found;
  const whole = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = Date.parse(`${whole}Z`);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(whole)) return bad('a time');
  return at + Number(`${fraction}000`.slice(0, 3));
}

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  const digits = length.toString(16);
  const bytes = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Buffer.concat([Buffer.of(0x80 + bytes.length), bytes]);
}

/** Puts a value together. */
export function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.of(tag), lengthBytes(body.length), body]);
}
