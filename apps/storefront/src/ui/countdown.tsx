import { useEffect, useRef, useState } from 'react';

/** `29:45`, with hours from one hour on; never negative. Seconds are rounded up, so that 00:00 means it is over. */
export function clockText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
}

type Props = {
  /** Moment of the end, server clock, ms since 1970. */
  untilMs: number;
  /** Server clock minus this device's clock, in ms. */
  serverOffsetMs: number;
  /** Once, when the time is up. */
  onEnd?: () => void;
  /** This device's clock. */
  now?: () => number;
};

/** Time left, by the server's clock. Not announced: the words around it say what happens at the end. */
export function Countdown({ untilMs, serverOffsetMs, onEnd, now = Date.now }: Props) {
  const [leftMs, setLeftMs] = useState(() => untilMs - serverOffsetMs - now());
  const ended = useRef(false);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    ended.current = false;
    const tick = () => {
      const left = untilMs - serverOffsetMs - now();
      setLeftMs(left);
      if (left <= 0 && !ended.current) {
        ended.current = true;
        end.current?.();
      }
    };
    tick();
    const timer = setInterval(tick, 500);
    // A page that was in the background has missed its ticks.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [untilMs, serverOffsetMs, now]);
  return (
    <span className="num" role="timer" aria-live="off">
      {clockText(leftMs)}
    </span>
  );
}
