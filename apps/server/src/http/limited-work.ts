import { type Database, tookTooLong } from '../db/database.ts';
import type { Log } from '../ports/outside.ts';
import { fail } from './handler.ts';
import type { LimitedWork } from './mount-calls.ts';

/** A page waits a minute for its answer, which may need more than one statement. */
export const RESIDENT_STATEMENT_MS = 20_000;
/** Tables of the console are longer, and few people ask for them. */
export const CONSOLE_STATEMENT_MS = 45_000;

/**
 * The work of a call, each of whose statements may take so long: one that the database is too busy for ends, and is answered for as
 * by a busy system, before whoever asked is gone and asks again. Jobs, and what a command does, take as long as they need.
 */
export function limitedWork(
  { database, log }: { readonly database: Database; readonly log: Log },
  ms: number,
): LimitedWork {
  return async (call, work) => {
    try {
      return await database.within(ms, work);
    } catch (error) {
      if (!tookTooLong(error)) throw error;
      log.warn({ call: call.name, error: (error as Error).message }, 'the database took too long');
      return fail('server-busy');
    }
  };
}
