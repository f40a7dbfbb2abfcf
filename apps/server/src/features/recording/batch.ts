import type { Calls, InputOf } from '@huimin/contract';
import { sha256Hex } from '@huimin/evidence/bytes';
import { passingBytes } from './passing-bytes.ts';
import { eventsIn } from './sent-events.ts';

export type SentBatch = InputOf<Calls['collect']>;

/** One batch as it is stored. */
export interface Batch {
  readonly trace: string;
  readonly product: string;
  /** Null: a plain batch, which is counted here. */
  readonly place: { readonly tab: string; readonly seq: number } | null;
  readonly data: string;
  readonly dataSha256: string;
  readonly values: string;
  readonly events: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly prev: string;
  readonly table: string;
  readonly build: string;
  readonly final: boolean;
  readonly key: string;
}

export const PLAIN_TAB = 'plain';

const MOST_VALUES = 10_000;
const MOST_TOKEN = 10_000_000;

/** The batch, or the name of the member that is wrong. A plain one is taken whatever its events look like. */
export function readBatch(sent: SentBatch): Batch | { readonly wrong: keyof SentBatch } {
  const bytes = passingBytes(sent.data);
  const events = eventsIn(sent.data, bytes);
  const whole = {
    trace: sent.traceId,
    product: sent.productId,
    data: sent.data,
    dataSha256: sha256Hex(bytes),
    events: events?.count ?? 0,
    firstAt: moment(events?.first ?? 0),
    lastAt: moment(events?.last ?? 0),
  };
  if (sent.v === undefined) {
    return { ...whole, place: null, values: '', prev: '', table: '', build: '', final: false, key: '' };
  }
  const { tab, seq, prev, vals = '' } = sent;
  if (tab === undefined) return { wrong: 'tab' };
  if (seq === undefined) return { wrong: 'seq' };
  if (prev === undefined) return { wrong: 'prev' };
  if (events === null) return { wrong: 'data' };
  if (sent.n !== undefined && sent.n !== events.count) return { wrong: 'n' };
  if (vals !== '' && !areValues(vals)) return { wrong: 'vals' };
  return {
    ...whole,
    place: { tab, seq },
    values: vals,
    prev,
    table: sent.tbl ?? '',
    build: sent.build ?? '',
    final: sent.final ?? false,
    key: sent.key ?? '',
  };
}

function areValues(text: string): boolean {
  const list = parsed(text);
  if (!Array.isArray(list) || list.length > MOST_VALUES) return false;
  return list.every((entry) => {
    if (typeof entry !== 'object' || entry === null) return false;
    const { k, v } = entry as Record<string, unknown>;
    return Number.isInteger(k) && (k as number) >= 0 && (k as number) <= MOST_TOKEN && typeof v === 'string';
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function moment(ms: number): number {
  return Number.isFinite(ms) ? Math.min(Math.max(0, Math.floor(ms)), Number.MAX_SAFE_INTEGER) : 0;
}
