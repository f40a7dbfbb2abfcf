import { gzipSync } from 'node:zlib';
import { expandEvents } from '../packages/evidence/src/events/index.ts';
import type { Received, SentBatch } from './recording-bytes.ts';

/** As the specification has it. */
const PLAIN_BATCH = 60;

export interface Weights {
  readonly minutes: number;
  readonly requests: number;
  /** All in bytes. */
  readonly bodies: number;
  readonly wire: number;
  readonly plain: number;
  readonly plainWire: number;
}

/** What came, beside what the same events weigh as rrweb tells them: gzip for every sixty, under the same headers. */
export function weigh(
  received: readonly Received[],
  sent: readonly SentBatch[],
  table: readonly string[],
  ms: number,
): Weights {
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const headers = sum(received.map((one) => one.headers));
  const bodies = sum(received.map(({ body }) => body));
  const events = sent.flatMap((batch) => expandEvents(JSON.parse(batch.data) as unknown[], table));
  const batches = Math.ceil(events.length / PLAIN_BATCH);
  const plain = Array.from({ length: batches }, (_, i) => {
    const data = JSON.stringify(events.slice(i * PLAIN_BATCH, (i + 1) * PLAIN_BATCH));
    return gzipSync(JSON.stringify({ data, productId: 'js26', traceId: sent[0]?.tab })).length;
  });
  return {
    minutes: ms / 60_000,
    requests: received.length,
    bodies,
    wire: bodies + headers,
    plain: sum(plain),
    plainWire: sum(plain) + (headers / Math.max(1, received.length)) * batches,
  };
}
