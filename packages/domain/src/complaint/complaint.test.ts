import { expect, test } from 'vitest';
import { nextStatus } from '../status/index.ts';
import { COMPLAINT_STATUS_TABLE, type ComplaintStatus, complaintCategoryLabel, isOpenComplaint } from './index.ts';

test('the clock runs while the desk has something to do', () => {
  const all = COMPLAINT_STATUS_TABLE.entries.map(({ status }) => status);
  expect(all.filter(isOpenComplaint)).toEqual(['submitted', 'accepted', 'extended', 'reopened']);
});

test.each<[ComplaintStatus, boolean]>([
  ['submitted', false],
  ['accepted', false],
  ['extended', false],
  ['answered', true],
  ['closed', true],
  ['declined', true],
  ['reopened', false],
  ['withdrawn', false],
])('%s may be opened again: %s', (status, may) => {
  expect(nextStatus(COMPLAINT_STATUS_TABLE, status, 'Reopened') !== null).toBe(may);
});

test('what is answered is not taken back, and nothing is closed that was not answered', () => {
  expect(nextStatus(COMPLAINT_STATUS_TABLE, 'answered', 'Withdrawn')).toBeNull();
  expect(nextStatus(COMPLAINT_STATUS_TABLE, 'accepted', 'Closed')).toBeNull();
});

test.each<[ComplaintStatus, boolean]>([
  ['submitted', false],
  ['accepted', true],
  ['extended', false],
  ['answered', false],
  ['reopened', true],
])('the deadline of what is %s can be put off: %s', (status, may) => {
  expect(nextStatus(COMPLAINT_STATUS_TABLE, status, 'Extended') !== null).toBe(may);
});

test('a category is called by its name', () => {
  expect(complaintCategoryLabel('sale')).toBe('销售过程');
});
