import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * A connection that does next to nothing per statement, as pgbench does: it signs in through `pg`, then takes the
 * socket over and sends prepared statements as ready bytes. Only for taking limits.
 */
export interface RawConnection {
  prepare(name: string, text: string): Promise<void>;
  /** Runs one prepared statement with text parameters and waits for the server to be ready again. */
  run(name: string, parameters: readonly string[]): Promise<void>;
  /** The same with the bytes that `boundInBinary` made. */
  runReady(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

const READY = 0x5a;
const ERROR = 0x45;

/** @param settings run once, through `pg` */
export async function openRawConnection(url: string, settings = ''): Promise<RawConnection> {
  const client = new pg.Client({ connectionString: url });
  // The socket is ours from here on; what the client thinks of its end does not matter.
  client.on('error', () => undefined);
  await client.connect();
  if (settings) await client.query(settings);
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.removeAllListeners('data');
  let pending = Buffer.alloc(0);
  let waiting: { resolve(): void; reject(error: Error): void } | null = null;
  let failure: Error | null = null;

  stream.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let offset = 0;
    while (pending.length - offset >= 5) {
      const length = pending.readInt32BE(offset + 1) + 1;
      if (pending.length - offset < length) break;
      const kind = pending[offset];
      if (kind === ERROR) failure = new Error(pending.toString('utf8', offset + 5, offset + length));
      if (kind === READY) {
        const { resolve, reject } = waiting as NonNullable<typeof waiting>;
        waiting = null;
        if (failure) reject(failure);
        else resolve();
        failure = null;
      }
      offset += length;
    }
    pending = pending.subarray(offset);
  });

  function send(bytes: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      stream.write(bytes);
    });
  }

  return {
    prepare: (name, text) => send(Buffer.concat([message('P', [zeroed(name), zeroed(text), int16(0)]), SYNC])),
    run(name, parameters) {
      const values = parameters.flatMap((value) => {
        const bytes = Buffer.from(value);
        return [int32(bytes.length), bytes];
      });
      const bind = message('B', [zeroed(''), zeroed(name), int16(0), int16(parameters.length), ...values, int16(0)]);
      return send(Buffer.concat([bind, EXECUTE, SYNC]));
    },
    runReady: send,
    async close() {
      stream.end(message('X', []));
    },
  };
}

/** All that is sent for one run of a prepared statement, its parameters in PostgreSQL's binary form. */
export function boundInBinary(name: string, parameters: readonly Buffer[]): Buffer {
  const values = parameters.flatMap((value) => [int32(value.length), value]);
  const bind = [zeroed(''), zeroed(name), int16(1), int16(1), int16(parameters.length), ...values, int16(0)];
  return Buffer.concat([message('B', bind), EXECUTE, SYNC]);
}

function message(kind: string, parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}
function zeroed(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}
function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
const EXECUTE = message('E', [zeroed(''), int32(0)]);
const SYNC = message('S', []);
