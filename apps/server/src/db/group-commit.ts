import type { Query, WriteConnection } from './database.ts';
import { isConnectionLost } from './passing-faults.ts';
import { untilItRuns } from './run-again.ts';

/**
 * One kind of work of the order path, a write or the read before it: how a batch is flushed with one statement. Results
 * stand in the order of the items.
 */
export interface WriteKind<Item, Result> {
  readonly name: string;
  /** One statement for the whole batch; one result per item, in order. */
  flush(query: Query, items: readonly Item[]): Promise<Result[]>;
  /** Items of different groups never share a statement (a distributed engine wants one shard per statement). */
  groupOf?(item: Item): number;
}

export interface GroupCommit {
  /** Queues an item; resolves when its batch is on disk. A failing batch is retried item by item. */
  write<Item, Result>(kind: WriteKind<Item, Result>, item: Item): Promise<Result>;
  /** Waits for what is queued, then closes the connections. */
  close(): Promise<void>;
  readonly statistics: { batches: number; items: number; retriedAlone: number; queued: number };
}

interface Waiting {
  readonly item: unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Queue {
  readonly kind: WriteKind<unknown, unknown>;
  readonly waiting: Waiting[];
}

export interface GroupCommitOptions {
  readonly openConnection: () => Promise<WriteConnection>;
  readonly lanes?: number;
  readonly maxBatch?: number;
  /** Wait before a broken connection is opened again. */
  readonly reconnectDelayMs?: number;
}

/**
 * Group commit inside the process: an item waits for nobody when a lane is free, and batches grow by themselves
 * while all lanes are busy. No timer: what arrives within one turn of the event loop is taken together, and shared
 * out over the lanes that are free.
 */
export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  const laneCount = options.lanes ?? 2;
  const maxBatch = options.maxBatch ?? 256;
  const queues = new Map<string, Queue>();
  const statistics = { batches: 0, items: 0, retriedAlone: 0, queued: 0 };
  const idleLanes: Lane[] = [];
  const lanes: Lane[] = [];
  let turn = 0;
  let scheduled = false;
  let closing = false;
  let whenDrained: (() => void) | null = null;

  interface Lane {
    connection: WriteConnection | null;
  }
  for (let index = 0; index < laneCount; index++) {
    const lane: Lane = { connection: null };
    lanes.push(lane);
    idleLanes.push(lane);
  }

  /** Kinds take turns, so that a flood of one kind cannot starve another. */
  function takeBatch(): { queue: Queue; batch: Waiting[] } | null {
    const all = [...queues.values()];
    for (let offset = 0; offset < all.length; offset++) {
      const queue = all[(turn + offset) % all.length] as Queue;
      if (queue.waiting.length === 0) continue;
      turn = (turn + offset + 1) % all.length;
      return { queue, batch: takeFromQueue(queue) };
    }
    return null;
  }

  function takeFromQueue(queue: Queue): Waiting[] {
    const { groupOf } = queue.kind;
    const share = Math.min(maxBatch, Math.ceil(queue.waiting.length / idleLanes.length));
    if (!groupOf) return queue.waiting.splice(0, share);
    const group = groupOf((queue.waiting[0] as Waiting).item);
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const entry of queue.waiting) {
      if (batch.length < maxBatch && groupOf(entry.item) === group) batch.push(entry);
      else rest.push(entry);
    }
    queue.waiting.splice(0, queue.waiting.length, ...rest);
    return batch;
  }

  async function connectionOf(lane: Lane): Promise<WriteConnection> {
    lane.connection ??= await options.openConnection();
    return lane.connection;
  }

  async function runAlone(kind: WriteKind<unknown, unknown>, lane: Lane, entry: Waiting): Promise<void> {
    try {
      const [result] = await untilItRuns(async () => kind.flush((await connectionOf(lane)).query, [entry.item]));
      entry.resolve(result);
    } catch (error) {
      entry.reject(error);
    }
  }

  async function runBatch(lane: Lane, queue: Queue, batch: Waiting[]): Promise<void> {
    statistics.batches++;
    statistics.items += batch.length;
    try {
      const connection = await connectionOf(lane);
      const results = await queue.kind.flush(
        connection.query,
        batch.map((entry) => entry.item),
      );
      for (let index = 0; index < batch.length; index++) (batch[index] as Waiting).resolve(results[index]);
    } catch (error) {
      const { connection } = lane;
      // One that could not be opened is not tried again for each of the batch: all of them would wait for it in turn.
      if (connection === null || connection.isBroken() || isConnectionLost(error)) {
        lane.connection = null;
        // Whether the batch reached the disk is unknown: the callers are told so and ask again by their keys.
        for (const entry of batch) entry.reject(error);
        await connection?.close().catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, options.reconnectDelayMs ?? 200));
        return;
      }
      // One bad row must not fail its neighbours.
      statistics.retriedAlone += batch.length;
      for (const entry of batch) await runAlone(queue.kind, lane, entry);
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      pump();
    });
  }

  function pump(): void {
    while (idleLanes.length > 0) {
      const taken = takeBatch();
      if (!taken) break;
      const lane = idleLanes.pop() as Lane;
      statistics.queued -= taken.batch.length;
      void runBatch(lane, taken.queue, taken.batch).finally(() => {
        idleLanes.push(lane);
        schedule();
      });
    }
    if (closing && idleLanes.length === laneCount && statistics.queued === 0) whenDrained?.();
  }

  return {
    statistics,
    write<Item, Result>(kind: WriteKind<Item, Result>, item: Item): Promise<Result> {
      if (closing) return Promise.reject(new Error('the server is stopping'));
      let queue = queues.get(kind.name);
      if (!queue) {
        queue = { kind: kind as WriteKind<unknown, unknown>, waiting: [] };
        queues.set(kind.name, queue);
      }
      const { waiting } = queue;
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve: resolve as (value: unknown) => void, reject });
        statistics.queued++;
        schedule();
      });
    },
    async close() {
      closing = true;
      await new Promise<void>((resolve) => {
        whenDrained = resolve;
        schedule();
      });
      await Promise.all(lanes.map((lane) => lane.connection?.close()));
    },
  };
}
