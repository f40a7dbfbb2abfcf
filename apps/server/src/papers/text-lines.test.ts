import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines, lineWidth } from './text-lines.ts';

const plain = (text: string, size: number, width: number): string[] =>
  breakLines([{ text, weight: 'regular' }], size, width).map((line) => line.map((run) => run.text).join(''));

describe('breakLines', () => {
  it('breaks Chinese between any two characters', () => {
    expect(plain('保障开始前可以全额退保', 10, 50)).toEqual(['保障开始前', '可以全额退', '保']);
  });

  it('starts no line with a closing mark and ends none with an opening one', () => {
    expect(plain('保障开始前，可以', 10, 50)).toEqual(['保障开始', '前，可以']);
    expect(plain('保障开始（前）可', 10, 50)).toEqual(['保障开始', '（前）可']);
  });

  it('keeps words and numbers whole', () => {
    expect(plain('订单 JS2620251120000128', 10, 115)).toEqual(['订单', 'JS2620251120000128']);
    expect(plain('共付474.00元', 10, 45)).toEqual(['共付', '474.00元']);
  });

  it('breaks a word that is wider than the line', () => {
    const lines = plain('A'.repeat(40), 10, 50);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('')).toBe('A'.repeat(40));
  });

  it('keeps the weights of mixed text', () => {
    const lines = breakLines(
      [
        { text: '不保证续保。', weight: 'bold' },
        { text: '可以关闭', weight: 'regular' },
      ],
      10,
      80,
    );
    expect(lines).toEqual([
      [
        { text: '不保证续保。', weight: 'bold' },
        { text: '可以', weight: 'regular' },
      ],
      [{ text: '关闭', weight: 'regular' }],
    ]);
  });

  it('returns one empty line for no text', () => {
    expect(plain('', 10, 50)).toEqual(['']);
  });

  it('loses no character but spaces at line ends, and makes no line too wide', () => {
    const characters = fc.constantFrom(...'保障（2026）“元”，。A1.50 ¥·、');
    fc.assert(
      fc.property(fc.string({ unit: characters, maxLength: 80 }), fc.integer({ min: 12, max: 200 }), (text, width) => {
        const lines = breakLines([{ text, weight: 'regular' }], 10, width);
        const joined = lines
          .flat()
          .map((run) => run.text)
          .join('');
        expect(joined.replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        for (const line of lines) expect(lineWidth(line, 10)).toBeLessThanOrEqual(width + 0.01);
      }),
    );
  });
});
