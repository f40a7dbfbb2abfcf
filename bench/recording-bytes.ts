import type { Server } from 'node:http';
import { gzipSync } from 'node:zlib';

const COLLECT = '/traceable-service/api/v1/insureRecord/collect';

/** A request as it came. */
interface Received {
  readonly headers: number;
  readonly body: number;
  /** Sent by a page that goes away, which cannot wait for the compression. */
  readonly plain: boolean;
}

/** A batch as the page sent it. */
export interface SentBatch {
  readonly tab: string;
  readonly seq: number;
  readonly tbl: string;
  readonly data: string;
  readonly vals: string;
}

/** Counts what a server takes in of recordings. */
export function listenTo(server: Server): { begin(): readonly Received[] } {
  let batches: Received[] = [];
  server.on('request', (request) => {
    if (request.url !== COLLECT) return;
    const headers = request.rawHeaders.reduce((sum, text) => sum + text.length + 2, COLLECT.length + 17);
    const plain = request.headers['content-encoding'] === undefined;
    batches.push({ headers, body: Number(request.headers['content-length'] ?? 0), plain });
  });
  return {
    begin() {
      batches = [];
      return batches;
    },
  };
}

export function bytesOf(received: readonly Received[], sent: readonly SentBatch[]) {
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  return {
    bodies: sum(received.map(({ body }) => body)),
    plain: sum(received.filter(({ plain }) => plain).map(({ body }) => body)),
    wire: sum(received.map(({ headers, body }) => headers + body)),
    gzip: sum(sent.map(({ data }) => gzipSync(data).length)),
    raw: sum(sent.map(({ data }) => Buffer.byteLength(data))),
  };
}
