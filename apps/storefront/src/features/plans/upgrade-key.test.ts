import { beforeEach, expect, test } from 'vitest';
import { forgetUpgradeKey, upgradeKey } from './upgrade-key.ts';

const values = new Map<string, string>();
const storage = {
  getItem: (key: string) => values.get(key) ?? null,
  setItem: (key: string, value: string) => void values.set(key, value),
  removeItem: (key: string) => void values.delete(key),
};
const refusing = {
  getItem: () => null,
  setItem: () => {
    throw new Error('full');
  },
  removeItem: () => undefined,
};

beforeEach(() => forgetUpgradeKey(storage));

test.each([
  ['a storage', storage],
  ['a browser that refuses storage', refusing],
])('the same choice keeps its key with %s, another one gets another', (_what, kept) => {
  const key = upgradeKey('JS1', ['a', 'b'], kept);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(upgradeKey('JS1', ['b', 'a'], kept)).toBe(key);
  expect(upgradeKey('JS1', ['a'], kept)).not.toBe(key);
  const again = upgradeKey('JS2', ['a'], kept);
  forgetUpgradeKey(kept);
  expect(upgradeKey('JS2', ['a'], kept)).not.toBe(again);
});
