import { createHash } from 'node:crypto';

/**
 * Ids made by the server, never by a sequence: 59 bits = 10 ms ticks since 2026 (37) · shard (8) · worker (6) ·
 * counter (8). The shard is the owner's, so an id says where its row lives. Insured, policy, attempt and payment ids
 * are `orderId * 16 + position`.
 */
export interface OrderIds {
  next(shard: number): bigint;
}

const EPOCH_MS = Date.UTC(2026, 0, 1);
const TICK_MS = 10;
const COUNTERS = 256;

/** `worker`: 0 to 63, no other process's; looked at for every id, because a process may have to change it. */
export function createOrderIds(clock: { now(): number }, worker: number | { readonly number: number }): OrderIds {
  const workerNumber = (): number => {
    const number = typeof worker === 'number' ? worker : worker.number;
    if (number < 0 || number > 63) throw new Error('worker number must be 0 to 63');
    return number;
  };
  workerNumber();
  let tick = 0;
  let counter = 0;
  return {
    next(shard) {
      const now = Math.floor((clock.now() - EPOCH_MS) / TICK_MS);
      if (now > tick) {
        tick = now;
        counter = 0;
      } else if (++counter === COUNTERS) {
        // Borrowing from the next tick keeps ids unique and rising when one worker makes more than 25,600 a second
        // or the clock steps back.
        tick += 1;
        counter = 0;
      }
      return (BigInt(tick) << 22n) | (BigInt(shard) << 14n) | (BigInt(workerNumber()) << 8n) | BigInt(counter);
    },
  };
}

/** No id made at or after this moment is smaller, in any shard. */
export function firstIdAt(ms: number): bigint {
  return BigInt(Math.max(0, Math.floor((ms - EPOCH_MS) / TICK_MS))) << 22n;
}

export function shardOfOrder(orderId: bigint): number {
  return Number((orderId >> 14n) & 255n);
}

export function positionId(orderId: bigint, position: number): bigint {
  return (orderId << 4n) | BigInt(position);
}

export function orderIdOf(positionedId: bigint): bigint {
  return positionedId >> 4n;
}

/** The bucket in which a user's orders live. */
export function shardOfUser(userId: bigint): number {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(userId);
  return createHash('sha256').update(bytes).digest()[0] as number;
}

/** Where the orders of an owner may live who is known by id only: an account's bucket, and that of a company's group. */
export function shardsOfOwner(ownerId: bigint): readonly [number, number] {
  return [shardOfUser(ownerId), shardOfOrder(ownerId)];
}
