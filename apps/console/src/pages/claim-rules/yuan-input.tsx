import { InputNumber } from 'antd';

interface Props {
  readonly label: string;
  readonly fen: number;
  onChange(fen: number): void;
}

/** An amount, typed in yuan and kept in fen. */
export function YuanInput({ label, fen, onChange }: Props) {
  return (
    <InputNumber
      size="small"
      style={{ width: 130 }}
      aria-label={label}
      min={0}
      max={1_000_000_000}
      precision={2}
      value={fen / 100}
      onChange={(value) => onChange(Math.round((value ?? 0) * 100))}
    />
  );
}
