import { performance } from 'node:perf_hooks';
import type { CallRequest, HandlerTable, Reply } from '../apps/server/src/http/handler.ts';
import { type InventedUser, userOf } from './invented-orders.ts';

interface Page {
  readonly nextCursor: string | null;
}

/** The lists as the storefront asks for them, answer and all: read, opened, masked. */
const LISTS: readonly (readonly [title: string, call: string, input: object])[] = [
  ['orders', 'queryOrders', {}],
  ['orders of a year', 'queryOrdersV2', { editionYear: 2025 }],
  ['waiting', 'queryOrders', { filter: 'waiting' }],
  ['paid', 'selectListPaid', {}],
  ['given back', 'queryOrders', { filter: 'refund' }],
  ['closed', 'closedOrders', {}],
  ['policies', 'selectListPolicy', {}],
];
const ORDINARY_USERS = 300;

/** Times of one list in ms: of first pages of many users, and of pages deep in the list of one who has very many. */
export interface ListTimes {
  readonly title: string;
  readonly first: readonly number[];
  readonly deep: readonly number[];
  /** How many pages the long list has. */
  readonly pages: number;
}

export async function measureLists(handlers: HandlerTable, users: number, heavy: InventedUser): Promise<ListTimes[]> {
  const times: ListTimes[] = [];
  for (const [title, call, input] of LISTS) {
    const ask = (user: InventedUser, cursor: string | null) =>
      timed(handlers, call, { ...input, limit: 20, ...(cursor === null ? {} : { cursor }) }, user);
    await ask(heavy, null);
    const first: number[] = [];
    for (let number = 0; number < ORDINARY_USERS; number++) {
      const user = userOf(1 + Math.floor(((users - 1) * number) / ORDINARY_USERS));
      first.push((await ask(user, null)).ms);
    }
    const deep: number[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const asked: { ms: number; page: Page } = await ask(heavy, cursor);
      cursor = asked.page.nextCursor;
      pages += 1;
      deep.push(asked.ms);
    } while (cursor !== null && pages < 2_500);
    // The last quarter of what was walked: where a list that counts rows off would be slowest.
    times.push({ title, first, deep: deep.slice(Math.floor(deep.length * 0.75)), pages });
  }
  return times;
}

async function timed(
  handlers: HandlerTable,
  call: string,
  input: object,
  { id, shard }: InventedUser,
): Promise<{ ms: number; page: Page }> {
  const user = { id, shard, phoneIndex: Buffer.alloc(16) };
  const startedMs = performance.now();
  const reply = (await handlers[call]?.(input as never, { user } as CallRequest)) as Reply<Page> | undefined;
  const ms = performance.now() - startedMs;
  if (!reply?.ok) throw new Error(`${call} was refused`);
  return { ms, page: reply.value };
}

export function timesText(times: readonly ListTimes[]): string {
  const at = (values: readonly number[], share: number): string => {
    const sorted = [...values].sort((a, b) => a - b);
    return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2);
  };
  return [
    'list | first page p50 / p95 ms | deep page p50 / p95 ms | pages of the long list',
    '--- | --- | --- | ---',
    ...times.map(
      ({ title, first, deep, pages }) =>
        `${title} | ${at(first, 0.5)} / ${at(first, 0.95)} | ${at(deep, 0.5)} / ${at(deep, 0.95)} | ${pages}`,
    ),
  ].join('\n');
}
