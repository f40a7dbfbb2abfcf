import { calls } from '@huimin/contract';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { knownFields } from './known-fields.ts';

test('unknown fields are dropped at every depth, known ones stay', () => {
  const clean = knownFields(
    Type.Object({
      a: Type.String(),
      list: Type.Array(Type.Object({ b: Type.Integer() })),
      maybe: Type.Union([Type.Object({ c: Type.String() }), Type.Null()]),
      absent: Type.Optional(Type.String()),
    }),
  );
  const given = { a: 'x', evil: 1, list: [{ b: 1, evil: 2 }], maybe: { c: 'y', evil: 3 } };
  expect(clean(given)).toEqual({ a: 'x', list: [{ b: 1 }], maybe: { c: 'y' } });
  expect(clean({ a: 'x', list: [], maybe: null })).toEqual({ a: 'x', list: [], maybe: null });
});

test('a key named like a prototype does not travel', () => {
  const clean = knownFields(calls.sendSmsCode.input);
  const given = JSON.parse('{"phone":"19000001000","__proto__":{"admin":true},"constructor":{"x":1}}');
  expect(Object.keys(clean(given) as object)).toEqual(['phone']);
});
