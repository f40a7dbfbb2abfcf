import { useEffect } from 'react';

const LAYERS = '.ant-modal-root, .ant-drawer';

/**
 * Dialogs and drawers leave the page with whatever had the focus in them. What had it before they came gets it back; when
 * that is gone too, a row that was dealt with, the page's content, so that Tab does not begin at the menu again.
 */
export function useReturnFocus(): void {
  useEffect(() => {
    let before: HTMLElement | null = null;
    let isInLayer = false;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      isInLayer = target.closest(LAYERS) !== null;
      if (!isInLayer) before = target;
    };
    const onChange = () => {
      if (!isInLayer || document.activeElement !== document.body || document.querySelector(LAYERS) !== null) return;
      const next = before?.isConnected ? before : document.getElementById('main');
      next?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(onChange);
    document.addEventListener('focusin', onFocus);
    // They are put beside the page, not into it.
    observer.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}
