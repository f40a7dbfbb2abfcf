import './text-area.css';
import type { FieldProps } from './field.tsx';

type Props = FieldProps & {
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  rows?: number;
  placeholder?: string;
};

/** Several lines of one's own words, all of them in sight. */
export function TextArea({ value, onChange, rows = 3, ...rest }: Props) {
  return (
    <textarea
      {...rest}
      className="text-area"
      rows={rows}
      value={value}
      // Browsers bring up the line with the caret only; the others would stay under the bar.
      onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
