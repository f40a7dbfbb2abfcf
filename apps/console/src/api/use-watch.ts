import { useEffect, useRef, useState } from 'react';

const EVERY_MS = 3_000;
/** What takes longer than this is looked for by hand. */
const AT_MOST_MS = 90_000;

/**
 * For what somebody has set going and a job does within seconds: answers how to begin asking again and again until its result is on
 * the page, for a while at most, so that an open page does not ask all day.
 */
export function useWatch(reload: () => void): () => void {
  const [beganMs, setBeganMs] = useState<number | null>(null);
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  });
  useEffect(() => {
    if (beganMs === null) return;
    const timer = setInterval(() => latest.current(), EVERY_MS);
    const end = setTimeout(() => setBeganMs(null), AT_MOST_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [beganMs]);
  return () => setBeganMs(performance.now());
}
