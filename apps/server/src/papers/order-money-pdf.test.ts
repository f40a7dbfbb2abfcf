import { beijingMs } from '@huimin/domain/date';
import { describe, expect, it } from 'vitest';
import { renderOrderMoneyPdf } from './order-money-pdf.ts';
import type { OrderMoneyPaperData } from './paper-data.ts';
import { readPdf } from './read-pdf.ts';
import { SAMPLE_ORDER_MONEY } from './sample-papers.ts';

const REAL: OrderMoneyPaperData = {
  ...SAMPLE_ORDER_MONEY,
  isDemonstration: false,
  productFullName: '江苏省补充医疗保险',
};

const squeezed = (text: string): string => text.replace(/[\s\u3000]/g, '');
const textOf = async (data: OrderMoneyPaperData): Promise<string> =>
  squeezed((await readPdf(await renderOrderMoneyPdf(data))).text);

describe('record of an order’s money', () => {
  it('is one A4 page that another reader opens without complaint', async () => {
    const bytes = await renderOrderMoneyPdf(SAMPLE_ORDER_MONEY);
    const pdf = await readPdf(bytes);
    expect(pdf.warnings).toEqual([]);
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.pages[0]?.widthPoints).toBeCloseTo(595.28, 1);
    expect(pdf.title).toBe('付款和退款记录 JS2620251120000128');
    expect(pdf).toMatchObject({ language: 'zh-CN', isTagged: true, showsTitle: true });
    // The record tells a moment; its code leads to what is so now.
    expect(pdf.pages[0]?.links).toEqual([SAMPLE_ORDER_MONEY.verificationUrl]);
    expect(bytes.length).toBeLessThan(150_000);
  });

  it('states everything it was given, by Beijing time', async () => {
    const text = await textOf(REAL);
    const expected = [
      ...[REAL.orderNumber, REAL.productName, REAL.productFullName, REAL.servicePhone],
      ...[
        '截至 2025.11.20 10:40',
        '截至 2025.11.20 10:40:12',
        REAL.state.title,
        REAL.state.text,
        '这是 2025.11.20 10:40:12 的情况',
      ],
      ...['您一共被扣 948.00 元', '用于参保，3 人 474.00 元', '正在退给您 474.00 元', '已经退给您 0.00 元'],
      ...REAL.entries.flatMap(({ title, text: more, serial }) => [`${title}${more ?? ''}`, serial ?? '']),
      ...['2025.11.20 10:28:05', '2025.11.20 10:36:02', '最晚 2025.11.25 18:00'],
      ...['接下来', '2026.01.01 00:00:00', '保障开始'],
      ...['本记录不作为保险合同，也不能代替发票', '时间都是北京时间', '第 1 页，共 1 页'],
    ];
    for (const part of expected) expect(text).toContain(squeezed(part));
    expect(text).not.toMatch(/示例|演示/);
  });

  it('keeps what belongs together on one line of a table that a screen reader reads row by row', async () => {
    const [page] = (await readPdf(await renderOrderMoneyPdf(REAL))).pages;
    const rows = page?.structure.filter(({ role }) => role === 'TR').length;
    // Two of sums, a head and seven entries, a head and what is to come.
    expect(rows).toBe(2 + 1 + REAL.entries.length + 1 + REAL.next.length);
    expect(squeezed(page?.text ?? '')).toContain(
      '2025.11.2010:32:44医保个人账户已扣3人参保完成474.00元流水号YB20251120000128',
    );
  });

  it('says of a latest moment that holidays put it off where they are not known yet', async () => {
    const latest = { byMs: beijingMs('2027-01-04 18:00:00'), holidaysKnown: false };
    const entries = REAL.entries.map((entry) => (entry.latest === null ? entry : { ...entry, latest }));
    expect(await textOf({ ...REAL, entries })).toContain('最晚2027.01.0418:00（节假日顺延）');
  });

  it('can be had of an order nothing was charged for, and then speaks of nothing to come', async () => {
    const none = { chargedFen: 0, usedFen: 0, returningFen: 0, returnedFen: 0, insuredCount: 0 };
    const state = { title: '没有扣钱', text: '' };
    const text = await textOf({ ...REAL, ...none, state, entries: REAL.entries.slice(0, 1), next: [] });
    expect(text).toContain('没有扣钱');
    expect(text).toContain('用于参保0.00元');
    expect(text).not.toContain('接下来');
  });

  it('bears the mark of a demonstration', async () => {
    expect(await textOf(SAMPLE_ORDER_MONEY)).toContain('不是真实的保险合同');
  });

  it('goes on over further pages, each with its head, without losing an entry', async () => {
    const entries = Array.from({ length: 60 }, (_, i) => ({
      ...(REAL.entries[1] as (typeof REAL.entries)[number]),
      serial: `流水号 ${String(i).padStart(28, '4')}`,
    }));
    const pdf = await readPdf(await renderOrderMoneyPdf({ ...REAL, entries }));
    expect(pdf.warnings).toEqual([]);
    expect(pdf.pages.length).toBeGreaterThan(1);
    for (const { text } of pdf.pages) expect(squeezed(text)).toMatch(/^付款和退款记录.*订单号JS2620251120000128/);
    for (const { serial } of entries) expect(squeezed(pdf.text)).toContain(squeezed(serial));
  });

  it('prints 〓 and says so for a character the fonts lack', async () => {
    const text = await textOf({ ...REAL, productName: '苏民安𠮷' });
    expect(text).toContain('〓代替打印字库里没有的字，统一码U+20BB7');
  });

  it('is not written where the sums do not come to the charge, nor of parts of a fen', () => {
    expect(() => renderOrderMoneyPdf({ ...REAL, returnedFen: 1 })).toThrow(RangeError);
    expect(() => renderOrderMoneyPdf({ ...REAL, usedFen: 474_00.5, returningFen: 473_99.5 })).toThrow(RangeError);
  });
});
