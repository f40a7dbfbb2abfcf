import './form.css';
import { type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';
import { FirstLine } from './first-line.tsx';

type RadioChipsProps<Value extends string> = {
  name: string;
  legend: ReactNode;
  options: readonly { value: Value; label: string }[];
  value: Value | null | '';
  onChange: (value: Value) => void;
  columns?: 2 | 3 | 4 | 5;
  error?: string | null | undefined;
  /** Target of an error summary. */
  id?: string;
  className?: string;
};

/** Up to about a dozen short choices, one of which can be chosen. Nothing is chosen unless `value` says so. */
export function RadioChips<Value extends string>(props: RadioChipsProps<Value>) {
  const { name, legend, options, value, onChange, columns = 4, error, id, className } = props;
  return (
    <fieldset
      className={`${className ?? 'field'}${error ? ' field-wrong' : ''}`}
      id={id}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className="field-label">{legend}</legend>
      <div className={columns === 4 ? 'chips' : `chips chips-${columns}`}>
        {options.map((option) => (
          <label className="chip" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${name}-error`} error={error} />
    </fieldset>
  );
}

type CheckRowProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** `radio` for one of several; give them the same `name`. */
  type?: 'checkbox' | 'radio';
  name?: string;
  value?: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** The box stands on the left instead of the right. */
  boxFirst?: boolean;
  id?: string;
  children: ReactNode;
};

/** A whole row that is one choice. */
export function CheckRow({ onChange, type = 'checkbox', icon, boxFirst, id, children, ...input }: CheckRowProps) {
  const ownId = useId();
  const boxId = id ?? ownId;
  const box = (
    <input {...input} id={boxId} type={type} className="pick" onChange={(event) => onChange(event.target.checked)} />
  );
  return (
    <label className="option" htmlFor={boxId}>
      {boxFirst && box}
      {icon}
      <span className="option-main">{children}</span>
      {!boxFirst && box}
    </label>
  );
}

type AgreeProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  id: string;
  /** What is missing; told at the box and of it. */
  error?: string | null | undefined;
  children: ReactNode;
};

/** A consent line. It starts unticked: the page keeps `checked` and never starts it with true. */
export function Agree({ checked, onChange, id, error, children }: AgreeProps) {
  return (
    <>
      <label className="agree">
        <FirstLine>
          <input
            id={id}
            className="pick"
            type="checkbox"
            checked={checked}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => onChange(event.target.checked)}
          />
        </FirstLine>
        <span>{children}</span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </>
  );
}

type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  note?: ReactNode;
  /** How it stands, next to the switch. */
  tag?: ReactNode;
  icon?: ReactNode;
  id?: string;
};

/** A setting that takes effect at once. */
export function Switch({ checked, onChange, label, note, tag, icon, id }: SwitchProps) {
  return (
    <label className="option">
      {icon}
      <span className="option-main">
        <b>{label}</b>
        {note && <span className="note">{note}</span>}
      </span>
      {tag}
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className="switch"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
