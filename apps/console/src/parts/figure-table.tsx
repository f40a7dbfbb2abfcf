import type { ReactNode } from 'react';
import './board.css';

interface Props {
  readonly caption: string;
  readonly headings: readonly string[];
  /** The first cell of each names it; the others are figures. */
  readonly rows: readonly (readonly ReactNode[])[];
  /** Sums and what else stands below. */
  readonly feet?: readonly (readonly ReactNode[])[];
}

/** The numbers of a picture. */
export function FigureTable({ caption, headings, rows, feet = [] }: Props) {
  const cells = (row: readonly ReactNode[]) =>
    row.map((cell, index) =>
      index === 0 ? (
        <th key={headings[index]} scope="row" className="board-name">
          {cell}
        </th>
      ) : (
        <td key={headings[index]} className="num right">
          {cell}
        </td>
      ),
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className="scroll-x" tabIndex={0} aria-label={`${caption}，表格`}>
      <table className="console-table figure-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {headings.map((heading, index) => (
              <th key={heading} scope="col" className={index === 0 ? undefined : 'right'}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(row[0])}>{cells(row)}</tr>
          ))}
        </tbody>
        {feet.length > 0 && (
          <tfoot>
            {feet.map((row) => (
              <tr key={String(row[0])}>{cells(row)}</tr>
            ))}
          </tfoot>
        )}
      </table>
    </section>
  );
}
