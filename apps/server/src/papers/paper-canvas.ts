import PDFDocument from 'pdfkit';
import { type FontWeight, glyphOutline, measureText, openDocumentFont } from './paper-fonts.ts';
import { QUIET_ZONE, qrSquares } from './qr-squares.ts';
import { placeSeal, type SealPlace } from './seal/seal-place.ts';
import { breakLines, lineWidth, type TextLine, type TextRun } from './text-lines.ts';

/** A4 at 96 dots per inch: the papers are laid out in CSS pixels, as they were designed. */
export const PAGE_WIDTH = 793.7;
export const PAGE_HEIGHT = 1122.5;
export const MARGIN = 52;
export const CONTENT_WIDTH = PAGE_WIDTH - 2 * MARGIN;
const POINTS_PER_PIXEL = 0.75;

/** The light palette of the design tokens. */
export const INK = {
  text: '#1F1B1A',
  text2: '#544C49',
  text3: '#6A615D',
  line: '#E8E2DD',
  border: '#857B76',
  surface: '#FFFFFF',
  surface2: '#FBF9F7',
  primary: '#A8202D',
  primarySoft: '#FBEEEC',
  primaryLine: '#E6BDB9',
  page: '#F7F5F3',
  onPrimary: '#FFFFFF',
  hero: '#9C1B29',
  heroEnd: '#7F1420',
  onHero2: '#F3D6D2',
  blush: '#F2C9C5',
  pale: '#FBE9E7',
  link: '#1D5080',
  success: '#17694A',
} as const;

export interface TextStyle {
  size: number;
  lineHeight: number;
  weight: FontWeight;
  color: string;
  letterSpacing?: number;
}

export type StructElement = PDFKit.PDFStructureElement;

/** Title and times a document carries besides its pages. */
export interface PaperProperties {
  title: string;
  subject: string;
  author: string;
  createdAtMs: number;
  /** Pages that are not A4 and have no coloured edge, in pixels. */
  pageSize?: readonly [width: number, height: number];
  /** Leaves room for a digital signature. */
  seal?: SealPlace | undefined;
}

/**
 * One PDF being written: tagged (PDF 1.7), in Chinese, its title shown in the window. Everything drawn is either inside
 * a structure element (`content`) or declared decoration (`decoration`), so that a screen reader reads it in order.
 */
export class PaperCanvas {
  readonly #document: PDFKit.PDFDocument;
  readonly #bytes: Promise<Buffer>;
  readonly #pageSize: PaperProperties['pageSize'];
  readonly #seal: SealPlace | undefined;
  readonly root: StructElement;
  #pageCount = 0;

