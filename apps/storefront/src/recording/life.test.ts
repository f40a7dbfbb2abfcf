import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { memoryRows, type Rows, ringRows, withSpare } from './rows.ts';
import { sha256 } from './sha256.ts';
import { fakePhone } from './testing/fake-phone.ts';

test('hashes are those of everybody', () => {
  for (const text of [
    '',
    'abc',
    '投保须知'.repeat(40),
    'a'.repeat(55),
    'a'.repeat(56),
    'a'.repeat(64),
    '🙂'.repeat(5_000),
  ]) {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

describe('a batch', () => {
  test('goes at 60 events, or after five seconds, or when a step asks for it', async () => {
    const phone = fakePhone();
    const { life, say } = phone.page('tab-1');
    for (let i = 0; i < 61; i += 1) say(`e${i}`);
    await phone.time.settle();
    expect(phone.receiver.batches().map(({ data }) => JSON.parse(data).length)).toEqual([60]);
    await phone.time.pass(5_000);
    expect(phone.said()).toHaveLength(61);
    say('step');
    expect(await life.flush(1_500)).toBe(true);
    expect(phone.said().at(-1)).toBe('step');
  });

  test('of many characters goes at once', async () => {
    const phone = fakePhone();
    phone.page('tab-1').say('x'.repeat(130_000));
    await phone.time.settle();
    expect(phone.receiver.batches()).toHaveLength(1);
  });

  test('asks little of the disk: once for what came within a moment, for its cutting, and for its going', async () => {
    const changes: string[][] = [];
    const kept = memoryRows();
    const rows: Rows = {
      ...kept,
      change(put, drop) {
        const short = (name: string) =>
          name
            .split('/')
            .at(-1)
            ?.replace(/^(\w)0*/, '$1') ?? '';
        changes.push([...put.map(([name]) => `+${short(name)}`), ...drop.map((name) => `-${short(name)}`)]);
        return kept.change(put, drop);
      },
    };
    const phone = fakePhone(rows);
    const { life, say } = phone.page('tab-1');
    const typed = (k: number) => life.push({ text: `{"type":3,"k":${k}}`, at: 1, values: [{ k, v: 'x' }] }, false);
    say('a');
    typed(1);
    typed(2);
    await phone.time.pass(499);
    expect(changes).toEqual([]);
    await phone.time.pass(1);
    life.push({ text: '{"type":5}', at: 1, values: [] }, true);
    life.push({ text: '{"type":5}', at: 1, values: [] }, true);
    await phone.time.pass(20);
    await life.flush(1_500);
    await phone.time.settle();
    expect(changes).toEqual([['+i', '+p'], ['+i3'], ['+b', '-i', '-i3'], ['+p', '-b']]);
    const [row] = await rows.all();
    expect(JSON.parse(row?.[1] ?? '')).toMatchObject({ seq: 1, cut: 5, key: 'KEY' });
    // The row of a later one goes with whatever is put down next, or after a while.
    changes.length = 0;
    say('b');
    await life.flush(1_500);
    say('c', true);
    await phone.time.pass(20);
    expect(changes).toEqual([['+b1'], ['+i6', '+p', '-b1']]);
    await life.flush(1_500);
    await phone.time.pass(2_000);
    expect(changes.slice(2)).toEqual([
      ['+b2', '-i6'],
      ['+p', '-b2'],
    ]);
    const [later] = await rows.all();
    expect(JSON.parse(later?.[1] ?? '')).toMatchObject({ seq: 3, cut: 7 });
  });

  test('names the one before, and every member of the specification', async () => {
    const phone = fakePhone();
    const { life, say } = phone.page('tab-1');
    say('a');
    await life.flush(1_500);
    say('b');
    await life.flush(1_500);
    const [first, second] = phone.receiver.asked;
    expect(first).toMatchObject({
      seq: 0,
      prev: '0'.repeat(64),
      productId: 'js26',
      policyHolderName: '',
      orderNo: '',
      v: 1,
    });
    expect(second).toMatchObject({ seq: 1, prev: sha256(first?.data ?? ''), key: 'KEY' });
  });

  test('leaves no row behind once the server has it', async () => {
    const rows = memoryRows();
    const phone = fakePhone(rows);
    const { life, say } = phone.page('tab-1');
    say('a', true);
    await phone.time.pass(50);
    expect((await rows.all()).map(([name]) => name)).toEqual(['trace-0001/tab-1/i000000000', 'trace-0001/tab-1/p']);
    const ended = life.end();
    await phone.time.pass(50);
    await ended;
    expect(await rows.all()).toEqual([]);
    expect(phone.receiver.asked[0]?.final).toBe(true);
  });
});

describe('a line that fails', () => {
  test.each(['no-answer', 'lost-answer', 500, 404] as const)(
    '%s: it goes again, later and later, and counts once',
    async (how) => {
      const phone = fakePhone();
      let left = 3;
      phone.receiver.answers(() => {
        left -= 1;
        return left >= 0 ? how : 'ok';
      });
      const { life, say } = phone.page('tab-1');
      say('a');
      expect(await life.flush(1_500)).toBe(false);
      say('b');
      // 0.5, 1 and 2 seconds, which is half of the pauses: this chance is the smallest.
      await phone.time.pass(10_000);
      expect(phone.said()).toEqual(['a', 'b']);
      expect(phone.receiver.conflicts).toEqual([]);
      expect(life.isEmpty()).toBe(true);
    },
  );

  test('an answer that never comes is given up after two seconds, then after four', async () => {
    const phone = fakePhone();
    const fetch = phone.receiver.fetch;
    let asked = 0;
    phone.receiver.fetch = (url, init) => {
      asked += 1;
      return asked < 3 ? new Promise(() => {}) : fetch(url, init);
    };
    const { life, say } = phone.page('tab-1');
    say('a');
    const flushed = life.flush(1_500);
    await phone.time.pass(1_500);
    expect(await flushed).toBe(false);
    await phone.time.pass(20_000);
    expect(phone.said()).toEqual(['a']);
  });

  test('what the server will never take is not sent for ever, and said to be missing', async () => {
    const phone = fakePhone();
    phone.receiver.answers(({ seq }) => (seq === 0 ? 413 : 'ok'));
    const { life, say } = phone.page('tab-1');
    say('a');
    await life.flush(1_500);
    say('b');
    await life.flush(1_500);
    expect(phone.said()).toEqual(['b']);
    expect(phone.gaps).toMatchObject([{ why: 'refused', batch: { n: 1 } }]);
  });
});

describe('a kill', () => {
  /** Whatever is on the disk comes with the next visit, once, under its own name, in its order. */
  test.each([0, 10, 1_000, 4_990, 5_010, 7_000])('%i ms after the last of many events', async (waitMs) => {
    const phone = fakePhone();
    const { say, kill } = phone.page('tab-1');
    phone.receiver.answers(() => 'no-answer');
    for (let i = 0; i < 150; i += 1) {
      say(`e${i}`, i % 10 === 0);
      await phone.time.pass(20);
    }
    await phone.time.pass(waitMs);
    kill();
    phone.receiver.answers(() => 'ok');
    expect(await phone.leftovers('later')).toBe(true);
    const said = phone.said('tab-1');
    expect(said).toEqual(Array.from({ length: said.length }, (_, i) => `e${i}`));
    // Nothing older than a second is missing, and no mark older than a moment.
    expect(said.length).toBeGreaterThanOrEqual(waitMs >= 1_000 ? 150 : 141);
    expect(phone.receiver.conflicts).toEqual([]);
    expect(await phone.rows.all()).toEqual([]);
    const chain = phone.receiver.batches().sort((a, b) => a.seq - b.seq);
    chain.slice(1).forEach((batch, i) => {
      expect(batch.prev).toBe(sha256(chain[i]?.data ?? ''));
    });
  });

  test('at every single step of the disk loses nothing that was there, and sends nothing twice as something else', async () => {
    for (let dies = 1; dies < 14; dies += 1) {
      const kept = memoryRows();
      let steps = 0;
      let said = 0;
      let saidWhenKilled = 0;
      let kill = () => {};
      const phone = fakePhone({
        ...kept,
        async change(put, drop) {
          steps += 1;
          if (steps === dies) {
            saidWhenKilled = said;
            kill();
          }
          return steps >= dies ? new Promise<void>(() => {}) : kept.change(put, drop);
        },
      });
      const page = phone.page('tab-1');
      kill = page.kill;
      for (let i = 0; i < 8; i += 1) {
        page.say(`e${i}`, true);
        said += 1;
        await phone.time.pass(1_300);
      }
      page.kill();
      steps = Number.NEGATIVE_INFINITY;
      await phone.leftovers('later');
      const found = phone.said('tab-1');
      expect(found).toEqual(Array.from({ length: found.length }, (_, i) => `e${i}`));
      // All but the one that was being put down.
      expect(found.length).toBeGreaterThanOrEqual(saidWhenKilled - 1);
      expect(phone.receiver.conflicts).toEqual([]);
    }
  });

  test('is told: what a page had not put down any more is not there', async () => {
    const phone = fakePhone();
    const { say, kill } = phone.page('tab-1');
    say('a', true);
    await phone.time.pass(50);
    kill();
    await phone.leftovers('later');
    expect(phone.receiver.events().at(-1)?.data).toMatchObject({ tag: 'gap', payload: { why: 'killed' } });
    expect(phone.receiver.batches().at(-1)).toMatchObject({ final: true });
  });
});

describe('a page that is left', () => {
  test('takes along what a browser lets outlive it, the small ones first; the rest comes with the next visit', async () => {
    const phone = fakePhone();
    phone.receiver.answers(() => 'no-answer');
    const { life, say, kill } = phone.page('tab-1');
    say('x'.repeat(60_000));
    await life.flush(0);
    say('small');
    phone.receiver.answers(() => 'ok');
    const before = phone.receiver.asked.length;
    life.leave(true);
    await phone.time.settle();
    expect(phone.receiver.asked.slice(before).map(({ seq }) => seq)).toEqual([1]);
    kill();
    await phone.leftovers('later');
    expect(phone.said('tab-1')).toEqual(['x'.repeat(60_000), 'small']);
    expect(phone.receiver.conflicts).toEqual([]);
  });
});

test('a page that goes away in a hurry leaves nothing of a person outside the disk, and loses nothing of it either', async () => {
  const phone = fakePhone();
  const { life, say, kill } = phone.page('tab-1');
  const typed = (k: number, v: string) =>
    life.push({ text: `{"type":3,"timestamp":1,"data":"⟦${k}⟧"}`, at: phone.time.now(), values: [{ k, v }] }, true);
  typed(1, '林梅');
  say('b', true);
  typed(2, '320506');
  await phone.time.pass(50);
  phone.receiver.answers(() => 'no-answer');
  kill();
  life.leave(true);
  await phone.time.pass(50);
  expect(phone.left()).toContain('⟦2⟧');
  expect(phone.left()).not.toMatch(/林梅|320506/);
  phone.receiver.answers(() => 'ok');
  await phone.leftovers('later');
  const [batch] = phone.receiver.batches();
  expect(JSON.parse(batch?.vals ?? '')).toEqual([
    { k: 1, v: '林梅' },
    { k: 2, v: '320506' },
  ]);
  expect(phone.left()).toBe('');
});

test('what is small goes along although something large before it does not', async () => {
  const phone = fakePhone();
  const { life, say, kill } = phone.page('tab-1');
  say('a', true);
  say('x'.repeat(60_000));
  say('b', true);
  life.leave(true);
  await phone.time.settle();
  expect(phone.receiver.asked).toMatchObject([{ seq: 1, final: true }]);
  expect(phone.said()).toEqual(['b']);
  kill();
  await phone.leftovers('later');
  expect(phone.said()).toEqual(['a', 'x'.repeat(60_000), 'b']);
  expect(phone.receiver.conflicts).toEqual([]);
});

test('a page that goes away before its disk has answered is not told twice in two ways', async () => {
  const kept = memoryRows();
  let slow = false;
  const phone = fakePhone({ ...kept, change: (put, drop) => (slow ? new Promise(() => {}) : kept.change(put, drop)) });
  const { life, say, kill } = phone.page('tab-1');
  say('a', true);
  await phone.time.pass(50);
  slow = true;
  say('b');
  life.leave(true);
  await phone.time.settle();
  expect(phone.said()).toEqual(['a', 'b']);
  kill();
  slow = false;
  await phone.leftovers('later');
  expect(phone.said()).toEqual(['a', 'b']);
  expect(phone.receiver.conflicts).toEqual([]);
  expect(await kept.all()).toEqual([]);
});

describe('a disk', () => {
  const broken = async () => {
    throw new Error('no room');
  };

  test('that takes nothing changes nothing as long as the page is there', async () => {
    const phone = fakePhone({ change: broken, all: broken, swap: broken });
    const { life, say } = phone.page('tab-1');
    phone.receiver.answers(() => 'no-answer');
    say('a', true);
    await phone.time.pass(6_000);
    phone.receiver.answers(() => 'ok');
    await phone.time.pass(10_000);
    expect(phone.said()).toEqual(['a']);
    expect(life.isEmpty()).toBe(true);
  });

  test('that was full for a while brings no event twice', async () => {
    const kept = memoryRows();
    let full = false;
    const rows: Rows = { ...kept, change: (put, drop) => (full && put.length > 0 ? broken() : kept.change(put, drop)) };
    const phone = fakePhone(rows);
    const { life, say, kill } = phone.page('tab-1');
    say('a', true);
    await phone.time.pass(50);
    full = true;
    await life.flush(1_500);
    await phone.time.settle();
    kill();
    full = false;
    await phone.leftovers('later');
    expect(phone.said()).toEqual(['a']);
    expect(await kept.all()).toEqual([]);
  });

  test('of the old kind keeps marks and values first, within its room', async () => {
    const texts = new Map<string, string>();
    const storage = {
      get length() {
        return texts.size;
      },
      key: (i: number) => [...texts.keys()][i] ?? null,
      getItem: (name: string) => texts.get(name) ?? null,
      setItem: (name: string, text: string) => void texts.set(name, text),
      removeItem: (name: string) => void texts.delete(name),
    } as unknown as Storage;
    texts.set('of-the-page', 'stays');
    const phone = fakePhone(ringRows(storage, 2_000));
    const { life, say, kill } = phone.page('tab-1');
    say('x'.repeat(5_000));
    say('mark', true);
    const typed = { text: '{"type":3,"data":"typed"}', at: phone.time.now(), values: [{ k: 1, v: '林梅' }] };
    life.push(typed, false);
    await phone.time.pass(1_500);
    kill();
    await phone.leftovers('later');
    expect(phone.said()).toEqual(['mark', 'typed']);
    expect(phone.receiver.batches().map(({ vals }) => vals)).toEqual([expect.stringContaining('林梅')]);
    expect([...texts.keys()]).toEqual(['of-the-page']);
    await expect(phone.rows.change([['a/b/c', 'y'.repeat(3_000)]], [])).rejects.toThrow('no room');
  });

  test('without room from the first to the last is made up for by the old kind', async () => {
    const kept = memoryRows();
    const rows: Rows = { ...kept, change: (put, drop) => (put.length > 0 ? broken() : kept.change(put, drop)) };
    const spare = memoryRows();
    const phone = fakePhone(withSpare(rows, spare));
    phone.receiver.answers(() => 'no-answer');
    const { say, kill } = phone.page('tab-1');
    for (let i = 0; i < 70; i += 1) say(`e${i}`);
    await phone.time.pass(2_000);
    kill();
    expect((await spare.all()).length).toBeGreaterThan(1);
    phone.receiver.answers(() => 'ok');
    await phone.leftovers('later');
    expect(phone.said()).toHaveLength(70);
    expect(await spare.all()).toEqual([]);
  });

  test('that refuses a batch leaves it to the storage of pages that go away', async () => {
    const kept = memoryRows();
    const rows: Rows = { ...kept, change: (put, drop) => (put.length > 0 ? broken() : kept.change(put, drop)) };
    const phone = fakePhone(rows);
    phone.receiver.answers(() => 'no-answer');
    const { life, say, kill } = phone.page('tab-1');
    for (let i = 0; i < 130; i += 1) say(`e${i}`);
    await phone.time.pass(2_000);
    life.leave(true);
    await phone.time.settle();
    kill();
    phone.receiver.answers(() => 'ok');
    await phone.leftovers('later');
    expect(phone.said()).toHaveLength(130);
    expect(phone.left()).toBe('');
  });

  test('that filled up is read where nothing at all can be written any more', async () => {
    const kept = memoryRows();
    let full = false;
    const rows: Rows = { ...kept, change: (put, drop) => (full && put.length > 0 ? broken() : kept.change(put, drop)) };
    const phone = fakePhone(rows);
    const { say, kill } = phone.page('tab-1');
    say('a', true);
    await phone.time.pass(50);
    kill();
    full = true;
    await phone.leftovers('later');
    await phone.leftovers('later still');
    expect(phone.said()).toEqual(['a']);
    expect(phone.receiver.asked).toHaveLength(1);
    expect(await kept.all()).toEqual([]);
  });

  test('forgets what nobody fetched for a week, and says so', async () => {
    const phone = fakePhone();
    phone.receiver.answers(() => 'no-answer');
    const { say, kill } = phone.page('tab-1');
    say('old', true);
    await phone.time.pass(6_000);
    kill();
    await phone.time.pass(8 * 24 * 3_600_000);
    await phone.leftovers('later');
    expect(phone.gaps).toMatchObject([{ why: 'old' }]);
    expect(await phone.rows.all()).toEqual([]);
  });
});

describe('two tabs', () => {
  test('leave each other alone while both live', async () => {
    const phone = fakePhone();
    const one = phone.page('tab-1');
    phone.page('tab-2').say('two', true);
    one.say('one', true);
    await phone.rows.change([['trace-0001/tab-1/l', `one ${phone.time.now() + 60_000}`]], []);
    await phone.time.pass(50);
    // The second looks for leftovers while the first is still at it.
    expect(await phone.leftovers('two', ['tab-2'])).toBe(false);
    expect(phone.receiver.asked).toEqual([]);
    await phone.time.pass(6_000);
    expect(phone.said().sort()).toEqual(['one', 'two']);
    expect(phone.receiver.asked).toHaveLength(2);
  });

  test('that find the same leftovers at once send them once', async () => {
    const phone = fakePhone();
    const { say, kill } = phone.page('tab-1');
    say('a', true);
    await phone.time.pass(50);
    kill();
    await Promise.all([phone.leftovers('two'), phone.leftovers('three'), phone.leftovers('four')]);
    expect(phone.receiver.asked).toHaveLength(1);
    expect(phone.said()).toEqual(['a']);
    expect(await phone.rows.all()).toEqual([]);
  });
});
