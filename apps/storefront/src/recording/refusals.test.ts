import { expect, test } from 'vitest';
import { createRefusals } from './refusals.ts';
import { keepKey, keptKey } from './upload-key.ts';

test('three refusals in a row begin another recording; three of that one end it; what is left of the former does neither', () => {
  const done: string[] = [];
  const refusals = createRefusals(
    () => void done.push('anew'),
    () => void done.push('stop'),
  );
  const [former, next] = [refusals(), refusals()];
  former.refused();
  former.refused();
  former.taken();
  former.refused();
  former.refused();
  expect(done).toEqual([]);
  for (let i = 0; i < 9; i += 1) former.refused();
  expect(done).toEqual(['anew']);
  next.refused();
  next.refused();
  expect(done).toEqual(['anew']);
  next.refused();
  next.refused();
  expect(done).toEqual(['anew', 'stop']);
});

test('a key is kept for its recording alone, and a storage that refuses it is no fault', () => {
  const kept = new Map<string, string>();
  const session = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
  expect(keptKey(session, 'trace-one')).toBe('');
  keepKey(session, 'trace-one', 'a-key');
  keepKey(session, 'trace-one', '');
  expect([keptKey(session, 'trace-one'), keptKey(session, 'trace-two'), keptKey(null, 'trace-one')]).toEqual([
    'a-key',
    '',
    '',
  ]);
  const full = () => {
    throw new Error('no room');
  };
  expect(() => keepKey({ setItem: full }, 'trace-one', 'a-key')).not.toThrow();
});
