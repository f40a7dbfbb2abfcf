import type { ReactNode } from 'react';
import './parts.css';

export type StateTone = 'success' | 'warn' | 'error' | 'info' | 'neutral';

/** Where something stands, in a word on its colour. */
export function StateTag({ tone = 'neutral', children }: { tone?: StateTone; children: ReactNode }) {
  return <span className={`state-tag state-tag-${tone}`}>{children}</span>;
}
