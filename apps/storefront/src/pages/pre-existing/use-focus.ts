import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus to what has just come in place of what was pressed. The element needs `tabIndex={-1}`. */
export function useFocus<E extends HTMLElement>(wanted: boolean): RefObject<E | null> {
  const ref = useRef<E>(null);
  useEffect(() => {
    if (wanted) ref.current?.focus();
  }, [wanted]);
  return ref;
}
