import { useEffect, useState } from 'react';

/** `secondsLeft()` asked again every second while it is above 0, and when the page is looked at again. */
export function useSecondsLeft(secondsLeft: () => number): number {
  const [, tick] = useState(0);
  const left = secondsLeft();
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const again = () => tick((count) => count + 1);
    const timer = setInterval(again, 1000);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [waiting]);
  return left;
}
