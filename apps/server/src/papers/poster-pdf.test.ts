import { expect, test } from 'vitest';
import { drawHere } from './drawing/draw-pdf.ts';
import { readPdf } from './read-pdf.ts';
import { SAMPLE_POSTER } from './sample-papers.ts';

const read = async (more: Partial<typeof SAMPLE_POSTER> = {}) =>
  readPdf(await drawHere({ kind: 'poster', data: { ...SAMPLE_POSTER, ...more } }));
const bare = (text: string) => text.replaceAll(/\s/g, '');

test('a poster names everybody in full, says what is not covered, and leads to the sharer’s address', async () => {
  const { text: whole, pages } = await read();
  const text = bare(whole);
  for (const part of [...SAMPLE_POSTER.insurers, ...SAMPLE_POSTER.intermediaries, ...SAMPLE_POSTER.points])
    expect(text).toContain(part);
  for (const part of [
    '158',
    '保障期2026.01.01-12.31',
    '参保截止2025.12.3123:59',
    '不保证续保',
    '共同承保',
    '示例：演示用',
  ])
    expect(text).toContain(part);
  expect(text).toContain('审批号XC-2025-0412有效至2025.12.31电话400-065-1066');
  expect(pages).toHaveLength(1);
  expect(pages[0]?.links).toEqual([SAMPLE_POSTER.landingUrl]);
});

test('a real product’s poster is no example; one insurer insures alone, and the dearer plan makes it a price from', async () => {
  const { text: whole } = await read({
    isDemonstration: false,
    isLowestPrice: true,
    insurers: ['甲信财产保险江苏分公司'],
    intermediaries: [],
    coverageEndsOn: '2027-02-28',
  });
  const text = bare(whole);
  expect(text).not.toMatch(/示例：|共同承保|经纪/);
  expect(text).toContain('甲信财产保险江苏分公司承保。');
  expect(text).toContain('元起/人/年');
  expect(text).toContain('2026.01.01-2027.02.28');
});

test('the same poster is the same file', async () => {
  const [one, other] = await Promise.all([
    drawHere({ kind: 'poster', data: SAMPLE_POSTER }),
    drawHere({ kind: 'poster', data: SAMPLE_POSTER }),
  ]);
  expect(readableBytes(one)).toBe(readableBytes(other));
});

/** Without the random identity that every PDF carries. */
function readableBytes(pdf: Buffer): string {
  return pdf.toString('latin1').replace(/\/ID \[.*?\]/s, '');
}
