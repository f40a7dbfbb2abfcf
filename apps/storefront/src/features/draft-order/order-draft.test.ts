import { describe, expect, it } from 'vitest';
import {
  agreedVersions,
  DRAFT_LIFE_MS,
  type DraftMaking,
  draftOf,
  draftText,
  emptyDraft,
  isRead,
  type OrderDraft,
  withCorrectedPeople,
  withMembers,
  withoutClosedOrder,
  withPlan,
  withRead,
} from './order-draft.ts';

const NOW = 1_800_000_000_000;
let made = 0;
const making: DraftMaking = {
  newKey: () => {
    made += 1;
    return `0000000000000000${made}`;
  },
  nowMs: NOW,
};
const start = () => emptyDraft('js26', making);

describe('the client key', () => {
  it('stays while the same people are chosen, in whatever order', () => {
    const draft = withMembers(start(), ['A', 'B'], making);
    expect(withMembers(draft, ['B', 'A'], making).clientKey).toBe(draft.clientKey);
    expect(withMembers(draft, ['A', 'B', 'A'], making).clientKey).toBe(draft.clientKey);
  });

  it('is another one for other people, and for the same people again afterwards', () => {
    const two = withMembers(start(), ['A', 'B'], making);
    const one = withMembers(two, ['A'], making);
    const twoAgain = withMembers(one, ['A', 'B'], making);
    expect(new Set([two.clientKey, one.clientKey, twoAgain.clientKey]).size).toBe(3);
  });

  it('is another one for another plan, and stays for the same', () => {
    const draft = withMembers(start(), ['A'], making);
    const basic = withPlan(draft, 'basic', making);
    expect(basic).toMatchObject({ planCode: 'basic', memberIds: ['A'] });
    expect(basic.clientKey).not.toBe(draft.clientKey);
    expect(withPlan(basic, 'basic', making)).toBe(basic);
    expect(withPlan(basic, 'plus', making).clientKey).not.toBe(basic.clientKey);
  });

  it('is not touched by reading', () => {
    const draft = withMembers(start(), ['A'], making);
    expect(withRead(draft, { key: 'clauses', version: 3 }, 'v1', NOW).clientKey).toBe(draft.clientKey);
  });

  it('changes once for one closed order, however many tabs learn of it', () => {
    const draft = withMembers(start(), ['A'], making);
    const renewed = withoutClosedOrder(draft, draft.clientKey, making);
    expect(renewed.clientKey).not.toBe(draft.clientKey);
    expect(withoutClosedOrder(renewed, draft.clientKey, making)).toBe(renewed);
  });
});

it('is another one once what is kept of somebody was corrected: an order saved before has the former data', () => {
  const draft = emptyDraft('demo27', making);
  expect(withCorrectedPeople(draft, making).clientKey).not.toBe(draft.clientKey);
});

describe('reading', () => {
  const documents = [
    { key: 'health-notice', version: 1 },
    { key: 'clauses', version: 3 },
  ];

  it('counts for the version that was read and older ones', () => {
    const draft = withRead(start(), { key: 'clauses', version: 2 }, 'v1', NOW);
    expect(isRead(draft, { key: 'clauses', version: 2 }, 'v1')).toBe(true);
    expect(isRead(draft, { key: 'clauses', version: 3 }, 'v1')).toBe(false);
    expect(isRead(draft, { key: 'clauses', version: 1 }, 'v1')).toBe(true);
  });

  it('again changes nothing', () => {
    const draft = withRead(start(), { key: 'clauses', version: 2 }, 'v1', NOW);
    expect(withRead(draft, { key: 'clauses', version: 2 }, 'v1', NOW + 1)).toBe(draft);
  });

  it('is agreed to in the version that was read', () => {
    const draft = withRead(
      withRead(start(), { key: 'health-notice', version: 1 }, 'v1', NOW),
      { key: 'clauses', version: 4 },
      'v1',
      NOW,
    );
    expect(agreedVersions(draft, documents, 'v1')).toEqual([
      { key: 'health-notice', version: 1 },
      { key: 'clauses', version: 4 },
    ]);
  });

  it('is read again in another visit, whose record would not show it, and stays read in this one', () => {
    let draft = withRead(start(), { key: 'clauses', version: 2 }, 'v1', NOW);
    expect(isRead(draft, { key: 'clauses', version: 2 }, 'v2')).toBe(false);
    for (const visit of ['v2', 'v3', 'v4']) draft = withRead(draft, { key: 'clauses', version: 2 }, visit, NOW);
    expect(isRead(draft, { key: 'clauses', version: 2 }, 'v1')).toBe(true);
    draft = withRead(draft, { key: 'clauses', version: 2 }, 'v5', NOW);
    expect(draft.readings.map(({ visit }) => visit)).toEqual(['v2', 'v3', 'v4', 'v5']);
  });

  it('survives another choice of people', () => {
    const draft = withMembers(withRead(start(), { key: 'clauses', version: 3 }, 'v1', NOW), ['A'], making);
    expect(documents.map((document) => isRead(draft, document, 'v1'))).toEqual([false, true]);
  });
});

describe('a stored draft', () => {
  const draft = withMembers(start(), ['A'], making);

  it('comes back as it was', () => {
    expect(draftOf(draftText(draft), 'js26', NOW)).toEqual(draft);
    const whole = withRead(withPlan(draft, 'plus', making), { key: 'clauses', version: 3 }, 'v1', NOW);
    expect(draftOf(draftText(whole), 'js26', NOW)).toEqual(whole);
  });

  it('is thrown away after seven days, not by a clock that was put right a little', () => {
    expect(draftOf(draftText(draft), 'js26', NOW + DRAFT_LIFE_MS - 1)).toEqual(draft);
    expect(draftOf(draftText(draft), 'js26', NOW + DRAFT_LIFE_MS)).toBeNull();
    expect(draftOf(draftText(draft), 'js26', NOW - 90_000)).toEqual(draft);
    expect(draftOf(draftText(draft), 'js26', NOW - DRAFT_LIFE_MS)).toBeNull();
  });

  it('does not serve another edition', () => {
    expect(draftOf(draftText(draft), 'js27', NOW)).toBeNull();
  });

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"editionCode":"js26"}',
    draftText({ ...draft, clientKey: 'short' }),
    draftText({ ...draft, memberIds: [1] as unknown as string[] }),
    draftText({ ...draft, readings: null as unknown as OrderDraft['readings'] }),
    draftText({ ...draft, planCode: 5 as unknown as string }),
    draftText({ ...draft, updatedAtMs: 'now' as unknown as number }),
    draftText({ ...draft, readings: [null as unknown as OrderDraft['readings'][number]] }),
    draftText({ ...draft, readings: [{ visit: 'v1', versions: { clauses: '3' as unknown as number } }] }),
    draftText({ ...draft, readings: [{ visit: 'v1' } as OrderDraft['readings'][number]] }),
    JSON.stringify({ ...draft, readings: undefined, readVersions: {} }),
  ])('%j is no draft', (text) => {
    expect(draftOf(text, 'js26', NOW)).toBeNull();
  });
});
