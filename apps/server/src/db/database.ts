import { createHash } from 'node:crypto';
import pg from 'pg';
import { runNamed } from './named-statement.ts';
import { createOneConnection } from './one-connection.ts';
import { readMoment } from './read-moment.ts';
import { RowArray } from './row-array.ts';
import { untilItRuns } from './run-again.ts';
import { createStatementLimit } from './statement-limit.ts';

export type Row = Record<string, unknown>;

/** Runs one statement by name (prepared once per connection) and returns its rows. */
export type Query = <R extends object = Row>(text: string, values?: readonly unknown[]) => Promise<R[]>;

export interface Database {
  /** Reads, and single statements outside the order path. */
  readonly query: Query;
  /** Statements over whole batches of rows that are named by their keys, with plans that go by index whatever the statistics say. */
  readonly queryByIndex: Query;
  /**
   * Several statements in one transaction; `work` runs again when it lost a deadlock. Never call a provider inside, and ask
   * nothing but the query it is given.
   */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Each statement within may take so long, in milliseconds; `tookTooLong` knows the error of one that took longer. */
  within<T>(limitMs: number, work: () => Promise<T>): Promise<T>;
  /** A connection of its own with pinned plans, for the group commit of the order path. */
  openWriteConnection(): Promise<WriteConnection>;
  close(): Promise<void>;
}

export interface WriteConnection {
  readonly query: Query;
  /** True once nothing more can be written by it: the server went away, or has not answered for too long. */
  isBroken(): boolean;
  close(): Promise<void>;
}

const nameByText = new Map<string, string>();

