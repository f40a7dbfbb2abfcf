import type { Block, Chapter, Part } from './chapter.ts';
import { BUSINESS_CHAPTERS } from './chapters/business.ts';
import { EVIDENCE_CHAPTERS } from './chapters/evidence.ts';
import { PRODUCT_CHAPTERS } from './chapters/product.ts';
import { SERVICE_CHAPTERS } from './chapters/service.ts';
import { START_CHAPTERS } from './chapters/start.ts';
import { SUPERVISION_CHAPTERS } from './chapters/supervision.ts';
import { SYSTEM_CHAPTERS } from './chapters/system.ts';

/** All chapters, in the order of the menu. */
export const HANDBOOK: readonly Chapter[] = [
  ...START_CHAPTERS,
  ...BUSINESS_CHAPTERS,
  ...SERVICE_CHAPTERS,
  ...PRODUCT_CHAPTERS,
  ...EVIDENCE_CHAPTERS,
  ...SYSTEM_CHAPTERS,
  ...SUPERVISION_CHAPTERS,
];

/** The chapter about a page of the registry. */
export function chapterOf(path: string | undefined): Chapter | undefined {
  return HANDBOOK.find(({ pages }) => path !== undefined && pages.includes(path));
}

/** Each sentence of a block, step or word by itself. */
export function sentencesOf(block: Block): readonly string[] {
  if (typeof block === 'string') return [block];
  return 'steps' in block ? block.steps : block.words.map((pair) => pair.join('：'));
}

export interface Found {
  readonly chapter: Chapter;
  readonly part: Part;
  /** The sentence in which the words stand; of a title the part's first one. */
  readonly sentence: string;
}

/** Parts in whose title, chapter or sentences all the words stand, those with them in the title first. */
export function searchHandbook(text: string): readonly Found[] {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const holds = (where: string) => words.every((word) => where.toLowerCase().includes(word));
  const found = HANDBOOK.flatMap((chapter) =>
    chapter.parts.flatMap((part) => {
      const sentences = part.blocks.flatMap(sentencesOf);
      const inTitle = holds(`${chapter.title} ${part.title}`);
      const sentence = sentences.find(holds) ?? (inTitle ? sentences[0] : undefined);
      return sentence === undefined ? [] : [{ chapter, part, sentence, inTitle }];
    }),
  );
  return found.sort((a, b) => Number(b.inTitle) - Number(a.inTitle));
}
