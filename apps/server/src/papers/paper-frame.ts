import { formatDateTime } from '@huimin/domain/date';
import { NOTE } from './paper-blocks.ts';
import {
  CONTENT_WIDTH,
  INK,
  MARGIN,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  PaperCanvas,
  type TextStyle,
  wrap,
} from './paper-canvas.ts';
import type { PaperCommon, PaperVoid } from './paper-data.ts';
import { type FlowBlock, type FlowSection, paintFlow } from './paper-flow.ts';
import { measureText, unprintableCharacters } from './paper-fonts.ts';
import { textsIn } from './paper-text.ts';
import type { SealPlace } from './seal/seal-place.ts';

/** What stands around the content of the papers: heads, feet, marks, notices, the QR row. */

const PAGE_TOP = 44;
const FOOT_TOP = PAGE_HEIGHT - 34 - 28;
/** Where the content of a page must end. */
const CONTENT_BOTTOM = FOOT_TOP - 6;

const SHIELD = 'M12 3 5 5.6v5.6c0 4.4 2.9 8 7 9.8 4.1-1.8 7-5.4 7-9.8V5.6ZM8.8 12l2.3 2.3 4.2-4.4';
const SMALL: TextStyle = { size: 12.5, lineHeight: 19, weight: 'regular', color: INK.text2 };
const MARK_NUMBER: TextStyle = { size: 16, lineHeight: 24, weight: 'bold', color: INK.text };

/** Where content begins under the large head and under the small one. */
const LARGE_HEAD_BOTTOM = PAGE_TOP + 78 + 16;
const SMALL_HEAD_BOTTOM = PAGE_TOP + 55 + 16;

interface HeadTexts {
  title: string;
  subtitle: string;
  numberLabel: string;
  number: string;
  /** Under the number, such as 签发 2025.11.20 10:33. */
  dated: string;
}

/** What the frame says of every paper. */
type FramedData = Pick<PaperCommon, 'isDemonstration' | 'productName' | 'voided'> &
  Partial<Pick<PaperCommon, 'productFullName'>>;

interface FramedPaper {
  readonly head: Omit<HeadTexts, 'subtitle'>;
  readonly author: string;
  readonly createdAtMs: number;
  readonly seal: SealPlace | undefined;
  content(canvas: PaperCanvas): FramedContent;
  /** What stands left and in the middle of a page's foot. */
  foot(pageNumber: number): readonly [left: string, middle: string];
}

interface FramedContent {
  readonly blocks: readonly FlowBlock[];
  /** At the foot of the last page. */
  readonly footBlocks?: readonly FlowBlock[];
  /** From a page of its own on, under a title of its own. */
  readonly further?: { readonly title: string; readonly blocks: readonly FlowBlock[] };
}

/** Renders a paper in the frame that policies, vouchers, endorsements, receipts and records have: A4, tagged, any length. */
export function renderFramedPaper(data: FramedData, paper: FramedPaper): Promise<Buffer> {
  const { author, createdAtMs, seal } = paper;
  const names = data.productFullName === undefined ? [data.productName] : [data.productName, data.productFullName];
  const head = { ...paper.head, subtitle: names.join('　') };
  const title = `${head.title} ${head.number}`;
  const canvas = new PaperCanvas({ title, subject: names.join(' '), author, createdAtMs, seal });
  const { blocks, footBlocks, further } = paper.content(canvas);
  const sections: FlowSection[] = [
    {
      blocks: [...noticeBlocks(canvas, data.isDemonstration, data.voided), ...blocks],
      ...(footBlocks && { footBlocks }),
      headBottom: (isContinued) => (isContinued ? SMALL_HEAD_BOTTOM : LARGE_HEAD_BOTTOM),
      paintHead: (isContinued) => (isContinued ? paintSmallHead(canvas, head) : paintLargeHead(canvas, head)),
    },
  ];
  if (further) {
    sections.push({
      blocks: further.blocks,
      headBottom: () => SMALL_HEAD_BOTTOM,
      paintHead: () => paintSmallHead(canvas, { ...head, title: further.title }),
    });
  }
  paintFlow(
    canvas,
    sections,
    CONTENT_BOTTOM,
    () => paintWatermark(canvas, data),
    (number, total) => paintFoot(canvas, ...paper.foot(number), number, total),
  );
  return canvas.finish();
}

