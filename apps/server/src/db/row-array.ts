/**
 * Many rows as one parameter: PostgreSQL's binary form of an array of a composite type, for `unnest($1::saved_order_1[])`.
 * A batch sent as one array for each column costs the server a function scan and a tuple store per column, which is more
 * than writing a single purchase takes.
 *
 * The types stand in `migrations/0082-rows-of-the-order-path.sql` and are never altered, because servers of two releases
 * run side by side: a column more is a type with the next number.
 */

/** A parameter that needs the number which this database gave to its type; `database.ts` puts it in. */
export class RowArray {
  readonly type: string;
  readonly #bytes: Buffer;

  constructor(type: string, bytes: Buffer) {
    this.type = type;
    this.#bytes = bytes;
  }

  /** @param oid of `type` in the database that is asked */
  bytesFor(oid: number): Buffer {
    this.#bytes.writeUInt32BE(oid, ELEMENT_TYPE_AT);
    return this.#bytes;
  }
}

/** One column: how its value of a row is written. */
export type RowColumn<Row> = (row: Row) => void;

const OID = { bool: 16, bytea: 17, int8: 20, int2: 21, int4: 23, text: 25, timestamptz: 1184 } as const;
const ELEMENT_TYPE_AT = 8;
/** Dimensions, whether there are nulls, element type; of what is not empty also length and first index. */
const EMPTY_BYTES = 12;
const HEAD_BYTES = 20;
const NULL_LENGTH = -1;
/** UTF-8 takes no more for one UTF-16 unit. */
const MOST_BYTES_A_UNIT = 3;
/** 2000-01-01 UTC, from which PostgreSQL counts microseconds. */
const EPOCH_MS = 946_684_800_000;

/** Written into again and again: nothing here waits for anything. */
let scratch = Buffer.allocUnsafe(64 * 1024);
let end = 0;

function reserve(size: number): void {
  if (end + size <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, end + size));
  scratch.copy(larger, 0, 0, end);
  scratch = larger;
}

function head(oid: number, length: number): void {
  reserve(8 + Math.max(0, length));
  scratch.writeInt32BE(oid, end);
  scratch.writeInt32BE(length, end + 4);
  end += 8;
}

/** A column whose values all take the same room, never null. Numbers out of range throw a RangeError. */
function fixed<Value>(oid: number, size: number, write: (value: Value, at: number) => void) {
  return <Row>(of: (row: Row) => Value): RowColumn<Row> =>
    (row) => {
      head(oid, size);
      write(of(row), end);
      end += size;
    };
}

export const smallint = fixed<number>(OID.int2, 2, (value, at) => scratch.writeInt16BE(value, at));
export const integer = fixed<number>(OID.int4, 4, (value, at) => scratch.writeInt32BE(value, at));
export const bigint = fixed<bigint>(OID.int8, 8, (value, at) => scratch.writeBigInt64BE(value, at));
export const boolean = fixed<boolean>(OID.bool, 1, (value, at) => scratch.writeUInt8(value ? 1 : 0, at));
/** Moments to the millisecond. */
export const moment = fixed<Date>(OID.timestamptz, 8, (value, at) =>
  scratch.writeBigInt64BE(BigInt(value.getTime() - EPOCH_MS) * 1000n, at),
);

/** Null and undefined become null. */
export function text<Row>(of: (row: Row) => string | null | undefined): RowColumn<Row> {
  return (row) => {
    const value = of(row);
    if (value === null || value === undefined) return head(OID.text, NULL_LENGTH);
    head(OID.text, value.length * MOST_BYTES_A_UNIT);
    const size = scratch.write(value, end);
    scratch.writeInt32BE(size, end - 4);
    end += size;
  };
}

/** Null and undefined become null. */
export function bytea<Row>(of: (row: Row) => Uint8Array | null | undefined): RowColumn<Row> {
  return (row) => {
    const value = of(row);
    if (value === null || value === undefined) return head(OID.bytea, NULL_LENGTH);
    head(OID.bytea, value.length);
    scratch.set(value, end);
    end += value.length;
  };
}

/** @param type name of the composite type; `columns` stand in its order */
export function rowsOf<Row>(type: string, columns: readonly RowColumn<Row>[]): (rows: readonly Row[]) => RowArray {
  return (rows) => {
    if (rows.length === 0) return new RowArray(type, Buffer.alloc(EMPTY_BYTES));
    end = HEAD_BYTES;
    scratch.writeInt32BE(1, 0);
    scratch.writeInt32BE(0, 4);
    scratch.writeInt32BE(rows.length, 12);
    scratch.writeInt32BE(1, 16);
    for (const row of rows) {
      reserve(8);
      const lengthAt = end;
      scratch.writeInt32BE(columns.length, lengthAt + 4);
      end += 8;
      for (const write of columns) write(row);
      scratch.writeInt32BE(end - lengthAt - 4, lengthAt);
    }
    return new RowArray(type, Buffer.from(scratch.subarray(0, end)));
  };
}