  constructor(properties: PaperProperties) {
    const document = new PDFDocument({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      lang: 'zh-CN',
      tagged: true,
      displayTitle: true,
      // No default font: pdfkit would otherwise set up Helvetica.
      font: null as unknown as string,
      info: {
        Title: forXml(properties.title),
        Subject: forXml(properties.subject),
        Author: forXml(properties.author),
        Creator: 'huimin-storefront',
        Producer: 'PDFKit',
        // Beijing wall-clock time would need a zone; PDF dates are UTC here.
        CreationDate: new Date(properties.createdAtMs),
        ModDate: new Date(properties.createdAtMs),
      },
    });
    this.#document = document;
    this.#pageSize = properties.pageSize;
    this.#seal = properties.seal;
    this.#bytes = new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      document.on('data', (chunk: Buffer) => chunks.push(chunk));
      document.on('end', () => resolve(Buffer.concat(chunks)));
      document.on('error', reject);
    });
    for (const weight of ['regular', 'medium', 'bold'] as const) {
      document.registerFont(weight, openDocumentFont(weight) as unknown as PDFKit.Mixins.PDFFontSource);
    }
    this.root = document.struct('Document');
    document.addStructure(this.root);
  }

  /** Starts a page, on A4 with the coloured edge at its top. */
  addPage(): void {
    const document = this.#document;
    const size = this.#pageSize?.map((pixels) => pixels * POINTS_PER_PIXEL) as [number, number] | undefined;
    document.addPage(size ? { size, margin: 0 } : undefined);
    this.#pageCount += 1;
    if (this.#seal && this.#pageCount === 1) placeSeal(document, this.#seal);
    document.scale(POINTS_PER_PIXEL);
    if (size) return;
    this.decoration(() => {
      const edge = document.linearGradient(0, 0, PAGE_WIDTH, 0).stop(0, INK.hero).stop(1, INK.heroEnd);
      document.rect(0, 0, PAGE_WIDTH, 6).fill(edge);
    });
  }

  get pageCount(): number {
    return this.#pageCount;
  }

  /** Adds a structure element that only holds others, such as a table. */
  group(parent: StructElement, type: string): StructElement {
    const element = this.#document.struct(type);
    parent.add(element);
    return element;
  }

  /** Draws something that is read: `type` is a standard structure type, such as P or TD. */
  content(
    parent: StructElement,
    type: string,
    draw: () => void,
    options: { alt?: string; scope?: 'Row' | 'Column'; bbox?: [number, number, number, number] } = {},
  ): void {
    const bbox = options.bbox?.map((value) => value * POINTS_PER_PIXEL) as [number, number, number, number] | undefined;
    const element = this.#document.struct(type, { ...options, ...(bbox ? { bbox } : {}) } as object);
    parent.add(element);
    element.add(draw);
    element.end();
  }

  /** Draws something a screen reader skips. */
  decoration(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.#document.markContent('Artifact', { type });
    draw();
    this.#document.endMarkedContent();
  }

  /** One line of text; `x` is its left edge, middle or right edge, `top` the top of its line box. */
  text(text: string, x: number, top: number, style: TextStyle, align: 'left' | 'center' | 'right' = 'left'): void {
    const { size, lineHeight, weight, color, letterSpacing = 0 } = style;
    const width = align === 'left' ? 0 : measureText(text, weight, size, letterSpacing);
    const left = align === 'left' ? x : align === 'center' ? x - width / 2 : x - width;
    this.#document
      .font(weight, size)
      .fillColor(color)
      .text(text, left, top + (lineHeight - size) / 2, { lineBreak: false, characterSpacing: letterSpacing });
  }

  /** Lines made by `breakLines`, one under the other. Returns their height. */
  lines(
    lines: readonly TextLine[],
    x: number,
    top: number,
    style: TextStyle,
    align: 'left' | 'right' = 'left',
  ): number {
    lines.forEach((line, i) => {
      let left = align === 'right' ? x - lineWidth(line, style.size) : x;
      for (const run of line) {
        this.text(run.text, left, top + i * style.lineHeight, { ...style, weight: run.weight });
        left += measureText(run.text, run.weight, style.size);
      }
    });
    return lines.length * style.lineHeight;
  }

  /** Bold characters as plain shapes, which nobody selects or reads aloud; `y` is their base line. */
  outlines(text: string, x: number, y: number, size: number, letterSpacing: number, color: string): void {
    const document = this.#document
      .save()
      .translate(x, y)
      .scale(size / 1000, -size / 1000);
    for (const character of text) {
      const { path, advanceWidth } = glyphOutline(character, 'bold');
      document.path(path).fill(color);
      document.translate(advanceWidth + (letterSpacing * 1000) / size, 0);
    }
    document.restore();
  }

  fill(x: number, y: number, width: number, height: number, color: string, radius = 0): void {
    const document = this.#document;
    (radius > 0 ? document.roundedRect(x, y, width, height, radius) : document.rect(x, y, width, height)).fill(color);
  }

  /** Fills a rectangle from one colour at its top to another at its bottom. */
  shade(x: number, y: number, width: number, height: number, from: string, to: string): void {
    const document = this.#document;
    const colours = document
      .linearGradient(x, y, x, y + height)
      .stop(0, from)
      .stop(1, to);
    document.rect(x, y, width, height).fill(colours);
  }

  frame(x: number, y: number, width: number, height: number, color: string, lineWidthPx: number, radius = 0): void {
    const document = this.#document.lineWidth(lineWidthPx);
    (radius > 0 ? document.roundedRect(x, y, width, height, radius) : document.rect(x, y, width, height)).stroke(color);
  }

  line(x1: number, y1: number, x2: number, y2: number, color: string, lineWidthPx: number, dash?: number): void {
    const document = this.#document.save().lineWidth(lineWidthPx);
    if (dash !== undefined) document.dash(dash, { space: dash });
    document.moveTo(x1, y1).lineTo(x2, y2).stroke(color);
    document.restore();
  }

  disc(x: number, y: number, radius: number, color: string): void {
    this.#document.circle(x, y, radius).fill(color);
  }

  ring(x: number, y: number, radius: number, color: string, lineWidthPx: number): void {
    this.#document.lineWidth(lineWidthPx).circle(x, y, radius).stroke(color);
  }

  /** Fills shapes given as an SVG path in a grid of their own, whose origin is at x, y. */
  shape(path: string, x: number, y: number, scale: number, color: string, opacity = 1): void {
    this.#document.save().translate(x, y).scale(scale).opacity(opacity).path(path).fill(color).restore();
  }

  /** Draws with nothing outside a rounded rectangle. */
  clipped(x: number, y: number, width: number, height: number, radius: number, draw: () => void): void {
    this.#document.save().roundedRect(x, y, width, height, radius).clip();
    draw();
    this.#document.restore();
  }

  /** Strokes an icon of the 24-unit grid at a size in pixels. */
  icon(path: string, x: number, y: number, size: number, color: string, strokeWidth = 1.8): void {
    this.#document
      .save()
      .translate(x, y)
      .scale(size / 24);
    this.#document.lineWidth(strokeWidth).lineCap('round').lineJoin('round').path(path).stroke(color);
    this.#document.restore();
  }

  /** Draws turned by `degrees` (clockwise) around a point, at an opacity from 0 to 1. */
  turned(degrees: number, x: number, y: number, opacity: number, draw: () => void): void {
    this.#document
      .save()
      .rotate(degrees, { origin: [x, y] })
      .opacity(opacity);
    draw();
    this.#document.restore();
  }

  /** A QR code as vector squares with its quiet zone inside `size`, also a link to the address it carries. */
  qrCode(
    parent: StructElement,
    url: string,
    x: number,
    y: number,
    size: number,
    words: { alt: string; link: string } = { alt: `扫码验真，打开 ${url}`, link: '打开验真页面' },
  ): void {
    const document = this.#document;
    const squares = qrSquares(url);
    const module = size / (squares.size + 2 * QUIET_ZONE);
    const link = this.group(parent, 'Link');
    this.content(
      link,
      'Figure',
      () => {
        document.rect(x, y, size, size).fill(INK.surface);
        for (const run of squares.runs) {
          document.rect(
            x + (run.x + QUIET_ZONE) * module,
            y + (run.y + QUIET_ZONE) * module,
            run.length * module,
            module,
          );
        }
        document.fill(INK.text);
      },
      { alt: words.alt, bbox: [x, y, x + size, y + size] },
    );
    document.link(x, y, size, size, url, {
      structParent: link,
      Contents: new String(words.link),
    } as unknown as PDFKit.Mixins.AnnotationOption);
    link.end();
  }

  /** Ends the document. Resolves with the whole file. */
  finish(): Promise<Buffer> {
    this.root.end();
    this.#document.end();
    return this.#bytes;
  }
}

/** pdfkit copies these into XML as they are. */
function forXml(text: string): string {
  return text.replaceAll('&', '＆').replaceAll('<', '＜').replaceAll('>', '＞');
}

/** Breaks plain or mixed text for a style. */
export function wrap(text: string | readonly TextRun[], style: TextStyle, width: number): TextLine[] {
  return breakLines(typeof text === 'string' ? [{ text, weight: style.weight }] : text, style.size, width);
}
