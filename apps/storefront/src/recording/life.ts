import { type Batch, begun, cutBatch, type Item, type LifeName, type Progress, rowName, rowText } from './batch.ts';
import type { Row, Rows, RowsAtOnce } from './rows.ts';
import type { Sender, Sent, Taken } from './send.ts';

/** Specification, section 9. */
export const BATCH_ITEMS = 60;
const BATCH_AGE_MS = 5_000;
/** About 24 kB once they are compressed. */
const BATCH_CHARACTERS = 120_000;
const WRITE_ITEMS = 20;
/** A kill may cost no event that is older than a second; the disk wants its part of that. */
const WRITE_AGE_MS = 800;
/** What a person typed, letter by letter. */
const WRITE_VALUES_MS = 500;
/** Marks come in handfuls: a screen's leaving, the next one's entry, calls. A kill may cost none that is older than 50 ms. */
const WRITE_MARKS_MS = 8;
const DISK_PATIENCE_MS = 1_000;
/** Rows of what the server has go with the next change; where none comes, after this long. */
const TIDY_MS = 2_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** About 20 MB on the disk. */
export const KEPT_CHARACTERS = 10_000_000;
/** Of the 64 KiB that a browser lets outlive a page, the rest is for others. */
const LEAVING_BYTES = 48_000;
const MARK = /^\{"type":5,/;
/** With what JSON adds to it, half of that. */
const SMALL_CHARACTERS = 16_000;

export interface LifeParts {
  name: LifeName;
  /** What an earlier load of the tab was given for sending to this recording; may be empty. */
  key?: string;
  rows: Rows;
  /** For a page that goes away before its disk has answered. */
  atOnce: RowsAtOnce;
  sender: Sender;
  timers: { set(run: () => void, delayMs: number): unknown; clear(id: unknown): void };
  /** From 0 up to but without 1. */
  chance: () => number;
  /** What could not be kept or sent and is gone. */
  onGap: (batch: Batch, why: string) => void;
  onTaken: (sent: Taken, askedMs: number) => void;
  now: () => number;
}

/** The events of one load of the page, from their coming until the server has them. */
export interface Life {
  readonly name: LifeName;
  /** `urgent`: on the phone's disk within 50 ms and not within a second. */
  push(item: Item, urgent: boolean): void;
  /** Sends what there is. True once the server has it; false when it does not answer within this time. */
  flush(waitMs: number): Promise<boolean>;
  /** The page is hidden, or goes away (`final`): what fits goes along now. */
  leave(final: boolean): void;
  /** Nothing more comes: the last batch says so, and goes whenever it can. Resolves once all has gone. */
  end(): Promise<void>;
  /** Whether something has not reached the server. */
  isEmpty(): boolean;
}

export function createLife(parts: LifeParts): Life {
  const { rows, sender, timers } = parts;
  let progress: Progress = begun(parts.name, parts.key);
  /** Not cut yet; of those, how many are on the disk, under which names. */
  let items: Item[] = [];
  let characters = 0;
  let written = 0;
  let count = 0;
  let itemRows: string[] = [];
  /** Whether the disk has been told of this life. How far it is since can be read from the rows of its batches. */
  let told = false;
  /** Whether it has been told by what a later visit may send the rest. */
  let keyed = false;
  let batches: Batch[] = [];
  /** Of them, those that the disk has not taken. */
  const unsettled = new Set<Batch>();
  let attempts = 0;
  let sending: Promise<void> | null = null;
  let ended = false;
  let waiting: (() => void)[] = [];
  /** When what waits is written. */
  let writeAt = 0;
  const timer: Record<'write' | 'cut' | 'pause' | 'tidy', unknown> = {
    write: null,
    cut: null,
    pause: null,
    tidy: null,
  };

  function stop(name: keyof typeof timer): void {
    if (timer[name] !== null) timers.clear(timer[name]);
    timer[name] = null;
  }

  /** One after the other, so that no row is dropped before it is there. */
  let disk: Promise<unknown> = Promise.resolve();
  /** Rows that should be gone and were not to be got rid of. */
  let owed: readonly string[] = [];
  /** Rows of what the server has. The next change takes them along, and says how far this life has come. */
  let untidy: string[] = [];
  function change(put: readonly Row[], drop: readonly string[], less: readonly Row[] = put): Promise<boolean> {
    stop('tidy');
    const also: Row[] = untidy.length > 0 && !drop.includes(rowName.progress(progress)) ? [progressRow()] : [];
    const tidied = untidy;
    untidy = [];
    const done = disk.then(async () => {
      const all = [...owed, ...tidied, ...drop];
      // What finds no room stays in this page's memory.
      const kept = await rows
        .change([...put, ...also], all)
        .catch(() => rows.change([...less, ...also], all))
        .then(
          () => true,
          () => false,
        );
      owed = kept ? [] : all;
      // There may be no room just because of them.
      if (!kept && tidied.length > 0) await rows.change([], tidied).catch(() => {});
      return kept;
    });
    disk = done;
    return done;
  }

  function write(): void {
    stop('write');
    if (written === items.length) return;
    const name = rowName.items(progress, count - (items.length - written));
    const fresh = items.slice(written);
    const first: Row[] = told ? [] : [progressRow()];
    const rowsOf = (kept: readonly Item[]): Row[] => [[name, rowText.items(kept)], ...first];
    itemRows.push(name);
    written = items.length;
    // Where there is little room, what weighs most goes first: marks, and what was typed.
    const less = rowsOf(fresh.filter(({ text, values }) => MARK.test(text) || values.length > 0));
    void change(rowsOf(fresh), [], less).then((kept) => {
      told ||= kept;
    });
  }

  const progressRow = (): Row => [rowName.progress(progress), JSON.stringify(progress)];

  function cut(final = false): void {
    const drop = itemRows;
    const all = items;
    stop('write');
    stop('cut');
    items = [];
    itemRows = [];
    characters = written = 0;
    if (all.length > 0) putDown(all, final, drop);
  }

  /** As the page goes away: so that what is small goes along although something large does not. */
  function cutSmall(final: boolean): void {
    const all = items;
    const last = all.findIndex((_, i) => {
      const rest = all.slice(i);
      return rest.reduce((sum, { text }) => sum + text.length, 0) <= SMALL_CHARACTERS;
    });
    if (last > 0) {
      const small = items.slice(last);
      items = items.slice(0, last);
      cut();
      items = small;
    }
    cut(final);
  }

  function putDown(all: readonly Item[], final: boolean, drop: readonly string[]): void {
    const [batch, next] = cutBatch(progress, all, final);
    progress = next;
    batches.push(batch);
    const put: Row[] = [[rowName.batch(batch, batch.seq), rowText.batch(batch)]];
    unsettled.add(batch);
    // What was refused goes to the other storage when the page goes.
    void change(put, drop).then((kept) => kept && settleDisk(batch));
    let kept = batches.reduce((sum, one) => sum + one.data.length, 0);
    for (const oldest of batches.slice(0, -1)) {
      if (kept <= KEPT_CHARACTERS) break;
      kept -= oldest.data.length;
      forget(oldest);
      parts.onGap(oldest, 'full');
    }
  }

  function settleDisk(batch: Batch): void {
    if (unsettled.delete(batch)) parts.atOnce.forget(rowName.batch(batch, batch.seq));
  }

  function forget(batch: Batch): void {
    batches = batches.filter((other) => other !== batch);
    untidy.push(rowName.batch(batch, batch.seq));
    const isLast = ended && batches.length === 0 && items.length === 0;
    // Killed before its row is gone, a batch is sent once more, and taken as what it is. What cannot wait: by what a later
    // visit sends the rest, and what the disk has not taken.
    if (isLast || !keyed || unsettled.has(batch))
      void tidy(isLast ? [rowName.progress(batch)] : []).then(() => settleDisk(batch));
    else timer.tidy ??= timers.set(() => void tidy(), TIDY_MS);
    keyed ||= progress.key !== '';
  }

  const tidy = async (drop: readonly string[] = []): Promise<unknown> => untidy.length > 0 && change([], drop);

  function settle(batch: Batch, sent: Sent, askedMs: number): void {
    if (sent.end === 'unsent') return;
    if (!batches.includes(batch)) return;
    if (sent.end === 'taken' && sent.key) progress = { ...progress, key: sent.key };
    forget(batch);
    if (sent.end === 'refused') {
      parts.onGap(batch, 'refused');
      return;
    }
    parts.onTaken(sent, askedMs);
  }

  /** What the server has must be on the disk as the same batch, or a later visit would cut it in another way. */
  async function settled(batch: Batch): Promise<void> {
    if (!unsettled.has(batch)) return;
    let late: unknown;
    const over = new Promise<void>((resolve) => {
      late = timers.set(resolve, DISK_PATIENCE_MS);
    });
    await Promise.race([disk, over]);
    timers.clear(late);
  }

  async function pump(): Promise<void> {
    stop('pause');
    for (let batch = batches[0]; batch; batch = batches[0]) {
      await settled(batch);
      const askedMs = parts.now();
      const sent = await sender.send(batch, progress.key, attempts);
      settle(batch, sent, askedMs);
      if (sent.end === 'unsent') {
        const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempts);
        attempts += 1;
        timer.pause = timers.set(() => start(), pause * (0.5 + parts.chance() / 2));
        break;
      }
      attempts = 0;
    }
  }

  function start(): Promise<void> {
    sending ??= pump()
      .catch(() => {})
      .then(() => {
        sending = null;
        const told = waiting;
        waiting = [];
        for (const tell of told) tell();
        // Something came while the last was on its way.
        if (batches.length > 0 && timer.pause === null) void start();
      });
    return sending;
  }

  const isEmpty = () => items.length === 0 && batches.length === 0;

  return {
    name: parts.name,
    push(item, urgent) {
      items.push(item);
      count += 1;
      characters += item.text.length;
      if (items.length >= BATCH_ITEMS || characters >= BATCH_CHARACTERS) {
        cut();
        if (timer.pause === null) void start();
        return;
      }
      timer.cut ??= timers.set(() => {
        timer.cut = null;
        cut();
        if (timer.pause === null) void start();
      }, BATCH_AGE_MS);
      if (items.length - written >= WRITE_ITEMS) return write();
      const delayMs = urgent ? WRITE_MARKS_MS : item.values.length > 0 ? WRITE_VALUES_MS : WRITE_AGE_MS;
      const at = parts.now() + delayMs;
      if (timer.write !== null && at >= writeAt) return;
      stop('write');
      writeAt = at;
      timer.write = timers.set(write, delayMs);
    },
    async flush(waitMs) {
      cut();
      if (isEmpty()) return true;
      let late: unknown;
      const over = new Promise<void>((resolve) => {
        late = timers.set(resolve, waitMs);
      });
      // What is on its way already may not be all: one more turn for the rest.
      const trying = async () => {
        await (sending ?? undefined);
        if (batches.length > 0) await start();
      };
      await Promise.race([trying(), over]);
      timers.clear(late);
      return isEmpty();
    },
    leave(final) {
      ended ||= final;
      cutSmall(final);
      void tidy();
      // Of a person nothing lies there: what was typed goes to the disk alone.
      for (const batch of unsettled)
        parts.atOnce.keep(rowName.batch(batch, batch.seq), rowText.batch({ ...batch, vals: '' }));
      let room = LEAVING_BYTES;
      const bodies = batches.map((batch) => ({ batch, body: sender.leavingBody(batch, progress.key) }));
      for (const { batch, body } of bodies.sort((a, b) => a.body.length - b.body.length)) {
        if (body.length > room) break;
        room -= body.length;
        const askedMs = parts.now();
        void sender.sendLeaving(body).then((sent) => settle(batch, sent, askedMs));
      }
    },
    async end() {
      ended = true;
      cut(true);
      if (isEmpty()) change([], [rowName.progress(progress)]);
      else void start();
      while (!isEmpty()) await new Promise<void>((resolve) => waiting.push(resolve));
      await disk;
    },
    isEmpty,
  };
}
