/** A small drawer of the browser that can hold a key which scripts cannot read out. */
export interface KeyCabinet {
  get(name: string): Promise<unknown>;
  set(name: string, value: unknown): Promise<void>;
  delete(name: string): Promise<void>;
}

const DATABASE = 'huimin-private';
const STORE = 'kept';
/** Some iOS 14 versions never answer the first opening after a start of the browser. */
const OPEN_PATIENCE_MS = 1_500;

/** Opens the cabinet in IndexedDB. Rejects where the browser has none, refuses it or does not answer. */
export async function openKeyCabinet(factory: IDBFactory | undefined): Promise<KeyCabinet> {
  if (!factory) throw new Error('no IndexedDB');
  const database = await opened(factory);
  const run = <T>(mode: IDBTransactionMode, request: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const pending = request(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(pending.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  return {
    get: (name) => run('readonly', (store) => store.get(name) as IDBRequest<unknown>),
    set: async (name, value) => {
      await run('readwrite', (store) => store.put(value, name));
    },
    delete: async (name) => {
      await run('readwrite', (store) => store.delete(name));
    },
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
