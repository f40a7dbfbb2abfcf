import { formatDateTime } from '@huimin/domain/date';
import { useEffect, useState } from 'react';
import { browserKeptPapers } from './browser-kept-papers.ts';
import type { KeptPaper } from './kept-papers.ts';

/** The kept vouchers once they are wanted; null while they are fetched from the drawer, or not wanted. */
export function useKeptPapers(when: boolean): readonly KeptPaper[] | null {
  const [papers, setPapers] = useState<readonly KeptPaper[] | null>(null);
  useEffect(() => {
    if (!when) return;
    let current = true;
    void browserKeptPapers()
      .list()
      .then((list) => current && setPapers(list));
    return () => {
      current = false;
    };
  }, [when]);
  return when ? papers : null;
}

/** `没有网络，这是 2026.11.22 10:30 的内容`, Beijing time. */
export function keptText(atMs: number): string {
  return `没有网络，这是 ${formatDateTime(atMs).slice(0, 16)} 的内容`;
}
