import { randomFillSync, randomInt } from 'node:crypto';
import type { Random } from '../ports/outside.ts';

const POOL_BYTES = 16 * 1024;
const LARGEST_FROM_POOL = 64;

/** The system's randomness; small amounts are cut from a pool that is filled at once and never used twice. */
export function createSystemRandom(): Random {
  let pool = Buffer.alloc(0);
  let used = 0;
  return {
    bytes(size) {
      if (size > LARGEST_FROM_POOL) return randomFillSync(Buffer.allocUnsafeSlow(size));
      if (used + size > pool.length) {
        // A new pool each time: what was handed out before stays as it is.
        pool = randomFillSync(Buffer.allocUnsafeSlow(POOL_BYTES));
        used = 0;
      }
      used += size;
      return pool.subarray(used - size, used);
    },
    below: (below) => randomInt(below),
  };
}
