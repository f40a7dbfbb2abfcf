import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type FreshDatabase, freshDatabase } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, joining, openDatabase, tookTooLong } from './database.ts';
import { createGroupCommit, type WriteKind } from './group-commit.ts';

let fresh: FreshDatabase;
let database: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
  await database.query('create table counters (name text primary key, amount integer not null)');
  await database.query(`insert into counters values ('left', 0), ('right', 0)`);
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const ADD = 'update counters set amount = amount + 1 where name = $1';

test('bytes lie in memory of their own, in whichever way the database writes them', async () => {
  const ask = `select '\\x00ff5c2700'::bytea as bytes, ''::bytea as empty, null::bytea as missing`;
  const inEscapes = (query: typeof database.query) =>
    query(`set local bytea_output = 'escape'`).then(() => query<{ bytes: Buffer; empty: Buffer; missing: null }>(ask));
  const [row] = await database.query<{ bytes: Buffer; empty: Buffer; missing: null }>(ask);
  expect(row).toEqual({ bytes: Buffer.from([0, 255, 92, 39, 0]), empty: Buffer.alloc(0), missing: null });
  // A part of a pool would keep the whole of it.
  expect(row?.bytes.buffer.byteLength).toBe(5);
  const [escaped] = await database.transaction(inEscapes);
  expect(escaped).toEqual(row);
});

test('two transactions that lock each other out both come through, each once', async () => {
  let arrived = 0;
  let meet = (): void => undefined;
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const addBoth = (first: string, second: string) =>
    database.transaction(async (query) => {
      await query(ADD, [first]);
      arrived += 1;
      if (arrived === 2) meet();
      await met;
      await query(ADD, [second]);
    });
  await Promise.all([addBoth('left', 'right'), addBoth('right', 'left')]);
  // One was run again; on a busy machine its second run may meet the other's once more.
  expect(arrived).toBeGreaterThan(2);
  expect(await database.query('select name, amount from counters order by name')).toEqual([
    { name: 'left', amount: 2 },
    { name: 'right', amount: 2 },
  ]);
});

