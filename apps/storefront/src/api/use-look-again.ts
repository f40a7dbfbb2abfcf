import { useEffect } from 'react';
import type { UsedCall } from './use-call.ts';

/**
 * While something still changes by itself: asks again a while after each answer. A question that failed is an answer too,
 * or one lost connection would end it; not so the request to log in, which would come up again and again.
 */
export function useLookAgain(used: UsedCall<unknown>, { when, everyMs }: { when: boolean; everyMs: number }): void {
  const { state, value, failure, reload } = used;
  const isOver = failure !== null && failure.name === 'not-logged-in';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts the next wait
  useEffect(() => {
    if (!when || isOver || state === 'loading') return;
    const timer = setTimeout(reload, everyMs);
    return () => clearTimeout(timer);
  }, [when, isOver, state, value, failure, reload, everyMs]);
}
