import { useEffect, useRef } from 'react';

const TYPES_TEXT = 'input, textarea, select, [contenteditable="true"], [role="dialog"] *';

/** Runs what a key stands for (`?`, `/`, `Alt+1`), except where text is typed or a dialog is open. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const digit = event.altKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined;
      const action = current.current[digit ? `Alt+${digit}` : event.key];
      if (!action || (event.target instanceof Element && event.target.matches(TYPES_TEXT))) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
