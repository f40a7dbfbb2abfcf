import type { ShareArticleTextValue, ShareCardTextValue, SharePosterTextValue } from '@huimin/contract';
import {
  type BarredWord,
  barredWordsIn,
  type ContentStanding,
  contentStanding,
  type FullNames,
  type WordFinding,
} from '@huimin/domain/share';
import type { LoadedEdition } from '../configuration/index.ts';
import type { ContentKind, ContentRow } from './content-store.ts';

/** The names that shared content has to show in full. */
export function namesOf({ document }: Pick<LoadedEdition, 'document'>): FullNames {
  return {
    product: `${document.proName} ${document.subtitle}`,
    insurers: document.insuranceCompany.map(({ name }) => name),
    intermediaries: document.brokerCompany.map(({ name }) => name),
  };
}

/** Every text of a piece by the name of its place. */
export function textsOf(kind: ContentKind, document: unknown): Record<string, string> {
  switch (kind) {
    case 'card': {
      const { title, desc, copyText } = document as ShareCardTextValue;
      return { title, desc, copyText };
    }
    case 'poster': {
      const { title, kicker, points, invitation, notice } = document as SharePosterTextValue;
      return { title, kicker, points: points.join('\n'), invitation, notice };
    }
    case 'article': {
      const { title, summary, source, blocks } = document as ShareArticleTextValue;
      const texts = blocks.map((block, index) => [
        `blocks.${index}`,
        block.kind === 'list' ? block.items.join('\n') : block.text,
      ]);
      return { title, summary, source, ...Object.fromEntries(texts) };
    }
  }
}

export function findingsOf(
  row: Pick<ContentRow, 'kind' | 'document' | 'end_announced_on'>,
  words: readonly BarredWord[],
  today: string,
): WordFinding[] {
  const announced = row.end_announced_on !== null && row.end_announced_on <= today;
  return barredWordsIn(textsOf(row.kind, row.document), words, announced);
}

/** Whether a version may be shown now, and what is wrong with it. */
export function standingOf(
  row: ContentRow,
  surroundings: {
    readonly edition: LoadedEdition | null;
    readonly words: readonly BarredWord[];
    readonly today: string;
    readonly nowMs: number;
  },
): { readonly standing: ContentStanding; readonly findings: readonly WordFinding[] } {
  const findings = findingsOf(row, surroundings.words, surroundings.today);
  const facts = {
    status: row.status,
    approvalNo: row.approval_no,
    approvedBy: row.approved_by,
    expiresAtMs: row.expires_at,
    names: row.names,
    namesNow: surroundings.edition && namesOf(surroundings.edition),
    findings,
  };
  return { standing: contentStanding(facts, surroundings.nowMs), findings };
}
