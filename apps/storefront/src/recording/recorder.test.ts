import { beforeEach, describe, expect, test } from 'vitest';
import type { LifeName } from './batch.ts';
import type { Life } from './life.ts';
import { NO_TABLE } from './pack.ts';
import { createRecorder, type PageEvent, type PageWatch, RECORD_ID_KEY, type Screen } from './recorder.ts';
import { createValues } from './values.ts';

const whole = (name: string): Screen => ({ name, title: name, recorded: 'whole' });
const visit = (name: string): Screen => ({ name, title: name, recorded: 'visit' });

interface Told {
  readonly tab: string;
  readonly text: string;
  readonly urgent: boolean;
  readonly values: readonly { k: number; v: string }[];
}

/** A recorder without a browser, in which anything can be made to fail. */
function bench(kept: Record<string, string> = {}) {
  const told: Told[] = [];
  const lives: { name: LifeName; ended: string[] }[] = [];
  const faults: unknown[] = [];
  const waiting: (() => void)[] = [];
  const calls: string[] = [];
  let emit: (event: PageEvent) => void = () => {};
  let token: (text: string) => string = (text) => text;
  let breaks: string | null = null;
  let number = 0;
  const fail = (what: string) => {
    if (breaks === what) throw new Error(`${what} is broken`);
  };
  const watch: PageWatch = {
    start(nextEmit, nextToken) {
      calls.push('start');
      emit = nextEmit;
      token = nextToken;
      fail('start');
    },
    rest() {
      calls.push('rest');
      fail('rest');
    },
    picture() {
      calls.push('picture');
      fail('picture');
    },
    stop() {
      calls.push('stop');
      fail('stop');
    },
  };
  const recorder = createRecorder({
    session: {
      getItem: (name) => kept[name] ?? null,
      setItem(name, value) {
        fail('session');
        kept[name] = value;
      },
    },
    watch,
    now: () => 1_000 + number,
    uuid() {
      number += 1;
      return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    },
    whenDrawn: (run) => void waiting.push(run),
    newLife(name): Life {
      const ended: string[] = [];
      lives.push({ name, ended });
      return {
        name,
        push(item, urgent) {
          fail('push');
          told.push({ tab: name.tab, text: item.text, urgent, values: item.values });
        },
        flush: async () => ended.push('flushed') > 0,
        leave: (final) => void ended.push(final ? 'left' : 'hidden'),
        end: async () => void ended.push('ended'),
        isEmpty: () => true,
      };
    },
    environment: () => ({ channel: 'plain' }),
    onFault: (fault) => void faults.push(fault),
    build: 'b1',
    table: NO_TABLE,
  });
  return {
    recorder,
    told,
    lives,
    faults,
    calls,
    kept,
    token: (text: string) => token(text),
    emit: (event: PageEvent) => emit(event),
    draw() {
      for (const run of waiting.splice(0)) run();
    },
    breaks: (what: string | null) => {
      breaks = what;
    },
    /** Tags of the marks, with what tells them apart. */
    marks: () =>
      told.flatMap(({ text }) => {
        const { type, data } = JSON.parse(text);
        return type === 5 ? [[data.tag, data.payload.act ?? '', data.payload.route ?? ''].join(' ').trim()] : [];
      }),
  };
}

let one: ReturnType<typeof bench>;
beforeEach(() => {
  one = bench();
});

