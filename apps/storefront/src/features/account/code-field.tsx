import type { ReactNode } from 'react';
import { Field, SmsCodeInput } from '../../ui/index.ts';
import type { CodeSending } from './use-code-sending.ts';

type Props = {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  value: string;
  onChange: (code: string) => void;
  /** Asks for a (new) code and notes the answer in `sending`. */
  onSend: () => void;
  sending: CodeSending;
  /** The phone as it may be shown, where the hint does not name it. */
  sentTo?: string;
};

/** A code from a text message: asked for, waited for, typed in; says that it is on its way until something is wrong. */
export function CodeField({ id, label, hint, error, value, onChange, onSend, sending, sentTo }: Props) {
  const told = sending.validMinutes !== null && !error;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(field) => (
        <>
          <SmsCodeInput
            {...field}
            aria-describedby={[field['aria-describedby'], told && `${id}-sent`].filter(Boolean).join(' ') || undefined}
            value={value}
            onChange={onChange}
            onSend={onSend}
            resendInS={sending.waitS}
            sent={sending.sent}
          />
          <p className="field-note" id={`${id}-sent`} role="status">
            {told && `已发送${sentTo ? `到 ${sentTo}` : ''}，${sending.validMinutes} 分钟内有效`}
          </p>
        </>
      )}
    </Field>
  );
}
