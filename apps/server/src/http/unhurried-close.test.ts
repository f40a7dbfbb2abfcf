import { Agent, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { unhurriedClose } from './unhurried-close.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ask = (port: number) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ agent, host: '127.0.0.1', port, path: '/' }, (answer) => {
      answer.resume().once('end', () => resolve(answer));
    }).once('error', reject);
  });

test('a server that is leaving answers on, and sends whoever keeps a connection to another server', async () => {
  const fastify = Fastify();
  const door = unhurriedClose(fastify);
  fastify.get('/', () => 'answer');
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fastify.server.address() as AddressInfo;
  expect((await ask(port)).headers.connection).toBe('keep-alive');
  expect(door.isLeaving()).toBe(false);
  door.leave();
  expect(door.isLeaving()).toBe(true);
  const answer = await ask(port);
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
  await door.close();
  await expect(ask(port)).rejects.toThrow(/ECONNREFUSED/);
});

test('what is under way when it closes is finished, and a connection that is merely open holds nothing up', async () => {
  const fastify = Fastify();
  const door = unhurriedClose(fastify);
  let begun = () => {};
  const beginning = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let finish = () => {};
  fastify.get('/', () => 'answer');
  fastify.get('/slow', async () => {
    begun();
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return 'finished';
  });
  await fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = fastify.server.address() as AddressInfo;
  await ask(port);
  const slow = fetch(`http://127.0.0.1:${port}/slow`);
  await beginning;
  const closing = door.close();
  finish();
  expect(await (await slow).text()).toBe('finished');
  await closing;
});
