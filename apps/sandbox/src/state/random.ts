import { randomBytes } from 'node:crypto';

/** The only source of chance in the sandbox: ids, nonces, and which answer carries a probe. */
export type Random = {
  /** A number in [0, 1). */
  next(): number;
  /** `length` lower-case hex characters. */
  hex(length: number): string;
  /** `length` decimal digits. */
  digits(length: number): string;
  /** `length` letters and digits. */
  text(length: number): string;
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A repeatable source when `seed` is given, otherwise an unpredictable one. */
export function createRandom(seed?: number): Random {
  const next = seed === undefined ? unpredictable : mulberry32(seed);
  const pick = (alphabet: string, length: number): string => {
    let out = '';
    for (let i = 0; i < length; i += 1) out += alphabet[Math.floor(next() * alphabet.length)];
    return out;
  };
  return {
    next,
    hex: (length) => pick('0123456789abcdef', length),
    digits: (length) => pick('0123456789', length),
    text: (length) => pick(ALPHABET, length),
  };
}

function unpredictable(): number {
  return randomBytes(4).readUInt32BE(0) / 2 ** 32;
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
