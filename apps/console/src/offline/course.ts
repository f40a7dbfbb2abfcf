import { consentLabel } from '@huimin/domain/evidence';
import { marksIn } from '@huimin/evidence/events';
import type { OpenedPackage } from './open-package.ts';

/** One thing that happened, as the list shows it. */
export interface Step {
  readonly at: number;
  readonly kind: string;
  readonly text: string;
}

const DOCUMENTS: Readonly<Record<string, string>> = {
  'health-notice': '健康告知',
  'insurance-notice': '投保须知',
  clauses: '保险条款',
  exclusions: '免除责任说明',
};

/** What happened, by what the manifests say and, where they are open, the pages' own titles. */
export function courseOf({ manifests, lives }: OpenedPackage): Step[] {
  const titles = new Map<string, string>();
  for (const { events } of lives) {
    for (const mark of marksIn(events)) {
      if (mark.tag === 'page' && mark.act === 'enter') titles.set(`${mark.route} ${mark.at}`, mark.title);
    }
  }
  const steps = manifests.flatMap(({ pages, documents, consents, gaps }): Step[] => [
    ...pages.map(({ route, enteredAt }) => {
      const title = titles.get(`${route} ${enteredAt}`);
      return { at: enteredAt, kind: '页面', text: title ? `打开“${title}”` : `打开 ${route}` };
    }),
    ...documents.map(({ id, version, openedAt, bottomAt, dwellMs }) => ({
      at: openedAt,
      kind: '文件',
      text: `${DOCUMENTS[id] ?? id}第 ${version} 版，停留 ${(dwellMs / 1_000).toFixed(1)} 秒，${bottomAt === null ? '没有读到末尾' : '读到末尾'}`,
    })),
    ...consents.map(({ id, checked, at }) => ({
      at,
      kind: '确认',
      text: `${checked ? '勾选' : '取消勾选'}“${consentLabel(id)}”`,
    })),
    ...gaps.map(({ from, to }) => ({
      at: from,
      kind: '缺段',
      text: `缺 ${((to - from) / 1_000).toFixed(1)} 秒，已声明`,
    })),
  ]);
  return steps.sort((a, b) => a.at - b.at);
}
