import './controls.css';
import './message.css';
import './result.css';
import type { ReactNode } from 'react';
import { inPhrases, inWords } from './in-words.tsx';

type Props = {
  /** `wait` turns and is announced when it changes. */
  tone: 'ok' | 'err' | 'wait' | 'neutral';
  title: ReactNode;
  lead?: ReactNode;
  /** A drawing of its own instead of the disc of the tone; `neutral` has none. */
  art?: ReactNode;
  children?: ReactNode;
};

/** The head of a page that tells how something ended. Its title is the page's h1. */
export function Result({ tone, title, lead, art, children }: Props) {
  return (
    <div className="state" role={tone === 'wait' ? 'status' : undefined}>
      {art ?? <Disc tone={tone} />}
      <h1 tabIndex={-1}>{typeof title === 'string' ? inWords(title) : title}</h1>
      {lead && <p>{inPhrases(lead)}</p>}
      {children}
    </div>
  );
}

function Disc({ tone }: { tone: Props['tone'] }) {
  if (tone === 'wait') return <div className="spinner result-spinner" />;
  if (tone === 'neutral') return null;
  const name = tone === 'ok' ? 'success' : 'error';
  return (
    <svg width="88" height="88" viewBox="0 0 88 88" aria-hidden="true">
      <circle cx="44" cy="44" r="44" fill={`var(--c-${name}-soft)`} />
      <circle cx="44" cy="44" r="30" fill={`var(--c-${name})`} />
      <path
        d={tone === 'ok' ? 'm31 45 9 9 18-19' : 'M44 30v18M44 57.5v.1'}
        stroke="var(--c-surface)"
        strokeWidth={tone === 'ok' ? 5 : 6}
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="none"
      />
    </svg>
  );
}
