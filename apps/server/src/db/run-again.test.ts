import { expect, test } from 'vitest';
import { untilItRuns } from './run-again.ts';

const failing = (code: string, times: number) => {
  let runs = 0;
  return async () => {
    runs += 1;
    if (runs <= times) throw Object.assign(new Error('in the way'), { code });
    return runs;
  };
};

function pauses() {
  const most: number[] = [];
  return { most, pause: async (mostMs: number) => void most.push(mostMs) };
}

test.each(['40001', '40P01'])('what lost by %s runs again after a pause that may be longer each time', async (code) => {
  const { most, pause } = pauses();
  expect(await untilItRuns(failing(code, 4), pause)).toBe(5);
  expect(most).toEqual([4, 8, 16, 32]);
});

test('it is given up after five runs, and any other error at once', async () => {
  const { most, pause } = pauses();
  await expect(untilItRuns(failing('40001', 5), pause)).rejects.toThrow('in the way');
  expect(most).toHaveLength(4);
  await expect(untilItRuns(failing('23505', 1), pause)).rejects.toThrow('in the way');
  expect(most).toHaveLength(4);
});

test('the pause by itself is a short one', async () => {
  expect(await untilItRuns(failing('40001', 2))).toBe(3);
});
