import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads a PDF back with an independent reader, for tests. */

export interface ReadPage {
  text: string;
  widthPoints: number;
  heightPoints: number;
  /** Structure types from the page's tree, in reading order, with the alternative text where there is one. */
  structure: { role: string; alt?: string }[];
  links: string[];
  /** Boxes of every filled path: one list of [minX, minY, maxX, maxY] per path. */
  filledPaths: [number, number, number, number][][];
}

export interface ReadPdf {
  pages: ReadPage[];
  text: string;
  title: string | undefined;
  language: string | null;
  version: string | undefined;
  showsTitle: boolean;
  isTagged: boolean;
  /** PostScript names of the fonts in use, a six-letter tag before those of subsets. */
  fontNames: string[];
  /** What the reader complained about. */
  warnings: string[];
}

interface StructureNode {
  role?: string;
  alt?: string;
  children?: StructureNode[];
}

function flatten(node: StructureNode | null): ReadPage['structure'] {
  if (node === null) return [];
  const own = node.role && node.role !== 'Root' ? [{ role: node.role, ...(node.alt ? { alt: node.alt } : {}) }] : [];
  return [...own, ...(node.children ?? []).flatMap(flatten)];
}

/** Boxes of the subpaths of one path: its data is a stream of 0 x y, 1 x y, 2 (six numbers), 3 x y x y or 4. */
function subpathBoxes(data: Float32Array): [number, number, number, number][] {
  const boxes: [number, number, number, number][] = [];
  const operandCounts = [2, 2, 6, 4, 0];
  let at = 0;
  while (at < data.length) {
    const operator = data[at] as number;
    const count = operandCounts[operator] ?? 0;
    if (operator === 0) boxes.push([Infinity, Infinity, -Infinity, -Infinity]);
    const box = boxes.at(-1);
    for (let i = 0; box && i < count; i += 2) {
      const x = data[at + 1 + i] as number;
      const y = data[at + 2 + i] as number;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
    at += 1 + count;
  }
  return boxes;
}

/** Reads everything the tests ask about. Collects the reader's warnings instead of printing them. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const warnings: string[] = [];
  const { log, warn } = console;
  const collect = (...parts: unknown[]): void => {
    warnings.push(parts.join(' '));
  };
  console.log = collect;
  console.warn = collect;
  try {
    const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 1 }).promise;
    const fontNames = new Set<string>();
    const pages: ReadPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const operators = await page.getOperatorList();
      const filledPaths: ReadPage['filledPaths'] = [];
      operators.fnArray.forEach((operator, i) => {
        const parameters = operators.argsArray[i];
        if (operator === OPS.setFont) fontNames.add((page.commonObjs.get(parameters[0]) as { name: string }).name);
        if (operator === OPS.constructPath && parameters[0] === OPS.fill && parameters[1][0]) {
          filledPaths.push(subpathBoxes(parameters[1][0]));
        }
      });
      const content = await page.getTextContent();
      const annotations = await page.getAnnotations();
      const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
      pages.push({
        text: content.items.map((item) => ('str' in item ? item.str : '')).join(''),
        widthPoints: right - left,
        heightPoints: top - bottom,
        structure: flatten((await page.getStructTree()) as StructureNode | null),
        links: annotations.map(({ url }) => url as string),
        filledPaths,
      });
    }
    const { info } = await document.getMetadata();
    const details = info as { Title?: string; Language?: string; PDFFormatVersion?: string };
    const preferences = await document.getViewerPreferences();
    const read: ReadPdf = {
      pages,
      text: pages.map((page) => page.text).join('\n'),
      title: details.Title,
      language: details.Language ?? null,
      version: details.PDFFormatVersion,
      showsTitle: (preferences as { DisplayDocTitle?: boolean } | null)?.DisplayDocTitle === true,
      isTagged: (await document.getMarkInfo())?.Marked === true,
      fontNames: [...fontNames],
      warnings,
    };
    await document.destroy();
    return read;
  } finally {
    console.log = log;
    console.warn = warn;
  }
}
