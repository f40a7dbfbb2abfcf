import type { HandlerTable } from '../../http/handler.ts';
import { checkFolder } from './check-folder.ts';
import { collect } from './collect.ts';
import type { Recordings } from './recordings.ts';
import { recoverAbandoned } from './segments/recover-segments.ts';

export { keysOrWhy } from './keys-or-why.ts';
export { type RecordedOrder, recordedOrders } from './order-events.ts';
export {
  isBeingRecorded,
  ordersToRecord,
  ordersWithRecording,
  recordOrders,
  recordOrdersOf,
  recordWithoutPage,
} from './record-orders.ts';
export {
  ChunkDamaged,
  type ChunkRow,
  chunksOfRecording,
  chunksOfSegment,
  openKeys,
  ordersOfRecording,
  ordersOfRecordings,
  readChunks,
  recordingOfOrder,
  recordingsOfHolder,
} from './recorded.ts';
export { keyOpener, type RecordingKeys } from './recording-keys.ts';
export type { NewChunk } from './recording-store.ts';
export {
  destroyKeys,
  type RecordingRow,
  recordingByTrace,
  recordingsByTrace,
  shardOfTrace,
} from './recording-store.ts';
export { createRecordings, type Recordings } from './recordings.ts';
export { reindex, type SealedFile } from './reindex.ts';
export { newChunkOf } from './segments/read-frames.ts';
export { removeSegment } from './segments/segment-index.ts';
export { recoverAbandoned };

/** What recordings do at their own pace. */
export function recordingJobs(deps: Recordings) {
  return [
    { name: 'recording-folder', everyMs: 60_000, ofThisServer: true, run: () => checkFolder(deps) },
    { name: 'recording-abandoned', everyMs: 60_000, run: () => recoverAbandoned(deps) },
  ];
}

/** The calls of this topic, by name. */
export function recordingHandlers(deps: Recordings) {
  return { collect: collect(deps) } satisfies HandlerTable;
}
