import { sha256 } from './sha256.ts';
import type { Value } from './values.ts';

/** One event as it will be sent, with the values that it was the first to name. */
export interface Item {
  /** Serialised. */
  readonly text: string;
  readonly at: number;
  readonly values: readonly Value[];
}

/** What a page's life is called: which recording, which load of the page, and what ran. */
export interface LifeName {
  readonly trace: string;
  readonly tab: string;
  readonly build: string;
  readonly table: string;
}

/** How far a life has come; what a later visit needs to go on. */
export interface Progress extends LifeName {
  /** Number of the next batch. */
  readonly seq: number;
  /** How many events have been cut. */
  readonly cut: number;
  /** Hash of the batch before. */
  readonly prev: string;
  /** What the server gave for sending what is left over. */
  readonly key: string;
}

/** Part of an upload that never changes once it is cut. */
export interface Batch extends LifeName {
  readonly seq: number;
  readonly n: number;
  readonly t0: number;
  readonly t1: number;
  readonly prev: string;
  readonly data: string;
  readonly vals: string;
  readonly final: boolean;
  /** How many events of the life have been cut with it; not sent. */
  readonly upTo: number;
}

const NO_BATCH_BEFORE = '0'.repeat(64);

export function begun(name: LifeName, key = ''): Progress {
  return { ...name, seq: 0, cut: 0, prev: NO_BATCH_BEFORE, key };
}

/** Cuts the next batch. */
export function cutBatch(progress: Progress, items: readonly Item[], final: boolean): [Batch, Progress] {
  const data = `[${items.map(({ text }) => text).join(',')}]`;
  const values = items.flatMap((item) => item.values);
  const { trace, tab, build, table, seq, prev } = progress;
  const batch: Batch = {
    ...{ trace, tab, build, table, seq, prev, data, final },
    n: items.length,
    upTo: progress.cut + items.length,
    t0: items[0]?.at ?? 0,
    t1: items[items.length - 1]?.at ?? 0,
    vals: values.length > 0 ? JSON.stringify(values) : '',
  };
  return [batch, { ...progress, seq: seq + 1, cut: batch.upTo, prev: sha256(data) }];
}

/** What travels: the specification's members, whose empty ones the server knows better, and ours beside them. */
export function bodyOf(batch: Batch, key: string): string {
  return JSON.stringify({
    data: batch.data,
    orderNo: '',
    policyHolderIdNum: '',
    policyHolderIdType: '',
    policyHolderName: '',
    policyHolderPhoneNo: '',
    productId: 'js26',
    traceId: batch.trace,
    v: 1,
    tab: batch.tab,
    seq: batch.seq,
    n: batch.n,
    t0: batch.t0,
    t1: batch.t1,
    prev: batch.prev,
    tbl: batch.table,
    build: batch.build,
    vals: batch.vals,
    ...(batch.final ? { final: true } : {}),
    ...(key ? { key } : {}),
  });
}

/**
 * Rows as text. What is in them is text already, in which no line ends: writing it again as JSON would cost more than all
 * else of a row. Rows of earlier releases are JSON, and read as well.
 */
export const rowText = {
  items: (items: readonly Item[]): string =>
    items
      .map(({ text, at, values }) => `${at}\t${values.length > 0 ? JSON.stringify(values) : ''}\t${text}`)
      .join('\n'),
  batch: ({ data, vals, ...rest }: Batch): string => `${JSON.stringify(rest)}\n${data}\n${vals}`,
};

/** Whatever cannot be read is as good as not there. */
export const readRow = {
  items: (text: string): Item[] => {
    if (text.startsWith('[')) return readJson<Item[]>(text) ?? [];
    return text.split('\n').flatMap((line) => {
      const [at, values, ...event] = line.split('\t');
      const named = values ? readJson<Value[]>(values) : [];
      return named && event.length > 0 ? [{ text: event.join('\t'), at: Number(at), values: named }] : [];
    });
  },
  batch: (text: string): Batch | null => {
    const [rest = '', data, vals = ''] = text.split('\n');
    const read = readJson<Batch>(rest);
    return read && data !== undefined ? { ...read, data, vals } : read;
  },
  progress: (text: string): Progress | null => readJson<Progress>(text),
};

function readJson<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/** Names of rows: all of one life lie together, its items before its batches, each in their order. */
export const rowName = {
  items: (life: LifeName, first: number) => `${life.trace}/${life.tab}/i${String(first).padStart(9, '0')}`,
  batch: (life: LifeName, seq: number) => `${life.trace}/${life.tab}/b${String(seq).padStart(9, '0')}`,
  progress: (life: LifeName) => `${life.trace}/${life.tab}/p`,
  lease: (life: Pick<LifeName, 'trace' | 'tab'>) => `${life.trace}/${life.tab}/l`,
};
