import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Visitor } from './shop.ts';

const PATH = '/traceable-service/api/v1/insureRecord/collect';
const EMPTY = {
  orderNo: '',
  policyHolderIdNum: '',
  policyHolderIdType: '',
  policyHolderName: '',
  policyHolderPhoneNo: '',
  productId: 'js26',
};
export const NO_BATCH_BEFORE = '0'.repeat(64);

export interface CollectReply {
  readonly code: number;
  readonly message: string;
  readonly ack: number;
  readonly serverTime: number;
  readonly receipt: { readonly chunk: string; readonly signature: string } | null;
  readonly key: string;
}

/** So many events as a recorder makes them, different for every `mark`. */
export function eventsOf(mark: string, count = 3, from = 1_780_000_000_000): string {
  const events = Array.from({ length: count }, (_, index) => ({
    type: index === 0 ? 4 : 3,
    timestamp: from + index * 10,
    data: { href: `/${mark}`, source: index },
  }));
  return JSON.stringify(events);
}

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** The body of a client that knows nothing but the specification. */
export const plainBatch = (traceId: string, data: string) => ({ ...EMPTY, data, traceId });

/** The body of our own recorder. */
export function batchOf(traceId: string, seq: number, data: string, more: Record<string, unknown> = {}) {
  return { ...plainBatch(traceId, data), v: 1, tab: 'tab-0001', seq, prev: NO_BATCH_BEFORE, ...more };
}

export async function send(visitor: Visitor, batch: object): Promise<CollectReply> {
  return sendBody(visitor, JSON.stringify(batch));
}

/** As a page sends it that has time to pack. */
export async function sendPacked(visitor: Visitor, batch: object): Promise<CollectReply> {
  return sendBody(visitor, gzipSync(JSON.stringify(batch)), { 'content-encoding': 'gzip' });
}

export async function sendBody(
  visitor: Visitor,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): Promise<CollectReply> {
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  const response = await visitor.raw(PATH, {
    method: 'POST',
    body: bytes,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return (await response.json()) as CollectReply;
}
