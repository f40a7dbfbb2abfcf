import fc from 'fast-check';
import type { PathCommand } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { encodeCharstring } from './charstring.ts';

/** The reverse, straight from the operator definitions of Technical Note 5177, to check against. */
function decode(bytes: Uint8Array, defaultWidth: number): { width: number; path: string[] } {
  const stack: number[] = [];
  const path: string[] = [];
  let width = defaultWidth;
  let isFirst = true;
  let [x, y] = [0, 0];
  const takeWidth = (operands: number): void => {
    if (isFirst && stack.length > operands) width = stack.shift() as number;
    isFirst = false;
  };
  const move = (dx: number, dy: number): void => {
    [x, y] = [x + dx, y + dy];
    path.push(`M${x},${y}`);
  };
  const line = (dx: number, dy: number): void => {
    [x, y] = [x + dx, y + dy];
    path.push(`L${x},${y}`);
  };
  const curve = (a: number, b: number, c: number, d: number, e: number, f: number): void => {
    const points = [x + a, y + b, x + a + c, y + b + d, x + a + c + e, y + b + d + f];
    [x, y] = [points[4] as number, points[5] as number];
    path.push(`C${points.join(',')}`);
  };
  const groups = (count: number): number[][] => {
    expect(stack.length % count).toBe(0);
    return Array.from({ length: stack.length / count }, (_, i) => stack.slice(i * count, (i + 1) * count));
  };
  for (let at = 0; at < bytes.length; ) {
    const b = bytes[at++] as number;
    const next = (): number => bytes[at++] as number;
    if (b === 28) stack.push(((next() << 24) >> 16) | next());
    else if (b >= 32 && b <= 246) stack.push(b - 139);
    else if (b >= 247 && b <= 250) stack.push((b - 247) * 256 + next() + 108);
    else if (b >= 251 && b <= 254) stack.push(-(b - 251) * 256 - next() - 108);
    else {
      expect(stack.length).toBeLessThanOrEqual(48);
      if (b === 14) {
        takeWidth(0);
        expect(at).toBe(bytes.length);
        return { width, path };
      }
      if (b === 21) takeWidth(2);
      if (b === 22 || b === 4) takeWidth(1);
      if (b === 21) move(stack[0] as number, stack[1] as number);
      else if (b === 22) move(stack[0] as number, 0);
      else if (b === 4) move(0, stack[0] as number);
      else if (b === 5) for (const [dx = 0, dy = 0] of groups(2)) line(dx, dy);
      else if (b === 6 || b === 7) {
        stack.forEach((delta, i) => {
          if ((i % 2 === 0) === (b === 6)) line(delta, 0);
          else line(0, delta);
        });
      } else if (b === 8) {
        for (const g of groups(6)) curve(...(g as [number, number, number, number, number, number]));
      } else if (b === 27) for (const [p = 0, q = 0, r = 0, s = 0] of groups(4)) curve(p, 0, q, r, s, 0);
      else if (b === 26) for (const [p = 0, q = 0, r = 0, s = 0] of groups(4)) curve(0, p, q, r, 0, s);
      else if (b === 30 || b === 31) {
        groups(4).forEach(([p = 0, q = 0, r = 0, s = 0], i) => {
          if ((i % 2 === 0) === (b === 31)) curve(p, 0, q, r, 0, s);
          else curve(0, p, q, r, s, 0);
        });
      } else throw new Error(`operator ${b}`);
      stack.length = 0;
    }
  }
  throw new Error('no endchar');
}

function plain(commands: readonly PathCommand[]): string[] {
  let last = '0,0';
  return commands.flatMap(({ command, args }) => {
    if (command === 'closePath') return [];
    const end = args.slice(-2).join(',');
    const isNothing = command === 'lineTo' && end === last;
    last = end;
    return isNothing ? [] : [`${command === 'moveTo' ? 'M' : command === 'lineTo' ? 'L' : 'C'}${args.join(',')}`];
  });
}

// Few distinct values make the straight and level segments common that the short operators are for.
const coordinate = fc.oneof(fc.constantFrom(0, 100, 107, 108, 500), fc.integer({ min: -1500, max: 2500 }));
const numbers = (count: number) => fc.array(coordinate, { minLength: count, maxLength: count });
const segment: fc.Arbitrary<PathCommand> = fc.oneof(
  numbers(2).map((args): PathCommand => ({ command: 'lineTo', args })),
  numbers(6).map((args): PathCommand => ({ command: 'bezierCurveTo', args })),
);
const contour = fc
  .tuple(numbers(2), fc.array(segment, { maxLength: 60 }))
  .map(([args, segments]): PathCommand[] => [
    { command: 'moveTo', args },
    ...segments,
    { command: 'closePath', args: [] },
  ]);
const outline = fc.array(contour, { maxLength: 4 }).map((contours) => contours.flat());

describe('encodeCharstring', () => {
  it('writes the outline and width it was given', () => {
    fc.assert(
      fc.property(outline, fc.integer({ min: 0, max: 2000 }), (commands, width) => {
        const decoded = decode(encodeCharstring(commands, width, 1000), 1000);
        expect(decoded.path).toEqual(plain(commands));
        expect(decoded.width).toBe(width);
      }),
    );
  });

  it('writes a square in the short form', () => {
    const square: PathCommand[] = [
      { command: 'moveTo', args: [10, 20] },
      { command: 'lineTo', args: [110, 20] },
      { command: 'lineTo', args: [110, 120] },
      { command: 'lineTo', args: [10, 120] },
      { command: 'closePath', args: [] },
    ];
    // 10 20 rmoveto 100 100 -100 hlineto endchar
    expect([...encodeCharstring(square, 1000, 1000)]).toEqual([149, 159, 21, 239, 239, 39, 6, 14]);
  });

  it('refuses what the format cannot hold', () => {
    expect(() => encodeCharstring([{ command: 'moveTo', args: [0.5, 0] }], 1000, 1000)).toThrow(RangeError);
    expect(() => encodeCharstring([{ command: 'quadraticCurveTo', args: [0, 0, 1, 1] }], 1000, 1000)).toThrow(
      RangeError,
    );
  });
});