describe('a recording', () => {
  test('keeps the id that the tab has, or makes one', () => {
    expect(one.kept[RECORD_ID_KEY]).toBe(one.recorder.traceId());
    const again = bench({ [RECORD_ID_KEY]: 'an-id-of-before' });
    expect(again.recorder.traceId()).toBe('an-id-of-before');
    expect(bench({ [RECORD_ID_KEY]: 'no <id>' }).recorder.traceId()).toMatch(/^0000/);
  });

  test('draws each screen of a sale anew, and of others notes the visit alone', () => {
    one.recorder.enter(whole('index'));
    one.draw();
    one.recorder.enter(whole('beforeAuthUser'));
    // What changes between two screens belongs to neither picture.
    one.emit({ type: 3, timestamp: 5, data: { source: 0 } });
    one.draw();
    one.emit({ type: 3, timestamp: 6, data: { source: 3 } });
    one.recorder.enter(visit('claims'));
    one.recorder.mark('tap', { id: '看结果' });
    one.draw();
    expect(one.calls).toEqual(['start', 'rest', 'picture', 'stop']);
    expect(one.marks()).toEqual([
      'env',
      'page enter index',
      'page leave index',
      'page enter beforeAuthUser',
      'page leave beforeAuthUser',
      'page enter claims',
    ]);
    expect(
      one.told.filter(({ text }) => text.startsWith('{"type":3')).map(({ text }) => JSON.parse(text).timestamp),
    ).toEqual([6]);
  });

  test('begins anew with the next purchase after a paid one, and says what it goes on from', () => {
    const first = one.recorder.traceId();
    one.recorder.enter(whole('pay'));
    one.recorder.enter(whole('paySuccess'));
    one.recorder.enter(visit('orderDetail'));
    expect(one.recorder.traceId()).toBe(first);
    one.recorder.enter(whole('beforeAuthUser'));
    expect(one.recorder.traceId()).not.toBe(first);
    expect(one.kept[RECORD_ID_KEY]).toBe(one.recorder.traceId());
    // Ended first: its last batch says that nothing more comes.
    expect(one.lives.map(({ ended }) => ended)).toEqual([['ended', 'flushed'], []]);
    expect(one.marks().slice(-3)).toEqual(['env', 'sign', 'page enter beforeAuthUser']);
    expect(one.told.at(-2)?.text).toContain(`"previous":"${first}"`);
  });

  test('begins anew after a logout, without a link to who was here before', async () => {
    one.recorder.enter(whole('index'));
    await one.recorder.reset(false);
    expect(one.marks().slice(-3)).toEqual(['page leave index', 'env', 'page enter index']);
  });

  test('ends with its page, and goes on as another life when the page comes back', () => {
    one.recorder.enter(whole('pay'));
    one.recorder.see(false);
    one.recorder.leave();
    expect(one.lives[0]?.ended).toEqual(['hidden', 'left']);
    one.recorder.mark('tap', { id: 'nobody' });
    one.recorder.comeBack();
    expect(one.lives.map(({ name }) => name.trace)).toEqual([one.recorder.traceId(), one.recorder.traceId()]);
    expect(one.lives[0]?.name.tab).not.toBe(one.lives[1]?.name.tab);
    expect(one.marks().slice(-3)).toEqual(['page leave pay', 'env', 'page enter pay']);
  });

  test('writes marks at once, everything else when there is time', () => {
    one.recorder.enter(whole('beforeAdd'));
    one.draw();
    one.emit({ type: 3, timestamp: 7, data: { text: '男' } });
    one.emit({ type: 3, timestamp: 8, data: { text: one.token('林梅') } });
    one.emit({ type: 3, timestamp: 9, data: { text: one.token('林梅') } });
    const events = one.told.filter(({ text }) => text.startsWith('{"type":3'));
    expect(events.map(({ urgent }) => urgent)).toEqual([false, false, false]);
    expect(events.map(({ values }) => values)).toEqual([[], [{ k: 1, v: '林梅' }], []]);
    expect(events[2]?.text).toContain('⟦1⟧');
  });
});

describe('a fault', () => {
  test.each(['start', 'rest', 'picture', 'stop', 'push', 'session'])('of %s stays inside, and is told', (what) => {
    one.breaks(what);
    expect(() => {
      one.recorder.enter(whole('index'));
      one.draw();
      one.recorder.enter(whole('login'));
      one.draw();
      one.recorder.enter(visit('claims'));
      one.recorder.mark('tap', { id: 'a' });
      one.recorder.see(false);
      one.recorder.leave();
      one.recorder.comeBack();
    }).not.toThrow();
    if (what !== 'session') expect(one.faults.length).toBeGreaterThan(0);
  });

  test('that comes again and again ends the recording, and no order is said to be recorded', async () => {
    one.breaks('push');
    for (let i = 0; i < 30; i += 1) one.recorder.mark('tap', { id: 'a' });
    expect(one.faults).toHaveLength(20);
    expect(one.recorder.traceId()).toBeNull();
    expect(await one.recorder.flush(1_500)).toBe(false);
    expect(await one.recorder.reset(true)).toBe(true);
    one.breaks(null);
    one.recorder.comeBack();
    expect(one.told).toHaveLength(1);
  });
});

describe('values', () => {
  const swept = (text: string, ...named: string[]) => {
    const values = createValues();
    for (const name of named) values.token(name);
    return values.sweep(text);
  };

  test.each([
    ['{"aria-label":"修改林梅的信息"}', ['林梅'], '{"aria-label":"修改⟦1⟧的信息"}'],
    ['{"a":"13812345678"}', [], '{"a":"⟦1⟧"}'],
    ['{"a":"拨打138 1234 5678"}', [], '{"a":"拨打⟦1⟧"}'],
    ['{"a":"32050119900307123X"}', [], '{"a":"⟦1⟧"}'],
    ['{"a":"320501 19900307 1234"}', [], '{"a":"⟦1⟧"}'],
    ['{"a":"3205**********123X"}', ['3205**********123X'], '{"a":"⟦1⟧"}'],
    // The longer one first: nobody is left with half a name.
    ['{"a":"欧阳林梅"}', ['林梅', '欧阳林梅'], '{"a":"⟦2⟧"}'],
    // What events count is not taken for a value, nor is a single character.
    ['{"timeOffset":1763812345678,"x":0.13812345678,"a":"林地"}', ['176381', '林'], null],
    // A phone number for everybody, an amount, a moment.
    ['{"a":"400-065-1066","b":"1,580.00","c":"2026.11.22 13:30"}', [], null],
  ])('%s', (text, named, expected) => {
    expect(swept(text, ...named)).toBe(expected ?? text);
  });

  test('are named once each, in the order in which they came', () => {
    const values = createValues();
    expect([values.token('a'), values.token('b'), values.token('a')]).toEqual(['⟦1⟧', '⟦2⟧', '⟦1⟧']);
    expect(values.fresh()).toEqual([
      { k: 1, v: 'a' },
      { k: 2, v: 'b' },
    ]);
    values.token('c');
    expect(values.fresh()).toEqual([{ k: 3, v: 'c' }]);
  });
});
