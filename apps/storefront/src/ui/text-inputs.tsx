import './form.css';
import { type FilteredName, filterChineseName, type NameFilterOptions } from '@huimin/domain/person';
import { type ComponentPropsWithoutRef, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldProps } from './field.tsx';
import { GroupedInput } from './grouped-input.tsx';
import { codeAfter, PHONE_GROUPING } from './grouped-text.ts';
import { Icon } from './icon.tsx';
import { iconChevronDown } from './icons.ts';
import { useFittingLetters } from './use-fitting-letters.ts';

type Controlled = {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  name?: string;
};

/** The edge around an input; orange while the field is wrong. */
export function InputBox({ wrong, wraps, children }: { wrong: boolean; wraps?: boolean; children: ReactNode }) {
  return <div className={`input${wraps ? ' input-wraps' : ''}${wrong ? ' input-wrong' : ''}`}>{children}</div>;
}

type TextInputProps = FieldProps &
  Controlled & {
    num?: boolean;
    /** What a number counts, behind it. */
    unit?: string;
    maxLength?: number;
    autoComplete?: string;
    inputMode?: ComponentPropsWithoutRef<'input'>['inputMode'];
    type?: 'text' | 'date' | 'tel';
    min?: string;
    max?: string;
  };

/** Free text; a number (`num`) is always shown whole. */
export function TextInput({
  value,
  onChange,
  num,
  unit,
  autoComplete = 'off',
  type = 'text',
  ...rest
}: TextInputProps) {
  const box = useRef<HTMLInputElement>(null);
  useFittingLetters(box, value);
  return (
    <InputBox wrong={rest['aria-invalid'] === true}>
      <input
        {...rest}
        ref={num ? box : undefined}
        type={type}
        className={num ? 'num' : undefined}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {unit && <span className="muted">{unit}</span>}
    </InputBox>
  );
}

type PhoneInputProps = FieldProps & Controlled & { autoComplete?: string; countryCode?: boolean };

/** A mobile phone number, shown 3-4-4; `value` is figures only. */
export function PhoneInput({
  countryCode,
  autoComplete = 'tel',
  placeholder = '11 位手机号',
  ...rest
}: PhoneInputProps) {
  return (
    <InputBox wrong={rest['aria-invalid'] === true}>
      {countryCode && (
        <>
          <span className="num muted" aria-hidden="true">
            +86
          </span>
          <span className="input-line" />
        </>
      )}
      <GroupedInput
        {...rest}
        grouping={PHONE_GROUPING}
        type="tel"
        inputMode="numeric"
        className="num"
        autoComplete={autoComplete}
        placeholder={placeholder}
      />
    </InputBox>
  );
}

type SmsCodeInputProps = FieldProps &
  Controlled & {
    /** Asks for a (new) code. What was typed stays. */
    onSend: () => void;
    /** Seconds until another code may be asked for; 0 = now. */
    resendInS: number;
    /** A code has been sent before: the button says 重新获取. */
    sent?: boolean;
  };

/** Nobody counts the seconds of most of an hour. */
const waitText = (seconds: number): string => (seconds < 120 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`);

/** One field for the six figures of a text message; the message app and a paste can fill it. */
export function SmsCodeInput({ value, onChange, onSend, resendInS, sent, ...rest }: SmsCodeInputProps) {
  const waiting = resendInS > 0;
  return (
    <InputBox wrong={rest['aria-invalid'] === true} wraps>
      <input
        size={6}
        placeholder="6 位数字"
        {...rest}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-never-recorded
        className="num"
        value={value}
        onChange={(event) => onChange(codeAfter(value, event.target.value))}
      />
      <span className="input-line" />
      <button
        type="button"
        className="input-button"
        aria-disabled={waiting || undefined}
        onClick={() => {
          if (!waiting) onSend();
        }}
      >
        {waiting ? `${waitText(resendInS)}后可重发` : sent ? '重新获取' : '获取验证码'}
      </button>
    </InputBox>
  );
}

type NameInputProps = FieldProps &
  Controlled & {
    /** What may stay; the rule of Chinese papers unless told. */
    filter?: (text: string, options: NameFilterOptions) => FilteredName;
    /** Said when something was taken out. */
    removedNote?: string;
  };

/** A name. Characters that may not stay go only when the input method has finished its word. */
export function NameInput({
  value,
  onChange,
  onBlur,
  filter = filterChineseName,
  removedNote = '姓名只能用汉字',
  placeholder = '身份证上的中文姓名',
  ...rest
}: NameInputProps) {
  const composing = useRef(false);
  const [draft, setDraft] = useState<string | null>(null);
  const [removed, setRemoved] = useState(false);
  const [left, setLeft] = useState(0);
  const onLeft = useRef(onBlur);
  onLeft.current = onBlur;
  // Leaving takes out a last dot: whoever is told of it has to see the name without.
  useEffect(() => {
    if (left > 0) onLeft.current?.();
  }, [left]);
  const settle = (text: string, typing: boolean) => {
    const result = filter(text, { typing });
    setDraft(null);
    if (typing || result.removed) setRemoved(result.removed);
    onChange(result.text);
  };
  return (
    <>
      <InputBox wrong={rest['aria-invalid'] === true}>
        <input
          {...rest}
          type="text"
          autoComplete="off"
          placeholder={placeholder}
          value={draft ?? value}
          onCompositionStart={() => {
            composing.current = true;
          }}
          onCompositionEnd={(event) => {
            composing.current = false;
            settle(event.currentTarget.value, true);
          }}
          onChange={(event) => {
            if (composing.current || (event.nativeEvent as InputEvent).isComposing) setDraft(event.target.value);
            else settle(event.target.value, true);
          }}
          onBlur={(event) => {
            composing.current = false;
            settle(event.target.value, false);
            setLeft(left + 1);
          }}
        />
      </InputBox>
      <p className="field-note" role="status">
        {removed ? removedNote : ''}
      </p>
    </>
  );
}

type SelectInputProps = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  options: readonly { value: string; label: string }[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
};

/** The phone's own list of choices. */
export function SelectInput({ value, onChange, options, placeholder, ...rest }: SelectInputProps) {
  return (
    <InputBox wrong={rest['aria-invalid'] === true}>
      <select {...rest} value={value} onChange={(event) => onChange(event.target.value)}>
        {placeholder && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name={iconChevronDown} size={20} />
    </InputBox>
  );
}
