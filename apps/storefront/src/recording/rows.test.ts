import { expect, test } from 'vitest';
import { memoryRows, type Rows, withSpare } from './rows.ts';
import { fakePhone } from './testing/fake-phone.ts';

test('rows that an earlier release put down are sent like those of today', async () => {
  const item = (text: string, k: number) => ({
    text: `{"type":5,"timestamp":1,"data":"${text}"}`,
    at: 1_800_000_000_000,
    values: [{ k, v: text }],
  });
  const name = { trace: 'trace-0001', tab: 'tab-1', build: 'b1', table: '' };
  const batch = {
    ...name,
    seq: 0,
    n: 1,
    t0: 1_800_000_000_000,
    t1: 1_800_000_000_000,
    prev: '0'.repeat(64),
    data: `[${item('a', 1).text}]`,
    vals: '',
  };
  const phone = fakePhone(
    memoryRows(
      new Map([
        ['trace-0001/tab-1/b000000000', JSON.stringify({ ...batch, final: false, upTo: 1 })],
        ['trace-0001/tab-1/i000000000', JSON.stringify([item('a', 1), item('b', 2)])],
        ['trace-0001/tab-1/p', JSON.stringify({ ...name, seq: 0, cut: 0, prev: '0'.repeat(64), key: 'KEPT' })],
      ]),
    ),
  );
  expect(await phone.leftovers('later')).toBe(true);
  expect(phone.said('tab-1')).toEqual(['a', 'b']);
  expect(phone.receiver.asked.map(({ vals }) => vals)).toEqual(['[{"k":1,"v":"a"}]', '[{"k":2,"v":"b"}]']);
});

test('a spare that nothing was put into is not asked again, until something is', async () => {
  const asked: string[] = [];
  let full = false;
  const rowsOf = (which: string): Rows => {
    const kept = memoryRows();
    return {
      ...kept,
      change(put, drop) {
        asked.push(which);
        return which === 'first' && full && put.length > 0 ? Promise.reject(new Error('full')) : kept.change(put, drop);
      },
    };
  };
  const rows = withSpare(rowsOf('first'), rowsOf('spare'));
  await rows.change([['a', '1']], []);
  full = true;
  await rows.change([['a', '2']], []);
  full = false;
  await rows.change([['a', '3']], []);
  expect(asked).toEqual(['first', 'first', 'spare', 'first', 'first', 'spare']);
  expect(await rows.all()).toEqual([['a', '3']]);
});

test('a disk that is slow is waited for a second before its batch is sent, so that a later visit cuts it alike', async () => {
  const kept = memoryRows();
  let answers: (() => void)[] | null = null;
  const rows: Rows = {
    ...kept,
    async change(put, drop) {
      await new Promise<void>((resolve) => (answers ? answers.push(resolve) : resolve()));
      return kept.change(put, drop);
    },
  };
  const phone = fakePhone(rows);
  const { say } = phone.page('tab-1');
  say('a', true);
  await phone.time.pass(100);
  answers = [];
  await phone.time.pass(4_900);
  expect([answers.length, phone.receiver.asked.length]).toEqual([1, 0]);
  answers.shift()?.();
  await phone.time.settle();
  expect(phone.said()).toEqual(['a']);
  // One that never answers holds nothing back for longer.
  say('b');
  await phone.time.pass(5_000 + 999);
  expect(phone.said()).toEqual(['a']);
  await phone.time.pass(1);
  expect(phone.said()).toEqual(['a', 'b']);
});
