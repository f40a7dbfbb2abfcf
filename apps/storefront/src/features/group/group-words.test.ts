import type { GroupDetailValue } from '@huimin/contract';
import { expect, test } from 'vitest';
import { expectedPeople, groupTimeline, nextWords, rosterParts, spareWords, stepOf } from './group-words.ts';

const STEPS = ['submitted', 'contacted', 'collecting', 'awaiting-payment', 'paid', 'issuing', 'completed'] as const;
const NONE = { waiting: 0, confirmed: 0, declined: 0, billed: 0, insured: 0, dropped: 0, leaving: 0, removed: 0 };

function groupOf(status: GroupDetailValue['status'], more: Partial<GroupDetailValue> = {}): GroupDetailValue {
  const at = STEPS.indexOf(status as (typeof STEPS)[number]);
  return {
    status,
    headCount: 12,
    rosterUntil: '2026-12-10',
    counts: NONE,
    standing: [],
    file: null,
    problems: [],
    bill: null,
    can: { upload: status === 'collecting', remind: false, pay: false, remove: false, close: true },
    steps: STEPS.map((step, index) => ({
      status: step,
      label: step,
      at: index <= at ? '2026-11-20T10:05:00+08:00' : null,
    })),
    ...more,
  } as GroupDetailValue;
}

test('the step and the way there', () => {
  const group = groupOf('collecting');
  expect(stepOf(group)).toBe(3);
  expect(groupTimeline(group).map(({ state }) => state)).toEqual([
    'done',
    'done',
    'now',
    'next',
    'next',
    'next',
    'next',
  ]);
  expect(groupTimeline(group)[0]?.when).toBe('2026.11.20 10:05');
  expect(groupTimeline(groupOf('completed')).every(({ state }) => state === 'done')).toBe(true);
  const closed = groupOf('closed', { steps: groupOf('contacted').steps });
  expect(stepOf(closed)).toBeNull();
  expect(groupTimeline(closed).map(({ title }) => title)).toEqual(['submitted', 'contacted']);
});

test.each([
  [groupOf('submitted'), '1 个工作日内有专人打电话联系您'],
  [groupOf('collecting'), '请在 2026.12.10 前交齐，再通知您付款'],
  [groupOf('collecting', { counts: { ...NONE, waiting: 3 } }), '还有 3 人没有确认，确认了的人才能参保'],
  [
    groupOf('awaiting-payment', { bill: { dueOn: '2026-12-01', amountFen: 173_800 } as GroupDetailValue['bill'] }),
    '请在 2026.12.01 前转账 1,738.00 元',
  ],
  [
    groupOf('completed', {
      counts: { ...NONE, confirmed: 2 },
      standing: [{ text: '苏州市暂停参保：系统维护', people: 2 }],
    }),
    '还有 2 人没有参保，恢复后再补办',
  ],
  [groupOf('completed', { counts: { ...NONE, confirmed: 2 } }), '还有 2 人没有参保，工作人员会联系您补办'],
])('what is to be done: %#', (group, words) => {
  expect(nextWords(group)).toBe(words);
});

test('the parts of a list, and how many are reckoned with', () => {
  const counts = { ...NONE, waiting: 3, confirmed: 8, declined: 1 };
  const file = { state: 'done', rowsBad: 5 } as GroupDetailValue['file'];
  const problems = [{ line: 2 }] as GroupDetailValue['problems'];
  const group = groupOf('collecting', { counts, file, problems });
  expect(rosterParts(group).map(({ label, text }) => `${label} ${text}`)).toEqual([
    '本人已确认 8 人',
    '等本人确认 3 人',
    '要改 5 行',
    '本人不参加 1 人',
  ]);
  expect(expectedPeople(group)).toBe(11);
  expect(expectedPeople(groupOf('submitted'))).toBe(12);
  expect(rosterParts(groupOf('completed', { counts: { ...NONE, insured: 8 }, file, problems }))).toHaveLength(1);
});

test('money that is over is given back once nobody else is to be insured for it', () => {
  expect(spareWords('collecting')).toBe('余下的，抵下一次付款');
  expect(spareWords('issuing')).toBe('还没用上的，逐人承保时用');
  expect([spareWords('completed'), spareWords('closed')]).toEqual(['多出的，转账退回单位', '多出的，转账退回单位']);
});
