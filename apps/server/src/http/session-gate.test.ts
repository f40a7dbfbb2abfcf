import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sessionTokenHash } from '../security/session-token.ts';
import { createSessionGate } from './session-gate.ts';

const TOKEN = 'abcdefghijklmnopqrstuvwxyz0123456789_-ABCDE';

async function exchange(cookie: string | undefined, write: string | null | undefined, secureCookie = true) {
  const asked: string[] = [];
  const gate = createSessionGate({
    secureCookie,
    find: async (tokenHash) => {
      asked.push(tokenHash.toString('hex'));
      return null;
    },
  });
  const fastify = Fastify();
  fastify.get('/', async (request, reply) => {
    await gate.read(request);
    if (write !== undefined) gate.write(reply, write);
    return {};
  });
  const response = await fastify.inject({ url: '/', headers: cookie === undefined ? {} : { cookie } });
  await fastify.close();
  return { asked, header: response.headers['set-cookie'] };
}

test.each([`hm_session=${TOKEN}`, `a=1; hm_session=${TOKEN}; b=2`, `xhm_session=no;  hm_session=${TOKEN}`])(
  'the token is found among cookies: %s',
  async (cookie) => {
    expect((await exchange(cookie, undefined)).asked).toEqual([sessionTokenHash(TOKEN).toString('hex')]);
  },
);

test.each([
  undefined,
  '',
  'hm_session',
  'hm_session=',
  'hm_session=short',
  `hm_session=${TOKEN}x`,
  `hm_session="${TOKEN}"`,
])('nothing is looked up for %s', async (cookie) => {
  expect((await exchange(cookie, undefined)).asked).toEqual([]);
});

test('the cookie is for https only when the shop is', async () => {
  expect((await exchange(undefined, TOKEN)).header).toBe(
    `hm_session=${TOKEN}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax; Secure`,
  );
  expect((await exchange(undefined, TOKEN, false)).header).not.toContain('Secure');
});

test('clearing takes the cookie away at once', async () => {
  expect((await exchange(undefined, null)).header).toBe(
    'hm_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
});
