import { generateKeyPairSync } from 'node:crypto';
import { request as ask, type IncomingHttpHeaders } from 'node:http';
import { createServer as createHttp2, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { createServer as createTls } from 'node:tls';
import { selfSignedCertificate } from '../apps/sandbox/src/keys/self-signed-certificate.ts';
import { COLLECT, type Received } from './recording-bytes.ts';

/** RFC 9113: what a client begins with, and how long the head of a frame is. */
const PREFACE_BYTES = 24;
const FRAME_HEAD_BYTES = 9;
const FRAMES = { data: 0, headers: 1, continuation: 9 } as const;
/** Of HTTP/1.1 alone: between two that speak HTTP/2 they must not be told. */
const OF_CONNECTION = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
  'http2-settings',
];

export interface Http2Front {
  /** What came of recordings since the last time: frames as they are on the wire, within TLS. */
  begin(): readonly Received[];
  close(): Promise<void>;
}

/**
 * A proxy with a certificate before the shop, as one stands there in production: TLS and HTTP/2 towards the phone, HTTP/1.1
 * towards the server. It counts the frames of each request that brings a batch.
 */
export async function openHttp2Front(port: number, shopOrigin: string): Promise<Http2Front> {
  const shop = new URL(shopOrigin);
  /** By connection and stream. */
  const streams = new Map<string, { headers: number; body: number }>();
  let taken: Received[] = [];

  function forward(request: Http2ServerRequest, response: Http2ServerResponse): void {
    if (request.url === COLLECT) {
      const counted = streams.get(`${request.stream.session?.socket.remotePort} ${request.stream.id}`);
      if (counted) taken.push(counted);
    }
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith(':')));
    const { hostname, port } = shop;
    const on = { hostname, port, path: request.url, method: request.method };
    const asked = ask({ ...on, headers: { ...headers, host: request.authority } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, told(answer.headers));
      answer.pipe(response);
    });
    asked.on('error', () => response.stream?.close());
    request.pipe(asked);
  }

  const inner = createHttp2(forward);
  await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const cert = selfSignedCertificate({
    pair: { privateKeyPem: pair.privateKey, publicKeyPem: pair.publicKey },
    serialHex: '01',
    commonName: 'localhost',
    notBefore: new Date('2020-01-01T00:00:00Z'),
    notAfter: new Date('2049-12-31T00:00:00Z'),
  });
  const front = createTls({ key: pair.privateKey, cert, ALPNProtocols: ['h2'] }, (phone) => {
    const server = connect((inner.address() as AddressInfo).port, '127.0.0.1', () => {
      const count = frameCounter((stream, part, bytes) => {
        const name = `${server.localPort} ${stream}`;
        const counted = streams.get(name) ?? { headers: 0, body: 0 };
        streams.set(name, counted);
        counted[part] += bytes;
      });
      phone.on('data', (bytes: Buffer) => {
        count(bytes);
        server.write(bytes);
      });
      phone.on('end', () => server.end());
      server.pipe(phone);
    });
    for (const [one, other] of [
      [phone, server],
      [server, phone],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    phones.add(phone);
  });
  const phones = new Set<{ destroy(): unknown }>();
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve));
  return {
    begin() {
      taken = [];
      return taken;
    },
    async close() {
      for (const phone of phones) phone.destroy();
      await Promise.all([front, inner].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

const told = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)));

/** Tells of each frame of a request which stream it belongs to and how long it is with its head. */
function frameCounter(
  tell: (stream: number, part: 'headers' | 'body', bytes: number) => void,
): (bytes: Buffer) => void {
  let held = Buffer.alloc(0);
  let begun = false;
  return (bytes) => {
    held = Buffer.concat([held, bytes]);
    if (!begun && held.length >= PREFACE_BYTES) {
      begun = true;
      held = held.subarray(PREFACE_BYTES);
    }
    while (begun && held.length >= FRAME_HEAD_BYTES) {
      const length = FRAME_HEAD_BYTES + held.readUIntBE(0, 3);
      if (held.length < length) return;
      const [type, stream] = [held[3], held.readUInt32BE(5) & 0x7fff_ffff];
      if (type === FRAMES.headers || type === FRAMES.continuation) tell(stream, 'headers', length);
      else if (type === FRAMES.data) tell(stream, 'body', length);
      held = held.subarray(length);
    }
  };
}
