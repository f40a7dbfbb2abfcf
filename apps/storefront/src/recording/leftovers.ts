import { type Batch, begun, cutBatch, type Progress, readRow, rowName, rowText } from './batch.ts';
import { BATCH_ITEMS, KEPT_CHARACTERS } from './life.ts';
import type { Locks } from './locks.ts';
import type { Row, Rows, RowsAtOnce } from './rows.ts';
import type { Sender } from './send.ts';
import { sha256 } from './sha256.ts';

const KEPT_MS = 7 * 24 * 3_600_000;
/** The page's own business goes first. */
const AFTER_MS = 3_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** A slow line is given twice as long each time. The page's own come first, and are small. */
const FIRST_ATTEMPT = 1;

export interface LeftoverParts {
  rows: Rows;
  atOnce: RowsAtOnce;
  sender: Sender;
  locks: Locks;
  now: () => number;
  /** Lives of this page: they look after themselves. */
  isOwn: (tab: string) => boolean;
  onGap: (batch: Pick<Batch, 'n' | 't0' | 't1'>, why: string) => void;
}

/** What the lock of a life is called; `trace/tab` begins the name of each of its rows. */
const lifeOf = (name: string): string => name.slice(0, name.lastIndexOf('/'));
const kindOf = (name: string): string => name.charAt(name.lastIndexOf('/') + 1);

/**
 * Sends what was left behind until nothing is left. A visit may be short: whatever comes between, a line that fails or is slow, a
 * storage that does not answer, a page that is just going, it is tried again within seconds, and then less and less often.
 */
export function keepSendingLeftovers(
  parts: LeftoverParts,
  { timers, chance }: { timers: { set(run: () => void, delayMs: number): unknown }; chance: () => number },
): void {
  const attempt = async (before: number): Promise<void> => {
    if (await sendLeftovers(parts, FIRST_ATTEMPT + before).catch(() => false)) return;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** before);
    timers.set(() => void attempt(before + 1), pauseMs * (0.5 + chance() / 2));
  };
  timers.set(() => void attempt(0), AFTER_MS);
}

/**
 * Sends what other loads of any page here have left behind, each under its own name and number. True when nothing is left
 * but what this page looks after itself.
 */
export async function sendLeftovers(parts: LeftoverParts, attempt = FIRST_ATTEMPT): Promise<boolean> {
  const lives = new Set((await all(parts)).map(([name]) => lifeOf(name)));
  let clean = true;
  for (const life of lives) {
    if (parts.isOwn(life.split('/')[1] ?? '')) continue;
    let isSent = false;
    // Whose page still has it may be at its end.
    await parts.locks.ifFree(life, async () => {
      isSent = await sendLife(parts, life, attempt);
    });
    clean &&= isSent;
  }
  return clean;
}

async function sendLife(parts: LeftoverParts, life: string, attempt: number): Promise<boolean> {
  const { rows, atOnce, sender, now } = parts;
  // Read now that nobody else can: another tab may just have sent them.
  const own = (await all(parts)).filter(([name]) => lifeOf(name) === life);
  const gone = async () => {
    for (const [name] of own) atOnce.forget(name);
    await rows.change([], own.map(([name]) => name).concat(`${life}/p`, `${life}/l`));
  };
  let progress = progressOf(life, own);
  if (progress === null) return gone().then(() => true);
  const batches = read(own, 'b', readRow.batch).map((batch) => (batch.vals === '' ? withValues(batch, own) : batch));
  for (const { seq, upTo, data } of batches) {
    if (seq >= progress.seq) progress = { ...progress, seq: seq + 1, cut: upTo, prev: sha256(data) };
  }
  const { cut: begin, table } = progress;
  const items = own.flatMap(([name, text]) => {
    const first = Number(/\/i(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    const kept = Number.isNaN(first) ? [] : readRow.items(text).slice(Math.max(0, begin - first));
    // Numbers of a table that nobody knows any more say nothing.
    return table === '' ? kept.filter(({ text }) => !text.includes('"\u007f')) : kept;
  });
  const cut: Batch[] = [];
  if (items.length > 0) {
    // It did not come to an end of its own: what it had not yet put down is not here.
    const last = items[items.length - 1]?.at ?? 0;
    const payload = { from: last, to: last, why: 'killed', events: 0 };
    const gap = { type: 5, timestamp: last, data: { tag: 'gap', payload } };
    items.push({ text: JSON.stringify(gap), at: last, values: [] });
  }
  for (let at = 0; at < items.length; at += BATCH_ITEMS) {
    const [batch, next] = cutBatch(progress, items.slice(at, at + BATCH_ITEMS), at + BATCH_ITEMS >= items.length);
    progress = next;
    cut.push(batch);
  }
  if (cut.length > 0) {
    // Put down before it is sent: whatever happens, it is sent again as it is. Without room for that it is cut as before.
    const put: Row[] = cut.map((batch) => [rowName.batch(batch, batch.seq), rowText.batch(batch)]);
    const drop = own.map(([name]) => name).filter((name) => kindOf(name) === 'i');
    await rows.change([...put, [rowName.progress(progress), JSON.stringify(progress)]], drop).catch(() => {});
  }

  const waiting = [...batches, ...cut];
  let over = waiting.reduce((sum, { data }) => sum + data.length, 0) - KEPT_CHARACTERS;
  let key = progress.key;
  for (const batch of waiting) {
    const old = batch.t1 < now() - KEPT_MS;
    if (over > 0 || old) {
      over -= batch.data.length;
      parts.onGap(batch, old ? 'old' : 'full');
    } else {
      const sent = await sender.send(batch, key, attempt);
      if (sent.end === 'unsent') return false;
      if (sent.end === 'refused') parts.onGap(batch, 'refused');
      else key = sent.key || key;
    }
    const name = rowName.batch(batch, batch.seq);
    atOnce.forget(name);
    await rows.change([], [name]);
  }
  await gone();
  return true;
}

/** A batch that was put down in a hurry has no values; its events' rows have. */
function withValues(batch: Batch, own: readonly Row[]): Batch {
  const values = own.flatMap(([name, text]) => {
    const first = Number(/\/i(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    if (!(first < batch.upTo)) return [];
    const from = Math.max(0, batch.upTo - batch.n - first);
    return readRow
      .items(text)
      .slice(from, batch.upTo - first)
      .flatMap((item) => item.values);
  });
  return values.length > 0 ? { ...batch, vals: JSON.stringify(values) } : batch;
}

/** How far it had come; null for rows that are none of ours. */
function progressOf(life: string, own: readonly Row[]): Progress | null {
  const [kept] = read(own, 'p', readRow.progress);
  if (kept) return kept;
  const [trace, tab] = life.split('/');
  const { build, table } = read(own, 'b', readRow.batch)[0] ?? { build: '', table: '' };
  return trace && tab ? begun({ trace, tab, build, table }) : null;
}

/** What either storage has; what both have is the same. */
async function all({ rows, atOnce }: LeftoverParts): Promise<Row[]> {
  const kept = new Map([...atOnce.all(), ...(await rows.all())]);
  return [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
}

function read<T>(own: readonly Row[], kind: string, reading: (text: string) => T | null): T[] {
  return own.flatMap(([name, text]) => {
    const value = kindOf(name) === kind ? reading(text) : null;
    return value === null ? [] : [value];
  });
}
