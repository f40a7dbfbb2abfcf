import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type ReadingProgress, readingAfter, UNREAD } from './reading-progress.ts';

/**
 * Follows how far a scrolling text has been shown. `text` names what is read (another name starts anew); null while it
 * is not there. Looks again after every scroll, resize and change of text size.
 */
export function useReading(text: string | null): {
  progress: ReadingProgress;
  box: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
} {
  const box = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState({ text, progress: UNREAD });
  const progress = held.text === text ? held.progress : UNREAD;

  const look = useCallback(() => {
    const element = box.current;
    if (text === null || !element) return;
    setHeld((before) => {
      const from = before.text === text ? before.progress : UNREAD;
      const next = readingAfter(from, element);
      return before.text === text && next === before.progress ? before : { text, progress: next };
    });
  }, [text]);

  useEffect(() => {
    if (text === null) return;
    if (box.current) box.current.scrollTop = 0;
    // After layout: fonts and the sheet's height settle a moment after the first paint.
    const frame = requestAnimationFrame(look);
    window.addEventListener('resize', look);
    // A larger text size changes the height of the text without a resize of the window.
    const content = box.current?.firstElementChild;
    const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    if (content) watch?.observe(content);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('resize', look);
      watch?.disconnect();
    };
  }, [text, look]);

  return { progress, box, onScroll: look };
}
