import { expect, test } from 'vitest';
import { read } from '../../architecture/source-files.ts';
import { MUTATIONS } from './mutations.ts';

test.each(MUTATIONS)('the break "$name" still fits the code', ({ file, text, replacement }) => {
  expect(read(file).split(text)).toHaveLength(2);
  expect(replacement).not.toBe(text);
});

test('every break has a name of its own', () => {
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(MUTATIONS.length);
});
