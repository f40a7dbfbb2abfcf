import type { EditionDifferenceValue } from '@huimin/contract/console';

/** Field by field what was, and what is. */
export function DifferenceList({ differences }: { differences: readonly EditionDifferenceValue[] }) {
  return (
    <ul className="ed-diff">
      {differences.map(({ path, label, before, after, isColour }) => (
        <li key={path}>
          <span>{label}</span>
          <p className="num">
            {isColour && <i style={{ background: before }} />}
            <del>{before}</del> {isColour && <i style={{ background: after }} />}
            <ins>{after}</ins>
          </p>
        </li>
      ))}
    </ul>
  );
}
