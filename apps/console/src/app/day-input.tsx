import { Input } from 'antd';

interface Props {
  readonly label: string;
  /** YYYY-MM-DD */
  readonly value: string | undefined;
  onChange(day: string): void;
}

/** One day in a list's filters. */
export function DayInput({ label, value, onChange }: Props) {
  return (
    <Input
      size="small"
      type="date"
      style={{ width: 136 }}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
