import { describe, expect, it } from 'vitest';
import { keepReturnAddress, takeReturnAddress } from './return-address.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('the return address', () => {
  it('is given back once', () => {
    const held = storage();
    keepReturnAddress(held, '#/orderDetail?orderNo=1');
    expect(takeReturnAddress(held)).toBe('/orderDetail?orderNo=1');
    expect(takeReturnAddress(held)).toBe('/index');
  });

  it.each(['#/login', '#/Login?area=1', '#/user_login'])('is never a login page: %s', (hash) => {
    const held = storage();
    keepReturnAddress(held, '#/orders');
    keepReturnAddress(held, hash);
    expect(takeReturnAddress(held)).toBe('/orders');
  });

  it('is index without storage', () => {
    keepReturnAddress(null, '#/orders');
    expect(takeReturnAddress(null)).toBe('/index');
  });
});
