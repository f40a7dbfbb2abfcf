import type { OrderPaymentStateValue } from '@huimin/contract';
import { useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { Client } from '../../api/client.ts';
import { useClient } from '../../api/client-context.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { type Asked, type PollEnd, pollUntil } from './poll-until.ts';

/** Codes that say that the address names no order of this person. Any other code, also an unknown one, says nothing of it. */
const NO_ORDER = ['not-found', 'bad-input'];

/**
 * Asks the server once (which asks the provider); failures are for the caller to show. `waiting`: the payer waits for the
 * result and wants to be told of it.
 */
export async function askPaymentState(
  client: Client,
  orderNo: string,
  waiting = false,
): Promise<Asked<OrderPaymentStateValue>> {
  try {
    const input = { orderNo, ...(waiting ? { waiting } : {}) };
    const reply = await client.call(calls.queryInsureOrder, input, { quietFailure: true });
    if (reply.ok) return { value: reply.value };
    if (reply.name === 'not-logged-in') return 'logged-out';
    return NO_ORDER.includes(reply.name ?? '') ? 'refused' : 'no-answer';
  } catch (problem) {
    if (!(problem instanceof NetworkFailure)) throw problem;
    return 'no-answer';
  }
}

/** So long nobody wonders yet. */
const SILENT_AFTER_MS = 6_000;

interface Options {
  /** When there is nothing more to wait for. */
  until: (state: OrderPaymentStateValue) => boolean;
  everyMs: number;
  forMs: number;
  unanswered?: { everyMs: number; forMs: number };
  soonAtFirst?: boolean;
  /** From then on the payer counts as waiting. */
  waitingAfterMs?: number;
}

export interface WatchedPayment {
  /** The last answer. */
  readonly state: OrderPaymentStateValue | null;
  /** How this round ended; null while it is under way. */
  readonly end: PollEnd | null;
  /** No answer has come for some seconds, and it is still being asked. */
  readonly silent: boolean;
  /** Starts a new round of asking. */
  readonly again: () => void;
}

/** Follows an order's payment. A page that comes back to the front starts a new round by itself. */
export function useWatchedPayment(orderNo: string, options: Options): WatchedPayment {
  const client = useClient();
  const [state, setState] = useState<OrderPaymentStateValue | null>(null);
  const [end, setEnd] = useState<PollEnd | null>(null);
  const [round, setRound] = useState(0);
  const [silent, setSilent] = useState(false);
  const latest = useRef(options);
  latest.current = options;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` says when to begin anew
  useEffect(() => {
    let stopped = false;
    setEnd(null);
    const {
      everyMs,
      forMs,
      unanswered,
      soonAtFirst = false,
      waitingAfterMs = Number.POSITIVE_INFINITY,
    } = latest.current;
    const waitingFromMs = performance.now() + waitingAfterMs;
    void pollUntil<OrderPaymentStateValue>({
      ask: () => askPaymentState(client, orderNo, performance.now() >= waitingFromMs),
      until: (value) => latest.current.until(value),
      onValue: setState,
      clock: performance,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      ...{ everyMs, forMs, soonAtFirst },
      ...(unanswered ? { unanswered } : {}),
      stopped: () => stopped,
    }).then((ended) => {
      if (!stopped) setEnd(ended);
    });
    return () => {
      stopped = true;
    };
  }, [client, orderNo, round]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer and every new round begins a new silence
  useEffect(() => {
    setSilent(false);
    const timer = setTimeout(() => setSilent(true), SILENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, round]);

  useEffect(() => {
    const again = () => setRound((before) => before + 1);
    const onVisible = () => document.visibilityState === 'visible' && again();
    const onPageShow = (event: PageTransitionEvent) => event.persisted && again();
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pageshow', onPageShow);
    };
  }, []);

  return { state, end, silent: silent && end === null, again: () => setRound((before) => before + 1) };
}
