import './status-head.css';
import type { ReactNode } from 'react';
import { iconClock } from './first-icons.ts';
import { Icon } from './icon.tsx';
import type { IconShape } from './icon-shape.ts';
import { iconCheckCircle, iconCrossCircle, iconError } from './icons.ts';

const ICONS = { ok: iconCheckCircle, warn: iconClock, info: iconClock, err: iconError, neutral: iconCrossCircle };

type Props = {
  tone: keyof typeof ICONS;
  /** Where the tone's own does not fit. */
  icon?: IconShape | null;
  title: ReactNode;
  /** Announced when it changes; not for a line that counts down. */
  announced?: boolean;
  /** The line under the title. */
  children?: ReactNode;
};

/** The head of a page that tells how something is getting on. Its title is the page's h1. */
export function StatusHead({ tone, icon, title, announced, children }: Props) {
  return (
    <header className={`status-head status-head-${tone}`}>
      <Icon name={icon ?? ICONS[tone]} size={48} />
      <div role={announced ? 'status' : undefined}>
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </header>
  );
}
