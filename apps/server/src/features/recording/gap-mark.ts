import { sha256Hex } from '@huimin/evidence/bytes';
import type { Batch } from './batch.ts';

/** What is kept of a batch that is not: a mark that so much is missing there. */
export function gapInPlaceOf(batch: Batch, nowMs: number): Batch {
  const { firstAt: from, lastAt: to, events } = batch;
  const mark = { type: 5, timestamp: nowMs, data: { tag: 'gap', payload: { from, to, why: 'over-limit', events } } };
  const data = JSON.stringify([mark]);
  return { ...batch, data, dataSha256: sha256Hex(data), values: '', events: 1, firstAt: nowMs, lastAt: nowMs };
}
