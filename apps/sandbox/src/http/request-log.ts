import { maskPersonal } from './mask-personal.ts';
import type { Remark } from './router.ts';

export type LogEntry = Remark & {
  sequence: number;
  atMs: number;
  method: string;
  target: string;
  requestBody: string;
  status?: number;
  answerBody?: string;
};

export type RequestLog = {
  begin(entry: { atMs: number; method: string; target: string; body: Buffer }): LogEntry;
  /** Newest first. */
  entries(): LogEntry[];
  clear(): void;
};

const KEEP = 500;
const BODY_LIMIT = 4000;

/** The last 500 requests, with personal data and secrets masked. */
export function createRequestLog(): RequestLog {
  let entries: LogEntry[] = [];
  let sequence = 0;
  return {
    begin: ({ atMs, method, target, body }) => {
      sequence += 1;
      const entry: LogEntry = {
        sequence,
        atMs,
        method,
        target: maskPersonal(target),
        requestBody: maskPersonal(body.subarray(0, BODY_LIMIT).toString('utf8')),
      };
      entries.push(entry);
      if (entries.length > KEEP) entries = entries.slice(-KEEP);
      return entry;
    },
    entries: () => [...entries].reverse(),
    clear: () => {
      entries = [];
    },
  };
}
