import { hex, readUtf8, sha256Hex } from '../bytes/index.ts';

/** Section 1, "Short batches": a batch written as what differs from the reference of its build. */

export const SHORT_BATCH = 0xc5;

/** What a build says of itself that a short batch does not repeat. */
export interface WireBuild {
  /** SHA-256 of its string table. */
  readonly table: string;
  readonly reference: Uint8Array;
}

/** The members of section 1. */
export interface WireBatch {
  readonly data: string;
  readonly orderNo: '';
  readonly policyHolderIdNum: '';
  readonly policyHolderIdType: '';
  readonly policyHolderName: '';
  readonly policyHolderPhoneNo: '';
  readonly productId: 'js26';
  readonly traceId: string;
  readonly v: 1;
  readonly tab: string;
  readonly seq: number;
  readonly prev: string;
  readonly tbl: string;
  readonly build: string;
  readonly vals: string;
  readonly final?: true;
  readonly key?: string;
}

const [BUILD, SUM, TRACE, TAB, PREV, COMMANDS] = [1, 17, 25, 41, 57, 89];
const SHORTEST_COPY = 6;

/** Which build's reference it needs; null when it is no short batch. */
export const wireBuildOf = (bytes: Uint8Array): string | null =>
  bytes[0] === SHORT_BATCH && bytes.length > COMMANDS ? hex(bytes.subarray(BUILD, SUM)) : null;

/** The batch; null when it is not exactly what was written down: damaged, or with another reference or table. */
export function expandWire(bytes: Uint8Array, { table, reference }: WireBuild, mostBytes: number): WireBatch | null {
  const build = wireBuildOf(bytes);
  if (build === null) return null;
  const written = expandCommands(bytes.subarray(COMMANDS), reference, mostBytes);
  const parts = written && readUtf8(written)?.split('\n');
  if (parts?.length !== 3) return null;
  const [head, data, vals] = [parts[0] as string, timesWritten(parts[1] as string), parts[2] as string];
  const [trace, tab] = [uuid(bytes.subarray(TRACE, TAB)), uuid(bytes.subarray(TAB, PREV))];
  const prev = hex(bytes.subarray(PREV, COMMANDS));
  const sum = sha256Hex([trace, tab, prev, table, build, head, data, vals].join('\n'));
  if (!sum.startsWith(hex(bytes.subarray(SUM, TRACE)))) return null;
  const read = readHead(head);
  if (read === null) return null;
  const [seq, final, key] = read;
  return {
    ...{ data, orderNo: '', policyHolderIdNum: '', policyHolderIdType: '', policyHolderName: '' },
    ...{ policyHolderPhoneNo: '', productId: 'js26', traceId: trace, v: 1, tab, seq, prev, tbl: table, build, vals },
    ...(final === 1 ? { final: true } : {}),
    ...(key === '' ? {} : { key }),
  };
}

function readHead(text: string): [number, number, string] | null {
  try {
    const head: unknown = JSON.parse(text);
    if (!Array.isArray(head) || head.length !== 3) return null;
    const [seq, final, key] = head;
    return Number.isSafeInteger(seq) && (final === 0 || final === 1) && typeof key === 'string'
      ? [seq, final, key]
      : null;
  } catch {
    return null;
  }
}

/** Times stand there as the difference from the time before. */
function timesWritten(text: string): string {
  let before = 0;
  return text.replace(/"timestamp":~(-?\d{1,15})/g, (_, step: string) => {
    before += Number(step);
    return `"timestamp":${before}`;
  });
}

/** Pieces of its own and copies out of the reference and of what was already written, in turns; null when it is none. */
function expandCommands(commands: Uint8Array, reference: Uint8Array, most: number): Uint8Array | null {
  const from = reference.length;
  let window = new Uint8Array(from + Math.min(most, 16 * commands.length + 1024));
  window.set(reference);
  let [at, end, expected] = [0, from, 0];
  function number(): number {
    let value = 0;
    for (let scale = 1; scale < 2 ** 36; scale *= 128) {
      const byte = commands[at++] ?? Number.NaN;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      if (Number.isNaN(byte)) break;
    }
    return Number.NaN;
  }
  /** Room for some more; false when it is too much. */
  function grow(more: number): boolean {
    if (!(end - from + more <= most)) return false;
    if (end + more <= window.length) return true;
    const wider = new Uint8Array(Math.min(from + most, Math.max(2 * window.length, end + more)));
    wider.set(window.subarray(0, end));
    window = wider;
    return true;
  }
  for (;;) {
    const own = number();
    if (!(at + own <= commands.length) || !grow(own)) return null;
    window.set(commands.subarray(at, at + own), end);
    at += own;
    end += own;
    if (at === commands.length) return window.subarray(from, end);
    const length = number() + SHORTEST_COPY;
    const step = number();
    const source = expected + (step % 2 === 0 ? step / 2 : -(step + 1) / 2);
    if (!(source >= 0 && source < end) || !grow(length)) return null;
    // Byte by byte: a copy may reach into what it writes.
    for (let i = 0; i < length; i++) window[end + i] = window[source + i] as number;
    end += length;
    expected = source + length;
  }
}

const uuid = (bytes: Uint8Array): string => hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
