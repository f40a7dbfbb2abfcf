import type { ReactNode } from 'react';
import { Icon } from '../app/icon.tsx';

export type WordTone = 'good' | 'warn' | 'bad' | 'plain';

const ICONS: Readonly<Record<WordTone, string>> = { good: 'check', warn: 'warn', bad: 'warn', plain: 'clock' };

/** Where something stands, in a word behind its sign: the colour only supports both. */
export function StateWord({ tone, children }: { tone: WordTone; children: ReactNode }) {
  return (
    <span className={`state state-${tone}`}>
      <Icon name={ICONS[tone]} size={16} />
      {children}
    </span>
  );
}
