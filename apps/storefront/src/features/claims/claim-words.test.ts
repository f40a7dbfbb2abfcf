import type { ClaimStepValue, ClaimValue } from '@huimin/contract';
import { describe, expect, it } from 'vitest';
import {
  arrivalText,
  arrivalValue,
  claimParts,
  claimTitle,
  nearestShortfall,
  shortYuan,
  spokenSteps,
  usedPercent,
  visitDays,
  waitingText,
} from './claim-words.ts';

const claim: ClaimValue = {
  ...{ caseNo: 'LP00000001', editionCode: 'js26', editionYear: 2026, productName: '苏民安 2026', kind: 'inpatient' },
  ...{ kindLabel: '住院', ordinal: 2, hospital: '示例市人民医院', visitFrom: '2026-05-11', visitTo: '2026-05-29' },
  ...{ oneStop: true, status: 'to-pay', statusLabel: '待支付', acceptedOn: '2026-06-01', papersOn: null },
  ...{ decidedOn: '2026-06-10', paidOn: null, refusal: null, missingPapers: [], totalFen: 12_800_000 },
  clock: { text: '预计 2026.06.20 前到账（同意赔付后 10 天内）', byDay: '2026-06-20', isOver: false },
  sums: {
    totalFen: 12_800_000,
    medicalFen: 7_400_000,
    deductibleFen: 1_500_000,
    payableFen: 3_090_000,
    ownFen: 810_000,
    ratio: null,
  },
  ...{ shortfalls: [], isEstimate: false, insurerFen: 3_090_000, agrees: true, accountTail: '000' },
};

it('names a visit and its days', () => {
  expect([claimTitle(claim), claimTitle(claim, true)]).toEqual(['2026 年住院 第 2 次', '2026 年第 2 次住院']);
  expect(visitDays(claim)).toBe('2026.05.11 - 2026.05.29');
  expect(visitDays({ ...claim, visitFrom: claim.visitTo })).toBe('2026.05.29');
});

it('says sums short', () => {
  expect([shortYuan(12_800_000), shortYuan(3_090_000), shortYuan(98_000)]).toEqual([...['12.8 万', '3.09 万', '980']]);
  expect([usedPercent(0, 0), usedPercent(1_230_000, 1_500_000), usedPercent(2, 1)]).toEqual([100, 82, 100]);
});

describe('when the money comes', () => {
  it.each([
    [claim, '预计 2026.06.20 前到账，尾号 000 的账户', '预计 2026.06.20 前 尾号 000 的账户'],
    [
      { ...claim, paidOn: '2026-06-12', status: 'paid' as const, clock: null },
      '2026.06.12 到账，尾号 000 的账户',
      '2026.06.12 尾号 000 的账户',
    ],
    [
      { ...claim, clock: { text: '', byDay: '2026-06-20', isOver: true } },
      '应在 2026.06.20 前到账，已经过了，请打电话催问',
      '应在 2026.06.20 前到账，已经过了，请打电话催问',
    ],
    [{ ...claim, status: 'reviewing' as const }, null, null],
  ])('case %#', (given, text, value) => {
    expect([arrivalText(given), arrivalValue(given)]).toEqual([text, value]);
  });

  it('in everyday words', () => {
    expect(arrivalText(claim, true)).toBe('6 月 20 日前到账，账户尾号\u00a0000');
    expect(arrivalValue(claim, true)).toBe('6 月 20 日前，账户尾号\u00a0000');
  });
});

it('says until when an open claim waits, and plainly when that is over', () => {
  const clock = { text: '最晚 2026.07.01 有结果（资料齐了以后 30 天内）', byDay: '2026-07-01', isOver: false };
  expect(waitingText({ ...claim, status: 'reviewing', clock })).toBe(clock.text);
  expect(waitingText({ ...claim, status: 'reviewing', clock: { ...clock, isOver: true } })).toContain('已经过了');
  expect(waitingText({ ...claim, status: 'refused', clock })).toBe(clock.text);
  expect(waitingText({ ...claim, status: 'refused', clock: { ...clock, isOver: true } })).toBeNull();
  expect(waitingText(claim)).toBeNull();
  expect(waitingText({ ...claim, status: 'withdrawn', clock: null })).toBeNull();
});

it('parts come to the total, and what is nothing is left out', () => {
  const parts = claimParts(claim);
  expect(parts.reduce((sum, { fen }) => sum + fen, 0)).toBe(claim.totalFen);
  expect(parts.map(({ label }) => label)).toEqual(['医保报销', '起付线内，自己付', '本产品赔付', '剩余，自己付']);
  const one = { totalFen: 100, medicalFen: 0, deductibleFen: 0, payableFen: 80, ownFen: 20, ratio: 8_000 };
  expect(claimParts({ ...claim, isEstimate: true, sums: one }).map(({ label }) => label)).toEqual([
    '本产品约赔（80%）',
    '剩余，自己付',
  ]);
  expect(claimParts({ ...claim, sums: null })).toEqual([]);
});

it('finds the deductible that is nearest', () => {
  const far = { label: '目录内自付', accumulatedFen: 386_000, deductibleFen: 1_200_000, text: '' };
  const near = { label: '目录外住院费', accumulatedFen: 1_230_000, deductibleFen: 1_500_000, text: '' };
  expect(nearestShortfall({ shortfalls: [far, near] })).toBe(near);
  expect(nearestShortfall({ shortfalls: [] })).toBeNull();
});

describe('steps as somebody would say them', () => {
  const line = (label: string, fen: number, of: ClaimStepValue['lines'][number]['of'] = null) => ({
    label,
    sign: '' as const,
    fen,
    of,
  });
  const step = (part: Partial<ClaimStepValue>): ClaimStepValue => ({
    ...{
      key: 'in-scope',
      title: '目录内自付',
      everyday: '医保能报的',
      lines: [],
      resultLabel: '可赔',
      resultFen: 0,
      note: null,
    },
    ...part,
  });

  it('without those in which there is nothing', () => {
    const used = step({
      lines: [line('a', 3_600_000), line('b', 1_200_000), line('c', 1_920_000, { fen: 2_400_000, ratio: 8_000 })],
      resultFen: 1_920_000,
    });
    const total = step({
      key: 'total',
      everyday: '加起来',
      lines: [line('目录内', 1_920_000), line('目录外', 100)],
      resultFen: 1_920_100,
    });
    expect(spokenSteps([step({ key: 'remaining', lines: [line('x', 1)] }), used, step({}), total], 2025)).toEqual([
      { title: '1. 医保能报的', about: '36,000 元，先减 12,000 元，剩下的赔 80%', sum: '24,000 × 80% = 19,200 元' },
      { title: '2. 加起来', about: null, sum: '19,200 + 1 = 19,201 元' },
    ]);
  });

  it('below the deductible, and over the limit', () => {
    const below = step({ lines: [line('a', 386_000), line('b', 386_000), line('c', 0, { fen: 0, ratio: 8_000 })] });
    expect(spokenSteps([below], 2025)[0]).toMatchObject({ about: '3,860 元，还没到起付线', sum: '这次不赔，0 元' });
    const full = step({
      lines: [line('a', 100_000), line('b', 0), line('c', 80_000, { fen: 100_000, ratio: 8_000 })],
      resultFen: 50_000,
    });
    expect(spokenSteps([full], 2025)[0]?.sum).toBe('1,000 × 80% = 800 元，2025 年还能赔 500 元');
  });
});
