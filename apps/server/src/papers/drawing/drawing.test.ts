import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { drawPictures } from '../draw-paper.ts';
import { readPdf } from '../read-pdf.ts';
import { SAMPLE_LOVE, SAMPLE_POLICY } from '../sample-papers.ts';
import { drawHere } from './draw-pdf.ts';
import { createPictureShelf } from './picture-shelf.ts';
import { encodePng } from './png.ts';

const sizeOf = (png: Uint8Array) => {
  const bytes = Buffer.from(png);
  return [bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

test('a picture holds every pixel it was given, without the fourth byte', () => {
  const png = encodePng(Uint8Array.from([1, 2, 3, 255, 4, 5, 6, 255]), 1, 2);
  expect(sizeOf(png)).toEqual(['PNG', 1, 2]);
  const length = png.readUInt32BE(33);
  expect([...inflateSync(png.subarray(41, 41 + length))]).toEqual([0, 1, 2, 3, 0, 4, 5, 6]);
});

test('the shelf drops what was asked for longest ago', () => {
  const shelf = createPictureShelf(20);
  const picture = (bytes: number) => [{ png: new Uint8Array(bytes), width: 1, height: 1 }];
  shelf.put('a', picture(8));
  shelf.put('b', picture(8));
  expect(shelf.get('a')).toHaveLength(1);
  shelf.put('c', picture(8));
  expect(['a', 'b', 'c'].map((key) => shelf.get(key) !== undefined)).toEqual([true, false, true]);
  shelf.put('d', picture(30));
  expect(['a', 'c', 'd'].map((key) => shelf.get(key))).toEqual([undefined, undefined, undefined]);
});

describe('a paper as pictures', () => {
  test('has one for every page, sharp enough to be enlarged, and comes from memory the second time', async () => {
    const drawing = { kind: 'policy', data: SAMPLE_POLICY } as const;
    const pictures = await drawPictures(drawing);
    expect(pictures.map(({ png }) => sizeOf(png))).toEqual([
      ['PNG', 1240, 1754],
      ['PNG', 1240, 1754],
    ]);
    expect(await drawPictures({ ...drawing })).toBe(pictures);
  });

  test('what cannot be drawn fails, and the next one does not', async () => {
    const wrong = { ...SAMPLE_POLICY, premiumFen: 1 };
    await expect(drawPictures({ kind: 'policy', data: wrong })).rejects.toThrow('not 1');
    await expect(drawPictures({ kind: 'love', data: SAMPLE_LOVE })).resolves.toHaveLength(1);
  });
});

describe('the love certificate', () => {
  const textOf = async (data: typeof SAMPLE_LOVE) => {
    const pdf = await readPdf(await drawHere({ kind: 'love', data }));
    expect(pdf.warnings).toEqual([]);
    return { ...pdf, text: pdf.text.replace(/\s/g, '') };
  };

  test('names giver, people, number and day, leads to the shop, and is no insurance paper', async () => {
    const pdf = await textOf({ ...SAMPLE_LOVE, isDemonstration: false });
    for (const part of [
      '爱心证书',
      '晚风',
      '为家人送上一份守护',
      '有3位家人',
      '非保险凭证',
      SAMPLE_LOVE.certificateNumber,
    ])
      expect(pdf.text).toContain(part);
    expect(pdf.text).toContain('2025年11月20日');
    expect(pdf.text).not.toMatch(/元|¥|证件|示例|已作废/);
    expect(pdf.pages[0]?.links).toEqual([SAMPLE_LOVE.landingUrl]);
    expect(pdf).toMatchObject({
      language: 'zh-CN',
      isTagged: true,
      title: `爱心证书 ${SAMPLE_LOVE.certificateNumber}`,
    });
  });

  test.each([
    ['self', '为自己添了一份守护', '2026守护'],
    ['donation', '为需要的人送上一份守护', '2026捐赠'],
  ] as const)('%s says so', async (gift, words, stamp) => {
    const { text } = await textOf({ ...SAMPLE_LOVE, gift });
    expect(text).toContain(words);
    expect(text).toContain(stamp);
    expect(text).not.toContain('家人');
  });

  test('is marked when it is void', async () => {
    expect((await textOf({ ...SAMPLE_LOVE, voided: { voidedAtMs: 0, reason: '已退保' } })).text).toContain(
      '已作废：已退保',
    );
  });
});
