/** So long a call may take before whoever waits is told that it is not lost. */
const SLOW_AFTER_MS = 5_000;

const listeners = new Set<() => void>();
let slow = 0;

const change = (by: number): void => {
  slow += by;
  for (const listener of listeners) listener();
};

/** Counts a call as slow from its sixth second on until it is answered or given up. */
export async function watched<T>(answer: Promise<T>): Promise<T> {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    change(1);
  }, SLOW_AFTER_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isSlow) change(-1);
  }
}

/** Whether a call has been waiting for long; with `whenSlowChanges` for a store of React. */
export const isAnySlow = (): boolean => slow > 0;

/** Is told when that may have changed. Answers how to stop that. */
export function whenSlowChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
