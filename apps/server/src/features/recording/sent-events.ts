import { endOfName, endOfValue, standsAt } from './json-ends.ts';

/** How many events there are, and between which moments of the phone's clock. */
export interface SentEvents {
  readonly count: number;
  /** Milliseconds since 1970; infinite where there are no events. */
  readonly first: number;
  readonly last: number;
}

const MOST_EVENTS = 10_000;
const MOST_EVENT_TYPE = 7;
const MOST_DIGITS = 15;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const ZERO = 0x30;
const TYPE = Buffer.from('"type":');
const DATA = Buffer.from('"data":');
const TIMESTAMP = Buffer.from('"timestamp":');

/** What the text of a batch, also given as UTF-8, holds; null where these are no events. */
export function eventsIn(text: string, bytes: Uint8Array): SentEvents | null {
  return countWhereTheyStand(bytes) ?? countAsValues(text);
}

/** The long way, by making every value. What it takes is what is taken. */
export function countAsValues(text: string): SentEvents | null {
  const list = parsed(text);
  if (!Array.isArray(list) || list.length > MOST_EVENTS) return null;
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const event of list) {
    const at = timeOf(event);
    if (at === null) return null;
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return { count: list.length, first, last };
}

/** Null where it is no event. */
function timeOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, timestamp, data } = value as Record<string, unknown>;
  const typed = Number.isInteger(type) && (type as number) >= 0 && (type as number) <= MOST_EVENT_TYPE;
  const isEvent = typed && Number.isFinite(timestamp) && typeof data === 'object' && data !== null;
  return isEvent ? (timestamp as number) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The same as recorders write them, without making anything; null for any other text, right or wrong.
 */
export function countWhereTheyStand(text: Uint8Array): SentEvents | null {
  if (text[0] !== OPEN_LIST) return null;
  let [count, first, last, at] = [0, Number.POSITIVE_INFINITY, 0, 0];
  do {
    // On the bracket, or the comma before it.
    at = event.read(text, at + 1);
    if (at < 0 || count === MOST_EVENTS) return null;
    count += 1;
    first = Math.min(first, event.timestamp);
    last = Math.max(last, event.timestamp);
  } while (text[at] === COMMA);
  return text[at] === CLOSE_LIST && at === text.length - 1 ? { count, first, last } : null;
}

const isType = (sign: number): boolean => sign >= ZERO && sign <= ZERO + MOST_EVENT_TYPE;

/** Reads one event; an object of its own for each would be as much to clear away as the events. */
const event = {
  /** Of the event that was read last. */
  timestamp: 0,
  /** An event with each of its three members once, under its plain name: the place behind it, or -1. */
  read(text: Uint8Array, begin: number): number {
    if (text[begin] !== OPEN_OBJECT) return -1;
    let [hasType, hasData, timestamp, at] = [false, false, -1, begin];
    do {
      const name = at + 1;
      const value = endOfName(text, name);
      at = value < 0 ? -1 : endOfValue(text, value);
      if (at < 0) return -1;
      const first = text[value] as number;
      if (standsAt(text, name, DATA)) {
        if (hasData || (first !== OPEN_OBJECT && first !== OPEN_LIST)) return -1;
        hasData = true;
      } else if (standsAt(text, name, TYPE)) {
        if (hasType || at !== value + 1 || !isType(first)) return -1;
        hasType = true;
      } else if (standsAt(text, name, TIMESTAMP)) {
        if (timestamp >= 0) return -1;
        timestamp = integer(text, value, at);
        if (timestamp < 0) return -1;
        // Written with escapes, it may be one of the three.
      } else if (text.subarray(name, value).includes(BACKSLASH)) return -1;
    } while (text[at] === COMMA);
    this.timestamp = timestamp;
    return text[at] === CLOSE_OBJECT && hasType && hasData && timestamp >= 0 ? at + 1 : -1;
  },
};

/** A number's value where it is an integer that a double holds; -1 for any other. */
function integer(text: Uint8Array, begin: number, end: number): number {
  if (end - begin > MOST_DIGITS) return -1;
  let value = 0;
  for (let at = begin; at < end; at++) {
    const digit = (text[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
