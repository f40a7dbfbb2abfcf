import type { PaperCanvas } from './paper-canvas.ts';

/** One piece of a page that is never split: its height is known before anything is drawn. All in pixels. */
export interface FlowBlock {
  height: number;
  /** Space above, dropped at the top of a page. */
  marginTop: number;
  /** A heading stays on the page of what it heads. */
  keepWithNext?: boolean;
  paint(top: number, isFirstOnPage: boolean): void;
}

/** A run of blocks that starts on a page of its own. Space left on its last page stays empty. */
export interface FlowSection {
  blocks: readonly FlowBlock[];
  /** Blocks that stand at the foot of the section's last page. */
  footBlocks?: readonly FlowBlock[];
  /** Draws the head of a page; `isContinued` from the second page of the section on. */
  paintHead(isContinued: boolean): void;
  /** Where the blocks begin under that head. */
  headBottom(isContinued: boolean): number;
}

interface PlacedBlock {
  block: FlowBlock;
  top: number;
}

function heightOf(blocks: readonly FlowBlock[]): number {
  return blocks.reduce((sum, block, i) => sum + block.height + (i === 0 ? 0 : block.marginTop), 0);
}

/** Splits a section into pages, keeping headings with what follows. */
function placeSection(section: FlowSection, bottom: number): PlacedBlock[][] {
  const pages: PlacedBlock[][] = [[]];
  let y = section.headBottom(false);
  const startPage = (): void => {
    pages.push([]);
    y = section.headBottom(true);
  };
  const place = (block: FlowBlock): void => {
    const page = pages.at(-1) as PlacedBlock[];
    const top = page.length === 0 ? y : y + block.marginTop;
    page.push({ block, top });
    y = top + block.height;
  };
  let i = 0;
  while (i < section.blocks.length) {
    let end = i;
    while (section.blocks[end]?.keepWithNext && end + 1 < section.blocks.length) end += 1;
    const together = section.blocks.slice(i, end + 1);
    const margin = pages.at(-1)?.length === 0 ? 0 : (together[0]?.marginTop ?? 0);
    if (y + margin + heightOf(together) > bottom && pages.at(-1)?.length !== 0) startPage();
    together.forEach(place);
    i = end + 1;
  }
  const foot = section.footBlocks ?? [];
  if (foot.length > 0) {
    const top = bottom - heightOf(foot);
    if (y + (foot[0]?.marginTop ?? 0) > top) startPage();
    y = top;
    const page = pages.at(-1) as PlacedBlock[];
    foot.forEach((block, index) => {
      const blockTop = index === 0 ? y : y + block.marginTop;
      page.push({ block, top: blockTop });
      y = blockTop + block.height;
    });
  }
  return pages;
}

/**
 * Lays the sections out and draws them page by page.
 *
 * @param bottom where the blocks of a page must end
 * @param mark drawn over the content of each page, such as a watermark
 * @param paintFoot draws the foot of page `number` of `total`
 */
export function paintFlow(
  canvas: PaperCanvas,
  sections: readonly FlowSection[],
  bottom: number,
  mark: () => void,
  paintFoot: (number: number, total: number) => void,
): void {
  const placed = sections.map((section) => ({ section, pages: placeSection(section, bottom) }));
  const total = placed.reduce((sum, { pages }) => sum + pages.length, 0);
  for (const { section, pages } of placed) {
    pages.forEach((page, i) => {
      canvas.addPage();
      section.paintHead(i > 0);
      page.forEach(({ block, top }, index) => {
        block.paint(top, index === 0);
      });
      mark();
      paintFoot(canvas.pageCount, total);
    });
  }
}
