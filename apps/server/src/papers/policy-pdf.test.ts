import { create } from 'qrcode';
import { describe, expect, it } from 'vitest';
import type { PolicyPaperData } from './paper-data.ts';
import { renderPolicyPdf } from './policy-pdf.ts';
import { type ReadPage, readPdf } from './read-pdf.ts';
import { SAMPLE_POLICY } from './sample-papers.ts';

const REAL: PolicyPaperData = {
  ...SAMPLE_POLICY,
  isDemonstration: false,
  productFullName: '江苏省补充医疗保险',
};

/** Text without the spaces a reader puts between cells and at line ends. */
const squeezed = (text: string): string => text.replace(/[\s\u3000]/g, '');

/** The dark modules of the one path on the page that has more parts than anything else there: the QR code. */
function drawnQrModules(page: ReadPage): boolean[][] {
  const boxes = page.filledPaths.reduce((longest, path) => (path.length > longest.length ? path : longest), []);
  const left = Math.min(...boxes.map(([minX]) => minX));
  const top = Math.min(...boxes.map(([, minY]) => minY));
  const module = Math.min(...boxes.map(([, minY, , maxY]) => maxY - minY));
  const size = Math.round((Math.max(...boxes.map(([, , maxX]) => maxX)) - left) / module);
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_unused, column) => {
      const x = left + (column + 0.5) * module;
      const y = top + (row + 0.5) * module;
      return boxes.some(([minX, minY, maxX, maxY]) => minX < x && x < maxX && minY < y && y < maxY);
    }),
  );
}

