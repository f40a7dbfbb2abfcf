import { expect, it } from 'vitest';
import { createWishKeys } from './new-client-key.ts';

it('has the same key for the same wish, and another for one that was changed', () => {
  const keyOf = createWishKeys();
  const first = keyOf({ address: 'a@qq.com' });
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(keyOf({ address: 'a@qq.com' })).toBe(first);
  const corrected = keyOf({ address: 'b@qq.com' });
  expect(corrected).not.toBe(first);
  expect(keyOf({ address: 'b@qq.com' })).toBe(corrected);
});
