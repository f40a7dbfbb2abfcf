import { expect, test } from 'vitest';
import { type ContentFacts, contentStanding, SHARE_CONTENT_TABLE, shareContentLabel } from './index.ts';

const NOW = 1_000_000;
const NAMES = {
  product: '苏民安 2026 江苏省补充医疗保险',
  insurers: ['甲信财产', '乙信财产'],
  intermediaries: ['戊信经纪'],
};
const GOOD: ContentFacts = {
  status: 'approved',
  approvalNo: 'XC-1',
  approvedBy: '林审批',
  expiresAtMs: NOW + 1,
  names: NAMES,
  namesNow: { ...NAMES },
  findings: [],
};

test.each<[string, Partial<ContentFacts>, string]>([
  ['approved', {}, 'shown'],
  ['a draft', { status: 'draft' }, 'not-approved'],
  ['replaced', { status: 'replaced' }, 'not-approved'],
  ['without a number', { approvalNo: null }, 'not-approved'],
  ['without an approver', { approvedBy: '' }, 'not-approved'],
  ['recalled', { status: 'recalled' }, 'recalled'],
  ['at its end', { expiresAtMs: NOW }, 'expired'],
  ['without an end', { expiresAtMs: null }, 'expired'],
  ['an insurer more', { namesNow: { ...NAMES, insurers: [...NAMES.insurers, '丙信人寿'] } }, 'names-differ'],
  ['another broker', { namesNow: { ...NAMES, intermediaries: [] } }, 'names-differ'],
  ['another name', { namesNow: { ...NAMES, product: '苏民安 2027' } }, 'names-differ'],
  ['no edition', { namesNow: null }, 'names-differ'],
  ['a word barred since', { findings: [{ field: 'title', word: '返现', reason: '' }] }, 'barred-words'],
])('%s', (_what, more, expected) => {
  expect(contentStanding({ ...GOOD, ...more }, NOW)).toBe(expected);
});

test('every status has a label', () => {
  for (const { status, label } of SHARE_CONTENT_TABLE.entries) expect(shareContentLabel(status)).toBe(label);
});
