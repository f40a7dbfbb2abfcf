import type { Calls, InputOf } from '@huimin/contract';
import { sha256Hex } from '@huimin/evidence/bytes';

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

const MOST_EVENTS = 10_000;
const MOST_EVENT_TYPE = 7;
const MOST_TOKEN = 10_000_000;

/** The batch, or the name of the member that is wrong. A plain one is taken whatever its events look like. */
export function readBatch(sent: SentBatch): Batch | { readonly wrong: keyof SentBatch } {
  const events = eventsIn(sent.data);
  const whole = {
    trace: sent.traceId,
    product: sent.productId,
    data: sent.data,
    dataSha256: sha256Hex(sent.data),
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

/** How many events there are, and between which moments of the phone's clock. */
interface SentEvents {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

/** Null where these are no events. */
function eventsIn(data: string): SentEvents | null {
  const list = parsed(data);
  if (!Array.isArray(list) || list.length > MOST_EVENTS) return null;
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const event of list) {
    const at = timeOf(event);
    if (at === null) return null;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return { count: list.length, first, last };
}

/** Null where it is no event. */
function timeOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, timestamp, data } = value as Record<string, unknown>;
  const typed = Number.isInteger(type) && (type as number) >= 0 && (type as number) <= MOST_EVENT_TYPE;
  const isEvent = typed && Number.isFinite(timestamp) && typeof data === 'object' && data !== null;
  return isEvent ? (timestamp as number) : null;
}

function areValues(text: string): boolean {
  const list = parsed(text);
  if (!Array.isArray(list) || list.length > MOST_EVENTS) return false;
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
