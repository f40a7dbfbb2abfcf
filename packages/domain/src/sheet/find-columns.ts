/** A column that a file may have: the headings it is known by; the first is the one of the template. */
export interface WantedColumn {
  readonly headings: readonly string[];
  readonly isOptional?: boolean;
}

/** Where each column stands; absent for an optional one that is not there. */
export type FoundColumns<Key extends string> = Readonly<Partial<Record<Key, number>>>;

/**
 * Finds the columns of a file by its first row, in whatever order they stand; spaces and marks such as * in a heading
 * do not count. Returns a sentence that says what is missing or there twice.
 */
export function findColumns<Key extends string>(
  cells: readonly string[],
  wanted: Readonly<Record<Key, WantedColumn>>,
): FoundColumns<Key> | string {
  const names = cells.map(plainHeading);
  const found: Partial<Record<Key, number>> = {};
  const missing: string[] = [];
  for (const [key, column] of Object.entries(wanted) as [Key, WantedColumn][]) {
    const known = column.headings.map(plainHeading);
    const places = names.flatMap((name, place) => (known.includes(name) ? [place] : []));
    if (places.length > 1) return `表头里「${column.headings[0]}」有两列，请只留一列`;
    if (places[0] !== undefined) found[key] = places[0];
    else if (!column.isOptional) missing.push(`「${column.headings[0]}」`);
  }
  if (missing.length > 0) return `表头里没有${missing.join('、')}，请用模板的第一行`;
  return found;
}

const plainHeading = (text: string): string => text.replace(/[\s*＊:：()（）]/gu, '').toLowerCase();

/** What a row says in a column, without the spaces around it; '' where the column or the cell is missing. */
export function cellOf(cells: readonly string[], place: number | undefined): string {
  return place === undefined ? '' : (cells[place] ?? '').trim();
}
