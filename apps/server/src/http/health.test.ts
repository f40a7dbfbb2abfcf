import createFastify from 'fastify';
import { expect, test } from 'vitest';
import { addHealthRoutes } from './health.ts';

const ENDLESS = new Promise<boolean>(() => undefined);

test.each([
  ['ready', () => Promise.resolve(true), 200],
  ['not yet', () => Promise.resolve(false), 503],
  ['a database that fails', () => Promise.reject(new Error('gone')), 503],
  ['a database that says nothing', () => ENDLESS, 503],
] as const)('%s', async (_, isReady, status) => {
  const fastify = createFastify();
  addHealthRoutes(fastify, isReady, () => false, 20);
  expect((await fastify.inject('/readyz')).statusCode).toBe(status);
  expect((await fastify.inject('/healthz')).statusCode).toBe(200);
  await fastify.close();
});

test('a server that is leaving may not be given any more, and lives', async () => {
  const fastify = createFastify();
  addHealthRoutes(
    fastify,
    () => Promise.resolve(true),
    () => true,
  );
  expect((await fastify.inject('/readyz')).statusCode).toBe(503);
  expect((await fastify.inject('/healthz')).statusCode).toBe(200);
  await fastify.close();
});
