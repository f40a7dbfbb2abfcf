// The engine loads what is named in an import of it at every start.
import hooks from 'node:async_hooks';

/** A transaction that something is asked of the pool within. */
interface Held {
  isOpen: boolean;
}

/**
 * Finds what asks the pool for a second connection while it holds one in a transaction: as many at once as the pool has wait for
 * one another until all fail. It also reads what its own transaction has not committed yet as if it were not there.
 */
export function createOneConnection() {
  const held = new hooks.AsyncLocalStorage<Held>();
  return {
    /** Throws inside a transaction that is still open; what it merely began may go on after it. */
    refuseSecond(asked: string): void {
      if (held.getStore()?.isOpen !== true) return;
      throw new Error(`a second connection inside a transaction: ${asked.trim().replace(/\s+/g, ' ').slice(0, 120)}`);
    },
    /** Runs the work of a transaction. */
    async hold<T>(work: () => Promise<T>): Promise<T> {
      const own: Held = { isOpen: true };
      try {
        return await held.run(own, work);
      } finally {
        own.isOpen = false;
      }
    },
  };
}
