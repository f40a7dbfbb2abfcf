import { describe, expect, it } from 'vitest';
import { readChosenRegion, rememberChosenRegion } from './chosen-region.ts';

const storageOf = (value: string | null) => ({ getItem: () => value });

describe('the remembered region', () => {
  it('trusts only codes of this product', () => {
    expect(readChosenRegion(storageOf('320540'))).toBe('320540');
    expect(readChosenRegion(storageOf('110101'))).toBeNull();
    expect(readChosenRegion(storageOf('<b>'))).toBeNull();
    expect(readChosenRegion(storageOf(null))).toBeNull();
  });

  it('is kept for the page when the browser refuses storage', () => {
    const refused = {
      getItem: () => {
        throw new Error('refused');
      },
      setItem: () => {
        throw new Error('refused');
      },
    };
    rememberChosenRegion('320100', refused);
    expect(readChosenRegion(refused)).toBe('320100');
  });
});
