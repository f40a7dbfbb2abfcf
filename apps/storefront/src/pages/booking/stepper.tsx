import { useId } from 'react';
import { Icon, type IconShape, iconPlus } from '../../ui/index.ts';

const iconMinus: IconShape = { line: 'M5 12h14' };

type Props = {
  label: string;
  unit: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
};

/** A small whole number, from 1 on. */
export function Stepper({ label, unit, value, most, onChange }: Props) {
  const id = useId();
  const step = (by: number) => onChange(Math.min(most, Math.max(1, value + by)));
  return (
    <div className="row booking-count">
      <span className="row-main" id={id}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons and what they come to, no form fields */}
      <span className="booking-stepper" role="group" aria-labelledby={id}>
        <button
          type="button"
          aria-label={`减少一${unit}`}
          aria-disabled={value <= 1 || undefined}
          onClick={() => step(-1)}
        >
          <Icon name={iconMinus} size={20} />
        </button>
        <output aria-live="polite">
          {value}
          <span className="sr-only"> {unit}</span>
        </output>
        <button
          type="button"
          aria-label={`增加一${unit}`}
          aria-disabled={value >= most || undefined}
          onClick={() => step(1)}
        >
          <Icon name={iconPlus} size={20} />
        </button>
      </span>
    </div>
  );
}