describe('e-policy', () => {
  it('is two A4 pages that another reader opens without complaint', async () => {
    const bytes = await renderPolicyPdf(SAMPLE_POLICY);
    const pdf = await readPdf(bytes);
    expect(pdf.warnings).toEqual([]);
    expect(pdf.pages).toHaveLength(2);
    for (const page of pdf.pages) {
      expect(page.widthPoints).toBeCloseTo(595.28, 1);
      expect(page.heightPoints).toBeCloseTo(841.89, 1);
    }
    expect(bytes.length).toBeLessThan(150_000);
    expect(pdf.fontNames.length).toBeGreaterThan(1);
    for (const name of pdf.fontNames) expect(name).toMatch(/^[A-Z]{6}\+NotoSansHans-/);
  });

  it('says by which endorsements it was corrected, and nothing of them where there are none', async () => {
    const endorsements = [{ number: 'PD0651476430989688453', atMs: REAL.issuedAtMs, text: '更正被保险人姓名' }];
    const stated = squeezed((await readPdf(await renderPolicyPdf({ ...REAL, endorsements }))).text);
    for (const part of ['批单号', 'PD0651476430989688453', '更正被保险人姓名']) expect(stated).toContain(part);
    expect(squeezed((await readPdf(await renderPolicyPdf(REAL))).text)).not.toContain('批单号');
  });

  it('states everything it was given, as text that can be searched and copied', async () => {
    const { text } = await readPdf(await renderPolicyPdf(REAL));
    const stated = squeezed(text);
    const { policyholder, insured } = REAL;
    const expected = [
      ...[REAL.policyNumber, REAL.productName, REAL.productFullName, REAL.orderNumber, REAL.paymentMethod],
      ...[policyholder.name, policyholder.idNumber, policyholder.phone, insured.relationship, insured.medicalRegion],
      ...[insured.medicalInsuranceType, insured.beneficiary, REAL.waitingPeriod, REAL.filing.number, REAL.servicePhone],
      ...REAL.insurers.flatMap((insurer) => [insurer.name, insurer.role]),
      ...REAL.benefits.map((benefit) => benefit.name),
      ...REAL.specialTerms.flatMap((term) => (typeof term === 'string' ? [term] : [term.strong, term.text])),
      ...(REAL.exclusions as string[]),
      ...(REAL.claimSteps as string[]),
      ...REAL.serviceRows.flatMap((row) => [row.label, row.text]),
      REAL.preExistingConditions,
      '签发 2025.11.20 10:33',
      '2026.01.01 00:00 至 2026.12.31 24:00（北京时间）',
      '2025.11.20 10:32，订单',
      '¥158.00',
      '人民币壹佰伍拾捌元整',
      ...['12,000.00', '15,000.00', '10,000.00', '1,000,000.00', '3,000,000.00', '80%', '70%', '40%', '35%'],
      ...['63.20', '47.40', '28.44', '18.96', '30%', '18%', '12%', '100%'],
      ...['62,000.00', '50,000.00 × 80%', '40,000.00 元'],
      '2Q5W-W3ZJ-TMTC-0VS9-CGWY-EGRW-YG',
      ...['第 1 页，共 2 页', '第 2 页，共 2 页'],
    ];
    for (const part of expected) expect(stated).toContain(squeezed(part));
  });

  it('names itself and can be read aloud in order', async () => {
    const pdf = await readPdf(await renderPolicyPdf(SAMPLE_POLICY));
    expect(pdf).toMatchObject({
      title: '电子保险单 TEST20260001281',
      language: 'zh-CN',
      version: '1.7',
      showsTitle: true,
      isTagged: true,
    });
    const [first, second] = pdf.pages.map((page) => page.structure.map(({ role }) => role));
    expect(first?.filter((role) => role === 'H1')).toHaveLength(1);
    expect(first?.filter((role) => role === 'H2')).toHaveLength(4);
    expect(first?.filter((role) => role === 'Table')).toHaveLength(4);
    expect(second?.filter((role) => role === 'LI')).toHaveLength(17);
    expect(first?.indexOf('H1')).toBeLessThan(first?.indexOf('Table') ?? -1);
    const figures = pdf.pages.flatMap((page) => page.structure).filter(({ role }) => role === 'Figure');
    expect(figures.map(({ alt }) => alt)).toEqual([
      `扫码验真，打开 ${SAMPLE_POLICY.verificationUrl}`,
      '示例标记，不是印章',
    ]);
  });

  it('draws the QR code of the verification address, with its quiet zone, and links to it', async () => {
    const pdf = await readPdf(await renderPolicyPdf(SAMPLE_POLICY));
    const page = pdf.pages[0] as ReadPage;
    const { modules } = create(SAMPLE_POLICY.verificationUrl, { errorCorrectionLevel: 'M' });
    const expected = Array.from({ length: modules.size }, (_, row) =>
      Array.from({ length: modules.size }, (_unused, column) => Boolean(modules.get(row, column))),
    );
    expect(drawnQrModules(page)).toEqual(expected);
    const qr = page.filledPaths.reduce((longest, path) => (path.length > longest.length ? path : longest), []);
    const [left, right] = [Math.min(...qr.map(([minX]) => minX)), Math.max(...qr.map(([, , maxX]) => maxX))];
    const quiet = (4 * (right - left)) / modules.size;
    const background = page.filledPaths.find(
      ([box, ...more]) => box && more.length === 0 && Math.abs(box[0] - (left - quiet)) < 0.01,
    );
    expect(background?.[0]?.[2]).toBeCloseTo(right + quiet, 2);
    expect(page.links).toEqual([SAMPLE_POLICY.verificationUrl]);
  });

  it('says of a demonstration that it is no contract, and of a real policy no such thing', async () => {
    const demonstration = await readPdf(await renderPolicyPdf(SAMPLE_POLICY));
    expect(demonstration.pages[0]?.text).toContain('不是真实的保险合同');
    expect(demonstration.pages[1]?.text).toContain('演示用，不是真实的保险合同');
    const real = await readPdf(await renderPolicyPdf(REAL));
    expect(real.text).not.toMatch(/示例|演示|样张/);
    expect(real.pages[0]?.text).toContain('构成保险合同');
  });

  it('never claims a signature or seal it does not have', async () => {
    const { text } = await readPdf(await renderPolicyPdf(REAL));
    expect(text).not.toMatch(/签章|签名|印章|同等法律效力/);
  });

  it('carries the void mark, when and why', async () => {
    const voided = { voidedAtMs: Date.UTC(2025, 10, 21, 7, 22), reason: '已退保' };
    const pdf = await readPdf(await renderPolicyPdf({ ...REAL, voided }));
    expect(pdf.pages[0]?.text).toContain('已作废：已退保，2025.11.21 15:22 起不能再用');
    expect((await readPdf(await renderPolicyPdf(REAL))).text).not.toContain('已作废');
    expect(pdf.pages).toHaveLength(2);
  });

  it('prints rare characters, and 〓 with a note for those the fonts lack', async () => {
    const policyholder = { ...REAL.policyholder, name: '㛃䶮' };
    const rare = await readPdf(await renderPolicyPdf({ ...REAL, policyholder }));
    expect(rare.text).toContain('㛃䶮');
    expect(rare.text).not.toContain('〓');
    const insured = { ...REAL.insured, name: '吉𠮷' };
    const lacking = await readPdf(await renderPolicyPdf({ ...SAMPLE_POLICY, insured }));
    expect(lacking.text).toContain('吉𠮷');
    expect(squeezed(lacking.text)).toContain('〓代替打印字库里没有的字，统一码U+20BB7');
    expect(lacking.pages).toHaveLength(2);
    expect(lacking.warnings).toEqual([]);
  });

  it('goes on to further pages when its texts are long, losing nothing', async () => {
    const specialTerms = Array.from(
      { length: 60 },
      (_, i) => `第 ${i + 1} 条特别约定，${'内容很长，'.repeat(12)}到此为止。`,
    );
    const insurers = Array.from({ length: 20 }, (_, i) => ({
      name: `第 ${i + 1} 家财产保险股份有限公司江苏分公司`,
      role: i === 0 ? '首席承保' : '共同承保',
      shareBasisPoints: 500,
      premiumFen: 790,
    }));
    const pdf = await readPdf(await renderPolicyPdf({ ...REAL, specialTerms, insurers }));
    const stated = squeezed(pdf.text);
    expect(pdf.pages.length).toBeGreaterThan(4);
    for (const term of specialTerms) expect(stated).toContain(squeezed(term));
    for (const insurer of insurers) expect(stated).toContain(squeezed(insurer.name));
    pdf.pages.forEach((page, i) => {
      expect(squeezed(page.text)).toContain(`第${i + 1}页，共${pdf.pages.length}页`);
      expect(page.text).toContain(REAL.policyNumber);
    });
    expect(pdf.warnings).toEqual([]);
  });

  it('gives the same bytes for the same policy', async () => {
    expect(await renderPolicyPdf(SAMPLE_POLICY)).toEqual(await renderPolicyPdf(SAMPLE_POLICY));
  });

  it('refuses a policy whose shares or premiums do not add up', () => {
    const [lead, ...others] = REAL.insurers;
    if (!lead) throw new Error('the sample has insurers');
    const shares = [{ ...lead, shareBasisPoints: lead.shareBasisPoints - 1 }, ...others];
    expect(() => renderPolicyPdf({ ...REAL, insurers: shares })).toThrow(RangeError);
    const premiums = [{ ...lead, premiumFen: lead.premiumFen + 1 }, ...others];
    expect(() => renderPolicyPdf({ ...REAL, insurers: premiums })).toThrow(RangeError);
  });
});
