import '../../ui/layer.css';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ShareTarget } from '../../channel/channel.ts';
import { useLayer } from '../../ui/use-layer.ts';
import './share-tip.css';

/** How long the tip stays by itself. */
const SHOWN_MS = 3000;

/** Points to the menu of the messaging app. Closes by itself, on 知道了 or on any tap. */
export function ShareTip({ target = 'friend', onClose }: { target?: ShareTarget; onClose: () => void }) {
  const [left, setLeft] = useState(SHOWN_MS / 1000);
  const layer = useLayer(true, onClose);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const end = setTimeout(() => close.current(), SHOWN_MS);
    const tick = setInterval(() => setLeft((before) => Math.max(1, before - 1)), 1000);
    return () => {
      clearTimeout(end);
      clearInterval(tick);
    };
  }, []);
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap anywhere is a shortcut; the button and Escape do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div className="layer share-layer" ref={layer} onClick={onClose}>
      <div className="scrim" />
      <div className="share-tip" role="dialog" aria-modal="true" aria-labelledby="share-tip-title" tabIndex={-1}>
        <svg
          className="share-arrow"
          width="112"
          height="128"
          viewBox="0 0 112 128"
          fill="none"
          stroke="var(--c-white)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M14 122C16 66 44 30 94 14" strokeDasharray="1 9" />
          <path d="m74 9 22 4-11 20" />
        </svg>
        <div className="share-words">
          <h2 id="share-tip-title">{target === 'friend' ? '分享给好友' : '分享到朋友圈'}</h2>
          <p>
            点右上角
            <span className="share-dots" role="img" aria-label="更多按钮">
              <i />
              <i />
              <i />
            </span>
            <br />
            再选“{target === 'friend' ? '发送给朋友' : '分享到朋友圈'}”
          </p>
          <div className="share-done">
            <button type="button" onClick={onClose}>
              知道了<span aria-hidden="true">（{left}）</span>
            </button>
          </div>
        </div>
      </div>
    </div>,
    document.body,
  );
}
