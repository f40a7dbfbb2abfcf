import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, isSameJson, NotCanonical, readCanonical } from './index.ts';

// Inputs and outputs: RFC 8785, section 3.2.3, and testdata/ of cyberphone/json-canonicalization (Apache-2.0).
const vectors: [name: string, input: string, output: string][] = [
  [
    'weird',
    String.raw`{"\u20ac":"Euro Sign","1":"One","\u0080":"Control\u007f","\ud83d\ude02":"Smiley",
      "\u00f6":"Latin Small Letter O With Diaeresis","\ufb33":"Hebrew Letter Dalet With Dagesh","</script>":"Browser Challenge"}`,
    '{"1":"One","</script>":"Browser Challenge","\u0080":"Control\u007f","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😂":"Smiley","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  [
    'french',
    '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}',
    '{"peach":"This sorting order","péché":"is wrong according to French","pêche":"but canonicalization MUST","sin":"ignore locale"}',
  ],
  [
    'structures',
    String.raw`{"1": {"f": {"f": "hi","F": 5} ,"\n": 56.0},"10": { },"": "empty","a": { },"111": [ {"e": "yes","E": "no" } ],"A": { }}`,
    String.raw`{"":"empty","1":{"\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{"E":"no","e":"yes"}],"A":{},"a":{}}`,
  ],
  ['unicode', '{"Unnormalized Unicode":"A\u030a"}', '{"Unnormalized Unicode":"A\u030a"}'],
  [
    'strings and literals',
    String.raw`{"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    String.raw`{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  ],
];

test.each(vectors)('RFC 8785: %s', (_name, input, output) => {
  expect(canonicalJson(JSON.parse(input))).toBe(output);
  expect(readCanonical(output)).toEqual(JSON.parse(input));
});

describe('what has no canonical form', () => {
  test.each([
    ['a fraction', 0.5],
    ['a number too large to be exact', 2 ** 53],
    ['no number', Number.NaN],
    ['endless', Number.POSITIVE_INFINITY],
    ['half of a character', '\ud83d'],
    ['half of a character as a name', { '\ude02': 1 }],
    ['undefined', { a: undefined }],
    ['a function', [() => 1]],
    ['a large integer', 10n],
  ])('%s', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(NotCanonical);
  });
});

test.each([
  ['white space', '{"a": 1}'],
  ['order', '{"b":1,"a":1}'],
  ['a member twice', '{"a":1,"a":1}'],
  ['an escape without need', String.raw`{"a":"\u0041"}`],
  ['a number in another form', '{"a":1e0}'],
  ['minus nothing', '{"a":-0}'],
  ['a byte-order mark', '\ufeff{}'],
  ['no JSON', '{'],
])('read strictly: %s', (_name, text) => {
  expect(readCanonical(text)).toBeUndefined();
});

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false),
    fc.maxSafeInteger(),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 6 }), tie('value'), { maxKeys: 6 }),
  ),
})).value;

test('is read back as it was written, whatever the order of its members', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, shuffled(member)]),
    );
  };
  fc.assert(
    fc.property(json, (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(shuffled(value))).toBe(text);
      expect(readCanonical(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('two values are the same where one form stands for both', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (a, b) => {
      const formOf = (value: unknown) => {
        try {
          return canonicalJson(value);
        } catch {
          return null;
        }
      };
      const [one, other] = [formOf(a), formOf(b)];
      if (one !== null && other !== null) expect(isSameJson(a, b)).toBe(one === other);
      if (one !== null) expect(isSameJson(a, JSON.parse(one))).toBe(true);
    }),
  );
  expect(isSameJson({ a: 1, b: [0] }, { b: [-0], a: 1 })).toBe(true);
  for (const [a, b] of [
    [[], {}],
    [{ a: undefined }, {}],
    [null, {}],
    [[1], [1, 2]],
    [{ a: 1 }, { b: 1 }],
  ]) {
    expect(isSameJson(a, b)).toBe(false);
  }
});
