import type { ReactNode } from 'react';
import './parts.css';

export interface KpiFigure {
  readonly label: string;
  readonly value: ReactNode;
  /** Small, behind the figure. */
  readonly unit?: ReactNode;
  /** alarm: something waits for a person; warn: a date comes near. */
  readonly tone?: 'alarm' | 'warn';
  /** A word or a date instead of a figure. */
  readonly plain?: boolean;
}

interface Props {
  readonly figures: readonly KpiFigure[];
  readonly label: string;
  /** Figures with long units: without room for all in one row there are three in each. */
  readonly isWide?: boolean;
}

/** The figures above a page. */
export function KpiStrip({ figures, label, isWide = false }: Props) {
  return (
    <ul className={isWide ? 'kpi-strip is-wide' : 'kpi-strip'} aria-label={label}>
      {figures.map(({ label: name, value, unit, tone, plain }) => (
        <li key={name} className="kpi-strip-one">
          <span className="kpi-label">{name}</span>
          <b className={`kpi-value${plain ? ' kpi-plain' : ''}${tone ? ` kpi-${tone}` : ''}`}>
            {value}
            {unit !== undefined && <small>{unit}</small>}
          </b>
        </li>
      ))}
    </ul>
  );
}
