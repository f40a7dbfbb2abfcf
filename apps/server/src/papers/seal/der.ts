/** The few shapes of ASN.1 in DER that a signature needs. */

function header(tag: number, length: number): Buffer {
  if (length < 0x80) return Buffer.from([tag, length]);
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes]);
}

/** One element with its tag. */
export function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([header(tag, content.length), content]);
}

export const sequence = (...parts: readonly Buffer[]): Buffer => element(0x30, ...parts);

/** A set in DER is sorted by its members' bytes. */
export const setOf = (parts: readonly Buffer[]): Buffer => element(0x31, ...[...parts].sort(Buffer.compare));

export const octets = (bytes: Buffer): Buffer => element(0x04, bytes);
export const nothing = (): Buffer => element(0x05);
export const smallInteger = (value: number): Buffer => element(0x02, Buffer.from([value]));

/** `1.2.840.…` */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of others) {
    const digits = [part & 0x7f];
    for (let rest = part >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
    bytes.push(...digits);
  }
  return element(0x06, Buffer.from(bytes));
}

/** One element of a longer text: its tag, its content, and where the next one begins. */
interface DerElement {
  readonly tag: number;
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** The elements inside a constructed one. @throws RangeError where the lengths do not fit */
export function elementsOf(content: Buffer): DerElement[] {
  const found: DerElement[] = [];
  for (let at = 0; at < content.length; ) {
    const first = content[at + 1] ?? 0;
    const more = first < 0x80 ? 0 : first & 0x7f;
    const length = more === 0 ? first : content.readUIntBE(at + 2, more);
    const start = at + 2 + more;
    if (start + length > content.length) throw new RangeError('The DER lengths do not fit');
    found.push({
      tag: content[at] ?? 0,
      whole: content.subarray(at, start + length),
      content: content.subarray(start, start + length),
    });
    at = start + length;
  }
  return found;
}
