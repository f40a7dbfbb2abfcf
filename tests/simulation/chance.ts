import { createHash } from 'node:crypto';

/** All chance of one run comes from here; the same seed gives the same numbers for ever. */
export interface Chance {
  /** A number in [0, 1). */
  next(): number;
  /** Whole number in [0, below). */
  below(below: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** One of a list, each as likely as its weight says. */
  weighted<T extends { readonly weight: number }>(list: readonly T[]): T;
  bytes(size: number): Buffer;
  /** A source of its own that depends only on this one's seed and the name. */
  fork(name: string | number): Chance;
}

/** Two 32-bit words of state, hashed from the seed so that neighbouring seeds have nothing in common. */
export function createChance(seed: string): Chance {
  const digest = createHash('sha256').update(seed).digest();
  let state = digest.readUInt32LE(0);
  let step = digest.readUInt32LE(4) | 1;

  function word(): number {
    state = (state + step) >>> 0;
    step = (step + 0x9e3779b8) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  }

  const chance: Chance = {
    next: () => word() / 2 ** 32,
    below: (below) => Math.floor((word() / 2 ** 32) * below),
    happens: (probability) => chance.next() < probability,
    pick: (list) => list[chance.below(list.length)] as (typeof list)[number],
    weighted(list) {
      let left = chance.next() * list.reduce((sum, entry) => sum + entry.weight, 0);
      for (const entry of list) {
        left -= entry.weight;
        if (left < 0) return entry;
      }
      return list.at(-1) as (typeof list)[number];
    },
    bytes(size) {
      const bytes = Buffer.alloc(size);
      for (let index = 0; index < size; index++) bytes[index] = word() & 255;
      return bytes;
    },
    fork: (name) => createChance(`${seed}/${name}`),
  };
  return chance;
}
