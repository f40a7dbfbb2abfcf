// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallFailure, CallReply, Client } from './client.ts';
import { ClientProvider } from './client-context.ts';
import { NetworkFailure } from './network-failure.ts';
import { useCall } from './use-call.ts';
import { useLookAgain } from './use-look-again.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let asked: number;
let answer: () => CallReply<{ moving: boolean }>;
const client = {
  call: async () => {
    asked += 1;
    return answer();
  },
} as unknown as Client;
const query = { name: 'query' } as never;

function Progress() {
  const used = useCall(query, {} as never);
  const value = used.value as { moving: boolean } | null;
  useLookAgain(used, { when: value?.moving ?? true, everyMs: 3_000 });
  return null;
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  root = createRoot(document.createElement('div'));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

const begin = async (first: () => CallReply<{ moving: boolean }>) => {
  answer = first;
  await act(async () => root.render(<ClientProvider value={client}>{<Progress />}</ClientProvider>));
};
const wait = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
const told = (moving: boolean) => (): CallReply<{ moving: boolean }> => ({ ok: true, value: { moving } });
const refused = (name: CallFailure['name']) => (): CallReply<{ moving: boolean }> => ({
  ...{ ok: false, code: 500000, name, message: '', result: null },
});
const lost = () => {
  throw new NetworkFailure('offline', 'query');
};

it('asks again after each answer, soon at first, until nothing changes any more', async () => {
  await begin(told(true));
  for (const ms of [1_000, 2_000, 3_000, 3_000]) {
    const before = asked;
    await wait(ms - 1);
    expect(asked).toBe(before);
    await wait(1);
    expect(asked).toBe(before + 1);
  }
  answer = told(false);
  await wait(3_000);
  expect(asked).toBe(6);
  await wait(30_000);
  expect(asked).toBe(6);
});

it('goes on after a lost connection and a busy server, as often as it happens', async () => {
  await begin(told(true));
  await wait(1_000);
  await wait(2_000);
  for (const next of [lost, lost, refused('server-busy'), told(true)]) {
    const before = asked;
    answer = next;
    await wait(3_000);
    expect(asked).toBe(before + 1);
  }
  await wait(3_000);
  expect(asked).toBe(8);
});

it('asks a server that gave no answer no sooner for it', async () => {
  await begin(lost);
  await wait(2_999);
  expect(asked).toBe(1);
  await wait(1);
  expect(asked).toBe(2);
});

it('ends when the session has', async () => {
  await begin(told(true));
  answer = refused('not-logged-in');
  await wait(3_000);
  await wait(30_000);
  expect(asked).toBe(2);
});
