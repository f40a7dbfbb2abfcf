import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { addMovedDate } from './moved-date.ts';

test('answers tell the moment of a clock that was set, and leave the machine’s to the machine', async () => {
  let moved = false;
  const fastify = Fastify();
  addMovedDate(fastify, { now: () => Date.UTC(2028, 0, 1), isMoved: () => moved });
  fastify.get('/', () => 'fine');
  expect((await fastify.inject('/')).headers.date).not.toContain('2028');
  moved = true;
  expect((await fastify.inject('/')).headers.date).toBe('Sat, 01 Jan 2028 00:00:00 GMT');
});
