import './message.css';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** Who has waited for so long wonders whether anything happens still. */
const LONG_MS = 8_000;

/** The dark panel in the middle. While open it takes every tap, also over sheets and dialogs. */
export function LoadingPanel({ open }: { open: boolean }) {
  // The region is there before its words, so that screen readers say them; it is never part of prerendered HTML.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [open]);
  if (!mounted) return null;
  return createPortal(
    <div role="status" data-over-layers="" className={open ? 'loading-layer' : undefined}>
      {open && (
        <div className="loading">
          <span className="spinner" />
          <span lang="en">loading...</span>
          <small>{isLong ? '比平时慢，还在等回应' : '正在加载，请稍候'}</small>
        </div>
      )}
    </div>,
    document.body,
  );
}
