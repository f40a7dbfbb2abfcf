import { expect, test } from 'vitest';
import { type AttributionFacts, attributionOf, SHARE_LASTS_MS } from './index.ts';

const NOW = Date.UTC(2026, 10, 20);
const DAY = 24 * 60 * 60_000;
const visit = (shareCode: string, daysAgo: number) => ({
  shareCode,
  shareFrom: 'card' as const,
  atMs: NOW - daysAgo * DAY,
});
const facts = (more: Partial<AttributionFacts>): AttributionFacts => ({
  nowMs: NOW,
  agentCode: undefined,
  outletAgentCode: null,
  visits: [],
  counts: (code) => !/^(own|unknown)/.test(code),
  ...more,
});

test.each<[string, Partial<AttributionFacts>, object | null]>([
  ['nothing', {}, null],
  ['an agent', { agentCode: 'AG7' }, { by: 'agent', agentCode: 'AG7' }],
  ['an agent that is no code', { agentCode: 'AG 7<' }, null],
  ['an empty agent', { agentCode: '' }, null],
  ['the outlet', { outletAgentCode: 'SG1' }, { by: 'outlet', agentCode: 'SG1' }],
  ['agent before outlet', { agentCode: 'AG7', outletAgentCode: 'SG1' }, { by: 'agent', agentCode: 'AG7' }],
  ['one share', { visits: [visit('a', 3)] }, { by: 'share', shareCode: 'a', sharedAtMs: NOW - 3 * DAY }],
  ['the last of two shares', { visits: [visit('new', 1), visit('old', 2)] }, { by: 'share', shareCode: 'new' }],
  ['the last of two, given the other way round', { visits: [visit('old', 2), visit('new', 1)] }, { shareCode: 'new' }],
  ['a share 30 days ago', { visits: [visit('a', 30)] }, { by: 'share', shareCode: 'a' }],
  ['a share a moment longer ago', { visits: [{ ...visit('a', 30), atMs: NOW - SHARE_LASTS_MS - 1 }] }, null],
  ['a share of tomorrow', { visits: [visit('a', -1)] }, null],
  ['a code nobody was given', { visits: [visit('unknown', 1)] }, null],
  ['one’s own code', { visits: [visit('own', 1)] }, null],
  ['a stranger’s share before one’s own', { visits: [visit('own', 1), visit('a', 9)] }, { shareCode: 'a' }],
  ['an agent and a share', { agentCode: 'AG7', visits: [visit('a', 1)] }, { by: 'agent', shareCode: 'a' }],
])('%s', (_what, given, expected) => {
  const found = attributionOf(facts(given));
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});

test('a share without a way leaves the way out', () => {
  expect(attributionOf(facts({ visits: [{ ...visit('a', 1), shareFrom: null }] }))).toEqual({
    by: 'share',
    shareCode: 'a',
    sharedAtMs: NOW - DAY,
  });
});
