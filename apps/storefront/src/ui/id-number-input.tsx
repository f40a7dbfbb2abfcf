import './form.css';
import { maskMiddle } from '@huimin/domain/person';
import { useState } from 'react';
import type { FieldProps } from './field.tsx';
import { FirstLine } from './first-line.tsx';
import { GroupedInput } from './grouped-input.tsx';
import { ID_NUMBER_GROUPING, OLD_ID_NUMBER_GROUPS, showGrouped } from './grouped-text.ts';
import { Icon } from './icon.tsx';
import { iconCheckCircle, iconEye, iconEyeOff } from './icons.ts';
import { InputBox } from './text-inputs.tsx';

type Props = FieldProps & {
  /** The bare number: figures and X. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  /** What was read from a valid number: 号码有效 · 男 · 1950.10.10. */
  good?: string | null | undefined;
};

/** A resident identity number: shown 6-8-4, masked when left, with an eye button to look at it again. */
export function IdNumberInput({ good, onBlur, placeholder = '18 位身份证号', ...rest }: Props) {
  const [focused, setFocused] = useState(false);
  const [cameOld, setCameOld] = useState(false);
  const [open, setOpen] = useState(false);
  const masked = !focused && !open && rest.value !== '';
  // While one is typed, an 18-digit number has 15 figures too; one that was there before stays as it was, and the caret with it.
  const isOld = rest.value.length === 15 && (!focused || cameOld);
  const groups = isOld ? OLD_ID_NUMBER_GROUPS : ID_NUMBER_GROUPING.groups;
  const describedBy = [rest['aria-describedby'], good ? `${rest.id}-good` : ''].filter(Boolean).join(' ');
  return (
    <>
      <InputBox wrong={rest['aria-invalid'] === true}>
        <GroupedInput
          {...rest}
          aria-describedby={describedBy || undefined}
          grouping={{ ...ID_NUMBER_GROUPING, groups }}
          instead={masked ? showGrouped(maskMiddle(rest.value), groups) : null}
          type="text"
          inputMode="text"
          className="num id-number"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={placeholder}
          onFocus={() => {
            setFocused(true);
            setCameOld(rest.value.length === 15);
          }}
          onBlur={() => {
            setFocused(false);
            onBlur?.();
          }}
        />
        {rest.value !== '' && (
          <button
            type="button"
            className="input-button"
            aria-label={open ? '隐藏证件号码' : '显示证件号码'}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? iconEyeOff : iconEye} />
          </button>
        )}
      </InputBox>
      <p className="field-good" id={`${rest.id}-good`} role="status" hidden={!good}>
        {good && (
          <FirstLine>
            <Icon name={iconCheckCircle} size={18} />
          </FirstLine>
        )}
        <span data-pii>{good}</span>
      </p>
    </>
  );
}
