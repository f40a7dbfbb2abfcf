import { NO_TABLE, type Table } from './pack.ts';
import { sha256 } from './sha256.ts';
import { createShorten } from './wire.ts';

/** A recording does not wait longer for its table: without one it only weighs more. */
const PATIENCE_MS = 1_500;

export interface TableParts {
  /** The build's name, as the page says it; empty when it says none. */
  readonly build: string;
  readonly fetch: (url: string) => Promise<Response>;
  readonly timers: { set(run: () => void, delayMs: number): unknown };
}

export interface ComingTable {
  /** Has it fetched, if it is not there or on the way. */
  ask(): void;
  /** Never rejects. Named by what really came, whatever it was asked for by. */
  get(): Promise<Table>;
}

export function createTable({ build, fetch, timers }: TableParts): ComingTable {
  let coming: Promise<Table> | null = null;

  function ask(): Promise<Table> {
    if (!/^[\da-f]{32}$/.test(build)) return Promise.resolve(NO_TABLE);
    coming ??= read(fetch, build).catch(() => {
      // Whoever asks next tries again.
      coming = null;
      return NO_TABLE;
    });
    return coming;
  }

  return {
    ask: () => void ask(),
    get() {
      const late = new Promise<Table>((resolve) => {
        timers.set(() => resolve(NO_TABLE), PATIENCE_MS);
      });
      return Promise.race([ask(), late]);
    },
  };
}

/** By the browser beside the page where it does that: a table is longer than any batch. */
async function hashOf(text: string): Promise<string> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return sha256(text);
  const hash = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function read(fetch: TableParts['fetch'], build: string): Promise<Table> {
  const reading = fetch(`/assets/reference-${build}.txt`)
    .then(async (answer) => (answer.ok ? createShorten(build, new Uint8Array(await answer.arrayBuffer())) : null))
    .catch(() => null);
  const answer = await fetch(`/assets/table-${build}.json`);
  // A server that is busy or being changed has it a moment later; one that says there is none is believed.
  if (answer.status >= 429) throw new Error(String(answer.status));
  if (!answer.ok) return NO_TABLE;
  const text = await answer.text();
  const strings: unknown = JSON.parse(text);
  if (!Array.isArray(strings) || !strings.every((one) => typeof one === 'string')) return NO_TABLE;
  const index = new Map(strings.map((one, number) => [one, number]));
  return { sha256: await hashOf(text), index, shorten: await reading };
}
