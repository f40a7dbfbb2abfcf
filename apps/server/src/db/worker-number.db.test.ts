import { createTestClock, type FreshDatabase, freshDatabase, type TestClock } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOrderIds } from '../security/order-ids.ts';
import { StartupProblem } from '../startup-problem.ts';
import { type Database, openDatabase } from './database.ts';
import { leaseWorkerNumber } from './worker-number.ts';

let fresh: FreshDatabase;
let database: Database;
let clock: TestClock;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase({ url: fresh.url });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});
beforeEach(async () => {
  await database.query('delete from worker_numbers');
  clock = createTestClock();
});

/** Waiting moves the clock; `meanwhile` is what others do in that time. */
const lease = (holder: string, given: number | null, meanwhile = async (): Promise<void> => {}) =>
  leaseWorkerNumber({
    database,
    clock,
    holder,
    given,
    sleep: async (ms) => {
      clock.advance(ms);
      await meanwhile();
    },
  });

test('replicas that start at once get different numbers', async () => {
  const leased = await Promise.all(Array.from({ length: 12 }, (_, index) => lease(`replica ${index}`, null)));
  expect(new Set(leased.map(({ number }) => number)).size).toBe(12);
});

test('a given number that a killed process held is waited for and taken', async () => {
  await lease('killed', 7);
  expect((await lease('its successor', 7)).number).toBe(7);
});

test('a given number that another process keeps using is refused with what to do', async () => {
  const alive = await lease('alive', 7);
  const second = lease('second', 7, () => alive.renew());
  await expect(second).rejects.toThrow(StartupProblem);
  await expect(second).rejects.toThrow(/WORKER_NUMBER of its own/);
});

test('a released number is free at once; one that was lost cannot be renewed', async () => {
  const first = await lease('first', 3);
  await first.release();
  const second = await lease('second', 3, () => Promise.reject(new Error('did wait')));
  expect(second.number).toBe(3);
  await expect(first.renew()).rejects.toThrow('taken by another process');
});

test('a process that was stopped longer than its lease takes another number, and its ids stay its own', async () => {
  const stopped = await lease('stopped', null);
  const ids = createOrderIds(clock, stopped);
  clock.advance(61_000);
  const other = await lease('other', null);
  const otherIds = createOrderIds(clock, other);
  expect(other.number).toBe(stopped.number);
  await stopped.renew();
  expect(stopped.number).not.toBe(other.number);
  clock.advance(1_000);
  expect(ids.next(9)).not.toBe(otherIds.next(9));
  await stopped.renew();
  await other.renew();
});

test('when all numbers are in use, a start says so', async () => {
  const all = await Promise.all(Array.from({ length: 64 }, (_, index) => lease(`replica ${index}`, index)));
  const renewAll = async () => {
    for (const held of all) await held.renew();
  };
  await expect(lease('one too many', null, renewAll)).rejects.toThrow(/All 64 worker numbers are in use/);
});
