import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCore, type TestCore } from '../features/account/testing/test-core.ts';
import { LEASE, type OutboxConsumers, outboxJobs, REMOVE } from './outbox-jobs.ts';

let world: TestCore;
beforeAll(async () => {
  world = await createTestCore();
});
afterAll(() => world.close());
beforeEach(() => world.core.database.query('truncate outbox, operator_alerts'));

const ignored = { together: async () => undefined };

function jobsOf(consumers: Partial<OutboxConsumers>) {
  const all = { 'order-saved': ignored, 'order-paid': ignored, 'policies-issued': ignored, ...consumers };
  return new Map(
    outboxJobs(
      world.core,
      {
        'upgrade-paid': ignored,
        'payment-unplaced': ignored,
        'payment-result': ignored,
        'policyholder-told': ignored,
        'refund-accepted': ignored,
        'refund-sent': ignored,
        'refund-settled': ignored,
        'insured-consent': ignored,
        'holder-noted': ignored,
        'recording-due': ignored,
        'change-told': ignored,
        ...all,
      },
      false,
    ).map((job) => [job.name, job]),
  );
}

async function put(kind: string, count: number): Promise<void> {
  await world.core.database.query(
    `insert into outbox (shard, id, kind, order_id, created_at, available_at)
     select n % 256, n, $1, n, $2, $2 from generate_series(1, $3::integer) n`,
    [kind, new Date(world.clock.now()), count],
  );
}

async function left(): Promise<{ id: bigint; tries: number }[]> {
  return world.core.database.query('select id, tries from outbox order by id');
}

const run = async (jobs: ReturnType<typeof jobsOf>, kind: string): Promise<number> =>
  (jobs.get(`outbox ${kind}`) as { run(): Promise<number> }).run();

test('a gateway that does not answer holds up its messages, not the policies', async () => {
  await put('policyholder-told', 3);
  await put('order-paid', 3);
  const issued: bigint[] = [];
  let answer = (): void => undefined;
  const silence = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const jobs = jobsOf({
    'policyholder-told': { each: () => silence, width: 5, batch: 20 },
    'order-paid': { each: async (event) => void issued.push(event.order_id), width: 2, batch: 20 },
  });
  const telling = run(jobs, 'policyholder-told');
  await run(jobs, 'order-paid');
  expect(issued).toHaveLength(3);
  answer();
  await telling;
  expect(await left()).toEqual([]);
});

test('one failing event is tried again later; its neighbours are handled once', async () => {
  await put('policyholder-told', 6);
  const told: bigint[] = [];
  const jobs = jobsOf({
    'policyholder-told': {
      width: 2,
      batch: 20,
      async each(event) {
        if (event.id === 4n) throw new Error('cannot be told');
        told.push(event.id);
      },
    },
  });
  await run(jobs, 'policyholder-told');
  await run(jobs, 'policyholder-told');
  expect(told.sort()).toEqual([1n, 2n, 3n, 5n, 6n]);
  expect(await left()).toEqual([{ id: 4n, tries: 1 }]);
});

test('a batch that fails is tried one by one; what keeps failing waits longer and reaches the operator once', async () => {
  await put('order-saved', 3);
  const counted: bigint[] = [];
  const jobs = jobsOf({
    'order-saved': {
      async together(events) {
        if (events.some((event) => event.id === 2n)) throw new Error('cannot be counted');
        counted.push(...events.map((event) => event.id));
      },
    },
  });
  for (let round = 0; round < 14; round++) {
    await run(jobs, 'order-saved');
    world.clock.advance(3_600_000);
  }
  expect(counted).toEqual([1n, 3n]);
  expect(await left()).toEqual([{ id: 2n, tries: 14 }]);
  const alerts = await world.core.database.query('select kind, order_id from operator_alerts');
  expect(alerts).toEqual([{ kind: 'event-stuck', order_id: 2n }]);
});

test('two servers share the work and never handle an event at the same time', async () => {
  await put('order-paid', 40);
  const handled: bigint[] = [];
  const consumers = {
    'order-paid': { each: async (event: { id: bigint }) => void handled.push(event.id), width: 4, batch: 20 },
  };
  const [one, two] = [jobsOf(consumers), jobsOf(consumers)];
  await Promise.all([run(one, 'order-paid'), run(two, 'order-paid'), run(one, 'order-paid')]);
  expect(handled).toHaveLength(40);
  expect(new Set(handled).size).toBe(40);
  expect(await left()).toEqual([]);
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Rows of tables that a plan has looked at. */
function rowsRead(node: PlanNode): number {
  const own = node['Relation Name'] && node['Node Type'] !== 'ModifyTable' ? node['Actual Rows'] : 0;
  const removed = node['Rows Removed by Filter'] ?? 0;
  return (own + removed) * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, inner) => sum + rowsRead(inner), 0);
}

test('with statistics of an empty outbox, news are leased and removed without reading those that wait', async () => {
  const [kind, waiting, batch] = ['order-saved', 3_000, 200];
  // As after every quiet hour: news came and went, and the place they took is still there.
  await put(kind, waiting);
  await world.core.database.query('delete from outbox');
  await world.core.database.query('analyze outbox');
  await put(kind, waiting);
  const connection = await world.core.database.openWriteConnection();
  const explained = async (text: string, given: string): Promise<number> => {
    await connection.query(`prepare statement as ${text}`);
    const [row] = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute statement(${given})`,
    );
    await connection.query('deallocate statement');
    return rowsRead((row as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan);
  };
  try {
    const later = `now() + interval '1 day'`;
    expect(await explained(LEASE, `now() + interval '99 years', ${later}, ${batch}, '${kind}'`)).toBeLessThanOrEqual(
      batch * 2,
    );
    const ids = `select array_agg((n % 256)::smallint) as shards, array_agg(n::bigint) as ids from generate_series(1, ${batch}) n`;
    const [some] = await connection.query<{ shards: number[]; ids: bigint[] }>(ids);
    const array = (values: readonly unknown[] = []): string => `'{${values.join(',')}}'`;
    const kinds = array(Array.from({ length: batch }, () => kind));
    expect(await explained(REMOVE, `${array(some?.shards)}, ${array(some?.ids)}, ${kinds}`)).toBeLessThanOrEqual(
      batch * 2,
    );
    expect(await left()).toHaveLength(waiting - batch);
  } finally {
    await connection.close();
  }
});
