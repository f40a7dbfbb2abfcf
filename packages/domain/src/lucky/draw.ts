import { type LuckyPrize, ODDS_WHOLE } from './round-rules.ts';

/** Whose chance in which round, and what they threw in: the text whose HMAC with the round's seed is the draw. */
export interface DrawInput {
  readonly rulesHash: string;
  /** Stands for the person within the round; says nothing about who it is. */
  readonly tag: string;
  /** Thrown in by the person's phone after the seed was fixed. */
  readonly nonce: string;
}

export function drawText({ rulesHash, tag, nonce }: DrawInput): string {
  return `${rulesHash}\n${tag}\n${nonce}`;
}

/** The first 8 figures of the HMAC (hex) as a number, brought to 0 … 999999. */
export function rollOf(hmacHex: string): number {
  const number = Number.parseInt(hmacHex.slice(0, 8), 16);
  if (!/^[0-9a-f]{64}$/.test(hmacHex)) throw new RangeError('not an HMAC-SHA-256 in hex');
  return Math.floor((number * ODDS_WHOLE) / 2 ** 32);
}

/** The prize that a number stands for: the odds laid one after the other; null behind the last. */
export function prizeOfRoll<P extends Pick<LuckyPrize, 'oddsPpm'>>(roll: number, prizes: readonly P[]): P | null {
  let until = 0;
  for (const prize of prizes) {
    until += prize.oddsPpm;
    if (roll < until) return prize;
  }
  return null;
}

/** One draw as everybody can read it. */
export interface PublishedDraw {
  /** 1, 2, 3 … in the order they were drawn. */
  readonly position: number;
  readonly tag: string;
  readonly nonce: string;
  readonly roll: number;
  /** Null where nothing was won, or nothing of it was left. */
  readonly prizeCode: string | null;
  readonly atMs: number;
  /** SHA-256 of the hash before and of this line: none can be changed, left out or put in later. */
  readonly hash: string;
}

export function drawLine(draw: Omit<PublishedDraw, 'hash'>): string {
  return [draw.position, draw.tag, draw.nonce, draw.roll, draw.prizeCode ?? '-', draw.atMs].join('|');
}

export function chainText(before: string, line: string): string {
  return `${before}\n${line}`;
}

/** What the first line is chained to. */
export function chainStart(seedHash: string, rulesHash: string): string {
  return `${seedHash}\n${rulesHash}`;
}
