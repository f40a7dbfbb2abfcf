import { formatDateTime } from '@huimin/domain/date';
import { useEffect, useState } from 'react';
import type { NetworkFailure } from '../../api/network-failure.ts';
import { noReplyReason } from '../../api/no-reply-text.ts';
import { browserKeptOrders, browserKeptPapers } from './browser-kept-papers.ts';
import type { KeptOrderList } from './kept-orders.ts';
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

/** The kept list of orders, undefined while it is fetched from the drawer or not wanted, null where there is none. */
export function useKeptOrders(when: boolean): KeptOrderList | null | undefined {
  const [list, setList] = useState<KeptOrderList | null | undefined>();
  useEffect(() => {
    if (!when) return;
    let current = true;
    void browserKeptOrders()
      .read()
      .then((kept) => current && setList(kept));
    return () => {
      current = false;
    };
  }, [when]);
  return when ? list : undefined;
}

/** `网络不通，这是 2026.11.22 10:30 的内容`, Beijing time. */
export function keptText(failure: NetworkFailure, atMs: number): string {
  return `${noReplyReason(failure)}，这是 ${formatDateTime(atMs).slice(0, 16)} 的内容`;
}
