import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { endAlert, raiseAlert } from '../../apps/server/src/features/payment/index.ts';
import { type Desk, signedIn } from './desk.ts';
import { openShop, type Shop } from './shop.ts';

/** How the program runs, and what somebody has to look at. */
let shop: Shop;
let system: Desk;

beforeAll(async () => {
  shop = await openShop({ servers: 2 });
  await seedStaffOfDemonstration(deps());
  system = await signedIn(shop, 'yunwei01');
});
afterAll(() => shop?.close());

const deps = () => {
  const [server] = shop.servers;
  if (!server) throw new Error('no server');
  return server.deps;
};
const running = () => system.value('showRunning');

test('both servers say how their jobs go', async () => {
  const ledger = async () => {
    await Promise.all([shop.runJob('job-diary', 0), shop.runJob('job-diary', 1)]);
    return (await running()).jobs.find(({ name }) => name === 'ledger');
  };
  // Each server's first round has to end.
  await expect.poll(async () => (await ledger())?.servers).toBe(2);
  expect(await ledger()).toMatchObject({ title: '记账', everyMs: 30_000, state: 'well', failures: 0, failure: '' });
  const { servers, jobs } = await running();
  expect(servers.map(({ isSilent }) => isSilent)).toEqual([false, false]);
  // Whoever reads the page knows what each of them does.
  expect(jobs.filter(({ title }) => !/[一-鿿]/.test(title)).map(({ name }) => name)).toEqual([]);
});

test('a job is run now because somebody asked, by one server; the wish is in the audit log', async () => {
  const done = () => deps().database.query<{ n: number }>(`select count(*)::integer as n from job_wishes`);
  await system.value('wishJob', { job: 'audit-chain' });
  await system.value('wishJob', { job: 'audit-chain' });
  expect((await running()).jobs.find(({ name }) => name === 'audit-chain')?.isWished).toBe(true);
  await expect
    .poll(async () => {
      await Promise.all([shop.runJob('job-diary', 0), shop.runJob('job-diary', 1)]);
      return (await done())[0]?.n;
    })
    .toBe(0);
  const noted = await deps().database.query(
    `select subject from staff_audit where what = 'wishJob' and outcome = 'done'`,
  );
  expect(noted).toEqual([{ subject: '验审计日志的链' }, { subject: '验审计日志的链' }]);
  expect((await system.call('wishJob', { job: 'no-such-job' })).message).toBe('没有这个任务');
});

test('a server that only answers calls does its own jobs, and leaves wishes for others to whoever can run them', async () => {
  const answering = await openShop({ database: shop.database, environment: { COMMON_JOBS: '0', WORKER_NUMBER: '9' } });
  try {
    const [server] = answering.servers;
    expect(server?.built.jobs.map(({ name }) => name).sort()).toEqual([
      ...['editions', 'evidence-build', 'evidence-files', 'job-diary', 'recording-folder'],
      ...['released-files', 'worker-number'],
    ]);
    await deps().database.query(
      `insert into job_wishes (job, asked_at, asked_by) select job, now(), id
       from staff_accounts, unnest(array['never-here', 'editions']) as job where account = 'yunwei01'`,
    );
    await answering.runJob('job-diary');
    expect(await deps().database.query(`select job from job_wishes where job in ('never-here', 'editions')`)).toEqual([
      { job: 'never-here' },
    ]);
    await deps().database.query(`delete from job_wishes`);
  } finally {
    await answering.close();
  }
});

test('what failed, what is late and who is silent is said', async () => {
  const { query } = deps().database;
  const nowMs = shop.clock.now();
  await query(
    `insert into job_runs (worker, job, every_ms, said_at, ended_at, duration_ms, done, done_in_all, failures, failed_at,
       failure)
     values (60, 'refunds', 1000, $1, $1, 12, 0, 5, 3, $1, 'connection refused'), (61, 'never', 1000, $2, $2, 1, 0, 0, 0,
       null, null)`,
    [new Date(nowMs), new Date(nowMs - 3_600_000)],
  );
  const { servers, jobs } = await running();
  expect(jobs.find(({ name }) => name === 'refunds')).toMatchObject({
    ...{ state: 'failing', failures: 3, failure: 'connection refused' },
  });
  expect(jobs.find(({ name }) => name === 'never')).toMatchObject({ state: 'late', servers: 0 });
  expect(servers.filter(({ isSilent }) => isSilent).map(({ number }) => number)).toEqual([61]);
});

