/**
 * PostgreSQL's own wire form of one-dimensional arrays. `pg` hands a Buffer over as it is; a JavaScript array it writes
 * as text, every byte of a bytea as two characters, which both sides then take apart again. The order path sends a
 * batch as some thirty arrays, and the text form costs it more than the writing itself.
 */

const OID = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, text: 25, timestamptz: 1184 } as const;
/** Dimensions, whether there are nulls, element type, length, first index. */
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;
/** 2000-01-01 UTC, from which PostgreSQL counts microseconds. */
const EPOCH_MS = 946_684_800_000;

function writeHead(bytes: Buffer, oid: number, length: number, hasNulls: boolean): void {
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(hasNulls ? 1 : 0, 4);
  bytes.writeInt32BE(oid, 8);
  bytes.writeInt32BE(length, 12);
  bytes.writeInt32BE(1, 16);
}

function emptyArray(oid: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeInt32BE(oid, 8);
  return bytes;
}

/** Elements that all take the same room, never null. */
function fixed<T>(
  oid: number,
  size: number,
  write: (bytes: Buffer, value: T, at: number) => void,
): (values: readonly T[]) => Buffer {
  return (values) => {
    if (values.length === 0) return emptyArray(oid);
    const bytes = Buffer.allocUnsafe(HEAD_BYTES + values.length * (LENGTH_BYTES + size));
    writeHead(bytes, oid, values.length, false);
    let at = HEAD_BYTES;
    for (const value of values) {
      bytes.writeInt32BE(size, at);
      write(bytes, value, at + LENGTH_BYTES);
      at += LENGTH_BYTES + size;
    }
    return bytes;
  };
}

/** Elements of any length; null and undefined become null. */
function varying<T>(
  oid: number,
  sizeOf: (value: T) => number,
  write: (bytes: Buffer, value: T, at: number) => void,
): (values: readonly (T | null | undefined)[]) => Buffer {
  return (values) => {
    if (values.length === 0) return emptyArray(oid);
    const sizes = values.map((value) => (value === null || value === undefined ? NULL_LENGTH : sizeOf(value)));
    const total = sizes.reduce((sum, size) => sum + LENGTH_BYTES + Math.max(0, size), HEAD_BYTES);
    const bytes = Buffer.allocUnsafe(total);
    writeHead(bytes, oid, values.length, sizes.includes(NULL_LENGTH));
    let at = HEAD_BYTES;
    for (const [index, value] of values.entries()) {
      const size = sizes[index] as number;
      bytes.writeInt32BE(size, at);
      at += LENGTH_BYTES;
      if (size === NULL_LENGTH) continue;
      write(bytes, value as T, at);
      at += size;
    }
    return bytes;
  };
}

/** Values for `$n::smallint[]` and so on. Numbers out of range throw a RangeError. */
export const smallints = fixed<number>(OID.int2, 2, (bytes, value, at) => bytes.writeInt16BE(value, at));
export const integers = fixed<number>(OID.int4, 4, (bytes, value, at) => bytes.writeInt32BE(value, at));
export const bigints = fixed<bigint>(OID.int8, 8, (bytes, value, at) => bytes.writeBigInt64BE(value, at));
export const booleans = fixed<boolean>(OID.bool, 1, (bytes, value, at) => bytes.writeUInt8(value ? 1 : 0, at));
/** Moments to the millisecond. */
export const moments = fixed<Date>(OID.timestamptz, 8, (bytes, value, at) =>
  bytes.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * 1000n, at),
);
export const texts = varying<string>(
  OID.text,
  (value) => Buffer.byteLength(value),
  (bytes, value, at) => bytes.write(value, at),
);
export const byteas = varying<Uint8Array>(
  OID.bytea,
  (value) => value.length,
  (bytes, value, at) => bytes.set(value, at),
);
