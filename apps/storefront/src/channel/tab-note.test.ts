import { expect, test } from 'vitest';
import { forgetNote, keepNote, keptNote } from './tab-note.ts';

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
const refused = () => {
  throw new Error('refused');
};

test.each([
  ['a browser that stores', memory()],
  ['a browser that refuses to', { getItem: refused, setItem: refused, removeItem: refused }],
  ['a browser without storage', null],
])('%s keeps a note until it is forgotten', (_what, storage) => {
  expect(keptNote('note', storage)).toBeNull();
  keepNote('note', { step: 2 }, storage);
  keepNote('other', 'text', storage);
  expect(keptNote('note', storage)).toEqual({ step: 2 });
  forgetNote('note', storage);
  expect(keptNote('note', storage)).toBeNull();
  expect(keptNote('other', storage)).toBe('text');
  forgetNote('other', storage);
});

test('a note for which there is no room is the one that counts, until there is room again', () => {
  const storage = memory();
  keepNote('note', 1, storage);
  keepNote('note', 2, { ...storage, setItem: refused });
  expect(keptNote('note', storage)).toBe(2);
  keepNote('note', 3, storage);
  // Kept by the tab alone: another page of it may have changed it since.
  storage.setItem('note', '4');
  expect(keptNote('note', storage)).toBe(4);
});

test('what cannot be read is nothing', () => {
  expect(keptNote('note', { ...memory(), getItem: () => '{' })).toBeNull();
});
