import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react';
import { editGrouped, type Grouping, showGrouped } from './grouped-text.ts';
import { useFittingLetters } from './use-fitting-letters.ts';

type Props = Omit<ComponentPropsWithoutRef<'input'>, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
  grouping: Grouping;
  /** Shown instead of the grouped value, for a masked field. */
  instead?: string | null;
};

/** A text box that shows its value in groups and keeps the caret where the person typed. */
export function GroupedInput({ value, onChange, grouping, instead, ...rest }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  const wholeSelected = useRef(false);
  useLayoutEffect(() => {
    const at = caret.current;
    caret.current = null;
    const input = box.current;
    if (!input || document.activeElement !== input) return;
    if (at !== null) input.setSelectionRange(at, at);
    // Whoever comes by keyboard has the whole selected; showing what the mask hid would lose that, and typing would add.
    else if (wholeSelected.current) input.select();
    wholeSelected.current = false;
  });
  const hidden = instead !== null && instead !== undefined;
  const shown = hidden ? instead : showGrouped(value, grouping.groups);
  useFittingLetters(box, shown);
  return (
    <input
      {...rest}
      ref={box}
      onFocus={(event) => {
        const { selectionStart, selectionEnd, value: text } = event.target;
        wholeSelected.current = text !== '' && selectionStart === 0 && selectionEnd === text.length;
        rest.onFocus?.(event);
      }}
      value={shown}
      onChange={(event) => {
        if (hidden) return;
        const { value: text, selectionStart } = event.target;
        const inputType = (event.nativeEvent as InputEvent).inputType;
        const edit = editGrouped(value, text, selectionStart ?? text.length, inputType, grouping);
        caret.current = edit.caret;
        // The shown text may be the same as before (a letter that was dropped): React then restores it by itself.
        onChange(edit.value);
      }}
    />
  );
}
