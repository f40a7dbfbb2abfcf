import type { Batch } from './batch.ts';
import { sha256 } from './sha256.ts';

/** Writes a batch as what differs from its build's reference; null where that cannot be done. By the format, section 1. */
export type Shorten = (batch: Batch, key: string) => Uint8Array<ArrayBuffer> | null;

const SHORT_BATCH = 'c5';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const SHORTEST_COPY = 6;
/** The longest batch in bytes; a longer one goes another way. */
const ROOM = 1 << 18;
/** How many places are looked at for the longest copy. */
const TRIES = 32;
/** So much of a copy can be found where it stands now; the rest of it where it was copied from. */
const ENTERED = 32;

/** @param reference what batches of this build are likely to say; what it really is, is in the sum of each batch */
export function createShorten(build: string, reference: Uint8Array): Shorten {
  const from = reference.length;
  const window = new Uint8Array(from + ROOM);
  window.set(reference);
  /** By the six bytes that stand there: the last place, and for each place the one before it. */
  const last = new Int32Array(65_536).fill(-1);
  const before = new Int32Array(from + ROOM);
  const word = (at: number) => (window[at] as number) | ((window[at + 1] as number) << 8);
  const slot = (at: number) =>
    (Math.imul(word(at) | (word(at + 2) << 16), 0x9e3779b1) ^ Math.imul(word(at + 4), 0x85ebca6b)) >>> 16;
  const enter = (at: number) => {
    const own = slot(at);
    before[at] = last[own] as number;
    last[own] = at;
  };
  for (let at = 0; at < from; at += 1) enter(at);

  function write(out: number[], text: Uint8Array): void {
    const end = from + text.length;
    window.set(text, from);
    const entered: number[] = [];
    const enterOwn = (at: number) => {
      enter(at);
      entered.push(at);
    };
    const number = (value: number) => {
      for (; value > 127; value >>>= 7) out.push((value & 127) | 128);
      out.push(value);
    };
    const reach = (source: number, at: number) => {
      let length = 0;
      while (at + length < end && window[source + length] === window[at + length]) length += 1;
      return length;
    };
    const ownPiece = (begin: number, until: number) => {
      number(until - begin);
      for (let i = begin; i < until; i += 1) out.push(window[i] as number);
    };
    let [expected, own, found] = [0, from, 0];
    /** What was found a byte further on, when that was looked at already: where, how long, and from where. */
    let [ahead, aheadLength, aheadFound] = [-1, 0, 0];
    function longest(at: number): number {
      // Going on where the copy before ended costs least.
      let best = expected < at ? reach(expected, at) : 0;
      found = expected;
      if (best > 0) best += 2;
      for (let source = last[slot(at)] as number, left = TRIES; source >= 0 && left > 0; left -= 1) {
        // One that is longer has the byte behind what there is.
        const length = window[source + best] === window[at + best] ? reach(source, at) : 0;
        if (length > best) {
          best = length;
          found = source;
        }
        source = before[source] as number;
      }
      return found === expected && best > 0 ? best - 2 : best;
    }
    for (let at = from; at < end; ) {
      const length = ahead === at ? aheadLength : longest(at);
      const source = ahead === at ? aheadFound : found;
      enterOwn(at);
      if (length < SHORTEST_COPY) {
        at += 1;
        continue;
      }
      aheadLength = longest(at + 1);
      // A longer one begins with the next byte.
      if (aheadLength > length + 1) {
        at += 1;
        [ahead, aheadFound] = [at, found];
        continue;
      }
      ownPiece(own, at);
      const step = source - expected;
      number(length - SHORTEST_COPY);
      number(step < 0 ? -2 * step - 1 : 2 * step);
      expected = source + length;
      own = at + length;
      const until = Math.min(own, at + ENTERED);
      for (at += 1; at < until; at += 1) enterOwn(at);
      at = own;
    }
    ownPiece(own, end);
    // As it was: the next batch is written against the reference alone.
    for (let i = entered.length - 1; i >= 0; i -= 1) {
      const at = entered[i] as number;
      last[slot(at)] = before[at] as number;
    }
  }

  return ({ trace, tab, build: ran, table, seq, prev, data, vals, final }, key) => {
    if (ran !== build || table === '' || !UUID.test(trace) || !UUID.test(tab)) return null;
    const head = JSON.stringify([seq, final ? 1 : 0, key]);
    let time = 0;
    const shorter = data.replace(/"timestamp":(\d{13})/g, (_, written) => {
      const step = written - time;
      time = Number(written);
      return `"timestamp":~${step}`;
    });
    const text = new TextEncoder().encode(`${head}\n${shorter}\n${vals}`);
    if (text.length > ROOM - 8) return null;
    const sum = sha256([trace, tab, prev, table, build, head, data, vals].join('\n')).slice(0, 16);
    const hex = (SHORT_BATCH + build + sum + trace + tab + prev).replace(/-/g, '');
    const out: number[] = [];
    for (let at = 0; at < hex.length; at += 2) out.push(Number.parseInt(hex.slice(at, at + 2), 16));
    write(out, text);
    return new Uint8Array(out);
  };
}
