import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createExchange } from './http-exchange.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** A provider that would keep an idle connection for a minute; `closed` tells that one of them has ended. */
async function provider(answersAfterMs = 0) {
  let connections = 0;
  let closed = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.end('ok'), answersAfterMs);
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    connections += 1;
    closed = Promise.withResolvers();
    socket.on('close', closed.resolve);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return { url, connections: () => connections, closed: () => closed.promise };
}

function client(keptIdleMs?: number) {
  const exchange = createExchange(keptIdleMs);
  open.push(exchange);
  return (url: URL) =>
    exchange.send({
      method: 'POST',
      url,
      headers: {},
      body: 'a',
      connectTimeoutMs: 3_000,
      totalTimeoutMs: 10_000,
      maxBytes: 100,
    });
}

test('one request after the other goes over the same connection', async () => {
  const { url, connections } = await provider();
  const send = client();
  for (let sent = 0; sent < 3; sent += 1) expect((await send(url)).body.toString()).toBe('ok');
  expect(connections()).toBe(1);
});

test('a connection is given up before it has been idle for long, though the other side would keep it', async () => {
  const { url, connections, closed } = await provider();
  const send = client(30);
  await send(url);
  await closed();
  await send(url);
  expect(connections()).toBe(2);
});

test('an answer that takes longer than a connection may be idle is waited for', async () => {
  const { url } = await provider(120);
  expect((await client(30)(url)).body.toString()).toBe('ok');
});
