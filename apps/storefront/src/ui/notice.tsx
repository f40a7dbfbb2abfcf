import './controls.css';
import type { ReactNode } from 'react';
import { iconInfo } from './first-icons.ts';
import { FirstLine } from './first-line.tsx';
import { Icon } from './icon.tsx';
import { iconCheckCircle, iconError, iconWarning } from './icons.ts';
import { inPhrases } from './in-words.tsx';

const ICONS = { info: iconInfo, ok: iconCheckCircle, warn: iconWarning, err: iconError };

type Props = {
  tone?: 'info' | 'ok' | 'warn' | 'err';
  title?: ReactNode;
  /** Announced at once; for something that has just gone wrong. */
  alert?: boolean;
  children?: ReactNode;
};

/** A full-width message inside a page. */
export function Notice({ tone = 'info', title, alert, children }: Props) {
  return (
    <div className={tone === 'info' ? 'notice' : `notice notice-${tone}`} role={alert ? 'alert' : undefined}>
      <FirstLine>
        <Icon name={ICONS[tone]} size={20} />
      </FirstLine>
      <div>
        {title && <b>{inPhrases(title)}</b>}
        {inPhrases(children)}
      </div>
    </div>
  );
}
