import { expect, test } from 'vitest';
import { setStage, stage } from '../payment/testing/payment-stage.ts';
import { giveBack, insuredFamily, standing } from '../refund/testing/refund-stage.ts';
import { reportJobs } from './index.ts';

setStage();

const HOUR = 60 * 60_000;

async function countAll(): Promise<void> {
  const [job] = reportJobs(stage.server.deps);
  for (let rounds = 0; rounds < 10 && ((await job?.run()) ?? 0) > 0; rounds += 1);
}

const counted = () =>
  stage.server.deps.database.query(
    `select fact, to_char(day, 'YYYY-MM-DD') as day, detail, cases::integer, people::integer, fen::integer
     from report_days where fact like 'refund%' order by fact, day, detail`,
    [],
  );

test('a refund that becomes known when its day is closed is counted on the day it is known, with its own day', async () => {
  stage.clock.set('2026-11-20T10:00:00+08:00');
  await stage.server.deps.database.query('update report_progress set closed_until = $1', ['2026-11-20']);
  const family = await insuredFamily();
  const [first, second] = family.policyNos as [string, string];
  const refund = async (policyNo: string) => {
    await giveBack(family, [policyNo], 15_800);
    stage.sandbox.control.notifications.hold();
    stage.clock.advance(61_000);
    await stage.server.runJob('refunds');
    stage.clock.advance(10_000);
    await stage.sandbox.control.settle();
  };
  // Known within the day and its closing: counted where it happened.
  await refund(first);
  stage.clock.advance(10 * 60_000);
  await stage.server.runJob('refunds');
  expect((await standing(family)).refunds).toMatchObject([{ state: 'SETTLED' }]);
  await countAll();
  const inTime = { fact: 'refund', detail: 'wrong-details', cases: 1, people: 1, fen: 15_800 };
  expect(await counted()).toEqual([{ ...inTime, day: '2026-11-20' }]);

  // Nobody is there for a day and a half, but who counts.
  await refund(second);
  stage.clock.advance(36 * HOUR);
  await countAll();
  expect(await counted()).toEqual([{ ...inTime, day: '2026-11-20' }]);
  await stage.server.runJob('refunds');
  expect((await standing(family)).refunds).toMatchObject([{ state: 'SETTLED' }, { state: 'SETTLED' }]);
  const late = [
    { ...inTime, day: '2026-11-20' },
    { ...inTime, day: '2026-11-21' },
    { ...inTime, fact: 'refund-late', day: '2026-11-21', detail: '2026-11-20' },
  ];
  stage.clock.advance(60_000);
  await countAll();
  expect(await counted()).toEqual(late);
  // Nor does that change when the day is over, or when all is counted anew.
  stage.clock.advance(30 * HOUR);
  await countAll();
  expect(await counted()).toEqual(late);
  await stage.server.deps.database.query('update report_progress set closed_until = $1', ['2026-11-20']);
  await countAll();
  expect(await counted()).toEqual(late);
});
