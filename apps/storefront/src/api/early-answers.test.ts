import { expect, test } from 'vitest';
import { type Client, createClient } from './client.ts';
import type { ClientCall } from './client-call.ts';
import { withEarlyAnswers } from './early-answers.ts';

const family = { name: 'queryFamily', method: 'POST', path: '/family' } as ClientCall as never;

function setUp() {
  const sent: string[] = [];
  let nowMs = 1_000;
  let online = true;
  const plain: Client = createClient({
    isOnline: () => false,
    place: () => 1,
    fetch: async (url, init) => {
      sent.push(`${url} ${String(init.body)}`);
      if (!online) throw new TypeError('Failed to fetch');
      const body = JSON.stringify({ code: 200000, message: '', result: sent.length, subMessage: '', data: null });
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },
    clock: { now: () => nowMs },
    timers: { set: () => 0, clear: () => undefined },
  });
  const client = withEarlyAnswers(plain, { now: () => nowMs });
  return {
    client,
    sent,
    pass: (ms: number) => {
      nowMs += ms;
    },
    goOffline: () => {
      online = false;
    },
  };
}

test('the screen’s call gets the answer that was asked for, once', async () => {
  const { client, sent } = setUp();
  client.ask(family, { productId: 'a' } as never);
  expect(await client.call(family, { productId: 'a' } as never)).toEqual({ ok: true, value: 1 });
  expect(sent).toHaveLength(1);
  expect(await client.call(family, { productId: 'a' } as never)).toEqual({ ok: true, value: 2 });
});

test('another input is another question, and an old answer is none', async () => {
  const { client, pass } = setUp();
  client.ask(family, { productId: 'a' } as never);
  expect(await client.call(family, { productId: 'b' } as never)).toEqual({ ok: true, value: 2 });
  pass(5_000);
  expect(await client.call(family, { productId: 'a' } as never)).toEqual({ ok: true, value: 3 });
});

test('a failure reaches the screen, and nobody when no screen comes', async () => {
  const { client, goOffline } = setUp();
  goOffline();
  client.ask(family, { productId: 'a' } as never);
  client.ask(family, { productId: 'b' } as never);
  await expect(client.call(family, { productId: 'a' } as never)).rejects.toMatchObject({ kind: 'offline' });
});
