import type { Item, LifeName } from './batch.ts';
import type { Life } from './life.ts';
import { packed, type Table } from './pack.ts';
import type { Recorded } from './recorded-routes.ts';
import { createValues, isToken, type Values } from './values.ts';

/** One event of a page, as rrweb 2 writes them. */
export interface PageEvent {
  readonly type: number;
  readonly timestamp: number;
  readonly data: unknown;
}

/** What follows the page itself. */
export interface PageWatch {
  /** Begins with a whole picture. `token` gives the word that stands for what a person typed or is shown of them. */
  start(emit: (event: PageEvent) => void, token: (text: string) => string): void;
  /** What changes until the next picture is nobody's. */
  rest(): void;
  /** Draws the whole picture anew. */
  picture(): void;
  stop(): void;
}

export interface Screen {
  readonly name: string;
  readonly title: string;
  readonly recorded: Recorded;
}

export interface RecorderPorts {
  readonly session: Pick<Storage, 'getItem' | 'setItem'> | null;
  readonly watch: PageWatch;
  readonly now: () => number;
  readonly uuid: () => string;
  /** Runs as soon as the screen that was just told stands in the page. */
  readonly whenDrawn: (run: () => void) => void;
  readonly newLife: (name: LifeName) => Life;
  /** Where and with what is recorded. */
  readonly environment: () => object;
  /** A fault, of which nobody who buys shall notice anything. */
  readonly onFault: (fault: unknown) => void;
  readonly build: string;
  readonly table: Table;
}

/** Session storage: the specification's name. */
export const RECORD_ID_KEY = 'cx-record-uuid';
const PAID_KEY = 'huimin-record-paid';
/** A recording that faults this often is of no use to anybody. */
const FAULTS = 20;
const RESET_WAIT_MS = 2_000;
const KNOWN_PEOPLE = 200;
const PAID = ['paySuccess', 'payMidSuccess', 'paySuccessSubscribed'];
/** Where a purchase begins. */
const BEGINNINGS = ['index', 'beforeIndex', 'mid', 'beforeAuthUser', 'upgrade', 'renew', 'temp-login', 'temp-index'];
/** Marks whose words may hold what is shown of a person. */
const SWEPT = ['tap'];
const CUSTOM = 5;
const PICTURE = 2;
const INCREMENT = 3;
const INPUT = 5;

export interface Recorder {
  /** The recording's id; null once nothing is recorded any more. */
  traceId(): string | null;
  /** Notes something by the table of the format. Of a screen that is only a visit it takes no marks of what was done. */
  mark(tag: string, payload: object, at?: number): void;
  /** Of a person, by what the server said: it must not stand in events, wherever a screen shows it. */
  know(texts: readonly string[]): void;
  enter(screen: Screen): void;
  /** Sends all there is. True once the server has it. */
  flush(waitMs: number): Promise<boolean>;
  /** Another recording from here on. `linked`: it says which one it goes on from. */
  reset(linked: boolean): Promise<boolean>;
  /** The page cannot be seen, or can again. */
  see(visible: boolean): void;
  /** The page goes away, maybe to come back. */
  leave(): void;
  comeBack(): void;
  /** The present life, for who wants to know what this page looks after itself. */
  tab(): string | null;
  stop(): void;
}

