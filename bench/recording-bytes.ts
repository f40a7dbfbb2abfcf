import type { Server } from 'node:http';

export const COLLECT = '/traceable-service/api/v1/insureRecord/collect';

/** `POST`, `HTTP/1.1` and what stands around and behind them, without the address. */
const REQUEST_LINE_BYTES = 18;

/** A request as it came, in bytes. */
export interface Received {
  readonly headers: number;
  readonly body: number;
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
    const headers = request.rawHeaders.reduce(
      (sum, text) => sum + text.length + 2,
      COLLECT.length + REQUEST_LINE_BYTES,
    );
    batches.push({ headers, body: Number(request.headers['content-length'] ?? 0) });
  });
  return {
    begin() {
      batches = [];
      return batches;
    },
  };
}
