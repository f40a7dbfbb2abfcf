import { type RoundProof, roundProblems } from '@huimin/domain/lucky';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useClient } from '../../api/client-context.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { browserHashing } from './browser-hashing.ts';

export type RoundCheck =
  | { readonly state: 'idle' | 'busy' | 'not-here' }
  /** What came instead of the lines. */
  | { readonly state: 'no-lines'; readonly problem: string }
  | { readonly state: 'done'; readonly count: number; readonly problems: readonly string[] };

type Proof = RoundProof & { readonly drawn: number };

/** Fetches all lines of a round and works them out again on this phone. */
export function useRoundCheck(roundCode: string): [check: RoundCheck, run: () => Promise<void>] {
  const client = useClient();
  const [check, setCheck] = useState<RoundCheck>({ state: 'idle' });

  const pageOf = async (after: number): Promise<Proof | string> => {
    const reply = await client.call(calls.luckyProof, { roundCode, after }, { quietFailure: true });
    return reply.ok ? reply.value : reply.message;
  };
  const whole = async (): Promise<Proof | string> => {
    const first = await pageOf(0);
    if (typeof first === 'string') return first;
    const draws = [...first.draws];
    while (draws.length < first.drawn) {
      const next = await pageOf(draws[draws.length - 1]?.position ?? 0);
      if (typeof next === 'string' || next.draws.length === 0) break;
      draws.push(...next.draws);
    }
    return { ...first, draws: draws.slice(0, first.drawn) };
  };
  const run = async () => {
    const hashing = browserHashing();
    if (!hashing) return setCheck({ state: 'not-here' });
    setCheck({ state: 'busy' });
    try {
      const proof = await whole();
      if (typeof proof === 'string') return setCheck({ state: 'no-lines', problem: proof });
      const problems = await roundProblems(proof, hashing);
      if (proof.draws.length !== proof.drawn) problems.push('公布的记录不全');
      setCheck({ state: 'done', count: proof.drawn, problems });
    } catch (problem) {
      if (!(problem instanceof NetworkFailure)) throw problem;
      setCheck({ state: 'no-lines', problem: failureText(problem, '没有核对完') });
    }
  };
  return [check, run];
}