export function createRecorder(ports: RecorderPorts): Recorder {
  let faults = 0;
  let life: Life | null = null;
  /** What the server has said of people, for the next life as well. */
  let people: string[] = [];
  let values: Values = createValues();
  let screen: Screen | null = null;
  let watching = false;
  /** What comes between one screen and its picture belongs to neither. */
  let between = false;
  let traceId = kept(RECORD_ID_KEY);
  if (!traceId || !/^[\w-]{8,64}$/.test(traceId)) traceId = newTrace();

  function guarded<T>(run: () => T, otherwise: T): T {
    if (faults >= FAULTS) return otherwise;
    try {
      return run();
    } catch (fault) {
      note(fault);
      return otherwise;
    }
  }

  function note(fault: unknown): void {
    faults += 1;
    if (faults === FAULTS) giveUp();
    ports.onFault(fault);
  }

  function giveUp(): void {
    faults = FAULTS;
    life = null;
    try {
      ports.watch.stop();
    } catch {
      // It is not listened to any more.
    }
  }

  function kept(name: string): string | null {
    try {
      return ports.session?.getItem(name) ?? null;
    } catch {
      return null;
    }
  }

  function keep(name: string, value: string): void {
    try {
      ports.session?.setItem(name, value);
    } catch {
      // Then it is for this page only.
    }
  }

  function newTrace(): string {
    const trace = ports.uuid();
    keep(RECORD_ID_KEY, trace);
    return trace;
  }

  function begin(): void {
    values = createValues(people);
    life = ports.newLife({
      trace: traceId as string,
      tab: ports.uuid(),
      build: ports.build,
      table: ports.table.sha256,
    });
    put(CUSTOM, { tag: 'env', payload: ports.environment() }, ports.now(), false);
  }

  function put(type: number, data: unknown, timestamp: number, swept: boolean): void {
    const own = values;
    const written = JSON.stringify(packed(type, data, ports.table)) ?? 'null';
    const text = `{"type":${type},"timestamp":${timestamp},"data":${swept ? own.sweep(written) : written}}`;
    const named = own.fresh();
    const item: Item = { text, at: timestamp, values: named };
    life?.push(item, type === CUSTOM);
    // What is large is on its way at once, so that what is left is small when the page is left.
    if (type === PICTURE && ports.table.shorten === null) void life?.flush(0);
  }

  function onEvent({ type, timestamp, data }: PageEvent): void {
    guarded(() => {
      if (type === INCREMENT && between) return;
      const { source, text } = data as { source?: number; text?: unknown };
      // What is typed changes what is looked for with each letter, and has nothing but its number in it.
      put(type, data, timestamp, type !== INCREMENT || source !== INPUT || !isToken(text));
    }, undefined);
  }

  function mark(tag: string, payload: object, at = ports.now()): void {
    guarded(() => put(CUSTOM, { tag, payload }, at, SWEPT.includes(tag)), undefined);
  }

  /** As soon as it stands there: the picture of a screen. */
  function follow(): void {
    if (screen?.recorded !== 'whole') {
      if (watching) ports.watch.stop();
      watching = false;
      return;
    }
    between = true;
    if (watching) guarded(() => ports.watch.rest(), undefined);
    const wanted = screen;
    ports.whenDrawn(() => {
      if (screen !== wanted || life === null) return;
      guarded(() => {
        between = false;
        if (watching) ports.watch.picture();
        else {
          watching = true;
          ports.watch.start(onEvent, (text) => values.token(text));
        }
      }, undefined);
    });
  }

  function enterPage(): void {
    if (screen) mark('page', { route: screen.name, act: 'enter', title: screen.title, build: ports.build });
  }

  function leavePage(): void {
    if (screen) mark('page', { route: screen.name, act: 'leave', title: screen.title, build: ports.build });
  }

  /** Goes on in a new life, with a picture of its own. */
  function goOn(previous: string | null): void {
    begin();
    if (previous) mark('sign', { previous });
    enterPage();
    follow();
  }

  async function reset(linked: boolean): Promise<boolean> {
    const former = life;
    const previous = traceId as string;
    if (former === null) return true;
    guarded(() => {
      leavePage();
      traceId = newTrace();
      keep(PAID_KEY, '');
      goOn(linked ? previous : null);
    }, undefined);
    // All of it under the id that it had; the last batch says that nothing more comes.
    void former.end().catch(() => {});
    // It goes on by itself; who waits, waits no longer than this.
    return former.flush(RESET_WAIT_MS);
  }

  guarded(begin, undefined);

  return {
    traceId: () => (life === null ? null : traceId),
    tab: () => life?.name.tab ?? null,
    mark(tag, payload, at) {
      if (screen?.recorded === 'visit' && tag !== 'vis' && tag !== 'gap') return;
      mark(tag, payload, at);
    },
    know(texts) {
      guarded(() => {
        people = [...new Set([...people, ...texts])].slice(-KNOWN_PEOPLE);
        for (const text of texts) values.know(text);
      }, undefined);
    },
    enter(next) {
      guarded(() => {
        leavePage();
        screen = next;
        if (PAID.includes(next.name)) keep(PAID_KEY, '1');
        if (BEGINNINGS.includes(next.name) && kept(PAID_KEY) === '1') {
          screen = null;
          void reset(true).catch(note);
          screen = next;
        }
        enterPage();
        follow();
      }, undefined);
    },
    flush: async (waitMs) => (life === null ? false : life.flush(waitMs)),
    reset,
    see(visible) {
      mark('vis', { visible });
      if (!visible) guarded(() => life?.leave(false), undefined);
    },
    leave() {
      guarded(() => {
        leavePage();
        life?.leave(true);
        life = null;
        ports.watch.stop();
        watching = false;
      }, undefined);
    },
    comeBack() {
      guarded(() => goOn(null), undefined);
    },
    stop: giveUp,
  };
}
