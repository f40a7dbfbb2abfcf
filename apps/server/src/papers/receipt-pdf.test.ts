import { expect, test } from 'vitest';
import { fingerprintText } from './content-fingerprint.ts';
import { readPdf } from './read-pdf.ts';
import { receiptFingerprint } from './receipt-data.ts';
import { renderReceiptPdf } from './receipt-pdf.ts';
import { SAMPLE_RECEIPT } from './sample-papers.ts';

const squeezed = (text: string): string => text.replace(/[\s\u3000]/g, '');

test('the receipt of an answer is one page that says what was asked and answered, and no disease', async () => {
  const pdf = await readPdf(await renderReceiptPdf(SAMPLE_RECEIPT));
  expect(pdf.warnings).toEqual([]);
  expect(pdf.pages).toHaveLength(1);
  expect(pdf).toMatchObject({ language: 'zh-CN', isTagged: true, showsTitle: true });
  const text = squeezed(pdf.text);
  const { queryNo, name, idNumberMasked, way, ruleVersion, issuer } = SAMPLE_RECEIPT;
  const expected = [
    ...[queryNo, name, idNumberMasked, way, ruleVersion, issuer, '第 2 类', '2025.11.19', '2025.12.20 10:08'],
    ...['是否属于既往症人群：是', '本人同意，告知书第 1 版', '结果供参考，理赔以实际审核为准'],
    fingerprintText(receiptFingerprint(SAMPLE_RECEIPT)),
  ];
  for (const part of expected) expect(text).toContain(squeezed(part));
});

test('a fingerprint is of what is stated, not of when it is printed', () => {
  const { drawnAtMs: _drawn, ...stated } = SAMPLE_RECEIPT;
  expect(receiptFingerprint(SAMPLE_RECEIPT)).toBe(receiptFingerprint(stated));
  expect(receiptFingerprint({ ...stated, label: '否' })).not.toBe(receiptFingerprint(stated));
});
