import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const COLLECT = '/traceable-service/api/v1/insureRecord/collect';

/** The line between a phone and the server, which goes bad when it is told to. */
export interface Line {
  readonly origin: string;
  /** Uploads get no answer. */
  cut: boolean;
  latencyMs: number;
  /** Share of uploads that get lost on the way there or back. */
  loss: number;
  /** The page sends its uploads to another origin, which asks for permission first. */
  crossOrigin: boolean;
  close(): Promise<void>;
}

/** `chance` answers from 0 up to but without 1. */
export async function openLine(target: string, chance: () => number): Promise<Line> {
  const { port: targetPort } = new URL(target);
  let elsewhere = '';

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const isUpload = incoming.url === COLLECT;
    const origin = incoming.headers.origin ?? '*';
    const permission = { 'access-control-allow-origin': origin, 'access-control-allow-headers': '*' };
    const asksFirst = isUpload && incoming.method === 'OPTIONS';
    if (line.latencyMs > 0) await pause(line.latencyMs);
    if (isUpload && line.cut) return void incoming.destroy();
    if (asksFirst) return void outgoing.writeHead(204, permission).end();
    const lostThere = isUpload && chance() < line.loss / 2;
    if (lostThere) return void incoming.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const headers = { ...incoming.headers, host: `localhost:${targetPort}` };
    if (line.crossOrigin) delete headers['accept-encoding'];
    if (isUpload) {
      delete headers.origin;
      delete headers.referer;
    }
    const { method, url } = incoming;
    const onward = request({ host: '127.0.0.1', port: targetPort, method, path: url, headers }, async (answered) => {
      const body: Buffer[] = [];
      for await (const chunk of answered) body.push(chunk);
      if (isUpload && (line.cut || chance() < line.loss / 2)) return void incoming.destroy();
      const isPage = line.crossOrigin && /text\/html/.test(answered.headers['content-type'] ?? '');
      const bytes = isPage ? toElsewhere(Buffer.concat(body)) : Buffer.concat(body);
      const told: Record<string, string | string[] | undefined> = { ...answered.headers };
      delete told['transfer-encoding'];
      const policy = told['content-security-policy'];
      if (isPage && typeof policy === 'string')
        told['content-security-policy'] = policy.replace(`connect-src 'self'`, `connect-src 'self' ${elsewhere}`);
      told['content-length'] = String(bytes.length);
      outgoing.writeHead(answered.statusCode ?? 500, { ...told, ...(isUpload ? permission : {}) }).end(bytes);
    });
    onward.on('error', () => incoming.destroy());
    onward.end(Buffer.concat(chunks));
  }

  const toElsewhere = (page: Buffer): Buffer =>
    Buffer.from(page.toString().replace('</head>', `<meta name="record-base" content="${elsewhere}"></head>`));

  const servers = [0, 1].map(() =>
    createServer((incoming, outgoing) => void answer(incoming, outgoing).catch(() => {})),
  );
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const [own, other] = servers.map((server) => `http://localhost:${(server.address() as AddressInfo).port}`);
  elsewhere = other as string;
  const line: Line = {
    origin: own as string,
    ...{ cut: false, latencyMs: 0, loss: 0, crossOrigin: false },
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
  return line;
}
