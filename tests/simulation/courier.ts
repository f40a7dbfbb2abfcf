import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider's notice as it was posted: nobody has seen it yet. */
export interface Letter {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Stands where the shop's address is and keeps what providers post, so that the schedule decides who gets it and when. */
export interface Courier {
  readonly port: number;
  /** Takes what was posted since the last time. */
  collect(): Letter[];
  close(): Promise<void>;
}

export async function openCourier(): Promise<Courier> {
  let letters: Letter[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      letters.push({ path: request.url ?? '/', headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(503).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    collect() {
      const collected = letters;
      letters = [];
      return collected;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
