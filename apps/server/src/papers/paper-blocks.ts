import {
  CONTENT_WIDTH,
  INK,
  MARGIN,
  type PaperCanvas,
  type StructElement,
  type TextStyle,
  wrap,
} from './paper-canvas.ts';
import type { PaperClause } from './paper-data.ts';
import type { FlowBlock } from './paper-flow.ts';
import { measureText } from './paper-fonts.ts';
import type { TextRun } from './text-lines.ts';

export const BODY: TextStyle = { size: 13, lineHeight: 21, weight: 'regular', color: INK.text };
export const NOTE: TextStyle = { size: 12.5, lineHeight: 20, weight: 'regular', color: INK.text2 };
const HEADING: TextStyle = { size: 15, lineHeight: 22, weight: 'bold', color: INK.text };
const NUMBER_WIDTH = 24;

/** The runs of a clause: its bold beginning, if any, and the rest. */
export function clauseRuns(clause: PaperClause): TextRun[] {
  if (typeof clause === 'string') return [{ text: clause, weight: 'regular' }];
  return [
    { text: clause.strong, weight: 'bold' },
    { text: clause.text, weight: 'regular' },
  ];
}

/** A heading with its red bar, and a quiet remark beside it. */
export function heading(canvas: PaperCanvas, text: string, remark = ''): FlowBlock {
  return {
    height: 27,
    marginTop: 14,
    keepWithNext: true,
    paint(top) {
      canvas.decoration(() => canvas.fill(MARGIN, top + 4, 4, 14, INK.primary, 2));
      canvas.content(canvas.root, 'H2', () => {
        canvas.text(text, MARGIN + 12, top, HEADING);
        const remarkX = MARGIN + 12 + measureText(text, 'bold', HEADING.size) + 8;
        if (remark) canvas.text(remark, remarkX, top, { ...NOTE, lineHeight: 22, color: INK.text3 });
      });
    },
  };
}

/** A paragraph over the whole width. */
export function paragraph(canvas: PaperCanvas, text: string, style: TextStyle = BODY, marginTop = 0): FlowBlock {
  const lines = wrap(text, style, CONTENT_WIDTH);
  return {
    height: lines.length * style.lineHeight,
    marginTop,
    paint: (top) => canvas.content(canvas.root, 'P', () => canvas.lines(lines, MARGIN, top, style)),
  };
}

interface ListPlace {
  x: number;
  width: number;
  firstNumber?: number;
}

interface ListItemBlock {
  height: number;
  paint(list: StructElement, top: number): void;
}

function listItems(canvas: PaperCanvas, clauses: readonly PaperClause[], place: ListPlace): ListItemBlock[] {
  return clauses.map((clause, i) => {
    const lines = wrap(clauseRuns(clause), BODY, place.width - NUMBER_WIDTH);
    return {
      height: lines.length * BODY.lineHeight + 5,
      paint(list, top) {
        const item = canvas.group(list, 'LI');
        const number = `${(place.firstNumber ?? 1) + i}.`;
        const quiet = { ...BODY, color: INK.text3 };
        canvas.content(item, 'Lbl', () => canvas.text(number, place.x + 18, top + 2.5, quiet, 'right'));
        canvas.content(item, 'LBody', () => canvas.lines(lines, place.x + NUMBER_WIDTH, top + 2.5, BODY));
      },
    };
  });
}

/** A numbered list, one block per item. */
export function numberedList(canvas: PaperCanvas, clauses: readonly PaperClause[], marginTop = 0): FlowBlock[] {
  let list: StructElement | undefined;
  return listItems(canvas, clauses, { x: MARGIN, width: CONTENT_WIDTH }).map((item, i) => ({
    height: item.height,
    marginTop: i === 0 ? marginTop : 0,
    paint(top) {
      list ??= canvas.group(canvas.root, 'L');
      item.paint(list, top);
    },
  }));
}

/** A numbered list in two columns, the first half on the left. */
export function twoColumnList(canvas: PaperCanvas, clauses: readonly PaperClause[]): FlowBlock {
  const width = (CONTENT_WIDTH - 22) / 2;
  const half = Math.ceil(clauses.length / 2);
  const columns = [
    listItems(canvas, clauses.slice(0, half), { x: MARGIN, width }),
    listItems(canvas, clauses.slice(half), { x: MARGIN + width + 22, width, firstNumber: half + 1 }),
  ];
  const heightOf = (items: ListItemBlock[]): number => items.reduce((sum, item) => sum + item.height, 0);
  return {
    height: Math.max(...columns.map(heightOf)),
    marginTop: 0,
    paint(top) {
      const list = canvas.group(canvas.root, 'L');
      for (const items of columns) {
        let y = top;
        for (const item of items) {
          item.paint(list, y);
          y += item.height;
        }
      }
    },
  };
}

/** A framed box: a bold line and a numbered list, for what a reader must not miss. */
export function framedList(canvas: PaperCanvas, lead: string, clauses: readonly PaperClause[]): FlowBlock {
  const items = listItems(canvas, clauses, { x: MARGIN + 14, width: CONTENT_WIDTH - 28 });
  const height = 20 + BODY.lineHeight + items.reduce((sum, item) => sum + item.height, 0);
  return {
    height,
    marginTop: 4,
    paint(top) {
      canvas.decoration(() => canvas.frame(MARGIN, top, CONTENT_WIDTH, height, INK.text, 1.5, 4));
      canvas.content(canvas.root, 'P', () => canvas.text(lead, MARGIN + 14, top + 10, { ...BODY, weight: 'bold' }));
      const list = canvas.group(canvas.root, 'L');
      let y = top + 10 + BODY.lineHeight;
      for (const item of items) {
        item.paint(list, y);
        y += item.height;
      }
    },
  };
}

/** One bold sentence in a frame, in the middle. */
export function framedSentence(canvas: PaperCanvas, text: string): FlowBlock {
  return {
    height: 43,
    marginTop: 12,
    paint(top) {
      canvas.decoration(() => canvas.frame(MARGIN, top, CONTENT_WIDTH, 39, INK.text, 1.5, 4));
      const style: TextStyle = { size: 15, lineHeight: 21, weight: 'bold', color: INK.text, letterSpacing: 0.6 };
      canvas.content(canvas.root, 'P', () => canvas.text(text, MARGIN + CONTENT_WIDTH / 2, top + 9, style, 'center'));
    },
  };
}

/** A soft panel with the information sign: a bold sentence and a quieter one. */
export function infoPanel(canvas: PaperCanvas, strong: string, text: string): FlowBlock {
  const left = MARGIN + 52;
  const lines = wrap(text, NOTE, CONTENT_WIDTH - 66);
  const height = 20 + 20 * (1 + lines.length);
  return {
    height,
    marginTop: 8,
    paint(top) {
      canvas.decoration(() => {
        canvas.fill(MARGIN, top, CONTENT_WIDTH, height, INK.surface2, 4);
        const sign = 'M21 12a9 9 0 1 1-18 0a9 9 0 1 1 18 0ZM12 11v5.5M12 7.7h.01';
        canvas.icon(sign, MARGIN + 14, top + height / 2 - 11, 22, INK.link);
      });
      canvas.content(canvas.root, 'P', () => {
        canvas.text(strong, left, top + 10, { ...NOTE, weight: 'bold', color: INK.text });
        canvas.lines(lines, left, top + 30, NOTE);
      });
    },
  };
}
