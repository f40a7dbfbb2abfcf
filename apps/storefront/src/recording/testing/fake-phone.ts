import type { Batch } from '../batch.ts';
import { keepSendingLeftovers, sendLeftovers } from '../leftovers.ts';
import { createLife, type Life } from '../life.ts';
import { leaseLocks } from '../locks.ts';
import { memoryRows, type Rows, type RowsAtOnce } from '../rows.ts';
import { createSender } from '../send.ts';

/** A clock that only moves when told to, and runs what is due on the way. */
export function fakeTime() {
  let nowMs = 1_800_000_000_000;
  let number = 0;
  const due = new Map<number, { at: number; run: () => void }>();
  const settle = async () => {
    for (let i = 0; i < 60; i += 1) await Promise.resolve();
  };
  return {
    now: () => nowMs,
    timers: {
      set(run: () => void, delayMs: number): unknown {
        number += 1;
        due.set(number, { at: nowMs + delayMs, run });
        return number;
      },
      clear: (id: unknown) => void due.delete(id as number),
    },
    settle,
    async pass(ms: number) {
      await settle();
      const until = nowMs + ms;
      for (;;) {
        const [next] = [...due].filter(([, one]) => one.at <= until).sort(([, a], [, b]) => a.at - b.at);
        if (!next) break;
        due.delete(next[0]);
        nowMs = Math.max(nowMs, next[1].at);
        next[1].run();
        await settle();
      }
      nowMs = until;
    },
  };
}

export interface Received {
  readonly traceId: string;
  readonly tab: string;
  readonly seq: number;
  readonly prev: string;
  readonly data: string;
  readonly vals: string;
  readonly final?: true;
  readonly key?: string;
}

/** The server as far as a phone sees it: takes a batch once, and again without counting it. */
export function fakeReceiver() {
  const taken = new Map<string, Received>();
  const conflicts: Received[] = [];
  const asked: Received[] = [];
  let answer: (batch: Received) => 'ok' | 'lost-answer' | 'no-answer' | number | Promise<'ok'> = () => 'ok';
  return {
    asked,
    conflicts,
    answers: (next: typeof answer) => {
      answer = next;
    },
    /** The texts of all events of a tab, in their order. */
    events: (tab?: string) =>
      [...taken.values()]
        .filter((batch) => tab === undefined || batch.tab === tab)
        .sort((a, b) => a.tab.localeCompare(b.tab) || a.seq - b.seq)
        .flatMap((batch) => JSON.parse(batch.data) as { type: number; data: unknown }[]),
    batches: () => [...taken.values()],
    async fetch(_url: string, init: RequestInit): Promise<Response> {
      const batch = JSON.parse(textOf(init.body)) as Received;
      asked.push(batch);
      const how = await answer(batch);
      if (how === 'no-answer') throw new TypeError('no network');
      if (typeof how === 'number') return new Response('', { status: how });
      const name = `${batch.traceId} ${batch.tab} ${batch.seq}`;
      const before = taken.get(name);
      if (before && before.data !== batch.data) conflicts.push(batch);
      taken.set(name, before ?? batch);
      if (how === 'lost-answer') throw new TypeError('the answer was lost');
      return Response.json({ code: 200000, message: '', ack: batch.seq, serverTime: 1, receipt: {}, key: 'KEY' });
    },
  };
}

/** One phone whose pages come and go; its rows stay. */
export function fakePhone(rows: Rows = memoryRows()) {
  const time = fakeTime();
  const receiver = fakeReceiver();
  const gaps: { batch: Pick<Batch, 'n'>; why: string }[] = [];
  const sender = createSender({
    fetch: (...asked) => receiver.fetch(...asked),
    timers: time.timers,
    compress: async () => null,
    shorten: null,
    url: '/collect',
  });
  const onGap = (batch: Pick<Batch, 'n'>, why: string) => void gaps.push({ batch, why });
  const left = new Map<string, string>();
  const atOnce: RowsAtOnce = {
    keep: (name, text) => void left.set(name, text),
    forget: (name) => void left.delete(name),
    all: () => [...left],
  };
  const leftoverParts = (owner: string, own: readonly string[]) => {
    const locks = leaseLocks({ rows, rowOf: (life) => `${life}/l`, timers: time.timers, now: time.now, owner });
    return { rows, atOnce, sender, locks, now: time.now, isOwn: (tab: string) => own.includes(tab), onGap };
  };
  return {
    time,
    receiver,
    gaps,
    rows,
    /** What lies in the storage for pages that go away. */
    left: () => [...left.values()].join('\n'),
    /** A page whose disk can be cut off: a kill. */
    page(tab: string, key = '') {
      let alive = true;
      const timers = {
        set: (run: () => void, delayMs: number) => time.timers.set(() => alive && run(), delayMs),
        clear: time.timers.clear,
      };
      const dead = () => new Promise<never>(() => {});
      const life: Life = createLife({
        name: { trace: 'trace-0001', tab, build: 'b1', table: '' },
        key,
        rows: {
          change: (put, drop) => (alive ? rows.change(put, drop) : dead()),
          all: () => (alive ? rows.all() : dead()),
          swap: (name, next) => (alive ? rows.swap(name, next) : dead()),
        },
        sender: {
          send: (...all) => (alive ? sender.send(...all) : dead()),
          leavingBody: sender.leavingBody,
          sendLeaving: sender.sendLeaving,
        },
        atOnce,
        timers,
        now: time.now,
        chance: () => 0,
        onGap,
        onTaken: () => {},
      });
      return {
        life,
        say(text: string, urgent = false) {
          const at = time.now();
          const item = { text: JSON.stringify({ type: urgent ? 5 : 3, timestamp: at, data: text }), at, values: [] };
          life.push(item, urgent);
        },
        kill() {
          alive = false;
        },
      };
    },
    /** What a later visit does once, as somebody else than before. */
    leftovers: (owner: string, own: readonly string[] = []) => sendLeftovers(leftoverParts(owner, own)),
    /** What it does as long as it lasts. */
    nextVisit: (owner: string) =>
      keepSendingLeftovers(leftoverParts(owner, []), { timers: time.timers, chance: () => 1 }),
    said: (tab?: string) =>
      receiver
        .events(tab)
        .map(({ data }) => data)
        .filter((data) => typeof data === 'string'),
  };
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body as Uint8Array);
}
