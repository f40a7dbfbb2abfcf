import type { StaffPermission } from '@huimin/contract/vocabulary';
import type { Cell } from '../../sheets/index.ts';
import type { StaffMember } from '../staff/index.ts';

/** The list's filter as it stands in the page's address: names and texts. */
export type ExportFilter = Readonly<Record<string, string>>;

/** A list that is handed out as a file. What it holds is as masked as the list on the page. */
export interface ExportKind {
  /** `^[a-z][a-z-]{2,40}$` */
  readonly kind: string;
  /** What it is called, without 导出. */
  readonly title: string;
  /** Who may see the list may ask for it as a file. */
  readonly view: StaffPermission;
  /** Why only somebody who sees everything may ask, where that is so. */
  readonly forAll?: string;
  /** Where they hang on what was chosen, made for it. */
  readonly headings: readonly string[] | ((filter: ExportFilter, by: StaffMember) => Promise<readonly string[]>);
  /** What is wrong with a filter, as a sentence; null when nothing is. */
  problemOf(filter: ExportFilter): string | null;
  /** Which rows, in words without a person's data. */
  describe(filter: ExportFilter): string;
  /** How many rows there will be; null where counting them is as much work as writing them. */
  count(filter: ExportFilter, by: StaffMember): Promise<number | null>;
  /** The rows in pages of some thousand at most, within the scope of who asked, cells in the order of the headings. */
  pages(filter: ExportFilter, by: StaffMember): AsyncIterable<readonly (readonly Cell[])[]>;
}

/** What keeps a file from being made, as a sentence for who asked. */
export class ExportProblem extends Error {}
