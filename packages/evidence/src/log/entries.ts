import { readUtf8 } from '../bytes/index.ts';
import { canonicalBytes, readCanonical } from '../canonical/index.ts';
import { base64Of, count, hash, members, name, oneOf, type Shape, text } from '../shape/index.ts';

export const MOST_ENTRY_BYTES = 65_535;

interface OnRecording {
  trace: string;
  by: string;
  approver: string;
  reason: string;
  at: number;
}

/** What the log holds. */
export type LogEntry =
  | { type: 'build'; build: string; sha256: string }
  | { type: 'document'; edition: string; id: string; version: number; sha256: string }
  | { type: 'capture'; server: string; segment: string; from: number; count: number; root: string }
  | { type: 'manifest'; trace: string; addendum: number; sha256: string; signature: string }
  | ({ type: 'unmask' } & OnRecording)
  | ({ type: 'export' } & OnRecording)
  | ({ type: 'hold' } & Omit<OnRecording, 'approver'>)
  | ({ type: 'release' } & Omit<OnRecording, 'approver'>)
  | { type: 'retention'; trace: string; until: number; rule: string }
  | { type: 'erased'; trace: string; rule: string; at: number }
  | { type: 'key'; key: string; previous: string; signature: string; at: number };

export type EntryType = LogEntry['type'];

const word = text(128);
const trace = name(8, 64);
const onRecording = { trace, by: word, reason: text(500), at: count };

const shapes: Record<EntryType, Shape> = {
  build: members({ type: oneOf('build'), build: word, sha256: hash }),
  document: members({ type: oneOf('document'), edition: word, id: word, version: count, sha256: hash }),
  capture: members({ type: oneOf('capture'), server: word, segment: word, from: count, count, root: hash }),
  manifest: members({ type: oneOf('manifest'), trace, addendum: count, sha256: hash, signature: base64Of(64) }),
  unmask: members({ type: oneOf('unmask'), ...onRecording, approver: word }),
  export: members({ type: oneOf('export'), ...onRecording, approver: word }),
  hold: members({ type: oneOf('hold'), ...onRecording }),
  release: members({ type: oneOf('release'), ...onRecording }),
  retention: members({ type: oneOf('retention'), trace, until: count, rule: word }),
  erased: members({ type: oneOf('erased'), trace, rule: word, at: count }),
  key: members({ type: oneOf('key'), key: base64Of(32), previous: base64Of(32), signature: base64Of(64), at: count }),
};

/** Says what is wrong with an entry; null when nothing is. */
export function entryProblem(value: unknown): string | null {
  const type = (value as { type?: unknown } | null)?.type;
  if (typeof type !== 'string' || !Object.hasOwn(shapes, type)) return 'entry.type: not one of the list';
  return shapes[type as EntryType](value, 'entry');
}

/** An entry's bytes. Throws when it could not be read back: it comes from our own code. */
export function entryBytes(entry: LogEntry): Uint8Array {
  const wrong = entryProblem(entry);
  if (wrong !== null) throw new Error(wrong);
  return canonicalBytes(entry);
}

/** null when these bytes are no entry. */
export function readEntry(bytes: Uint8Array): LogEntry | null {
  const content = bytes.length > MOST_ENTRY_BYTES ? null : readUtf8(bytes);
  const entry = content === null ? undefined : readCanonical(content);
  return entry !== undefined && entryProblem(entry) === null ? (entry as LogEntry) : null;
}
