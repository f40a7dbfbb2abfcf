import { useEffect, useRef, useState } from 'react';
import { canReadAloud } from '../channel/can-read-aloud.ts';
import { readAloud } from '../channel/read-aloud.ts';

export interface ReadAloud {
  /** This phone knows how. */
  readonly canRead: boolean;
  readonly isReading: boolean;
  /**
   * Reads, or stops where it reads.
   * @param on told of each sentence that begins, by its place; and when the phone cannot go on
   */
  press(sentences: readonly string[], on: { begin?(place: number): void; failed(): void }): void;
  stop(): void;
}

/** Reads aloud on this screen, and stops with it. */
export function useReadAloud(): ReadAloud {
  const [isReading, setReading] = useState(false);
  const ending = useRef<(() => void) | null>(null);
  const stop = () => ending.current?.();
  useEffect(() => () => ending.current?.(), []);
  const press: ReadAloud['press'] = (sentences, on) => {
    if (isReading) return stop();
    setReading(true);
    ending.current = readAloud(
      sentences,
      (end) => {
        ending.current = null;
        setReading(false);
        if (end === 'failed') on.failed();
      },
      on.begin,
    );
  };
  return { canRead: canReadAloud(), isReading, press, stop };
}
