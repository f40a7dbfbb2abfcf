/** One kept text under a name; names sort like what they stand for. */
export type Row = readonly [name: string, text: string];

/**
 * Where a phone keeps what has not reached the server. A change is done whole or not at all; every way may reject, which
 * means that nothing was done.
 */
export interface Rows {
  change(put: readonly Row[], drop: readonly string[]): Promise<void>;
  all(): Promise<Row[]>;
  /** Puts what `next` makes of the text under a name, unless that is null. Nobody else gets in between. */
  swap(name: string, next: (before: string | undefined) => string | null): Promise<boolean>;
}

/** A few rows that are there when the call has returned. */
export interface RowsAtOnce {
  keep(name: string, text: string): void;
  forget(name: string): void;
  all(): Row[];
}

/** Rows that end with the page. */
export function memoryRows(kept: Map<string, string> = new Map()): Rows {
  return {
    async change(put, drop) {
      for (const [name, text] of put) kept.set(name, text);
      for (const name of drop) kept.delete(name);
    },
    all: async () => [...kept].sort(([a], [b]) => (a < b ? -1 : 1)),
    async swap(name, next) {
      const text = next(kept.get(name));
      if (text !== null) kept.set(name, text);
      return text !== null;
    },
  };
}

const DATABASE = 'huimin-record';
const STORE = 'rows';
/** Some iOS 14 versions never answer the first opening after a start of the browser. */
const OPEN_PATIENCE_MS = 1_500;

/** Rows in IndexedDB. Rejects where the browser has none, refuses it or does not answer. */
export async function openIndexedRows(factory: IDBFactory | undefined): Promise<Rows> {
  if (!factory) throw new Error('no IndexedDB');
  const database = await opened(factory);
  const done = <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore, give: (value: T) => void) => void,
    isAll = false,
  ) =>
    new Promise<T>((resolve, reject) => {
      let value: T;
      // The disk is not waited for: what a kill of the browser spares is enough, a power cut takes the phone as well.
      const open = database.transaction as (name: string, mode: IDBTransactionMode, more: object) => IDBTransaction;
      const transaction = open.call(database, STORE, mode, { durability: 'relaxed' });
      transaction.oncomplete = () => resolve(value);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
      work(transaction.objectStore(STORE), (given) => {
        value = given;
      });
      // Not waited for until the store has answered for each: on its way before a page that ends has ended.
      if (isAll) (transaction as { commit?: () => void }).commit?.();
    });
  return {
    change: (put, drop) =>
      done(
        'readwrite',
        (store) => {
          for (const [name, text] of put) store.put(text, name);
          for (const name of drop) store.delete(name);
        },
        true,
      ),
    all: () =>
      done('readonly', (store, give) => {
        const names = store.getAllKeys();
        const texts = store.getAll();
        texts.onsuccess = () => give((names.result as string[]).map((name, i) => [name, texts.result[i] as string]));
      }),
    swap: (name, next) =>
      done('readwrite', (store, give) => {
        const before = store.get(name);
        before.onsuccess = () => {
          const text = next(before.result as string | undefined);
          if (text !== null) store.put(text, name);
          give(text !== null);
        };
      }),
  };
}

function opened(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), OPEN_PATIENCE_MS);
    const request = factory.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      clearTimeout(timer);
      // Another tab with a newer release may change the shape; it must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error);
    };
  });
}

const PREFIX = 'huimin-record ';
const AT_ONCE_PREFIX = 'huimin-record-leaving ';
/** Characters: where only the old storage is there, the page's own things need room as well. */
const RING_CHARACTERS = 1_000_000;

function namesIn(storage: Storage, prefix: string): string[] {
  const found: string[] = [];
  for (let i = 0; i < storage.length; i += 1) {
    const name = storage.key(i);
    if (name?.startsWith(prefix)) found.push(name.slice(prefix.length));
  }
  return found.sort();
}

/** The only storage that does not make a page wait which goes away. */
export function rowsAtOnce(storage: Storage | null): RowsAtOnce {
  const attempt = <T>(run: (storage: Storage) => T, otherwise: T): T => {
    try {
      return storage ? run(storage) : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    keep: (name, text) => attempt((kept) => kept.setItem(AT_ONCE_PREFIX + name, text), undefined),
    forget: (name) => attempt((kept) => kept.removeItem(AT_ONCE_PREFIX + name), undefined),
    all: () =>
      attempt(
        (kept) => namesIn(kept, AT_ONCE_PREFIX).map((name): Row => [name, kept.getItem(AT_ONCE_PREFIX + name) ?? '']),
        [],
      ),
  };
}

/** What the first has no room for lies in the other one, until there is room again. */
export function withSpare(first: Rows, spare: Rows): Rows {
  /** Nothing is looked for where nothing was put: asking the spare costs as much as all else of a change. */
  let used: Promise<boolean> | boolean = spare.all().then((rows) => rows.length > 0);
  return {
    async change(put, drop) {
      const names = drop.concat(put.map(([name]) => name));
      try {
        await first.change(put, drop);
        if (await used) await spare.change([], names);
      } catch {
        used = true;
        await spare.change(put, drop);
        await first.change([], names);
      }
    },
    async all() {
      const there = await spare.all();
      if (there.length > 0) used = true;
      return [...(await first.all()), ...there];
    },
    swap: (name, next) =>
      first.swap(name, next).catch(() => {
        used = true;
        return spare.swap(name, next);
      }),
  };
}

/** Rows in the local storage; what finds no room there is refused, and nothing of it is kept. */
export function ringRows(storage: Storage, room = RING_CHARACTERS): Rows {
  const names = () => namesIn(storage, PREFIX);
  const text = (name: string) => storage.getItem(PREFIX + name) ?? '';
  return {
    async change(put, drop) {
      const leaving = new Set([...drop, ...put.map(([name]) => name)]);
      const stay = names().filter((name) => !leaving.has(name));
      const used = stay.reduce((sum, name) => sum + text(name).length, 0);
      const more = put.reduce((sum, row) => sum + row[1].length, 0);
      if (used + more > room) throw new Error('no room');
      for (const name of drop) storage.removeItem(PREFIX + name);
      for (const [name, value] of put) storage.setItem(PREFIX + name, value);
    },
    all: async () => names().map((name) => [name, text(name)]),
    async swap(name, next) {
      const after = next(storage.getItem(PREFIX + name) ?? undefined);
      if (after !== null) storage.setItem(PREFIX + name, after);
      return after !== null;
    },
  };
}
