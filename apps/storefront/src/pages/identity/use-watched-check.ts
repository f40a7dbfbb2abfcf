import type { FaceCheckViewValue, FaceWayValue } from '@huimin/contract';
import { useEffect, useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { Client } from '../../api/client.ts';
import { useClient } from '../../api/client-context.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { type Asked, type PollEnd, pollUntil } from '../../features/payment/poll-until.ts';

const ASK_EVERY_MS = 2_000;
/** Results are there when the person is; who left the provider's page early is not kept waiting. */
const ASK_FOR_MS = 4_000;
const PASSING = ['too-many-requests', 'server-busy', 'provider-busy'];

async function ask(client: Client, way: FaceWayValue, checkId: string): Promise<Asked<FaceCheckViewValue>> {
  try {
    const input = { checkId };
    const quiet = { quietFailure: true };
    const reply = await (way === 'wbface'
      ? client.call(calls.wbFaceCheckResult, input, quiet)
      : client.call(calls.faceCheckResult, input, quiet));
    if (reply.ok) return { value: reply.value };
    return PASSING.includes(reply.name ?? '') ? 'no-answer' : 'refused';
  } catch (problem) {
    if (!(problem instanceof NetworkFailure)) throw problem;
    return 'no-answer';
  }
}

/** Asks what became of a check until it is over, for a while; again when the page comes back to the front. */
export function useWatchedCheck(way: FaceWayValue, checkId: string) {
  const client = useClient();
  const [check, setCheck] = useState<FaceCheckViewValue | null>(null);
  const [end, setEnd] = useState<PollEnd | null>(null);
  const [round, setRound] = useState(0);
  const isOver = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` says when to begin anew
  useEffect(() => {
    let stopped = false;
    setEnd(null);
    void pollUntil<FaceCheckViewValue>({
      ask: () => ask(client, way, checkId),
      until: ({ status }) => status !== 'WAITING',
      onValue: setCheck,
      clock: performance,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      everyMs: ASK_EVERY_MS,
      forMs: ASK_FOR_MS,
      stopped: () => stopped,
    }).then((ended) => {
      isOver.current = ended === 'done';
      if (!stopped) setEnd(ended);
    });
    return () => {
      stopped = true;
    };
  }, [client, way, checkId, round]);

  useEffect(() => {
    const again = () => !isOver.current && setRound((before) => before + 1);
    const onVisible = () => document.visibilityState === 'visible' && again();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);

  return { check, end, again: () => setRound((before) => before + 1) };
}
