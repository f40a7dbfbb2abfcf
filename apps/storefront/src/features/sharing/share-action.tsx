import './share-panel.css';
import type { ReactNode } from 'react';
import { Icon, type IconShape } from '../../ui/index.ts';

/** One way: a round icon and its words. */
export function ShareAction(props: {
  icon: IconShape;
  tone: 'ok' | 'info' | 'red' | 'plain';
  disabled?: boolean;
  /** A link instead: to a file that is saved. */
  href?: string;
  download?: string;
  onPress?: () => void;
  children: ReactNode;
}) {
  const { icon, tone, disabled, href, download, onPress, children } = props;
  const content = (
    <>
      <span className={`share-ico share-ico-${disabled ? 'plain' : tone}`}>
        <Icon name={icon} size={26} />
      </span>
      {children}
    </>
  );
  return (
    <li>
      {href !== undefined && !disabled ? (
        <a className="share-action" href={href} download={download} onClick={onPress}>
          {content}
        </a>
      ) : (
        <button
          type="button"
          className="share-action"
          aria-disabled={disabled || undefined}
          onClick={() => {
            if (!disabled) onPress?.();
          }}
        >
          {content}
        </button>
      )}
    </li>
  );
}
