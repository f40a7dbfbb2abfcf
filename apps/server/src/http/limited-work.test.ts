import { calls } from '@huimin/contract';
import { expect, test } from 'vitest';
import { ok, type Reply } from './handler.ts';
import { limitedWork } from './limited-work.ts';

const limiting = {
  database: { within: <T>(_ms: number, work: () => Promise<T>) => work() },
  log: { info() {}, warn() {}, error() {} },
};

test('a call that comes while as many are under way as may be is refused at once, and the next after one has ended is not', async () => {
  const limited = limitedWork(limiting, 1_000, 2);
  const ends: ((fails?: boolean) => void)[] = [];
  const call = () =>
    limited(
      calls.queryOrders,
      () =>
        new Promise<Reply<number>>((resolve, reject) =>
          ends.push((fails) => (fails ? reject(new Error('broken')) : resolve(ok(1)))),
        ),
    );
  const [first, second] = [call(), call()];
  expect(await call()).toMatchObject({ ok: false, name: 'server-busy' });
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await first;
  const third = call();
  expect(ends).toHaveLength(3);
  ends[1]?.(true);
  await expect(second).rejects.toThrow('broken');
  const fourth = call();
  for (const end of ends) end();
  expect([await third, await fourth]).toEqual([ok(1), ok(1)]);
});