/** The head of a first page: sign, title, product, number and date. */
function paintLargeHead(canvas: PaperCanvas, texts: HeadTexts): void {
  canvas.decoration(() => {
    canvas.fill(MARGIN, PAGE_TOP, 48, 48, INK.primary, 12);
    canvas.icon(SHIELD, MARGIN + 9, PAGE_TOP + 9, 30, INK.onPrimary);
    canvas.line(MARGIN, PAGE_TOP + 77, MARGIN + CONTENT_WIDTH, PAGE_TOP + 77, INK.primary, 2);
  });
  const title: TextStyle = { size: 26, lineHeight: 34, weight: 'bold', color: INK.text, letterSpacing: 2.08 };
  canvas.content(canvas.root, 'H1', () => canvas.text(texts.title, MARGIN + 62, PAGE_TOP, title));
  const subtitle: TextStyle = { size: 13, lineHeight: 21, weight: 'regular', color: INK.text2 };
  canvas.content(canvas.root, 'P', () => canvas.text(texts.subtitle, MARGIN + 62, PAGE_TOP + 34, subtitle));
  paintNumber(canvas, texts);
}

/** The head of a later page: its title and the paper's number. */
function paintSmallHead(canvas: PaperCanvas, texts: HeadTexts): void {
  canvas.decoration(() => canvas.line(MARGIN, PAGE_TOP + 54, MARGIN + CONTENT_WIDTH, PAGE_TOP + 54, INK.primary, 2));
  const title: TextStyle = { size: 20, lineHeight: 30, weight: 'bold', color: INK.text, letterSpacing: 1.6 };
  canvas.content(canvas.root, 'H1', () => canvas.text(texts.title, MARGIN, PAGE_TOP, title));
  paintNumber(canvas, { ...texts, dated: '' });
}

function paintNumber(canvas: PaperCanvas, { numberLabel, number, dated }: HeadTexts): void {
  const right = MARGIN + CONTENT_WIDTH;
  canvas.content(canvas.root, 'P', () => {
    canvas.text(numberLabel, right, PAGE_TOP, SMALL, 'right');
    canvas.text(number, right, PAGE_TOP + 19, MARK_NUMBER, 'right');
    if (dated) canvas.text(dated, right, PAGE_TOP + 43, SMALL, 'right');
  });
}

/** The foot of a page. Repeated on every page, so a screen reader skips it. */
function paintFoot(canvas: PaperCanvas, left: string, middle: string, number: number, total: number): void {
  const style: TextStyle = { size: 12, lineHeight: 18, weight: 'regular', color: INK.text3 };
  const right = `第 ${number} 页，共 ${total} 页`;
  const widths = [left, middle, right].map((text) => measureText(text, 'regular', style.size));
  const gap = (CONTENT_WIDTH - widths.reduce((sum, width) => sum + width, 0)) / 2;
  canvas.decoration(() => {
    canvas.line(MARGIN, FOOT_TOP, MARGIN + CONTENT_WIDTH, FOOT_TOP, INK.line, 1);
    canvas.text(left, MARGIN, FOOT_TOP + 10, style);
    canvas.text(middle, MARGIN + (widths[0] ?? 0) + gap, FOOT_TOP + 10, style);
    canvas.text(right, MARGIN + CONTENT_WIDTH, FOOT_TOP + 10, style, 'right');
  }, 'Pagination');
}

/** The mark over the content of every page: 示例 for a demonstration, 已作废 for a void paper. */
function paintWatermark(canvas: PaperCanvas, data: Pick<PaperCommon, 'isDemonstration' | 'voided'>): void {
  const text = data.voided ? '已作废' : data.isDemonstration ? '示例' : '';
  if (!text) return;
  const size = 150;
  const spacing = 30;
  const width = measureText(text, 'bold', size, spacing) - spacing;
  const x = PAGE_WIDTH / 2;
  const y = PAGE_HEIGHT / 2;
  canvas.decoration(() => {
    const opacity = data.voided ? 0.12 : 0.045;
    canvas.turned(-24, x, y, opacity, () => {
      canvas.outlines(text, x - width / 2, y + size * 0.38, size, spacing, INK.primary);
    });
  }, 'Pagination');
}

