import { beijingMs } from '@huimin/domain/date';
import { useEffect, useRef } from 'react';
import { serverNow } from './server-clock.ts';

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

/** A job is there within seconds of its time, on a busy day within the minute. */
const LOOKS_AFTER_MS = [5_000, 60_000] as const;

/** Asks again once a moment (Beijing time, as the server writes it) has come at which a job does something; null: none. */
export function useMoment(at: string | null, reload: () => void): void {
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  useEffect(() => {
    const leftMs = at === null ? Number.NaN : beijingMs(at) - serverNow();
    // Longer than a browser's timer can wait nobody leaves a page open.
    if (!(leftMs > -60_000 && leftMs < 2 ** 30)) return;
    const timers = LOOKS_AFTER_MS.map((afterMs) => setTimeout(() => latest.current(), Math.max(leftMs, 0) + afterMs));
    return () => timers.forEach(clearTimeout);
  }, [at]);
}

/** What the desk knows of the server's clock is right to half a second. */
const SURELY_OVER_MS = 1_000;

/**
 * Does something once a moment (Beijing time, as the server writes it) is over: what was agreed to for a while stays on no screen
 * longer. null: nothing ends.
 */
export function useEnd(at: string | null, end: () => void): void {
  const latest = useRef(end);
  useEffect(() => {
    latest.current = end;
  });
  useEffect(() => {
    if (at === null) return;
    const timer = setTimeout(() => latest.current(), Math.max(0, beijingMs(at) + SURELY_OVER_MS - serverNow()));
    return () => clearTimeout(timer);
  }, [at]);
}
