import { type RoundProof, roundProblems } from '@huimin/domain/lucky';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useClient } from '../../api/client-context.ts';
import { browserHashing } from './browser-hashing.ts';

export type RoundCheck =
  | { readonly state: 'idle' | 'busy' | 'no-network' | 'not-here' }
  | { readonly state: 'done'; readonly count: number; readonly problems: readonly string[] };

type Proof = RoundProof & { readonly drawn: number };

/** Fetches all lines of a round and works them out again on this phone. */
export function useRoundCheck(roundCode: string): [check: RoundCheck, run: () => Promise<void>] {
  const client = useClient();
  const [check, setCheck] = useState<RoundCheck>({ state: 'idle' });

  const pageOf = async (after: number): Promise<Proof | null> => {
    const reply = await client.call(calls.luckyProof, { roundCode, after }, { quietFailure: true });
    return reply.ok ? reply.value : null;
  };
  const whole = async (): Promise<Proof | null> => {
    const first = await pageOf(0);
    if (!first) return null;
    const draws = [...first.draws];
    while (draws.length < first.drawn) {
      const next = await pageOf(draws[draws.length - 1]?.position ?? 0);
      if (!next || next.draws.length === 0) break;
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
      if (!proof) return setCheck({ state: 'no-network' });
      const problems = await roundProblems(proof, hashing);
      if (proof.draws.length !== proof.drawn) problems.push('公布的记录不全');
      setCheck({ state: 'done', count: proof.drawn, problems });
    } catch {
      setCheck({ state: 'no-network' });
    }
  };
  return [check, run];
}
