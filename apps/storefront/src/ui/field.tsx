import './form.css';
import type { ReactNode } from 'react';
import { FirstLine } from './first-line.tsx';
import { Icon } from './icon.tsx';
import { iconError } from './icons.ts';
import { inPhrases } from './in-words.tsx';

/** Spread onto the input of a field. */
export type FieldProps = {
  id: string;
  'aria-invalid'?: true | undefined;
  'aria-describedby'?: string | undefined;
};

type Props = {
  id: string;
  label: ReactNode;
  /** Shows （选填）; required fields are not marked. A text replaces it: （选填，接收保单短信）. */
  optional?: boolean | string;
  hint?: ReactNode;
  /** What is wrong and how to put it right. */
  error?: string | null | undefined;
  children: (field: FieldProps) => ReactNode;
};

/** Label above, hint under the label, error under the input. */
export function Field({ id, label, optional, hint, error, children }: Props) {
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={error ? 'field field-wrong' : 'field'}>
      <label className="field-label" htmlFor={id}>
        {label}
        {optional && <span className="muted">（选填{typeof optional === 'string' ? `，${optional}` : ''}）</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {inPhrases(hint)}
        </p>
      )}
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** The error line of a field or a group of choices. */
export function FieldError({ id, error }: { id?: string; error?: string | null | undefined }) {
  if (!error) return null;
  return (
    <p className="field-error" id={id} role="alert">
      <FirstLine>
        <Icon name={iconError} size={18} />
      </FirstLine>
      <span>{inPhrases(error)}</span>
    </p>
  );
}
