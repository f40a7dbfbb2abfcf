import { useEffect, useRef } from 'react';

const TELL_EVERY_MS = 5 * 60_000;
const LOOK_EVERY_MS = 15_000;

/**
 * Somebody who types for half an hour is at work although no call is made: the server is told every five minutes in which
 * there was a key or a click. Without any for so long the session ends.
 */
export function useActivity(signedIn: boolean, idleMinutes: number, tell: () => void, end: () => void): void {
  const does = useRef({ tell, end });
  does.current = { tell, end };
  useEffect(() => {
    if (!signedIn) return;
    let activeAt = Date.now();
    let toldAt = Date.now();
    const active = () => {
      activeAt = Date.now();
      if (activeAt - toldAt > TELL_EVERY_MS) {
        toldAt = activeAt;
        does.current.tell();
      }
    };
    const timer = setInterval(() => {
      if (Date.now() - activeAt >= idleMinutes * 60_000) does.current.end();
    }, LOOK_EVERY_MS);
    for (const kind of ['keydown', 'pointerdown', 'wheel'] as const) addEventListener(kind, active, { passive: true });
    return () => {
      clearInterval(timer);
      for (const kind of ['keydown', 'pointerdown', 'wheel'] as const) removeEventListener(kind, active);
    };
  }, [signedIn, idleMinutes]);
}
