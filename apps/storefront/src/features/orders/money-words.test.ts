import type { OrderMoneyValue } from '@huimin/contract';
import { expect, test } from 'vitest';
import { moneyParts, moneySteps, onlyDay } from './money-words.ts';

type Entry = OrderMoneyValue['entries'][number];
const entry = (more: Partial<Entry>): Entry => ({
  ...{ mark: 'done', title: '下单', text: null, amountFen: null, at: '2026.11.20 10:28', latest: null, serial: null },
  ...more,
});

test('one day stands above its entries, of which only the time is said', () => {
  const entries = [entry({}), entry({ at: '2026.11.20 10:32', serial: '流水号 WX1' }), entry({ at: null })];
  const day = onlyDay(entries);
  expect(day).toBe('2026.11.20');
  expect(moneySteps(entries, day).map(({ when }) => when)).toEqual(['10:28', '10:32　流水号 WX1', '']);
});

test('over several days every moment is said in full', () => {
  const entries = [entry({}), entry({ at: '2026.11.21 00:10' })];
  expect(onlyDay(entries)).toBeNull();
  expect(moneySteps(entries, null).map(({ when }) => when)).toEqual(['2026.11.20 10:28', '2026.11.21 00:10']);
});

test('what is open says by when, and sums are in yuan', () => {
  const open = entry({ mark: 'now', at: null, latest: '2026.11.27 18:00', amountFen: 47_400 });
  expect(moneySteps([open])).toMatchObject([{ state: 'now', when: '最晚 2026.11.27 18:00', sum: '474.00 元' }]);
});

const money = { orderNo: 'JS1', insuredCount: 3, banner: null, lead: '', moving: false } as const;

test('parts of what was charged come to all of it', () => {
  const sums = { chargedFen: 94_800, usedFen: 47_400, returningFen: 31_600, returnedFen: 15_800 };
  const parts = moneyParts({ ...money, ...sums }, false);
  expect(parts.map(({ label, fen }) => [label, fen])).toEqual([
    ['用于参保，3 人', 47_400],
    ['正在退给您', 31_600],
    ['已经退给您', 15_800],
  ]);
  expect(parts.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100);
  expect(moneyParts({ ...money, ...sums }, true).map(({ label }) => label)).toEqual([
    '买保险用了',
    '要退给您',
    '已经退给您',
  ]);
  expect(moneyParts({ ...money, ...sums, kind: 'upgrade' }, true)[0]?.label).toBe('升级用了');
});

test('where nothing was charged there are no parts', () => {
  expect(moneyParts({ ...money, chargedFen: 0, usedFen: 0, returningFen: 0, returnedFen: 0 }, false)).toEqual([]);
});
