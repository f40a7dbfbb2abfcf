import type { ReactNode } from 'react';
import { Icon, iconError, iconInfo } from '../../ui/index.ts';

/** The line above the bar's button: what the step still needs, or (`wrong`) what went wrong. */
export function BarTip({ wrong, children }: { wrong?: boolean; children: ReactNode }) {
  const tone = wrong ? 'bar-tip-wrong' : undefined;
  return (
    <>
      <Icon name={wrong ? iconError : iconInfo} size={18} className={tone} />
      <span className={tone} role={wrong ? 'alert' : 'status'}>
        {children}
      </span>
    </>
  );
}
