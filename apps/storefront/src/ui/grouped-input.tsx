import { type ComponentPropsWithoutRef, useLayoutEffect, useRef } from 'react';
import { editGrouped, type Grouping, showGrouped } from './grouped-text.ts';

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
  useLayoutEffect(() => {
    const at = caret.current;
    caret.current = null;
    if (at !== null && box.current && document.activeElement === box.current) box.current.setSelectionRange(at, at);
  });
  const hidden = instead !== null && instead !== undefined;
  return (
    <input
      {...rest}
      ref={box}
      value={hidden ? instead : showGrouped(value, grouping.groups)}
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
