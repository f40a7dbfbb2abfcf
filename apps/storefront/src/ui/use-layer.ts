import { type RefObject, useLayoutEffect, useRef } from 'react';
import { layerHistory } from './layer-history.ts';
import { openModal } from './modal-stack.ts';

/**
 * While `open`: the element (a child of `body`) is the only thing that can be used, and Escape and back call `onClose`.
 */
export function useLayer(open: boolean, onClose: () => void): RefObject<HTMLDivElement | null> {
  const layer = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const element = layer.current;
    if (!open || !element) return;
    const leaveModal = openModal(element, () => close.current());
    const leaveHistory = layerHistory().open(() => close.current());
    return () => {
      leaveModal();
      leaveHistory();
    };
  }, [open]);
  return layer;
}
