import { createHash } from 'node:crypto';
import type { PublishedDocumentValue } from '@huimin/contract';

export type DocumentBlock = PublishedDocumentValue['blocks'][number];

/**
 * Reads a document's source text: `= ` title (first line), `# ` heading, `- ` list item, `! ` sentence that draws
 * notice, anything else a paragraph.
 */
export function parseDocumentText(text: string): { title: string; blocks: DocumentBlock[]; sha256: string } {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = '', ...rest] = lines;
  if (!first.startsWith('= ')) throw new Error('a document starts with a line "= title"');
  return documentOfLines(first.slice(2), rest);
}

/** @param lines without blanks around them, none empty */
export function documentOfLines(
  title: string,
  lines: readonly string[],
): { title: string; blocks: DocumentBlock[]; sha256: string } {
  const blocks: DocumentBlock[] = [];
  for (const line of lines) {
    const mark = line.slice(0, 2);
    const content = line.slice(2);
    const last = blocks.at(-1);
    if (mark === '# ') blocks.push({ kind: 'heading', text: content });
    else if (mark === '! ') blocks.push({ kind: 'strong', text: content });
    else if (mark === '- ' && last?.kind === 'list') last.items?.push(content);
    else if (mark === '- ') blocks.push({ kind: 'list', items: [content] });
    else blocks.push({ kind: 'paragraph', text: line });
  }
  return { title, blocks, sha256: createHash('sha256').update(JSON.stringify({ title, blocks })).digest('hex') };
}