test('queues are counted with the oldest that waits', async () => {
  const { query } = deps().database;
  const sinceMs = shop.clock.now() + 3_600_000;
  await query(
    `insert into outbox (shard, id, kind, order_id, created_at, available_at)
     select 0, n, 'never-drained', n, $1, $1 from generate_series(1, 3) as n`,
    [new Date(sinceMs)],
  );
  const queue = async () => (await running()).queues.find(({ name }) => name === 'never-drained');
  expect(await queue()).toMatchObject({ count: 3, isLate: false });
  shop.clock.advance(3_600_000 + 5 * 60_000 + 1);
  system = await signedIn(shop, 'yunwei01');
  expect(await queue()).toMatchObject({ count: 3, isLate: true });
  expect((await running()).queues.find(({ name }) => name === 'refunds')).toMatchObject({ count: 0, oldestAt: null });
});

test('an alert is seen with what to do, settled once with what was done, and goes to the settled ones', async () => {
  const { query } = deps().database;
  for (const [subject, amountFen] of [
    ['one', 15_800],
    ['two', 31_600],
  ] as const) {
    const alert = { kind: 'refund-abnormal', subject, orderId: 77n, shard: 0, details: { amountFen } } as const;
    await raiseAlert(query, alert, shop.clock.now());
  }
  const finance = await signedIn(shop, 'caiwu01');
  const operations = await signedIn(shop, 'yunying01');
  const { open, alerts } = await finance.value('listAlerts');
  expect(open).toBe(2);
  const alertNo = alerts.find(({ details }) => details[0]?.value === '158.00 元')?.alertNo ?? '';
  expect(alerts[0]).toMatchObject({ title: '退款异常', resolvedAt: null, orderNo: expect.stringMatching(/^JS\d+$/) });

  const answers = await Promise.all(
    [finance, operations].map((desk) => desk.call('resolveAlert', { alertNo, note: '已电话联系，改为人工退款' })),
  );
  expect(answers.map(({ code }) => code).filter((code) => code === 200000)).toHaveLength(1);
  expect(answers.find(({ code }) => code !== 200000)?.message).toBe('这条提醒已经有人处理了');
  expect((await finance.value('listAlerts')).alerts).toHaveLength(1);
  const [done] = (await finance.value('listAlerts', { which: 'done' })).alerts;
  expect(done).toMatchObject({ alertNo, note: '已电话联系，改为人工退款' });
  expect((await system.call('resolveAlert', { alertNo, note: '随便写写' })).code).toBe(400702);
});

test('what ended by itself is told anew when it is so again, what somebody saw to is not', async () => {
  const { query } = deps().database;
  const told = async () =>
    (await query(`select 1 from operator_alerts where kind = 'event-stuck' and resolved_at is null`)).length;
  const alert = {
    kind: 'event-stuck',
    subject: 'one',
    orderId: null,
    shard: null,
    details: { event: 'order-paid' },
  } as const;
  await raiseAlert(query, alert, shop.clock.now());
  await endAlert(query, alert, '自己好了', shop.clock.now());
  expect(await told()).toBe(0);
  await raiseAlert(query, alert, shop.clock.now());
  expect(await told()).toBe(1);
  const finance = await signedIn(shop, 'caiwu01');
  const { alerts, kinds } = await finance.value('listAlerts', { kind: 'event-stuck' });
  expect(alerts).toMatchObject([{ details: [{ label: '哪一步', value: '付款后出单' }] }]);
  expect(kinds).toContainEqual({ kind: 'event-stuck', title: '后续处理卡住', count: 1 });
  await finance.value('resolveAlert', { alertNo: alerts[0]?.alertNo ?? '', note: '已经重跑' });
  await raiseAlert(query, alert, shop.clock.now());
  expect(await told()).toBe(0);
});

test('staff who see one city do not see the whole province’s alerts', async () => {
  await deps().database.query(
    `update staff_accounts set scope = '{"insurers":null,"cities":["320500"],"channels":null}' where account = 'yunying01'`,
  );
  const operations = await signedIn(shop, 'yunying01');
  expect((await operations.call('listAlerts')).message).toContain('全省');
});

test('that WeChat does not let the official account do what it must is told once a day, whoever comes', async () => {
  shop.sandbox.control.faults.add({ provider: 'wechat-account', call: 'ticket', kind: 'ticket_quota', times: 9 });
  const input = { appId: deps().settings.wechatAppId, url: `${shop.origin}/` };
  for (let visits = 0; visits < 2; visits += 1) await shop.visitor().call('jsSdkSignature', input);
  const finance = await signedIn(shop, 'caiwu01');
  const told = async () => (await finance.value('listAlerts', { kind: 'wechat-refused' })).alerts;
  await expect.poll(async () => (await told()).length).toBe(1);
  const [alert] = await told();
  expect(alert).toMatchObject({ title: '微信不认我们的公众号或小程序', advice: expect.stringContaining('45009') });
  expect(JSON.stringify(alert)).toContain('公众号');
});
