import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST_JSON_BYTES, readJson } from './json.ts';

const isPlain = (json: string): boolean | undefined => readJson(Buffer.from(json))?.isPlain();

test.each([
  ['{"a":1,"a":1}', false],
  ['{"a":1,"\\u0061":1}', false],
  ['{"a":1,\n"a"\t\r\n :1}', false],
  ['[{"b":[{"a":1,"a":2}]}]', false],
  ['{"a":{"a":1},"b":[{"a":1}]}', true],
  ['{"a":"\\"b\\":1","b":"\\\\","c":": \\\\\\""}', true],
  ['["a","b"]', true],
  ['"a"', true],
  ['null', true],
])('%s', (json, plain) => {
  expect(isPlain(json)).toBe(plain);
});

test('what any value is written as names no member twice', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => isPlain(JSON.stringify(value, null, 1)) === true));
});

test('what is no JSON, or too much of it, is not read', () => {
  for (const text of ['', '{', '\ufeff{}', '{"a":1,}']) expect(readJson(Buffer.from(text))).toBeUndefined();
  expect(readJson(Buffer.of(0x22, 0xff, 0x22))).toBeUndefined();
  const long = Buffer.alloc(MOST_JSON_BYTES + 1, ' ');
  long.write('{}');
  expect(readJson(long.subarray(0, -1))?.value).toEqual({});
  expect(readJson(long)).toBeUndefined();
});
