import type { StaffRole } from '@huimin/contract/vocabulary';
import type { Query } from '../../db/database.ts';
import type { SheetRow } from '../../sheets/index.ts';
import type { StaffMember } from '../staff/index.ts';

/** What is said beside a file, as far as its kind needs it. */
export interface ImportOptions {
  readonly day?: string;
  readonly edition?: string;
}

/** What is wrong with a row, and what to do; never what stands in it. */
export interface RowProblem {
  /** Headings of its columns; '' for the whole row. */
  readonly column: string;
  readonly problem: string;
  readonly fix: string;
}

/** A row that is right in itself. */
export interface GoodRow<Value> {
  /** By what two rows are the same. */
  readonly key: string;
  /** Rows that count together or not at all. */
  readonly unit: string;
  /** What all rows of a unit say alike; null where they need not. */
  readonly mark: string | null;
  readonly value: Value;
}

export interface PlacedRow<Value> {
  readonly line: number;
  readonly value: Value;
}

export interface RowReader<Value> {
  /** Takes the first row; what is wrong with it, or null. */
  columns(cells: readonly string[]): string | null;
  row(row: SheetRow): GoodRow<Value> | RowProblem;
}

/** Who gives a file, or does something with it, in the transaction in which it is done. */
export interface Doing {
  readonly query: Query;
  readonly options: ImportOptions;
  /** Name and account, for what is kept of it. */
  readonly by: string;
  readonly nowMs: number;
}

interface KindBase<Value> {
  /** `^[a-z][a-z-]{2,40}$` */
  readonly kind: string;
  readonly title: string;
  readonly note: string;
  /** Whose work it is to give such files. */
  readonly givers: readonly StaffRole[];
  readonly needs: 'day' | 'edition' | 'nothing';
  readonly headings: readonly string[];
  readonly maxRows: number;
  readonly maxBytes: number;
  /** Why somebody may not give such a file, as a sentence; otherwise whose it is: null is everybody's who sees all insurers. */
  belongsTo(options: ImportOptions, member: StaffMember): { readonly insurers: readonly string[] | null } | string;
  open(query: Query, options: ImportOptions, giver: StaffMember): Promise<RowReader<Value>>;
  /** What two rows of one key, or rows of one unit that differ, are told. */
  readonly sameKey: string;
  readonly unlikeUnit: string;
}

/** What a kind keeps of what it made. */
export interface Made {
  readonly fileId?: string;
  /** The version that rows were compared with, that was made, and that it took the place of. */
  readonly base?: number;
  readonly version?: number;
}

/** Rows count unit by unit; one that is not right keeps no other back. */
export interface RowKind<Value> extends KindBase<Value> {
  readonly isWhole: false;
  /** Why a file cannot be read at all. */
  refusal(query: Query, sha256: string): Promise<string | null>;
  /** What each row would do to what is there now, by its line. */
  weigh(
    query: Query,
    options: ImportOptions,
    made: Made,
    rows: readonly PlacedRow<Value>[],
  ): Promise<ReadonlyMap<number, 'added' | 'changed' | RowProblem>>;
  begin(doing: Doing, file: { readonly sha256: string; readonly sizeBytes: number }): Promise<Made | string>;
  take(
    doing: Doing,
    made: Made,
    rows: readonly PlacedRow<Value>[],
  ): Promise<readonly { readonly line: number; readonly problem: RowProblem }[]>;
}

/** All rows together stand in place of what is there now. */
export interface WholeKind<Value> extends KindBase<Value> {
  readonly isWhole: true;
  keyOf(value: Value): string;
  titleOf(value: Value): string;
  /** In the order of the headings. */
  cells(value: Value): readonly string[];
  live(query: Query, options: ImportOptions): Promise<{ readonly version: number; readonly values: readonly Value[] }>;
  /** What does not fit to other things that are there; all rows are given. */
  fits(query: Query, options: ImportOptions, values: readonly Value[]): Promise<(value: Value) => string | null>;
  /** Answers the version. */
  publish(
    doing: Doing,
    file: { readonly sha256: string; readonly fileName: string },
    values: readonly Value[],
  ): Promise<number>;
  /** Shows an earlier version again; why not, as a sentence, or null. */
  restore(doing: Doing, version: number): Promise<string | null>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of kinds with different rows
export type ImportKind = RowKind<any> | WholeKind<any>;

const FIX = '照提示改好这一行，再续传';

/** A sentence taken apart: the column that it names, what is wrong, and what to do. */
export function problemOf(sentence: string, headings: readonly string[], column?: string): RowProblem {
  const at = /[。，：](?=请|可以写)/u.exec(sentence);
  const problem = at ? sentence.slice(0, at.index) : sentence;
  const fix = at ? sentence.slice(at.index + 1).replace(/^请/u, '') : FIX;
  return { column: column ?? columnNamedIn(sentence, headings), problem, fix };
}

/** The heading that a sentence names first, the longest of those that begin there; '' for none. */
function columnNamedIn(sentence: string, headings: readonly string[]): string {
  const named = headings
    .map((heading) => ({ heading, at: sentence.indexOf(heading) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at || b.heading.length - a.heading.length);
  return named[0]?.heading ?? '';
}
