import {
  CONTENT_WIDTH,
  INK,
  MARGIN,
  type PaperCanvas,
  type StructElement,
  type TextStyle,
  wrap,
} from './paper-canvas.ts';
import type { FlowBlock } from './paper-flow.ts';
import type { TextLine, TextRun } from './text-lines.ts';

export interface TableCell {
  text: string | readonly TextRun[];
  /** `label` heads its row, `head` heads its column, `sum` closes a column. */
  kind: 'label' | 'head' | 'value' | 'sum';
  align?: 'left' | 'right';
  isStrong?: boolean;
  /** Columns the cell covers; 1 unless given. */
  columns?: number;
}

export interface TableOptions {
  /** Widths in pixels; they are stretched or shrunk together to the width of the page's text. */
  columnWidths: readonly number[];
  rows: readonly (readonly TableCell[])[];
  paddingY?: number;
}

const CELL_PADDING_X = 10;

function cellStyle(cell: TableCell): TextStyle {
  const weight = cell.isStrong || cell.kind === 'sum' ? 'bold' : cell.kind === 'head' ? 'medium' : 'regular';
  return { size: 13, lineHeight: 20, weight, color: cell.kind === 'label' && !cell.isStrong ? INK.text2 : INK.text };
}

const BACKGROUND = { label: INK.surface2, head: INK.surface2, value: null, sum: INK.primarySoft } as const;

/** A table as blocks, one per row, so that a long table may go on to the next page. */
export function tableBlocks(canvas: PaperCanvas, options: TableOptions): FlowBlock[] {
  const { rows, paddingY = 5.5 } = options;
  const scale = CONTENT_WIDTH / options.columnWidths.reduce((sum, width) => sum + width, 0);
  const widths = options.columnWidths.map((width) => width * scale);
  let table: StructElement | undefined;
  return rows.map((row, rowIndex) => {
    let column = 0;
    let x = MARGIN;
    const cells = row.map((cell) => {
      const columns = cell.columns ?? 1;
      const width = widths.slice(column, column + columns).reduce((sum, part) => sum + part, 0);
      const placed = { cell, x, width, style: cellStyle(cell), lines: [] as TextLine[] };
      placed.lines = wrap(cell.text, placed.style, width - 2 * CELL_PADDING_X);
      column += columns;
      x += width;
      return placed;
    });
    const height = Math.max(...cells.map(({ lines, style }) => lines.length * style.lineHeight)) + 2 * paddingY;
    return {
      height,
      marginTop: 0,
      keepWithNext: rowIndex === 0 && row[0]?.kind === 'head',
      paint(top, isFirstOnPage) {
        table ??= canvas.group(canvas.root, 'Table');
        canvas.decoration(() => {
          for (const { cell, x: left, width } of cells) {
            const background = BACKGROUND[cell.kind];
            // Half a pixel lower, so as not to cover the line under the row above.
            if (background) canvas.fill(left, top + 0.5, width, height - 0.5, background);
          }
          // Every line once: two thin lines in one place look thicker than one.
          for (const { x: left } of cells) canvas.line(left, top, left, top + height, INK.line, 1);
          canvas.line(x, top, x, top + height, INK.line, 1);
          if (rowIndex === 0 || isFirstOnPage) canvas.line(MARGIN - 0.5, top, x + 0.5, top, INK.line, 1);
          canvas.line(MARGIN - 0.5, top + height, x + 0.5, top + height, INK.line, 1);
        });
        const rowElement = canvas.group(table, 'TR');
        for (const { cell, x: left, width, style, lines } of cells) {
          const isRight = cell.align === 'right';
          const textX = isRight ? left + width - CELL_PADDING_X : left + CELL_PADDING_X;
          const heads = cell.kind === 'label' || cell.kind === 'head';
          canvas.content(
            rowElement,
            heads ? 'TH' : 'TD',
            () => canvas.lines(lines, textX, top + paddingY, style, isRight ? 'right' : 'left'),
            heads ? { scope: cell.kind === 'label' ? 'Row' : 'Column' } : {},
          );
        }
      },
    };
  });
}

/** Row of labels and values in turn. */
export function labelled(pairs: readonly (readonly [label: string, value: string, isStrong?: boolean])[]): TableCell[] {
  return pairs.flatMap(([label, text, isStrong = false]): TableCell[] => [
    { text: label, kind: 'label' },
    { text, kind: 'value', isStrong },
  ]);
}
