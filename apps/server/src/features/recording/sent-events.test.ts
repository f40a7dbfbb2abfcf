import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAsValues, countWhereTheyStand } from './sent-events.ts';

const event = fc.record({
  type: fc.integer({ min: 0, max: 7 }),
  data: fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())),
  timestamp: fc.integer({ min: 0, max: 2_000_000_000_000 }),
  delay: fc.jsonValue(),
});
const countStanding = (text: string) => countWhereTheyStand(Buffer.from(text));

test('events as recorders write them are counted where they stand', () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 8 }), (events) => {
      const text = JSON.stringify(events);
      const times = events.map(({ timestamp }) => timestamp);
      const counted = { count: events.length, first: Math.min(...times), last: Math.max(...times) };
      expect(countStanding(text)).toEqual(counted);
      expect(countAsValues(text)).toEqual(counted);
    }),
  );
});

const EVENTS =
  '[{"type":3,"data":{"a":[1,-0.5e+3,"x\\u00e9\\n\\"",true,false,null,{},[]]},"timestamp":1780000000000},{"timestamp":17,"type":0,"data":[[{"b":"投保"}]],"delay":1E2}]';
const WRITTEN = [
  '',
  ...'[]{}",:\\ 0179-+.eEuaG\n\u001f投',
  '""',
  '"type":',
  '"data":{},',
  '"timestamp":1,',
  '"t\\u0079pe":4,',
  'null',
];

test('whatever is put in, left out or put in place of a sign anywhere, both ways find the same', () => {
  let told = 0;
  const differing: string[] = [];
  for (let at = 0; at <= EVENTS.length; at++) {
    for (const written of WRITTEN) {
      for (const left of [0, 1, 2]) {
        const text = EVENTS.slice(0, at) + written + EVENTS.slice(at + left);
        const standing = countStanding(text);
        if (standing === null) continue;
        told += 1;
        if (JSON.stringify(countAsValues(text)) !== JSON.stringify(standing)) differing.push(text);
      }
    }
  }
  expect(differing).toEqual([]);
  expect(told).toBeGreaterThan(1_000);
});

test.each([
  ['nothing', ''],
  ['no event', '[]'],
  ['white space', '[ {"type":3,"data":{},"timestamp":1}]'],
  ['a time with a fraction', '[{"type":3,"data":{},"timestamp":1.5}]'],
  ['a name in other words', '[{"t\\u0079pe":3,"data":{},"timestamp":1}]'],
  ['a name that comes twice', '[{"type":3,"type":4,"data":{},"timestamp":1}]'],
  ['deeper than pages are', `[{"type":3,"data":${'['.repeat(1_002)}${']'.repeat(1_002)},"timestamp":1}]`],
  ['an end too early', '[{"type":3,"data":{},"timestamp":1}'],
  ['more behind its end', '[{"type":3,"data":{},"timestamp":1}]]'],
])('%s is left to the long way', (_, text) => {
  expect(countStanding(text)).toBeNull();
});

test.each([
  ['no list', '{"type":3,"data":{},"timestamp":1}'],
  ['a type that there is not', '[{"type":8,"data":{},"timestamp":1}]'],
  ['data that is none', '[{"type":3,"data":null,"timestamp":1}]'],
  ['no time', '[{"type":3,"data":{}}]'],
  ['more events than a batch may have', `[${Array(10_001).fill('{"type":3,"data":{},"timestamp":1}').join()}]`],
])('%s is no list of events either way', (_, text) => {
  expect(countStanding(text)).toBeNull();
  expect(countAsValues(text)).toBeNull();
});