/** The bar a reader must see first on a paper that is no contract, or no longer one. */
function noticeBlocks(canvas: PaperCanvas, isDemonstration: boolean, voided: PaperVoid | undefined): FlowBlock[] {
  const demonstration = voided ? '示例，不是真实的保险合同' : '示例：演示用，不是真实的保险合同，不产生任何保险责任';
  const sentences = [
    ...(voided ? [`已作废：${voided.reason}，${formatDateTime(voided.voidedAtMs)} 起不能再用`] : []),
    ...(isDemonstration ? [demonstration] : []),
  ];
  if (sentences.length === 0) return [];
  const style: TextStyle = { size: 13, lineHeight: 20, weight: 'bold', color: INK.primary };
  const lines = wrap(sentences.join('　'), style, CONTENT_WIDTH - 28);
  const height = lines.length * 20 + 10;
  return [
    {
      height,
      marginTop: 0,
      paint(top) {
        canvas.decoration(() => {
          canvas.fill(MARGIN, top, CONTENT_WIDTH, height, INK.primarySoft, 4);
          canvas.fill(MARGIN, top, 4, height, INK.primary, 2);
        });
        canvas.content(canvas.root, 'P', () => canvas.lines(lines, MARGIN + 14, top + 5, style));
      },
    },
  ];
}

/** QR code, what it is for, and the round mark of a demonstration. */
export function verificationRow(
  canvas: PaperCanvas,
  data: Pick<PaperCommon, 'isDemonstration' | 'verificationUrl'>,
  remarks: readonly string[],
  marginTop: number,
  size = 116,
): FlowBlock {
  return {
    height: size,
    marginTop,
    paint(top) {
      // The quiet zone is part of the code and hangs into the margin, so that its dark squares align with the tables.
      canvas.qrCode(canvas.root, data.verificationUrl, MARGIN - 9, top, size);
      let y = top + (size - 20 * (remarks.length + 1)) / 2;
      const left = MARGIN + size + 2;
      canvas.content(canvas.root, 'P', () => {
        canvas.text('扫码验真', left, y, { ...NOTE, weight: 'bold', color: INK.text });
        for (const remark of remarks) {
          y += NOTE.lineHeight;
          canvas.text(remark, left, y, NOTE);
        }
      });
      if (data.isDemonstration && size > 108)
        paintDemonstrationMark(canvas, MARGIN + CONTENT_WIDTH - 56, top + size / 2);
    },
  };
}

/** A round mark where an insurer's seal would be. It says what it is; a real edition has no drawn seal at all. */
function paintDemonstrationMark(canvas: PaperCanvas, x: number, y: number): void {
  const unit = 108 / 84;
  const style = (size: number, weight: TextStyle['weight']): TextStyle => ({
    size: size * unit,
    lineHeight: size * unit,
    weight,
    color: INK.primary,
  });
  canvas.content(
    canvas.root,
    'Figure',
    () =>
      canvas.turned(-12, x, y, 0.85, () => {
        canvas.ring(x, y, 38 * unit, INK.primary, 2.2 * unit);
        canvas.ring(x, y, 33 * unit, INK.primary, unit);
        canvas.line(x - 24 * unit, y - 9 * unit, x + 24 * unit, y - 9 * unit, INK.primary, unit);
        canvas.line(x - 24 * unit, y + 10 * unit, x + 24 * unit, y + 10 * unit, INK.primary, unit);
        canvas.text('示　例', x, y - 7.5 * unit, style(16, 'bold'), 'center');
        canvas.text('演示专用', x, y - 22.4 * unit, style(8.2, 'regular'), 'center');
        canvas.text('不是印章', x, y + 15.2 * unit, style(8.2, 'regular'), 'center');
      }),
    { alt: '示例标记，不是印章', bbox: [x - 54, y - 54, x + 54, y + 54] },
  );
}

/** What to print when the fonts lack characters of a paper: 〓 stands for them, and their numbers say which they are. */
export function substitutionNotes(data: object): string[] {
  const missing = unprintableCharacters(textsIn(data).join(''));
  if (missing.length === 0) return [];
  const numbers = missing.map(
    (character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return [`〓 代替打印字库里没有的字，统一码 ${numbers.join('、')}。复制出来的仍是原字。`];
}
