// The engine loads what is named in an import of it at every start.
import hooks from 'node:async_hooks';

interface Client {
  query(text: string): Promise<unknown>;
}

/**
 * How long the database may work on, or wait for, each statement of a flow; without a limit as long as it takes. It ends the
 * statement itself, so that it is known that nothing came of it.
 */
export function createStatementLimit() {
  const limits = new hooks.AsyncLocalStorage<number>();
  const set = new WeakMap<Client, number>();
  return {
    within: <T>(limitMs: number, work: () => Promise<T>): Promise<T> => limits.run(limitMs, work),
    /** Before a connection is used in this flow: another may have used it last. */
    async fit(client: Client): Promise<void> {
      const limitMs = limits.getStore() ?? 0;
      if ((set.get(client) ?? 0) === limitMs) return;
      await client.query(`set statement_timeout = ${limitMs}`);
      set.set(client, limitMs);
    },
  };
}
