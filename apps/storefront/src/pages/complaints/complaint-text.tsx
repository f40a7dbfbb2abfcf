import { Field, TextArea } from '../../ui/index.ts';

const LEAST = 10;
const MOST = 500;

/** What is wrong with what was written; null when nothing is. */
export function wordsProblem(words: string): string | null {
  return words.trim().length < LEAST ? `请写清楚，至少 ${LEAST} 个字` : null;
}

type Props = {
  id: string;
  label: string;
  hint: string;
  value: string;
  error: string | null;
  onChange(text: string): void;
};

/** Several lines of one's own words. */
export function ComplaintText({ id, label, hint, value, error, onChange }: Props) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(field) => <TextArea {...field} rows={5} maxLength={MOST} value={value} onChange={onChange} />}
    </Field>
  );
}
