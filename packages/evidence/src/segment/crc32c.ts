// CRC-32C (Castagnoli), eight bytes at a step.
const TABLES = Array.from({ length: 8 }, () => new Uint32Array(256));
for (let byte = 0; byte < 256; byte++) {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  (TABLES[0] as Uint32Array)[byte] = crc >>> 0;
}
for (let step = 1; step < 8; step++) {
  const before = TABLES[step - 1] as Uint32Array;
  const first = TABLES[0] as Uint32Array;
  for (let byte = 0; byte < 256; byte++) {
    const crc = before[byte] as number;
    (TABLES[step] as Uint32Array)[byte] = ((crc >>> 8) ^ (first[crc & 0xff] as number)) >>> 0;
  }
}
const [T0, T1, T2, T3, T4, T5, T6, T7] = TABLES as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
];

/** An index below 256 is in the table. */
const of = (table: Uint32Array, index: number): number => table[index] as number;

export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  let at = 0;
  const whole = bytes.length - (bytes.length % 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (; at < whole; at += 8) {
    const low = crc ^ view.getUint32(at, true);
    const high = view.getUint32(at + 4, true);
    crc =
      of(T7, low & 0xff) ^
      of(T6, (low >>> 8) & 0xff) ^
      of(T5, (low >>> 16) & 0xff) ^
      of(T4, low >>> 24) ^
      of(T3, high & 0xff) ^
      of(T2, (high >>> 8) & 0xff) ^
      of(T1, (high >>> 16) & 0xff) ^
      of(T0, high >>> 24);
  }
  for (; at < bytes.length; at++) crc = (crc >>> 8) ^ of(T0, (crc ^ (bytes[at] as number)) & 0xff);
  return (crc ^ 0xffffffff) >>> 0;
}
