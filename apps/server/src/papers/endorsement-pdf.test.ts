import { expect, it } from 'vitest';
import { renderEndorsementPdf } from './endorsement-pdf.ts';
import { readPdf } from './read-pdf.ts';
import { SAMPLE_ENDORSEMENT } from './sample-papers.ts';

const REAL = {
  ...SAMPLE_ENDORSEMENT,
  productFullName: '江苏省补充医疗保险',
  isDemonstration: false,
  countsLikePaper: true,
  furtherOrders: 2,
};
const squeezed = (text: string): string => text.replace(/[\s\u3000]/g, '');

it('is one A4 page that states what was before and is now, and that another reader opens without complaint', async () => {
  const pdf = await readPdf(await renderEndorsementPdf(REAL));
  expect(pdf.warnings).toEqual([]);
  expect(pdf.pages).toHaveLength(1);
  expect(pdf).toMatchObject({ title: `保险批单 ${REAL.endorsementNumber}`, language: 'zh-CN', isTagged: true });
  expect(pdf.pages[0]?.links).toEqual([REAL.verificationUrl]);
  const text = squeezed(pdf.text);
  for (const part of [
    ...[REAL.endorsementNumber, REAL.changeNumber, REAL.orderNumber, ...REAL.policyNumbers, REAL.insurerName],
    ...REAL.items.map(({ label, before, after }) => label + before + after),
    ...['另外2笔订单的保单同时批改', '2025.11.2415:20:00', '其他内容不变', '同等法律效力'],
  ]) {
    expect(text).toContain(squeezed(part));
  }
  expect(text).not.toMatch(/示例|演示/);
});

it('says that it is void and then no longer that it counts like paper', async () => {
  const voided = { voidedAtMs: REAL.decidedAtMs + 60_000, reason: '已退保' };
  const text = squeezed((await readPdf(await renderEndorsementPdf({ ...REAL, voided }))).text);
  expect(text).toContain('已作废：已退保，2025.11.2415:21起不能再用');
  expect(text).not.toContain('同等法律效力');
});
