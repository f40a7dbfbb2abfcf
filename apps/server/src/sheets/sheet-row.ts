/** One row of a file with anything in it. */
export interface SheetRow {
  /** As a program for tables counts them: the heading is line 1. */
  readonly line: number;
  /** As text; numbers as they were typed, dates as 2026-01-31, empty cells as ''. */
  readonly cells: readonly string[];
  /** Cells in which a table program has replaced the end of a long number by zeros: what was typed is lost. */
  readonly spoilt: readonly number[];
}

/** What is wrong with a spoilt cell, in words for whoever sent the file. */
export const SPOILT_CELL = '长号码的后几位被表格软件改成了 0，请把这一列设成“文本”再填';

/** Why a file cannot be read as a whole, in words for whoever sent it. */
export class SheetProblem extends Error {}

export interface SheetLimits {
  readonly maxBytes: number;
  readonly maxRows: number;
}
