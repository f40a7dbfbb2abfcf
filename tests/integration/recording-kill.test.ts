import { expect, test } from 'vitest';
import { isClean, runKills } from '../recording-kill/run-kills.ts';

test('a server killed under load has on its disk all that it answered for, and its index can be made again', async () => {
  const report = await runKills({ kills: 3, servers: 1, phones: 8, mostMs: 250 });
  expect(report).toMatchObject({ kills: 3, lost: 0, damaged: 0, missing: 0, indexDifferences: 0, broke: [] });
  expect(isClean(report)).toBe(true);
  expect(report.acknowledged).toBeGreaterThanOrEqual(8);
}, 120_000);
