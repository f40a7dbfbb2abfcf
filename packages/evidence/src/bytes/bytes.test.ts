import { describe, expect, test } from 'vitest';
import { base64, isBase64, readBase64 } from './index.ts';

describe('base64', () => {
  test('of any length is read as it was written', () => {
    for (let length = 0; length < 70; length++) {
      const bytes = Buffer.from(Array.from({ length }, (_, at) => (at * 37 + 201) & 255));
      expect(readBase64(base64(bytes), length)).toEqual(bytes);
      expect(readBase64(base64(bytes), length + 1)).toBeNull();
    }
  });

  test.each([
    ['bits to spare before two =', 'AR=='],
    ['bits to spare before one =', 'AAB='],
    ['no padding', 'AQ'],
    ['too much padding', 'AAA=='],
    ['padding within', 'AQ==AQ=='],
    ['padding alone', '===='],
    ['the alphabet of addresses', 'A-_A'],
    ['a space', 'AA A'],
    ['the end of a line', 'AAAA\n'],
    ['one character more', 'AAAAA'],
  ])('is not read with %s', (_what, text) => {
    expect(readBase64(text)).toBeNull();
    expect(isBase64(text)).toBe(false);
  });
});
