import type { AnyCall } from '@huimin/contract';
import type { CallOptions, Client } from './client.ts';
import type { CallInput, ClientCall } from './client-call.ts';

export interface EarlyClient extends Client {
  /** Makes a screen's first call while its chunk is still on the way; the screen's own call gets that answer. */
  ask<C extends AnyCall>(call: ClientCall<C>, input: CallInput<C>, options?: CallOptions): void;
}

/** An answer that no screen took within this time is too old to be shown. */
const FRESH_MS = 5_000;

/** One round trip less for a screen that cannot be shown without an answer. Each answer is handed out once. */
export function withEarlyAnswers(client: Client, clock: { now(): number }): EarlyClient {
  const asked = new Map<string, { answer: Promise<unknown>; atMs: number }>();
  const keyOf = (call: ClientCall, input: unknown) => `${call.name} ${JSON.stringify(input)}`;
  return {
    ask(call, input, options) {
      const answer = client.call(call, input, options);
      // The screen hears of a failure; when none comes, nobody has to.
      answer.catch(() => {});
      asked.set(keyOf(call, input), { answer, atMs: clock.now() });
    },
    call(call, input, options) {
      const key = keyOf(call, input);
      const early = asked.get(key);
      asked.delete(key);
      const fresh = early && clock.now() - early.atMs < FRESH_MS;
      return fresh
        ? (early.answer as ReturnType<typeof client.call<NonNullable<typeof call.contract>>>)
        : client.call(call, input, options);
    },
  };
}
