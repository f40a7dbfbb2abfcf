import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  expandEvents,
  fillTokens,
  indexOfTable,
  markProblem,
  marksIn,
  packEvents,
  packString,
  readEvents,
  readTable,
  readValues,
  TooDeep,
  tokenOf,
  tokensIn,
  UnknownString,
} from './index.ts';

const DEL = '\u007f';
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(DEL, `${DEL}${DEL}`, `${DEL}1`, 'body { color: red }'),
);

describe('the string table', () => {
  test('what was packed is expanded to the same, whatever is in the table and the events', () => {
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 40 }),
        fc.jsonValue({ stringUnit: 'grapheme' }),
        fc.array(text),
        (table, value, texts) => {
          const events = [value, texts, table];
          expect(expandEvents(packEvents(events, indexOfTable(table)), table)).toEqual(events);
        },
      ),
    );
  });

  test('things within things are read as deep as any page is, on whatever machine, and no deeper', () => {
    const within = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);
    expect(expandEvents(within(500), [])).toEqual(within(500));
    expect(() => expandEvents(within(501), [])).toThrow(TooDeep);
  });

  test('as the format says', () => {
    const table = Array.from({ length: 40 }, (_, index) => `a string of the build, number ${index}`);
    const index = indexOfTable([...table, table[0] as string]);
    expect(packString(table[0] as string, index)).toBe(`${DEL}0`);
    expect(packString(table[39] as string, index)).toBe(`${DEL}13`);
    expect(packString(`${DEL}13`, index)).toBe(`${DEL}${DEL}13`);
    expect(packEvents({ [table[1] as string]: [table[1]] }, index)).toEqual({ [table[1] as string]: [`${DEL}1`] });
  });

  test.each([`${DEL}`, `${DEL}2`, `${DEL}01`, `${DEL}Z`, `${DEL}-1`, `${DEL}1 `])(
    'a number the table does not have: %j',
    (packed) => {
      expect(() => expandEvents([packed], ['a', 'b'])).toThrow(UnknownString);
    },
  );

  test('a table is a list of strings', () => {
    expect(readTable('["a","b"]')).toEqual(['a', 'b']);
    expect(readTable('["a",1]')).toBeNull();
    expect(readTable('{')).toBeNull();
  });

  test('a member of a dangerous name stays a member', () => {
    const events = JSON.parse('[{"__proto__":{"polluted":"a long string of the build"}}]');
    const packed = packEvents(events, indexOfTable(['a long string of the build']));
    expect(JSON.stringify(packed)).toBe(`[{"__proto__":{"polluted":"${DEL}0"}}]`);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

describe('values', () => {
  test('tokens are found and filled wherever they stand', () => {
    const events = [{ data: { text: `姓名：${tokenOf(7)}，密码 ${tokenOf(null)}`, list: [tokenOf(7), tokenOf(12)] } }];
    expect([...tokensIn(events)]).toEqual([7, 12]);
    const filled = fillTokens(events, (number) => (number === null ? '＊' : `<${number}>`));
    expect(filled).toEqual([{ data: { text: '姓名：<7>，密码 ＊', list: ['<7>', '<12>'] } }]);
    expect(fillTokens(['⟦x⟧'], () => 'no')).toEqual(['⟦x⟧']);
  });

  test('are read strictly', () => {
    expect(readValues('')).toEqual([]);
    expect(readValues('[{"k":7,"v":"林梅"}]')).toEqual([{ k: 7, v: '林梅' }]);
    for (const wrong of ['{', '{}', '[{"k":"7","v":"x"}]', '[{"k":7}]', '[null]', '[{"k":-1,"v":"x"}]']) {
      expect(readValues(wrong)).toBeNull();
    }
  });
});

describe('events', () => {
  test('are a list of type, time and data', () => {
    expect(readEvents('[{"type":3,"timestamp":1.5,"data":{}}]')).toHaveLength(1);
    for (const wrong of [
      '',
      '{}',
      '[1]',
      '[{"type":8,"timestamp":1,"data":{}}]',
      '[{"type":3,"timestamp":-1,"data":{}}]',
      '[{"type":3,"timestamp":1}]',
    ]) {
      expect(readEvents(wrong)).toBeNull();
    }
  });

  const custom = (tag: unknown, payload: unknown) => ({ type: 5, timestamp: 9.7, data: { tag, payload } });
  const sha256 = 'a'.repeat(64);

  test('marks are read by the table, with whole numbers', () => {
    const doc = { id: 'clauses', version: 1, sha256, act: 'scroll', percent: 33.4, dwellMs: 1_200.9 };
    const events = [
      custom('page', { route: 'index', act: 'enter', title: '首页', build: 'b1' }),
      custom('doc', doc),
      custom('api', { path: '/x', status: 200, code: '0', ms: 12.5, requestId: null, more: 1 }),
      { type: 3, timestamp: 1, data: { tag: 'page' } },
    ];
    expect(marksIn(events)).toEqual([
      { tag: 'page', at: 9, route: 'index', act: 'enter', title: '首页', build: 'b1' },
      { tag: 'doc', at: 9, ...doc, percent: 33, dwellMs: 1_200 },
      { tag: 'api', at: 9, path: '/x', status: 200, code: '0', ms: 12, requestId: null, more: 1 },
    ]);
  });

  test.each([
    ['consent', { id: 'a', textSha256: 'x', checked: true }],
    ['consent', { id: 'a', textSha256: sha256, checked: 'yes' }],
    ['doc', { id: 'clauses', version: '1', sha256, act: 'open', percent: 0, dwellMs: 0 }],
    ['sign', { previous: '../x' }],
    ['toString', {}],
    ['page', null],
  ])('is no mark: %s %j', (tag, payload) => {
    expect(markProblem(tag, payload)).not.toBeNull();
    expect(marksIn([custom(tag, payload)])).toEqual([]);
  });
});
