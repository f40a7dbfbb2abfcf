import { type LiveRecording, setLiveRecording } from '../context/recording.ts';
import type { LifeName } from './batch.ts';
import { gzip } from './compress.ts';
import { deviceSignal } from './device-signal.ts';
import { type ComingTable, createTable } from './fetch-table.ts';
import { keepSendingLeftovers } from './leftovers.ts';
import { createLife, type Life } from './life.ts';
import { browserLocks, leaseLocks } from './locks.ts';
import type { Table } from './pack.ts';
import { watchMarks } from './page-marks.ts';
import { createPageWatch } from './page-watch.ts';
import { receiverOf } from './receiver.ts';
import { createRecorder } from './recorder.ts';
import { createRefusals } from './refusals.ts';
import { memoryRows, openIndexedRows, type Rows, ringRows, rowsAtOnce, withSpare } from './rows.ts';
import { createSender } from './send.ts';
import { keepKey, keptKey } from './upload-key.ts';
import { watchCalls } from './watched-calls.ts';

/** The app's parts as far as they are needed here. */
export interface RecordingParts {
  readonly navigation: {
    get(): { readonly visit: Visit | null };
    subscribe(listener: () => void): unknown;
  };
  readonly products: { get(): { readonly proName: string; readonly jsSdkUrl?: string | null | undefined } | null };
  readonly storage: { readonly local: Storage | null; readonly session: Storage | null };
  readonly channel: { readonly kind: string };
  readonly basePath: string;
  readonly onFault: () => void;
}

interface Visit {
  readonly route: { readonly name: string; readonly title: string | null; readonly recorded?: true };
}

/** Specification, section 7. */
const COLLECT_PATH = '/traceable-service/api/v1/insureRecord/collect';
const RECORDER = '@rrweb/record 2.1.6';
const DEVICE_KEY = 'huimin-record-device';
/** Read by the app: who was here before may have left something behind. */
const RECORDED_KEY = 'huimin-recorded';
/** Written by the app after a login (`features/account/login-memory.ts`). */
const ACCOUNT_KEY = 'huimin-account';
const IDLE_PATIENCE_MS = 2_000;
/** The first of them say what is wrong. */
const MOST_TOLD = 5;
const CLOCK_EVERY_MS = 60_000;

const timers = {
  set: (run: () => void, delayMs: number): unknown => setTimeout(run, delayMs),
  clear: (id: unknown) => clearTimeout(id as number),
};
const now = () => Date.now();

let table: ComingTable | null = null;

const builtAs = () => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? '';

/** Fetches all that a recording begins with, while nobody waits for it. Nothing is recorded by that. */
export function prepareRecording(): ComingTable {
  table ??= createTable({ build: builtAs(), fetch: (url) => fetch(url), timers });
  table.ask();
  return table;
}

/** Puts the recorder together in a browser, and begins as soon as its table is there, or is not waited for any longer. */
export async function startRecording(parts: RecordingParts): Promise<void> {
  begin(parts, builtAs() || 'development', await prepareRecording().get());
}