/** A stable name per statement text, so that `pg` prepares each text once per connection. */
function statementName(text: string): string {
  let name = nameByText.get(text);
  if (!name) {
    name = `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    nameByText.set(text, name);
  }
  return name;
}

const BYTEA = 17;
const INT8 = 20;
const TIMESTAMPTZ = 1184;
const DATE = 1082;

/**
 * Bytes in memory of their own. Short ones would lie in a pool's 64 kB, all of which stays for as long as anybody remembers one of
 * them: a session's hash, a recording's key.
 */
function readBytes(text: string): Buffer {
  if (!text.startsWith('\\x')) return pg.types.getTypeParser(BYTEA, 'text')(text) as Buffer;
  const bytes = Buffer.allocUnsafeSlow((text.length - 2) / 2);
  bytes.write(text.slice(2), 'hex');
  return bytes;
}

/** Ids become BigInt, moments become milliseconds since 1970 (Infinity for 'infinity'), dates stay text. */
function parserOf(oid: number): (text: string) => unknown {
  if (oid === BYTEA) return readBytes;
  if (oid === INT8) return BigInt;
  if (oid === TIMESTAMPTZ) return readMoment;
  if (oid === DATE) return (text) => text;
  return pg.types.getTypeParser(oid, 'text');
}
const types = { getTypeParser: parserOf } as unknown as pg.CustomTypesConfig;

/**
 * Index joins only: with default costs a batch update from unnest() is planned as a hash join with a sequential
 * scan while the tables are empty, and the prepared plan stays so. A table that was empty when its statistics were taken
 * (the outbox always) is still believed to have one row, and a join may begin with it, whole: `jobs/outbox-jobs.ts` says
 * what is done instead. Naming the keys a second time (`id = any($2)`) helps only where they are the primary key of a
 * table that is still small: it counts twice in the estimates, so that any index seems good enough, for ever.
 */
export const PINNED_PLANS = [
  'set enable_hashjoin = off',
  'set enable_mergejoin = off',
  'set enable_seqscan = off',
  'set enable_bitmapscan = off',
  'set plan_cache_mode = force_generic_plan',
].join('; ');

/**
 * A database may come with settings of its own. Statements of a few milliseconds are not worth compiling, though a switched-off
 * way of scanning makes them look as costly as those that are; and moments are read as text, in one form.
 */
const OWN_SESSION = `set jit = off; set timezone = 'UTC'; set datestyle = 'ISO, YMD'`;

/**
 * A server that loses its power, or its line, keeps the rows that it has locked until the database finds out that it is
 * gone: by itself after two hours. One that merely stands still is found out by the time for which its transaction is idle.
 */
const NOT_FOR_EVER = [
  `set client_connection_check_interval = '10s'`,
  'set tcp_keepalives_idle = 15',
  'set tcp_keepalives_interval = 5',
  'set tcp_keepalives_count = 3',
].join('; ');

type AskedClient = { query: pg.ClientBase['query'] };

/** What this database calls its composite types, by name. */
type TypeNumbers = Map<string, number>;

async function typeNumber(client: AskedClient, numbers: TypeNumbers, type: string): Promise<number> {
  const known = numbers.get(type);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ oid: bigint }>('select $1::regtype::oid::bigint as oid', [type]);
  const oid = Number(rows[0]?.oid);
  numbers.set(type, oid);
  return oid;
}

function queryOn(client: AskedClient, numbers: TypeNumbers): Query {
  return async <R extends object>(text: string, given: readonly unknown[] = []): Promise<R[]> => {
    const values = [...given];
    for (const [at, value] of given.entries()) {
      if (value instanceof RowArray) values[at] = value.bytesFor(await typeNumber(client, numbers, value.type));
    }
    return runNamed<R>(client, { name: statementName(text), text, values }, parserOf);
  };
}

export interface DatabaseOptions {
  readonly url: string;
  /**
   * Tables are spread over shards (Citus). Such an engine cannot plan a statement over several shards without its values, so plans
   * are not pinned there.
   */
  readonly distributed?: boolean;
  readonly maxConnections?: number;
  /** How long a server may take to let a connection in; what merely accepts it and says nothing counts as away. */
  readonly connectTimeoutMs?: number;
  /** How long a statement of a write connection may take before it is believed to be lost with its connection. */
  readonly writeTimeoutMs?: number;
  /** How long a transaction may stand still between two statements before it is undone. */
  readonly idleTransactionMs?: number;
  /** For tests: whoever asks the pool for something inside a transaction is thrown an error. */
  readonly refuseSecondConnection?: boolean;
  readonly onIdleError?: (error: Error) => void;
}

/** What `pg` says of a statement that ran into its time limit; whether it was carried out is unknown. */
const UNANSWERED = 'Query read timeout';

/** What the pool says where no connection came free, or none was let in, in time. */
const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** Whether the database was too busy for what it was asked: it may be asked again later. */
export function tookTooLong(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '57014' || message === UNANSWERED || message === NO_CONNECTION;
}

/** Of the pool with pinned plans, which jobs share: they take turns rather than crowd out the calls. */
const BY_INDEX_CONNECTIONS = 3;

const CONNECT_TIMEOUT_MS = 10_000;
/** A batch of the order path takes milliseconds; a phone waits a minute. */
const WRITE_TIMEOUT_MS = 30_000;
const IDLE_TRANSACTION_MS = 60_000;
/** An idle connection to a machine that is gone without a word is found out within half a minute. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** The same database, read and written by index. */
export function byIndex(database: Database): Database {
  return { ...database, query: database.queryByIndex };
}

/**
 * The same database for what is done within a transaction that is open already: all of it is written with that, or none. What
 * opens a transaction of its own joins it.
 */
export function joining(database: Database, query: Query): Database {
  return { ...database, query, queryByIndex: query, transaction: (work) => work(query) };
}

export function openDatabase(options: DatabaseOptions): Database {
  const common = {
    connectionString: options.url,
    types,
    application_name: 'huimin-storefront',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
  };
  const idleMs = options.idleTransactionMs ?? IDLE_TRANSACTION_MS;
  const ownSession = `${OWN_SESSION}; ${NOT_FOR_EVER}; set idle_in_transaction_session_timeout = ${idleMs}`;
  // The pool waits for these before it hands the connection out.
  const fitSession = async (client: pg.ClientBase) => void (await client.query(ownSession));
  const pinPlans = async (client: pg.ClientBase) => void (await client.query(`${ownSession}; ${PINNED_PLANS}`));
  const pool = new pg.Pool({ ...common, max: options.maxConnections ?? 10, onConnect: fitSession });
  const fitIndexSession = options.distributed ? fitSession : pinPlans;
  const byIndexPool = new pg.Pool({ ...common, max: BY_INDEX_CONNECTIONS, onConnect: fitIndexSession });
  // A connection that breaks while idle (server restart) is replaced by the pool; without a listener it would end the process.
  // Once it is closing, connections are only waiting for their goodbye to arrive.
  let isClosing = false;
  for (const one of [pool, byIndexPool]) {
    one.on('error', (error) => {
      if (!isClosing) options.onIdleError?.(error);
    });
  }
  const typeNumbers: TypeNumbers = new Map();
  const oneConnection = options.refuseSecondConnection ? createOneConnection() : null;
  const limit = createStatementLimit();

  async function lent(from: pg.Pool): Promise<{ client: pg.PoolClient; giveBack(problem?: Error): void }> {
    const client = await from.connect();
    // The pool listens only to connections that lie idle: one that breaks between two statements would end the process.
    const broken = (error: Error) => options.onIdleError?.(error);
    client.on('error', broken);
    const giveBack = (problem?: Error) => {
      client.off('error', broken);
      client.release(problem);
    };
    try {
      await limit.fit(client);
    } catch (error) {
      giveBack(error as Error);
      throw error;
    }
    return { client, giveBack };
  }

  const queryOf = (from: pg.Pool): Query => {
    async function runOnce<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]> {
      const { client, giveBack } = await lent(from);
      let problem: Error | undefined;
      try {
        return await queryOn(client, typeNumbers)<R>(text, values);
      } catch (error) {
        problem = error as Error;
        throw error;
      } finally {
        giveBack(problem);
      }
    }
    return async <R extends object>(text: string, values?: readonly unknown[]) => {
      oneConnection?.refuseSecond(text);
      return untilItRuns(() => runOnce<R>(text, values));
    };
  };

  async function transact<T>(work: (query: Query) => Promise<T>): Promise<T> {
    oneConnection?.refuseSecond('begin');
    const { client, giveBack } = await lent(pool);
    try {
      await client.query('begin');
      const run = () => work(queryOn(client, typeNumbers));
      const value = await (oneConnection ? oneConnection.hold(run) : run());
      await client.query('commit');
      return value;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      giveBack();
    }
  }

  return {
    query: queryOf(pool),
    queryByIndex: queryOf(byIndexPool),
    transaction: (work) => untilItRuns(() => transact(work)),
    within: limit.within,
    async openWriteConnection() {
      const client = new pg.Client({ ...common, query_timeout: options.writeTimeoutMs ?? WRITE_TIMEOUT_MS });
      let isBroken = false;
      client.on('error', (error) => {
        isBroken = true;
        options.onIdleError?.(error);
      });
      await client.connect();
      try {
        await fitIndexSession(client);
      } catch (error) {
        await client.end();
        throw error;
      }
      const query = queryOn(client, typeNumbers);
      return {
        async query(text, values) {
          try {
            return await query(text, values);
          } catch (error) {
            isBroken ||= (error as Error).message === UNANSWERED;
            throw error;
          }
        },
        isBroken: () => isBroken,
        close: () => client.end(),
      };
    },
    async close() {
      isClosing = true;
      await Promise.all([pool.end(), byIndexPool.end()]);
    },
  };
}
