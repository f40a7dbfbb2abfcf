import { useEffect, useRef } from 'react';
import { waitToLookAgainMs } from './look-again-pace.ts';
import type { UsedCall } from './use-call.ts';

/**
 * While something still changes by itself: asks again a while after each answer, soon at first and every `everyMs` later on. A question that failed is an answer too,
 * or one lost connection would end it; not so the request to log in, which would come up again and again.
 */
export function useLookAgain(used: UsedCall<unknown>, { when, everyMs }: { when: boolean; everyMs: number }): void {
  const { state, value, failure, reload } = used;
  const isOver = failure !== null && failure.name === 'not-logged-in';
  const times = useRef(0);
  useEffect(() => {
    if (!when) times.current = 0;
  }, [when]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts the next wait
  useEffect(() => {
    if (!when || isOver || state === 'loading') return;
    const lookAgain = () => {
      times.current += 1;
      reload();
    };
    const timer = setTimeout(lookAgain, failure ? everyMs : waitToLookAgainMs(times.current, everyMs));
    return () => clearTimeout(timer);
  }, [when, isOver, state, value, failure, reload, everyMs]);
}
