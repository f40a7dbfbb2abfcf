import { Input } from 'antd';

interface Props {
  readonly label: string;
  /** What of the label is seen, inside the field; nothing where words stand beside it. */
  readonly shown?: string;
  /** YYYY-MM-DD */
  readonly value: string | undefined;
  onChange(day: string): void;
}

/** One day in a list's filters. */
export function DayInput({ label, shown, value, onChange }: Props) {
  return (
    <Input
      size="small"
      type="date"
      prefix={shown}
      style={{ width: shown === undefined ? 136 : 130 + 16 * shown.length, height: 28 }}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