function begin(parts: RecordingParts, build: string, table: Table): void {
  const { local, session } = parts.storage;
  const { navigation, products } = parts;
  let told = 0;
  const onFault = () => {
    told += 1;
    if (told <= MOST_TOLD) parts.onFault();
  };
  const rows = later(
    // Where it is refused, asking for it throws.
    Promise.resolve()
      .then(() => openIndexedRows(window.indexedDB))
      .then(
        (rows) => (local ? withSpare(rows, ringRows(local)) : rows),
        () => (local ? ringRows(local) : memoryRows()),
      ),
  );
  const atOnce = rowsAtOnce(local);
  const own = uuid();
  const { locks: theirs } = navigator as { locks?: LockManager };
  const locks = theirs
    ? browserLocks(theirs)
    : leaseLocks({ rows, rowOf: (life) => `${life}/l`, timers, now, owner: own });
  const sender = createSender({
    fetch: (url, init) => fetch(url, init),
    timers,
    compress: gzip,
    shorten: table.shorten,
    url: receiverOf(document, location.href) + COLLECT_PATH,
  });
  const tabs = new Set<string>();
  const refusals = createRefusals(() => void recorder.reset(false), stop);
  let clockAt = Number.NEGATIVE_INFINITY;

  function newLife(name: LifeName): Life {
    const release = locks.hold(`${name.trace}/${name.tab}`);
    tabs.add(name.tab);
    const count = refusals();
    let kept = keptKey(session, name.trace);
    const life = createLife({
      name,
      key: kept,
      rows,
      atOnce,
      sender,
      timers,
      now,
      chance: Math.random,
      onGap(batch, why) {
        if (why === 'refused') count.refused();
        recorder.mark('gap', { from: batch.t0, to: batch.t1, why, events: batch.n });
      },
      onTaken({ serverAt, key }, askedMs) {
        count.taken();
        if (key !== kept && name.trace === recorder.traceId()) {
          kept = key;
          keepKey(session, name.trace, key);
        }
        if (serverAt === null || now() - clockAt < CLOCK_EVERY_MS) return;
        clockAt = now();
        recorder.mark('clock', { serverAt, clientAt: clockAt, rttMs: clockAt - askedMs });
      },
    });
    return {
      ...life,
      leave(final) {
        life.leave(final);
        if (final) release();
      },
      end: () => life.end().finally(release),
    };
  }

  const recorder = createRecorder({
    session,
    watch: createPageWatch(onFault),
    now,
    uuid,
    // The screen is drawn before anything else is run.
    whenDrawn: (run) => void setTimeout(run, 0),
    newLife,
    environment: () => ({
      channel: parts.channel.kind,
      userAgent: navigator.userAgent,
      width: innerWidth,
      height: innerHeight,
      recorder: RECORDER,
      sdk: products.get()?.jsSdkUrl ?? '',
      elder: document.documentElement.dataset.mode === 'elder',
    }),
    onFault,
    build,
    table,
  });

  const live: LiveRecording = {
    mark: recorder.mark,
    fetch: watchCalls({
      mark: recorder.mark,
      now,
      traceId: recorder.traceId,
      flush: recorder.flush,
      fetch: (url, init) => fetch(url, init),
      know: recorder.know,
      onPersonGone: () => void recorder.reset(false),
      account: () => local?.getItem(ACCOUNT_KEY) ?? null,
      basePath: parts.basePath,
    }),
  };
  setLiveRecording(live);
  const stopMarks = watchMarks(document, recorder.mark);

  function stop(): void {
    stopMarks();
    setLiveRecording(null);
    recorder.stop();
  }

  let shown: Visit | null = null;
  /** Told before the screen is drawn. */
  const follow = () => {
    const { visit } = navigation.get();
    if (visit === null || visit === shown) return;
    shown = visit;
    const { name, title, recorded } = visit.route;
    recorder.enter({ name, title: title ?? products.get()?.proName ?? '', recorded: recorded ? 'whole' : 'visit' });
    if (recorded && name !== 'index') whenIdle(() => void tellDevice().catch(onFault));
  };
  navigation.subscribe(follow);
  follow();

  /** Once a recording, from its first screen of a purchase. */
  async function tellDevice(): Promise<void> {
    const traceId = recorder.traceId();
    if (traceId === null || session === null || session.getItem(DEVICE_KEY) === traceId) return;
    session.setItem(DEVICE_KEY, traceId);
    const facts = await deviceSignal(window);
    if (facts) recorder.mark('device', facts);
  }

  document.addEventListener('visibilitychange', () => recorder.see(document.visibilityState === 'visible'));
  window.addEventListener('pagehide', () => recorder.leave());
  window.addEventListener('pageshow', (event) => event.persisted && recorder.comeBack());

  try {
    local?.setItem(RECORDED_KEY, '1');
  } catch {
    // Then the recorder comes a little later the next time.
  }

  keepSendingLeftovers(
    {
      ...{ rows, atOnce, sender, locks, now },
      isOwn: (tab) => tabs.has(tab),
      onGap: (batch, why) => recorder.mark('gap', { from: batch.t0, to: batch.t1, why, events: batch.n }),
    },
    { timers, chance: Math.random },
  );
}

/** Once the page has nothing better to do; where nobody says when that is, after a while. */
function whenIdle(run: () => void): void {
  const ask = (window as { requestIdleCallback?: (run: () => void, options: { timeout: number }) => void })
    .requestIdleCallback;
  if (ask) ask(run, { timeout: IDLE_PATIENCE_MS });
  else setTimeout(run, IDLE_PATIENCE_MS);
}

/** Rows that are being opened. */
function later(opening: Promise<Rows>): Rows {
  return {
    change: async (put, drop) => (await opening).change(put, drop),
    all: async () => (await opening).all(),
    swap: async (name, next) => (await opening).swap(name, next),
  };
}

/** Version 4. `crypto.randomUUID` is missing in old WebViews and without https. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
