import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Below the window's bar: a part whose top is above it is the one that is read. */
const LINE_PX = 120;

interface Props {
  /** Ids of the page's parts from above, and what they are called. */
  readonly parts: readonly (readonly [id: string, label: string])[];
  /** What stands behind a part's name. */
  mark(id: string): ReactNode;
}

/** Leads to the parts of a long page, and says which of them is before one. */
export function PartNav({ parts, mark }: Props) {
  const [current, setCurrent] = useState(parts[0]?.[0]);
  const asked = useRef<string | null>(null);
  useEffect(() => {
    const main = document.getElementById('main');
    const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? 0;
    const look = () => {
      if (!main) return;
      const isAtEnd = main.scrollTop + main.clientHeight >= main.scrollHeight - 2;
      // Of parts beside each other, or too low to get up to the line, it is the one that was asked for.
      const last = asked.current;
      if (last !== null && (isAtEnd || Math.abs(topOf(last) - LINE_PX) < LINE_PX)) return setCurrent(last);
      asked.current = null;
      const above = parts.filter(([id]) => topOf(id) <= LINE_PX);
      setCurrent((above.at(-1) ?? parts[0])?.[0]);
    };
    main?.addEventListener('scroll', look, { passive: true });
    return () => main?.removeEventListener('scroll', look);
  }, [parts]);
  return (
    <nav className="ed-nav" aria-label="本页各段">
      {parts.map(([id, label]) => (
        <button
          key={id}
          type="button"
          aria-current={current === id ? 'true' : undefined}
          onClick={() => {
            asked.current = id;
            setCurrent(id);
            document.getElementById(id)?.scrollIntoView({ block: 'start' });
          }}
        >
          {label}
          {mark(id)}
        </button>
      ))}
    </nav>
  );
}
