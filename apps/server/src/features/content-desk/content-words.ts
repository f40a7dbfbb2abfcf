import type { FindingValue } from '@huimin/contract/console';
import type { WordFinding } from '@huimin/domain/share';

const LABELS: Readonly<Record<string, string>> = {
  title: '标题',
  desc: '说明',
  copyText: '复制的文字',
  kicker: '小标题',
  points: '要点',
  invitation: '邀请语',
  notice: '提示',
  summary: '摘要',
  source: '谁说的',
};

/** What the place of a text is called on the page. */
export function placeLabel(field: string): string {
  const [, block] = /^blocks\.(\d+)$/.exec(field) ?? [];
  return block === undefined ? (LABELS[field] ?? field) : `正文第 ${Number(block) + 1} 段`;
}

export const findingView = (finding: WordFinding): FindingValue => ({ ...finding, label: placeLabel(finding.field) });
