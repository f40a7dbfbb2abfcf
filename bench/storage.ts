import { openDatabase } from '../apps/server/src/db/database.ts';
import { createGroupCommit, type GroupCommit, type WriteKind } from '../apps/server/src/db/group-commit.ts';
import { saveOrders } from '../apps/server/src/features/order/order-store.ts';
import { markPaid, type PaidPurchase } from '../apps/server/src/features/payment/mark-paid.ts';
import { createOrderIds } from '../apps/server/src/security/order-ids.ts';
import { due, measure } from './measure.ts';
import { order, purchase, type SavedOrder, writeAttempts } from './storage-rows.ts';

const clock = { now: () => Date.now() };

export interface StorageResult {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Of A or B while half as many come as could be taken; as `p99Ms` unless asked for. */
  readonly halfLoadP99Ms: number;
}

/**
 * The product's own A and B through group commit. The payment attempt that B marks is written with A's round by one
 * more set-shaped statement, outside the time that is counted.
 */
export async function takeStorage(
  url: string,
  callers: number,
  durationMs: number,
  lanes: number,
  { halfLoad = false } = {},
): Promise<StorageResult> {
  const database = openDatabase({ url });
  const group = createGroupCommit({ openConnection: () => database.openWriteConnection(), lanes });
  const ids = createOrderIds(clock, 40);
  const save = saveOrders(false);
  const pay = markPaid(false);
  const round = async (pace: { a: number; b: number } | null) => {
    const saved: SavedOrder[] = [];
    const a = await measure(
      callers,
      durationMs,
      async () => {
        const shard = Math.floor(Math.random() * 256);
        const id = ids.next(shard);
        await group.write(save, order(id, shard));
        saved.push({ id, shard });
      },
      pace?.a,
    );
    await writeAttempts(database.query, saved);
    return { a, b: await payAll(group, pay, saved, callers, pace?.b) };
  };
  const { a, b } = await round(null);
  const half = halfLoad ? await round({ a: a.perSecond / 2, b: b.perSecond / 2 }) : { a, b };
  await group.close();
  await database.close();
  return {
    perSecond: 1 / (1 / a.perSecond + 1 / b.perSecond),
    p99Ms: Math.max(a.p99Ms, b.p99Ms),
    halfLoadP99Ms: Math.max(half.a.p99Ms, half.b.p99Ms),
  };
}

/** Pays every saved order once, from `callers` callers at once, `pacePerSecond` of them where that is given. */
async function payAll(
  group: GroupCommit,
  kind: WriteKind<PaidPurchase, boolean>,
  saved: readonly SavedOrder[],
  callers: number,
  pacePerSecond = Number.POSITIVE_INFINITY,
): Promise<{ perSecond: number; p99Ms: number }> {
  const times: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let entry = saved[next++]; entry; entry = saved[next++]) {
        const from = await due(startedAt, next - 1, pacePerSecond);
        if (!(await group.write(kind, purchase(entry.id, entry.shard))))
          throw new Error('a purchase was not marked paid');
        times.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: saved.length / seconds, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
}
