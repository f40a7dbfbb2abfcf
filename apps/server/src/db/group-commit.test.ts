import { expect, test } from 'vitest';
import type { Query } from './database.ts';
import { createGroupCommit, type WriteKind } from './group-commit.ts';

function deferred() {
  let release = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { promise, release };
}

const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

const noQuery: Query = async () => [];

function commitWith(options: { lanes?: number; maxBatch?: number } = {}) {
  let opened = 0;
  const group = createGroupCommit({
    ...options,
    reconnectDelayMs: 1,
    openConnection: async () => {
      opened++;
      return { query: noQuery, isBroken: () => false, close: async () => undefined };
    },
  });
  return { group, opened: () => opened };
}

test('a write alone is flushed at once, by itself', async () => {
  const { group } = commitWith();
  const batches: number[][] = [];
  const kind: WriteKind<number, number> = {
    name: 'double',
    flush: async (_query, items) => {
      batches.push([...items]);
      return items.map((item) => item * 2);
    },
  };
  expect(await group.write(kind, 4)).toBe(8);
  expect(batches).toEqual([[4]]);
  await group.close();
});

test('writes that arrive while all lanes are busy share a statement, and each gets its own result', async () => {
  const { group } = commitWith({ lanes: 1 });
  const gate = deferred();
  const batches: number[][] = [];
  const kind: WriteKind<number, string> = {
    name: 'text',
    flush: async (_query, items) => {
      batches.push([...items]);
      if (batches.length === 1) await gate.promise;
      return items.map((item) => `r${item}`);
    },
  };
  const first = group.write(kind, 1);
  await turnOfTheLoop();
  const writes = [first, ...[2, 3, 4].map((item) => group.write(kind, item))];
  gate.release();
  expect(await Promise.all(writes)).toEqual(['r1', 'r2', 'r3', 'r4']);
  expect(batches).toEqual([[1], [2, 3, 4]]);
  await group.close();
});

test('one bad row fails alone; its neighbours are written', async () => {
  const { group } = commitWith({ lanes: 1 });
  const gate = deferred();
  let first = true;
  const kind: WriteKind<number, number> = {
    name: 'picky',
    flush: async (_query, items) => {
      if (first) {
        first = false;
        await gate.promise;
      }
      if (items.includes(13)) throw new Error('bad row');
      return [...items];
    },
  };
  const writes = [1, 12, 13, 14].map((item) => group.write(kind, item));
  gate.release();
  const settled = await Promise.allSettled(writes);
  expect(settled.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  await group.close();
});

test('a serialisation failure is tried again', async () => {
  const { group } = commitWith();
  let tries = 0;
  const kind: WriteKind<number, number> = {
    name: 'conflict',
    flush: async (_query, items) => {
      if (++tries < 3) throw Object.assign(new Error('conflict'), { code: '40001' });
      return [...items];
    },
  };
  expect(await group.write(kind, 7)).toBe(7);
  await group.close();
});

test('a lost connection tells its callers and is opened again for the next', async () => {
  const { group, opened } = commitWith({ lanes: 1 });
  let broken = true;
  const kind: WriteKind<number, number> = {
    name: 'wire',
    flush: async (_query, items) => {
      if (broken) throw new Error('Connection terminated unexpectedly');
      return [...items];
    },
  };
  await expect(group.write(kind, 1)).rejects.toThrow('Connection terminated');
  broken = false;
  expect(await group.write(kind, 2)).toBe(2);
  expect(opened()).toBe(2);
  await group.close();
});

test('groups never share a statement', async () => {
  const { group } = commitWith({ lanes: 1 });
  const gate = deferred();
  const batches: number[][] = [];
  const kind: WriteKind<number, number> = {
    name: 'sharded',
    groupOf: (item) => item % 2,
    flush: async (_query, items) => {
      batches.push([...items]);
      if (batches.length === 1) await gate.promise;
      return [...items];
    },
  };
  const first = group.write(kind, 1);
  await turnOfTheLoop();
  const writes = [first, ...[2, 3, 4, 5].map((item) => group.write(kind, item))];
  gate.release();
  await Promise.all(writes);
  expect(batches.slice(1)).toEqual([
    [2, 4],
    [3, 5],
  ]);
  await group.close();
});

test('a batch holds at most its limit, and closing waits for what is queued', async () => {
  const { group } = commitWith({ lanes: 1, maxBatch: 2 });
  const sizes: number[] = [];
  const kind: WriteKind<number, number> = {
    name: 'bounded',
    flush: async (_query, items) => {
      sizes.push(items.length);
      return [...items];
    },
  };
  const writes = [1, 2, 3, 4, 5].map((item) => group.write(kind, item));
  await group.close();
  expect(await Promise.all(writes)).toEqual([1, 2, 3, 4, 5]);
  expect(Math.max(...sizes)).toBe(2);
  await expect(group.write(kind, 6)).rejects.toThrow('stopping');
});

test('what arrives together is shared out over the free lanes', async () => {
  const { group } = commitWith({ lanes: 2 });
  const batches: number[][] = [];
  const kind: WriteKind<number, number> = {
    name: 'shared-out',
    flush: async (_query, items) => {
      batches.push([...items]);
      return [...items];
    },
  };
  await Promise.all([1, 2, 3, 4, 5].map((item) => group.write(kind, item)));
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  await group.close();
});

test('a connection that cannot be opened fails the whole batch at once, and the next batch tries again', async () => {
  let tried = 0;
  let isAway = true;
  const group = createGroupCommit({
    ...{ lanes: 1, reconnectDelayMs: 1 },
    async openConnection() {
      tried += 1;
      if (isAway) throw Object.assign(new Error('connect EHOSTUNREACH'), { code: 'EHOSTUNREACH' });
      return { query: noQuery, isBroken: () => false, close: async () => undefined };
    },
  });
  const kind: WriteKind<number, number> = { name: 'plain', flush: async (_query, items) => [...items] };
  const writes = await Promise.allSettled([1, 2, 3].map((item) => group.write(kind, item)));
  expect(writes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(tried).toBe(1);
  isAway = false;
  expect(await group.write(kind, 4)).toBe(4);
  await group.close();
});

test('a connection that broke is replaced, whatever the failure was called', async () => {
  let opened = 0;
  const group = createGroupCommit({
    ...{ lanes: 1, reconnectDelayMs: 1 },
    async openConnection() {
      opened += 1;
      const isBroken = opened === 1;
      const query: Query = async () => {
        if (isBroken) throw Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT' });
        return [];
      };
      return { query, isBroken: () => isBroken, close: async () => undefined };
    },
  });
  const kind: WriteKind<number, number> = {
    name: 'written',
    async flush(query, items) {
      await query('insert');
      return [...items];
    },
  };
  await expect(group.write(kind, 1)).rejects.toThrow('ETIMEDOUT');
  expect(await group.write(kind, 2)).toBe(2);
  await group.close();
});
