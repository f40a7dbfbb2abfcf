import type pg from 'pg';

/** A value of a row as it is copied in; null is SQL null. */
export type CopyValue = string | number | bigint | boolean | Buffer | Date | null;

interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Puts rows into a table by COPY: one statement for many thousands, several times as fast as inserts. */
export function copyIn(
  client: pg.ClientBase,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly CopyValue[])[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let connection: CopyConnection | undefined;
    let problem: Error | undefined;
    // What `pg` asks of a query of one's own; everything else of the protocol stays with it.
    const submittable = {
      submit(given: CopyConnection) {
        connection = given;
        given.query(`copy ${table} (${columns.join(', ')}) from stdin`);
      },
      handleCopyInResponse() {
        for (let start = 0; start < rows.length; start += 1_000) {
          const text = rows.slice(start, start + 1_000).map((row) => `${row.map(copied).join('\t')}\n`);
          connection?.sendCopyFromChunk(Buffer.from(text.join('')));
        }
        connection?.endCopyFrom();
      },
      handleError(error: Error) {
        problem = error;
      },
      handleCommandComplete() {},
      handleReadyForQuery() {
        if (problem) reject(problem);
        else resolve();
      },
    };
    client.query(submittable as unknown as pg.Submittable);
  });
}

/** The text form of COPY. */
function copied(value: CopyValue): string {
  if (value === null) return '\\N';
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  if (value instanceof Date) return value.toISOString();
  return String(value).replace(/[\\\t\n\r]/g, (character) => `\\${character}`);
}
