import './layer.css';
import { type ReactNode, type Ref, type UIEventHandler, useId } from 'react';
import { createPortal } from 'react-dom';
import { iconCross } from './first-icons.ts';
import { Icon } from './icon.tsx';
import { inWords } from './in-words.tsx';
import { useLayer } from './use-layer.ts';

type Props = {
  open: boolean;
  title: ReactNode;
  /** Called by ×, a tap outside, Escape and back. */
  onClose: () => void;
  /** Stays at the lower edge. */
  footer?: ReactNode;
  /** 80 % of the screen's height whatever the content; more where head and foot leave too little of that for it. */
  tall?: boolean;
  /** Between title and body; stays while the body scrolls. */
  subHead?: ReactNode;
  bodyRef?: Ref<HTMLDivElement>;
  onBodyScroll?: UIEventHandler<HTMLDivElement>;
  /** Makes the body reachable by keyboard for scrolling, under this name. */
  bodyLabel?: string;
  bodyClassName?: string;
  children?: ReactNode;
};

/** A sheet from the lower edge, over the page. */
export function Sheet(props: Props) {
  const { open, title, onClose, footer, tall, subHead, bodyRef, onBodyScroll, bodyLabel, bodyClassName, children } =
    props;
  const titleId = useId();
  const layer = useLayer(open, onClose);
  if (!open) return null;
  return createPortal(
    <div className="layer" ref={layer}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a tap outside is a shortcut; × and Escape do the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className="scrim" onClick={onClose} />
      <div
        className={tall ? 'sheet sheet-tall' : 'sheet'}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <div className={subHead ? 'sheet-head sheet-head-plain' : 'sheet-head'}>
          <h2 id={titleId}>{typeof title === 'string' ? inWords(title) : title}</h2>
          <button type="button" className="sheet-close" aria-label="关闭" onClick={onClose}>
            <Icon name={iconCross} />
          </button>
        </div>
        {subHead}
        <div
          className={bodyClassName ? `sheet-body ${bodyClassName}` : 'sheet-body'}
          ref={bodyRef}
          onScroll={onBodyScroll}
          {...(bodyLabel ? { tabIndex: 0, role: 'region', 'aria-label': bodyLabel } : {})}
        >
          {children}
        </div>
        {footer && <div className="sheet-foot">{footer}</div>}
      </div>
    </div>,
    document.body,
  );
}
