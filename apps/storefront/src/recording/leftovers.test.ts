import { describe, expect, test } from 'vitest';
import { memoryRows, type Rows } from './rows.ts';
import { fakePhone } from './testing/fake-phone.ts';

describe('a later visit', () => {
  /** A phone with 150 things that never reached the server, whose page is gone. */
  async function phoneWithLeftovers(rows: Rows = memoryRows()) {
    const phone = fakePhone(rows);
    phone.receiver.answers(() => 'no-answer');
    const { life, say, kill } = phone.page('tab-1');
    for (let i = 0; i < 150; i += 1) say(`e${i}`);
    await phone.time.pass(6_000);
    life.leave(true);
    await phone.time.settle();
    kill();
    phone.receiver.answers(() => 'ok');
    phone.receiver.asked.length = 0;
    return phone;
  }

  test('tries again within seconds what got no answer the first time', async () => {
    const phone = await phoneWithLeftovers();
    phone.nextVisit('later');
    phone.receiver.answers(() => (phone.receiver.asked.length < 3 ? 'no-answer' : 'ok'));
    await phone.time.pass(3_000 + 2_000 + 4_000);
    expect(phone.said()).toHaveLength(150);
    expect(await phone.rows.all()).toEqual([]);
  });

  test('gives a slow line longer each time, until all is through', async () => {
    const phone = await phoneWithLeftovers();
    // Longer than a first attempt waits.
    phone.receiver.answers(() => new Promise((resolve) => phone.time.timers.set(() => resolve('ok'), 7_000)));
    phone.nextVisit('later');
    await phone.time.pass(40_000);
    expect(phone.said()).toHaveLength(150);
    expect(await phone.rows.all()).toEqual([]);
  });

  test('looks again where the storage did not answer', async () => {
    const kept = memoryRows();
    let isAway = false;
    const rows: Rows = { ...kept, all: () => (isAway ? Promise.reject(new Error('away')) : kept.all()) };
    const phone = await phoneWithLeftovers(rows);
    isAway = true;
    phone.nextVisit('later');
    await phone.time.pass(3_500);
    expect(phone.receiver.asked).toEqual([]);
    isAway = false;
    await phone.time.pass(2_000);
    expect(phone.said()).toHaveLength(150);
  });

  test('looks again at what belonged to a page that was just going', async () => {
    const phone = await phoneWithLeftovers();
    await phone.rows.change([['trace-0001/tab-1/l', `one ${phone.time.now() + 4_000}`]], []);
    phone.nextVisit('later');
    await phone.time.pass(3_500);
    expect(phone.receiver.asked).toEqual([]);
    await phone.time.pass(2_000);
    expect(phone.said()).toHaveLength(150);
  });
});
