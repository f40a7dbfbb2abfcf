import { expect, test } from 'vitest';
import { ObjectRoom } from './object-room.ts';

const MEGABYTE = 1_048_576;

test('rooms lie beside each other, never over each other, and are the same memory again once they are empty', () => {
  const room = new ObjectRoom();
  const sizes = Array.from({ length: 90 }, (_, at) => 20_000 + at * 300);
  const fill = (): Buffer[] =>
    sizes.map((size, at) => {
      const own = room.of(size) as Buffer;
      expect(own).toHaveLength(size + 1);
      return own.fill(at);
    });
  const first = fill();
  for (const [at, own] of first.entries()) expect(own.every((byte) => byte === at)).toBe(true);
  room.empty();
  const again = fill();
  expect(again.map(({ buffer }) => buffer)).toEqual(first.map(({ buffer }) => buffer));
});

test('there is none for what is too large, for what is not known, and for more than is to be kept', () => {
  const room = new ObjectRoom();
  expect(room.of(null)).toBeUndefined();
  expect(room.of(MEGABYTE)).toBeUndefined();
  expect(room.of(MEGABYTE - 1)).toHaveLength(MEGABYTE);
  const more = Array.from({ length: 40 }, () => room.of(MEGABYTE - 1)).filter((own) => own !== undefined);
  expect(more).toHaveLength(31);
});
