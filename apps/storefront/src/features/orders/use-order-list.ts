import { useCallback, useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import type { NetworkFailure } from '../../api/network-failure.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { type LoadedOrders, type OrderFilter, withPage } from './order-list.ts';

export interface OrderList {
  /** Null until the first page is there. */
  readonly list: LoadedOrders | null;
  readonly failure: CallFailure | NetworkFailure | null;
  readonly reload: () => void;
  /** Fetches the next page, if there is one and none is on its way. */
  readonly loadMore: () => void;
  readonly more: 'idle' | 'busy' | 'failed';
}

/** This person's orders of a tab and a year, page by page; or the one that a number belongs to. */
export function useOrderList(filter: OrderFilter, editionYear: number | null, number = ''): OrderList {
  const input = number === '' ? { filter, ...(editionYear === null ? {} : { editionYear }) } : { number };
  const quiet = { overlay: false, quietFailure: true };
  const first = useCall(calls.queryOrders, input, quiet);
  const [fetchNext, next] = useAction(calls.queryOrders, quiet);
  // Later pages belong to one first page; a new first page starts over.
  const [later, setLater] = useState<{ of: unknown; list: LoadedOrders } | null>(null);
  const firstPage = first.value;
  const list = later !== null && later.of === firstPage ? later.list : firstPage;

  const cursor = list?.nextCursor ?? null;
  const loadMore = useCallback(async () => {
    if (cursor === null || !list || !firstPage) return;
    const reply = await fetchNext({ filter, ...(editionYear === null ? {} : { editionYear }), cursor });
    if (reply.ok) setLater({ of: firstPage, list: withPage(list, reply.value) });
  }, [cursor, list, firstPage, fetchNext, filter, editionYear]);

  return {
    list,
    failure: first.failure,
    reload: first.reload,
    loadMore: () => void loadMore(),
    more: next.busy ? 'busy' : next.failure ? 'failed' : 'idle',
  };
}
