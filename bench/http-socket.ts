import { connect, type Socket } from 'node:net';

/** One kept connection that sends ready bytes and waits for the whole answer: a load that costs next to nothing itself. */
export interface HttpSocket {
  send(request: Buffer): Promise<{ status: number; body: Buffer }>;
  close(): void;
}

export async function openHttpSocket(port: number): Promise<HttpSocket> {
  const socket: Socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  let received = Buffer.alloc(0);
  let waiting: { resolve(value: { status: number; body: Buffer }): void; reject(error: Error): void } | null = null;
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = received.toString('latin1', 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (received.length < headEnd + 4 + length) return;
    const body = received.subarray(headEnd + 4, headEnd + 4 + length);
    received = received.subarray(headEnd + 4 + length);
    const answered = waiting;
    waiting = null;
    answered?.resolve({ status: Number(head.slice(9, 12)), body });
  });
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

export function requestBytes(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer = '',
): Buffer {
  const bytes = Buffer.from(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (bytes.length > 0) lines.push(`content-length: ${bytes.length}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes]);
}
