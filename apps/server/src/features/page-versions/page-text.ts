import type { PageTextValue } from '@huimin/contract/console';
import { type DocumentVersion, documentOfLines } from '../configuration/index.ts';

type Blocks = DocumentVersion['blocks'];

/** A document as it is typed, which `parsedSource` reads. */
export function sourceOf(title: string, blocks: Blocks): string {
  const lines = blocks.flatMap(({ kind, text = '', items = [] }) => {
    if (kind === 'list') return items.map((item) => `- ${item}`);
    return `${kind === 'heading' ? '# ' : kind === 'strong' ? '! ' : ''}${text}`;
  });
  return [`= ${title}`, ...lines].join('\n');
}

/** What was typed; without a first line `= title` the title is empty, for the checks to find. */
export function parsedSource(source: string): ReturnType<typeof documentOfLines> {
  const lines = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = ''] = lines;
  return first.startsWith('=') ? documentOfLines(first.slice(1).trim(), lines.slice(1)) : documentOfLines('', lines);
}

/** Line by line, as two versions are laid side by side. */
export function linesOf(title: string, blocks: Blocks): PageTextValue['lines'] {
  return [
    { kind: 'title', text: title },
    ...blocks.flatMap(({ kind, text = '', items = [] }): PageTextValue['lines'] =>
      kind === 'list' ? items.map((item) => ({ kind: 'item', text: item })) : [{ kind, text }],
    ),
  ];
}
