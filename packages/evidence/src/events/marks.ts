import {
  amount,
  count,
  flag,
  hash,
  hashOrEmpty,
  name,
  oneOf,
  orNull,
  type Shape,
  someMembers,
  text,
  whole,
} from '../shape/index.ts';

/** An event of rrweb 2. */
export interface RecordedEvent {
  type: number;
  timestamp: number;
  data: unknown;
}

/** What a recording says beside the pictures, by the table of section 2. */
export type Mark =
  | { tag: 'page'; route: string; act: 'enter' | 'leave'; title: string; build: string }
  | {
      tag: 'doc';
      id: string;
      version: number;
      sha256: string;
      act: 'open' | 'scroll' | 'bottom' | 'close';
      percent: number;
      dwellMs: number;
    }
  | { tag: 'consent'; id: string; textSha256: string; checked: boolean }
  | { tag: 'field'; id: string; valid: boolean }
  | { tag: 'tap'; id: string }
  | { tag: 'api'; path: string; status: number; code: string | number | null; ms: number; requestId: string | null }
  | { tag: 'order'; orderNo: string }
  | {
      tag: 'env';
      channel: string;
      userAgent: string;
      width: number;
      height: number;
      recorder: string;
      sdk: string;
      elder: boolean;
    }
  | { tag: 'vis'; visible: boolean }
  | { tag: 'clock'; serverAt: number; clientAt: number; rttMs: number }
  | { tag: 'gap'; from: number; to: number; why: string; events: number }
  | { tag: 'sign'; previous: string };

export type MarkTag = Mark['tag'];

/** A mark with the time of its event, by the phone's clock. */
export type TimedMark = Mark & { at: number };

const word = text(200);
/** What a manifest repeats, which takes no longer ones. */
const repeated = text(128);
const oneOfEither =
  (a: Shape, b: Shape): Shape =>
  (value, path) =>
    a(value, path) === null ? null : b(value, path);

const shapes: Record<MarkTag, Shape> = {
  page: someMembers({ route: repeated, act: oneOf('enter', 'leave'), title: word, build: repeated }),
  doc: someMembers({
    id: repeated,
    version: count,
    sha256: hash,
    act: oneOf('open', 'scroll', 'bottom', 'close'),
    percent: amount,
    dwellMs: amount,
  }),
  consent: someMembers({ id: repeated, textSha256: hashOrEmpty, checked: flag }),
  field: someMembers({ id: word, valid: flag }),
  tap: someMembers({ id: word }),
  api: someMembers({
    path: text(500),
    status: amount,
    code: orNull(oneOfEither(word, whole)),
    ms: amount,
    requestId: orNull(word),
  }),
  order: someMembers({ orderNo: text(64) }),
  env: someMembers({
    channel: word,
    userAgent: text(1_000),
    width: amount,
    height: amount,
    recorder: repeated,
    sdk: word,
    elder: flag,
  }),
  vis: someMembers({ visible: flag }),
  clock: someMembers({ serverAt: amount, clientAt: amount, rttMs: amount }),
  gap: someMembers({ from: amount, to: amount, why: word, events: amount }),
  sign: someMembers({ previous: name(8, 64) }),
};

/** Says what is wrong with a mark's payload; null when nothing is. */
export function markProblem(tag: string, payload: unknown): string | null {
  return Object.hasOwn(shapes, tag) ? shapes[tag as MarkTag](payload, tag) : `${tag}: not in the table`;
}

/** The events of a batch; null when the text is no list of events. */
export function readEvents(data: string): RecordedEvent[] | null {
  try {
    const list: unknown = JSON.parse(data);
    return Array.isArray(list) && list.every(isEvent) ? list : null;
  } catch {
    return null;
  }
}

function isEvent(item: unknown): item is RecordedEvent {
  if (typeof item !== 'object' || item === null || !('data' in item)) return false;
  const { type, timestamp } = item as Partial<RecordedEvent>;
  return Number.isInteger(type) && (type as number) >= 0 && (type as number) <= 7 && isTime(timestamp);
}

const isTime = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;

const CUSTOM = 5;

/** The marks among events whose strings have been expanded. What is no mark by the table is left out. */
export function marksIn(events: readonly RecordedEvent[]): TimedMark[] {
  return events.flatMap(({ type, timestamp, data }) => {
    if (type !== CUSTOM || typeof data !== 'object' || data === null) return [];
    const { tag, payload } = data as { tag?: unknown; payload?: unknown };
    if (typeof tag !== 'string' || markProblem(tag, payload) !== null) return [];
    return [{ ...inWholeNumbers(payload as object), tag, at: Math.trunc(timestamp) } as TimedMark];
  });
}

/** A phone measures in fractions of a millisecond; nothing that is hashed may. */
function inWholeNumbers(payload: object): object {
  const whole: Record<string, unknown> = { ...payload };
  for (const member in whole) {
    const value = whole[member];
    if (typeof value === 'number') whole[member] = Math.trunc(value);
  }
  return whole;
}
