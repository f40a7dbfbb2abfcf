import { expect, test } from 'vitest';
import { forgetUpgradeKey, upgradeKey } from './upgrade-key.ts';

test('the same choice keeps its key, another one gets another', () => {
  const key = upgradeKey('JS1', ['a', 'b']);
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(upgradeKey('JS1', ['b', 'a'])).toBe(key);
  expect(upgradeKey('JS1', ['a'])).not.toBe(key);
  const again = upgradeKey('JS2', ['a']);
  forgetUpgradeKey();
  expect(upgradeKey('JS2', ['a'])).not.toBe(again);
});
