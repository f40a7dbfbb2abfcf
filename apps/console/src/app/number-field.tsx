import { Input } from 'antd';
import { type CSSProperties, useState } from 'react';
import { type NumberLimits, numberProblem, readNumber } from './number-text.ts';

interface Props {
  /** A form gives id, value, and what is told of a change. */
  readonly id?: string;
  readonly label?: string;
  readonly value?: number | null;
  /** Outside a form: what it is marked by as wrong. */
  readonly limits?: NumberLimits;
  readonly isSmall?: boolean;
  readonly style?: CSSProperties;
  /** Null for none, NaN for what is no figure. */
  onChange?(value: number | null): void;
}

/**
 * A figure. What is handed on is always what stands there: the kit's own field kept the last figure that was within its limits, so that
 * 25000000 was sent as 2500000 by the keyboard, and rounded what it did not like.
 */
export function NumberField({ id, label, value = null, limits, isSmall = false, style, onChange }: Props) {
  const [text, setText] = useState(() => textOf(value));
  // Another figure than the one that stands there was put in its place; of what is none the text stays.
  if (!Number.isNaN(value) && !Object.is(readNumber(text), value)) setText(textOf(value));
  const isWrong = limits !== undefined && numberProblem(value, limits) !== null;
  return (
    <Input
      {...{ id, style, value: text, 'aria-label': label }}
      className="num"
      size={isSmall ? 'small' : 'middle'}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      status={isWrong ? 'error' : undefined}
      aria-invalid={isWrong || undefined}
      title={isWrong ? (numberProblem(value, limits) ?? undefined) : undefined}
      onChange={({ target }) => {
        setText(target.value);
        onChange?.(readNumber(target.value));
      }}
    />
  );
}

const textOf = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value));
