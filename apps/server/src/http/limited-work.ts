import { API_BASE_PATH } from '@huimin/contract';
import type { FastifyInstance } from 'fastify';
import { type Database, tookTooLong } from '../db/database.ts';
import type { Log } from '../ports/outside.ts';
import { fail } from './handler.ts';
import type { LimitedWork } from './mount-calls.ts';

/** A page waits a minute for its answer, which may need more than one statement. */
const RESIDENT_STATEMENT_MS = 20_000;
/** Tables of the console are longer, and few people ask for them. */
const CONSOLE_STATEMENT_MS = 45_000;
/**
 * Calls of one server under way. So many wait for the database longer than anybody stays, and more would only take the memory
 * of those that could be answered still.
 */
const [MOST_OF_RESIDENTS, MOST_OF_CONSOLE] = [4_000, 500];

interface Limiting {
  readonly database: Pick<Database, 'within'>;
  readonly log: Log;
}

/**
 * The work of a call, each of whose statements may take so long: one that the database is too busy for ends, and is answered for as
 * by a busy system, before whoever asked is gone and asks again. One that comes while `most` are under way is answered so at once.
 * Jobs, and what a command does, take as long as they need.
 */
export function limitedWork({ database, log }: Limiting, ms: number, most: number): LimitedWork {
  let underWay = 0;
  return async (call, work) => {
    if (underWay >= most) return fail('server-busy');
    underWay++;
    try {
      return await database.within(ms, work);
    } catch (error) {
      if (!tookTooLong(error)) throw error;
      log.warn({ call: call.name, error: (error as Error).message }, 'the database took too long');
      return fail('server-busy');
    } finally {
      underWay--;
    }
  };
}

export const residentWork = (limiting: Limiting): LimitedWork =>
  limitedWork(limiting, RESIDENT_STATEMENT_MS, MOST_OF_RESIDENTS);
export const consoleWork = (limiting: Limiting): LimitedWork =>
  limitedWork(limiting, CONSOLE_STATEMENT_MS, MOST_OF_CONSOLE);

/**
 * The same for whatever is opened as a page or a file, of routes that are added after this. (What is posted leaves the flow of this
 * hook where its body is read: calls see to it themselves, and a provider's notice takes as long as it takes.)
 */
export function limitPages(fastify: FastifyInstance, { database }: Pick<Limiting, 'database'>): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return done();
    const ofConsole = request.url.startsWith(`${API_BASE_PATH}/console/`);
    void database.within(ofConsole ? CONSOLE_STATEMENT_MS : RESIDENT_STATEMENT_MS, async () => done());
  });
}
