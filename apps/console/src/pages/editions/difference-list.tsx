import type { EditionDifferenceValue } from '@huimin/contract/console';
import { dottedDays } from '../../parts/when.ts';

/** Field by field what was, and what is. */
export function DifferenceList({ differences }: { differences: readonly EditionDifferenceValue[] }) {
  return (
    <ul className="ed-diff">
      {differences.map(({ path, label, before, after, isColour }) => (
        <li key={path}>
          <span>{label}</span>
          <p className="num">
            {isColour && <i style={{ background: before }} />}
            <del>{dottedDays(before)}</del> {isColour && <i style={{ background: after }} />}
            <ins>{dottedDays(after)}</ins>
          </p>
        </li>
      ))}
    </ul>
  );
}
