import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font, type Glyph } from 'fontkit';
import { writeCffFont } from './cff-font.ts';
import { encodeCharstring } from './charstring.ts';

/** Noto Sans Hans (SIL Open Font License 1.1). A weight is read and parsed once per process, when first used. */
export type FontWeight = 'regular' | 'medium' | 'bold';

const FILE_NAMES: Record<FontWeight, string> = {
  regular: 'NotoSansHans-Regular.otf',
  medium: 'NotoSansHans-Medium.otf',
  bold: 'NotoSansHans-Bold.otf',
};

/** 〓, the printers' mark for a character the type case lacks. */
export const SUBSTITUTE = 0x3013;

/** Full-width Chinese glyphs: the width a charstring may leave out. */
const DEFAULT_WIDTH = 1000;

interface PaperGlyph {
  /** Font units, 1000 to the em. */
  advanceWidth: number;
  charstring: Uint8Array;
}

/**
 * fontkit keeps every outline it has read, some 10 kB each; after this many the font is opened anew from its bytes, so
 * that a year of rare names does not fill the memory. The charstrings kept here take a fiftieth of that.
 */
const OUTLINES_PER_PARSE = 600;

/** One weight: advance widths and ready-made charstrings by code point, each made once. */
class FontFace {
  readonly #bytes: Buffer;
  readonly #glyphs = new Map<number, PaperGlyph>();
  readonly missingGlyph: PaperGlyph;
  #font: Font;
  #outlinesRead = 0;

  constructor(weight: FontWeight) {
    const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')));
    this.#bytes = readFileSync(join(packageFolder, 'fonts', FILE_NAMES[weight]));
    this.#font = create(this.#bytes);
    this.missingGlyph = toPaperGlyph(this.#font.getGlyph(0));
  }

  /** The parsed font; do not keep it. */
  get font(): Font {
    return this.#font;
  }

  glyph(codePoint: number): PaperGlyph {
    let glyph = this.#glyphs.get(codePoint);
    if (glyph === undefined) {
      glyph = toPaperGlyph(this.#font.glyphForCodePoint(this.has(codePoint) ? codePoint : SUBSTITUTE));
      this.#glyphs.set(codePoint, glyph);
      this.#outlinesRead += 1;
      if (this.#outlinesRead % OUTLINES_PER_PARSE === 0) this.#font = create(this.#bytes);
    }
    return glyph;
  }

  has(codePoint: number): boolean {
    return this.#font.hasGlyphForCodePoint(codePoint);
  }
}

function toPaperGlyph({ advanceWidth, path }: Glyph): PaperGlyph {
  return { advanceWidth, charstring: encodeCharstring(path.commands, advanceWidth, DEFAULT_WIDTH) };
}

const faces = new Map<FontWeight, FontFace>();

function faceOf(weight: FontWeight): FontFace {
  let face = faces.get(weight);
  if (face === undefined) {
    face = new FontFace(weight);
    faces.set(weight, face);
  }
  return face;
}

/** Width of a text in the unit of `size`. `letterSpacing` is added after every character, as a browser does. */
export function measureText(text: string, weight: FontWeight, size: number, letterSpacing = 0): number {
  const face = faceOf(weight);
  let width = 0;
  for (const character of text) {
    width += (face.glyph(character.codePointAt(0) as number).advanceWidth * size) / 1000 + letterSpacing;
  }
  return width;
}

/** The shape of one character as an SVG path, 1000 units to the em, y upwards. */
export function glyphOutline(character: string, weight: FontWeight): { path: string; advanceWidth: number } {
  const glyph = faceOf(weight).font.glyphForCodePoint(character.codePointAt(0) as number);
  return { path: glyph.path.toSVG(), advanceWidth: glyph.advanceWidth };
}

/** The characters of a text that the fonts cannot draw and that are therefore printed as 〓, each once. */
export function unprintableCharacters(text: string): string[] {
  const face = faceOf('regular');
  return [...new Set(text)].filter((character) => !face.has(character.codePointAt(0) as number));
}

/**
 * Makes a text fit for print: line breaks and tabs become spaces, other control characters and invisible variation
 * selectors go. Nothing else is touched: a name stays as its owner writes it.
 */
export function printableText(text: string): string {
  return text
    .replace(/[\t\n\r\v\f\u0085\u2028\u2029]+/gu, ' ')
    .replace(/\p{Cc}|\p{Cf}|\p{Cs}|\p{Variation_Selector}/gu, '');
}

/** The glyphs one document uses, numbered in the order they are first met. */
interface FontSubset {
  cff: true;
  /** Returns the CID of a code point. */
  includeGlyph(codePoint: number): number;
  /** The font program to embed. */
  encode(): Buffer;
}

/**
 * What pdfkit asks of a font, besides its metrics. Layout is one glyph per code point instead of OpenType shaping,
 * which is all that Chinese print needs and takes a tenth of the time.
 */
interface DocumentFont {
  layout(text: string): { glyphs: { id: number; advanceWidth: number }[]; advanceWidth: number };
  createSubset(): FontSubset;
}

/**
 * A font for one document, to be handed to pdfkit's registerFont. It holds the glyphs that document uses, one CID for
 * every code point, so that each character is found and copied as what it is even where two share a drawing, or where
 * a missing one is drawn as 〓.
 */
export function openDocumentFont(weight: FontWeight): DocumentFont {
  const face = faceOf(weight);
  const { font } = face;
  const glyphOf = (codePoint: number) => ({
    id: codePoint,
    advanceWidth: face.glyph(codePoint).advanceWidth,
    codePoints: [codePoint],
  });
  return {
    postscriptName: font.postscriptName,
    unitsPerEm: font.unitsPerEm,
    ascent: font.ascent,
    descent: font.descent,
    lineGap: 0,
    capHeight: font.capHeight,
    xHeight: font.xHeight,
    bbox: font.bbox,
    italicAngle: 0,
    post: { isFixedPitch: 0 },
    head: { macStyle: { italic: false } },
    getGlyph: () => ({ id: 0, advanceWidth: face.missingGlyph.advanceWidth, codePoints: [] }),
    layout(text: string) {
      const glyphs = Array.from(text, (character) => glyphOf(character.codePointAt(0) as number));
      const positions = glyphs.map(({ advanceWidth }) => ({
        xAdvance: advanceWidth,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
      }));
      return { glyphs, positions, advanceWidth: glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0) };
    },
    createSubset: () => openSubset(face),
  } as DocumentFont;
}

function openSubset(face: FontFace): FontSubset {
  const cids = new Map<number, number>();
  const charstrings = [face.missingGlyph.charstring];
  const { minX, minY, maxX, maxY } = face.font.bbox;
  return {
    cff: true, // tells pdfkit that the program is CFF, not TrueType
    includeGlyph(codePoint: number): number {
      let cid = cids.get(codePoint);
      if (cid === undefined) {
        cid = charstrings.length;
        cids.set(codePoint, cid);
        charstrings.push(face.glyph(codePoint).charstring);
      }
      return cid;
    },
    encode: (): Buffer =>
      writeCffFont({
        name: face.font.postscriptName,
        boundingBox: [minX, minY, maxX, maxY],
        defaultWidth: DEFAULT_WIDTH,
        charstrings,
      }),
  };
}
