/** A bill that is not as its provider describes it. */
export class BillFormatError extends Error {}

/** One line of a bill by its columns' names; throws BillFormatError for a column that the bill does not have. */
export type BillLine = (column: string) => string;

/** The lines below a header, their values without the marks that a provider puts around them. */
export function billLines(header: readonly string[], rows: readonly (readonly string[])[]): BillLine[] {
  const positions = new Map(header.map((name, position) => [name, position]));
  return rows.map((values) => {
    if (values.length !== header.length) throw new BillFormatError(`a line of ${values.length} values`);
    return (column) => {
      const position = positions.get(column);
      if (position === undefined) throw new BillFormatError(`no column ${column}`);
      return values[position] as string;
    };
  });
}
