import type { ContentLineValue, ContentVersionValue } from '@huimin/contract/console';
import type { StateTone } from '../../parts/state-tag.tsx';

export type ContentKind = ContentLineValue['contentKind'];

export const KIND_LABELS: Readonly<Record<ContentKind, string>> = {
  card: '分享卡片',
  poster: '海报',
  article: '文章',
};

export const STANDINGS: Readonly<Record<ContentLineValue['standing'], { label: string; tone: StateTone }>> = {
  shown: { label: '正在展示', tone: 'success' },
  'not-approved': { label: '待审批', tone: 'info' },
  recalled: { label: '已收回', tone: 'error' },
  expired: { label: '审批已到期', tone: 'warn' },
  'names-differ': { label: '名称变了，要重新审批', tone: 'warn' },
  'barred-words': { label: '有不能用的词', tone: 'warn' },
};

/** Where a version stands; a version that another one replaced says that. */
export function standingOf({ status, statusLabel, standing }: ContentVersionValue): { label: string; tone: StateTone } {
  return status === 'replaced' ? { label: statusLabel, tone: 'neutral' } : STANDINGS[standing];
}

type Article = NonNullable<ContentVersionValue['article']>;
export type ArticleBlock = Article['blocks'][number];

const MARKS = { heading: '# ', strong: '! ', paragraph: '' } as const;

/** An article's blocks as lines that a person can write: `# ` a heading, `- ` a list, `! ` something strong. */
export function linesOf(blocks: readonly ArticleBlock[]): string {
  return blocks
    .map((block) =>
      block.kind === 'list' ? block.items.map((item) => `- ${item}`).join('\n') : `${MARKS[block.kind]}${block.text}`,
    )
    .join('\n\n');
}

/** The blocks of such lines; lines of a list that follow one another are one. */
export function blocksOf(lines: string): ArticleBlock[] {
  const blocks: ArticleBlock[] = [];
  let isListOpen = false;
  for (const line of lines.split('\n').map((text) => text.trim())) {
    const last = blocks.at(-1);
    if (line.startsWith('- ')) {
      if (isListOpen && last?.kind === 'list') last.items.push(line.slice(2).trim());
      else blocks.push({ kind: 'list', items: [line.slice(2).trim()] });
      isListOpen = true;
      continue;
    }
    isListOpen = false;
    if (line === '') continue;
    if (line.startsWith('# ')) blocks.push({ kind: 'heading', text: line.slice(2).trim() });
    else if (line.startsWith('! ')) blocks.push({ kind: 'strong', text: line.slice(2).trim() });
    else blocks.push({ kind: 'paragraph', text: line });
  }
  return blocks;
}
