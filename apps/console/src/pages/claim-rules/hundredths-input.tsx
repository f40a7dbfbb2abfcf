import { NumberField } from '../../app/number-field.tsx';
import { numberProblem } from '../../app/number-text.ts';

interface Props {
  readonly label: string;
  /** Fen of an amount in yuan, or parts in ten thousand of a percentage. NaN while what stands there is no such figure. */
  readonly hundredths: number;
  readonly max?: number;
  readonly width?: number;
  onChange(hundredths: number): void;
}

/** A figure with two places that is kept in hundredths: an emptied field is no nought, and nothing is rounded unasked. */
export function HundredthsInput({ label, hundredths, max = 1_000_000_000, width = 130, onChange }: Props) {
  const limits = { min: 0, max, places: 2 };
  return (
    <NumberField
      isSmall
      style={{ width }}
      {...{ label, limits }}
      value={hundredths / 100}
      onChange={(value) =>
        onChange(value === null || numberProblem(value, limits) !== null ? Number.NaN : Math.round(value * 100))
      }
    />
  );
}

/** Whether a figure somewhere in it is none yet. */
export const lacksFigures = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isNaN(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(lacksFigures);