test('any other failure is the caller’s at once, and nothing of the transaction stays', async () => {
  let runs = 0;
  const failing = database.transaction(async (query) => {
    runs += 1;
    await query(ADD, ['left']);
    await query('insert into counters values ($1, 1)', ['right']);
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(runs).toBe(1);
  expect(await database.query(`select amount from counters where name = 'left'`)).toEqual([{ amount: 2 }]);
});

test('a connection that breaks between two statements of a transaction is that transaction’s failure, not the program’s end', async () => {
  const lost = database.transaction(async (query) => {
    const [own] = await query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.query('select pg_terminate_backend($1, 5000)', [own?.pid]);
    // Ends a moment after the server said so; until then the connection looks whole.
    for (;;) await query('select 1');
  });
  await expect(lost).rejects.toThrow(/terminat|not queryable|ended/i);
  expect(await database.query<{ one: number }>('select 1 as one')).toEqual([{ one: 1 }]);
});

test('statements by index go by index where a scan of the little table looks cheaper', async () => {
  const plan = 'explain (costs off) select amount from unnest($1::text[]) as g(name) join counters using (name)';
  const rows = await database.queryByIndex<{ 'QUERY PLAN': string }>(plan, [['left', 'right']]);
  const lines = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(lines).toContain('counters_pkey');
  expect(lines).not.toMatch(/Seq Scan|Hash/);
});

test('settings that a database comes with change neither plans nor what is read', async () => {
  for (const setting of [`timezone = 'Asia/Shanghai'`, `datestyle = 'SQL, DMY'`, 'jit = on']) {
    await database.query(
      `do $$ begin execute format('alter database %I set ${setting.replaceAll("'", "''")}', current_database()); end $$`,
    );
  }
  const other = openDatabase({ url: fresh.url });
  const write = await other.openWriteConnection();
  try {
    const read = `select timestamptz '2026-03-04 05:06:07.5+00' as at, current_setting('jit') as jit, date '2026-03-04'::text as day,
      date_trunc('day', timestamptz '2026-03-04 20:00+00') as midnight`;
    const expected = {
      at: Date.UTC(2026, 2, 4, 5, 6, 7, 500),
      jit: 'off',
      day: '2026-03-04',
      midnight: Date.UTC(2026, 2, 4),
    };
    for (const query of [other.query, other.queryByIndex, write.query]) expect(await query(read)).toEqual([expected]);
    expect(await other.transaction((query) => query(read))).toEqual([expected]);
  } finally {
    await write.close();
    await other.close();
  }
});

/** A way to the database on which bytes can stop in both directions without a word, as between machines. */
async function silentWay() {
  const { hostname, port } = new URL(fresh.url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let isSilent = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => undefined);
    // Accepted, as a balancer in front of a machine that is gone does, and never spoken to.
    if (isSilent) return;
    const far = connect(Number(port), hostname).on('error', () => undefined);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(fresh.url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    fallSilent() {
      isSilent = true;
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        far.destroy();
      }
    },
    speak() {
      isSilent = false;
    },
    /** What is said from here on arrives no more; answers do. */
    unheard() {
      for (const [near, far] of pairs) near.unpipe(far).resume();
      return Promise.all([...pairs].map(([near]) => once(near, 'close')));
    },
    close: () => server.close(),
  };
}

const COUNT: WriteKind<string, number> = {
  name: 'count',
  async flush(query, names) {
    await query(ADD, [names[0]]);
    return names.map(() => 1);
  },
};

test('writes are not held up for ever by a machine that is gone without a word, and go on when it is back', async () => {
  const way = await silentWay();
  const far = openDatabase({ url: way.url, connectTimeoutMs: 300, writeTimeoutMs: 300 });
  const writes = createGroupCommit({ openConnection: far.openWriteConnection, lanes: 1, reconnectDelayMs: 1 });
  try {
    await writes.write(COUNT, 'left');
    way.fallSilent();
    // The first on a connection that was open, the second on one that is never let in.
    await expect(writes.write(COUNT, 'left')).rejects.toThrow();
    await expect(writes.write(COUNT, 'left')).rejects.toThrow();
    way.speak();
    expect(await writes.write(COUNT, 'left')).toBe(1);
  } finally {
    await writes.close();
    await far.close();
    way.close();
  }
});

test('a transaction that stands still is undone, and lets others at the rows that it held', async () => {
  const still = openDatabase({ url: fresh.url, idleTransactionMs: 200 });
  const [before] = await database.query<{ amount: number }>(`select amount from counters where name = 'left'`);
  let goOn = (): void => undefined;
  const standing = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let held = (): void => undefined;
  const holds = new Promise<void>((resolve) => {
    held = resolve;
  });
  try {
    const stuck = still.transaction(async (query) => {
      await query(ADD, ['left']);
      held();
      await standing;
      await query(ADD, ['left']);
    });
    stuck.catch(() => undefined);
    await holds;
    await database.query(ADD, ['left']);
    goOn();
    await expect(stuck).rejects.toThrow();
    expect(await database.query(`select amount from counters where name = 'left'`)).toEqual([
      { amount: (before?.amount ?? 0) + 1 },
    ]);
    expect(await still.query<{ one: number }>('select 1 as one')).toEqual([{ one: 1 }]);
  } finally {
    await still.close();
  }
});

test('a database that stops before the goodbyes have arrived is no connection lost', async () => {
  const way = await silentWay();
  const lost: string[] = [];
  const far = openDatabase({ url: way.url, onIdleError: ({ message }) => lost.push(message) });
  try {
    const [own] = await far.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = way.unheard();
    await far.close();
    await database.query('select pg_terminate_backend($1, 5000)', [own?.pid]);
    await ended;
    expect(lost).toEqual([]);
  } finally {
    way.close();
  }
});

test('a statement that takes longer than its flow allows is ended by the database, in a transaction too; others take their time', async () => {
  // One connection: whoever had it last has set the limit that it has.
  const one = openDatabase({ url: fresh.url, maxConnections: 1 });
  const slow = () => one.query('select pg_sleep(0.3)');
  const caught = (work: () => Promise<unknown>) =>
    one.within(100, work).then(
      () => null,
      (error: unknown) => error,
    );
  const amount = () => one.query(`select amount from counters where name = 'left'`);
  const before = await amount();
  await slow();
  const ended = await caught(slow);
  expect(tookTooLong(ended)).toBe(true);
  const undone = await caught(() =>
    one.transaction(async (query) => {
      await query(ADD, ['left']);
      await query('select pg_sleep(0.3)');
    }),
  );
  expect(tookTooLong(undone)).toBe(true);
  expect(await one.within(100, () => one.query('select 1 as one'))).toEqual([{ one: 1 }]);
  await slow();
  await one.transaction((query) => query('select pg_sleep(0.3)'));
  expect(await amount()).toEqual(before);
  expect(tookTooLong(await one.query('select 1 / 0').catch((error: unknown) => error))).toBe(false);
  await one.close();
});

test('whoever finds no connection free in time is told that the database was too busy', async () => {
  const one = openDatabase({ url: fresh.url, maxConnections: 1, connectTimeoutMs: 1_000 });
  let letGo = (): void => undefined;
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begun = (): void => undefined;
  const there = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const held = one.transaction(async () => {
    begun();
    await free;
  });
  await there;
  expect(tookTooLong(await one.query('select 1').catch((error: unknown) => error))).toBe(true);
  letGo();
  await held;
  await one.close();
});

test('a second connection that is asked for inside a transaction is an error where that is looked for', async () => {
  const strict = openDatabase({ url: fresh.url, refuseSecondConnection: true });
  const SECOND = 'a second connection inside a transaction: select 1';
  let later: (() => Promise<unknown>) | undefined;
  await strict.transaction(async (query) => {
    await query('select 1');
    await expect(strict.query('select 1')).rejects.toThrow(SECOND);
    await expect(strict.queryByIndex('select 1')).rejects.toThrow(SECOND);
    await expect(strict.transaction((inner) => inner('select 1'))).rejects.toThrow('a second connection');
    await joining(strict, query).transaction((same) => same('select 1'));
    // What is begun inside and goes on behind it holds nothing any more.
    const { resolve, promise } = Promise.withResolvers<void>();
    const after = promise.then(() => strict.query('select 2 as two'));
    later = () => {
      resolve();
      return after;
    };
  });
  expect(await later?.()).toEqual([{ two: 2 }]);
  expect(await strict.query('select 1 as one')).toEqual([{ one: 1 }]);
  await strict.close();
});
