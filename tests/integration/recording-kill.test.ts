import { expect, test } from 'vitest';
import { runKills } from '../recording-kill/run-kills.ts';

test('a server killed under load has on its disk all that it answered for, and its index can be made again', async () => {
  const report = await runKills({ kills: 2, phones: 8, mostMs: 250 });
  expect(report).toMatchObject({ kills: 2, lost: 0, damaged: 0, sameIndex: true, broke: null });
  expect(report.acknowledged).toBeGreaterThanOrEqual(8);
}, 120_000);
