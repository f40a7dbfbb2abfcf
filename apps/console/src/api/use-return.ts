import { useEffect, useRef } from 'react';

/** One return tells itself by two events, and whoever goes to and fro asks no more often than this. */
const LEAST_MS = 2_000;

/**
 * Asks again when somebody comes back to the page while it waits for another person: what they decided meanwhile is
 * shown. No timer of its own keeps a session alive, and what is not waited for is not looked at twice.
 */
export function useReturn(reload: () => void, isWaiting: boolean): void {
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  useEffect(() => {
    if (!isWaiting) return;
    let askedMs = performance.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || performance.now() - askedMs < LEAST_MS) return;
      askedMs = performance.now();
      latest.current();
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaiting]);
}
