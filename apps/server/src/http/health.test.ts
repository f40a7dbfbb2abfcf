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
  addHealthRoutes(fastify, isReady, 20);
  expect((await fastify.inject('/readyz')).statusCode).toBe(status);
  expect((await fastify.inject('/healthz')).statusCode).toBe(200);
  await fastify.close();
});
