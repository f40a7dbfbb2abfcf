import { describe, expect, it } from 'vitest';
import type { VoucherPaperData } from './paper-data.ts';
import { readPdf } from './read-pdf.ts';
import { SAMPLE_VOUCHER } from './sample-papers.ts';
import { renderVoucherPdf } from './voucher-pdf.ts';

const REAL: VoucherPaperData = { ...SAMPLE_VOUCHER, isDemonstration: false, productFullName: '江苏省补充医疗保险' };

const squeezed = (text: string): string => text.replace(/[\s\u3000]/g, '');
const textOf = async (data: VoucherPaperData): Promise<string> =>
  squeezed((await readPdf(await renderVoucherPdf(data))).text);

describe('payment voucher', () => {
  it('is one A4 page that another reader opens without complaint', async () => {
    const bytes = await renderVoucherPdf(SAMPLE_VOUCHER);
    const pdf = await readPdf(bytes);
    expect(pdf.warnings).toEqual([]);
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.pages[0]?.widthPoints).toBeCloseTo(595.28, 1);
    expect(pdf.title).toBe('保险费付款凭证 PZ20251120-000128-01');
    expect(pdf).toMatchObject({ language: 'zh-CN', isTagged: true, showsTitle: true });
    expect(pdf.pages[0]?.links).toEqual([SAMPLE_VOUCHER.verificationUrl]);
    expect(bytes.length).toBeLessThan(150_000);
  });

  it('states everything it was given', async () => {
    const text = await textOf(REAL);
    const expected = [
      ...[REAL.voucherNumber, REAL.payer.name, REAL.payer.idNumber, '张三（本人）', 'TEST20260001281'],
      ...[REAL.productName, REAL.productFullName, '2026.01.01 - 2026.12.31', REAL.paymentMethod],
      ...['2025.11.20 10:32:44', REAL.orderNumber, REAL.providerTransactionNumber, REAL.payee],
      ...['¥158.00', '人民币壹佰伍拾捌元整', '1 人 × 158.00 元 / 年', REAL.servicePhone, '开具 2025.11.20 10:35'],
      ...REAL.steps.flatMap((step) => [step.label, step.note]),
      ...['10:32:41', '10:32:46', '10:33:05'],
      '本凭证不作为保险合同，也不能代替发票',
      '同一订单付了 3 人，共 474.00 元',
      ...['沿虚线剪下，存根联', '保险费付款凭证（存根）', '第 1 页，共 1 页'],
    ];
    for (const part of expected) expect(text).toContain(squeezed(part));
  });

  it('writes amounts with jiao and fen in capitals too', async () => {
    const text = await textOf({ ...REAL, amountFen: 1_204_05, wholeOrder: undefined });
    expect(text).toContain('¥1,204.05');
    expect(text).toContain('人民币壹仟贰佰零肆元零伍分');
    expect(text).not.toContain('同一订单');
  });

  it('can be had before the policy is issued', async () => {
    const text = await textOf({ ...REAL, policyNumber: undefined, steps: REAL.steps.slice(0, 2) });
    expect(text).toContain('保险单号正在出单');
    expect(text).not.toContain('TEST20260001281');
  });

  it('carries the void mark and the mark of a demonstration, still on one page', async () => {
    const voided = { voidedAtMs: Date.UTC(2025, 10, 21, 7, 22), reason: '已退保' };
    const pdf = await readPdf(await renderVoucherPdf({ ...SAMPLE_VOUCHER, voided }));
    expect(squeezed(pdf.text)).toContain('已作废：已退保，2025.11.2115:22起不能再用');
    expect(pdf.text).toContain('不是真实的保险合同');
    expect(pdf.pages).toHaveLength(1);
    expect(await textOf(REAL)).not.toMatch(/示例|演示|起不能再用/);
  });

  it('prints 〓 and says so for a character the fonts lack, still on one page', async () => {
    const payer = { ...SAMPLE_VOUCHER.payer, name: '𠮷㛃䶮' };
    const pdf = await readPdf(await renderVoucherPdf({ ...SAMPLE_VOUCHER, payer }));
    expect(pdf.text).toContain('𠮷㛃䶮');
    expect(squeezed(pdf.text)).toContain('〓代替打印字库里没有的字，统一码U+20BB7');
    expect(pdf.pages).toHaveLength(1);
  });

  it('takes long names, and text that looks like markup, onto further lines and pages', async () => {
    const payee = `${'很长的名字'.repeat(40)}<b>&公司`;
    const pdf = await readPdf(await renderVoucherPdf({ ...REAL, payee }));
    expect(squeezed(pdf.text)).toContain(payee);
    expect(pdf.warnings).toEqual([]);
  });

  it('refuses an amount that is not whole fen', () => {
    expect(() => renderVoucherPdf({ ...REAL, amountFen: 158.5 })).toThrow(RangeError);
    expect(() => renderVoucherPdf({ ...REAL, amountFen: -1 })).toThrow(RangeError);
  });
});
