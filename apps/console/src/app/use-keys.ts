import { useEffect, useRef } from 'react';
import { focusChosenRow } from './chosen-row.ts';

const TYPES_TEXT = `input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select, [contenteditable="true"],
  [role="dialog"] *`;
/** What Enter and the space bar press by themselves, and what the arrows move in. */
const IS_PRESSED =
  'a, button, summary, input:not([type="range"]), [role="button"], [role="tab"], [role="menuitem"], [role="img"]';
const HAS_ARROWS = 'input:not([type="range"]), [role="radiogroup"], [role="tab"], [role="menuitem"]';

/** Keys as they are written on them, and what they do: `['J K', '上下']`. */
export type ToldKeys = readonly (readonly [keys: string, does: string])[];

/** Go through the rows of a list. */
const CHOOSE_ROW = ['j', 'k'];
/** Held down, they go on; what any other key does is done once for each press, however long it is held. */
const GOES_ON = [...CHOOSE_ROW, 'n', 'p', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

export const UP_AND_DOWN: ToldKeys = [['J K', '列表里下一行、上一行']];

const told = new Set<{ readonly current: ToldKeys }>();

/** The keys of the page that is open, for the window that tells them. */
export const keysOfPage = (): ToldKeys => [...told].flatMap(({ current }) => current);

/**
 * Runs what a key stands for (`?`, `/`, `Alt+1`), except where text is typed or a dialog is open, and tells of the keys
 * where all are told. Enter and the space bar stay with a link or button that has the focus.
 */
export function useKeys(actions: Readonly<Record<string, () => void>>, does: ToldKeys = []): void {
  const current = useRef(actions);
  current.current = actions;
  const words = useRef(does);
  words.current = does;
  useEffect(() => {
    told.add(words);
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.defaultPrevented) return;
      const digit = event.altKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined;
      if (event.altKey && digit === undefined) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const action = current.current[digit ? `Alt+${digit}` : key];
      if (!action || (event.target instanceof Element && isOwn(event.target, event.key))) return;
      event.preventDefault();
      if (event.repeat && !GOES_ON.includes(key)) return;
      action();
      if (CHOOSE_ROW.includes(key)) focusChosenRow();
    };
    addEventListener('keydown', press);
    return () => {
      told.delete(words);
      removeEventListener('keydown', press);
    };
  }, []);
}

/** Whether a key is for what has the focus. */
const isOwn = (target: Element, key: string): boolean =>
  target.matches(TYPES_TEXT) ||
  ((key === 'Enter' || key === ' ') && target.matches(IS_PRESSED)) ||
  (key.startsWith('Arrow') && target.matches(HAS_ARROWS));
