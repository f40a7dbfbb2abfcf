import { describe, expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import {
  holdsNumber,
  RECORDING_STATUS_TABLE,
  RECORDING_USE,
  type RecordingStanding,
  recordingStatus,
} from './index.ts';
import { claimKeptUntilMs, complaintKeptUntilMs, type RetentionFacts, retentionOf } from './retention-rules.ts';

describe('status of a recording', () => {
  const names = ['sealed', 'gaps', 'exported', 'restricted', 'held', 'due', 'erased'] as const;
  const all = Array.from(
    { length: 2 ** names.length },
    (_, bits) => Object.fromEntries(names.map((name, at) => [name, (bits & (1 << at)) > 0])) as unknown,
  ) as RecordingStanding[];
  /** What cannot be: gaps are found by sealing, only what is sealed is passed on or due, only what is due is erased. */
  const isPossible = (of: RecordingStanding): boolean =>
    (of.sealed || !(of.gaps || of.exported || of.due || of.erased)) && (!of.erased || (of.due && !of.held));
  /** What never turns back. */
  const stays = ['sealed', 'exported', 'erased'] as const;

  test('whatever becomes known of a recording, its move is a row of the table', () => {
    const moves = new Set<string>();
    for (const before of all.filter((of) => isPossible(of) && !of.erased)) {
      for (const name of names) {
        const after = { ...before, [name]: !before[name] };
        const goesBack = stays.some((word) => before[word] && !after[word]);
        // Gaps come to light or are filled by sealing; nothing that is over its time or restricted is passed on.
        if (goesBack || !isPossible(after)) continue;
        if (name === 'exported' && !RECORDING_USE[recordingStatus(before)].mayBeUsed) continue;
        const [from, to] = [recordingStatus(before), recordingStatus(after)];
        if (from !== to) moves.add(`${from} → ${to}`);
      }
      // The first sealing may find gaps.
      if (!before.sealed) {
        const from = recordingStatus(before);
        const to = recordingStatus({ ...before, sealed: true, gaps: true });
        if (from !== to) moves.add(`${from} → ${to}`);
      }
    }
    const rows = new Set(RECORDING_STATUS_TABLE.rows.map(([from, to]) => `${from} → ${to}`));
    expect([...moves].sort()).toEqual([...rows].sort());
  });

  test('only what is due may be erased, and what is held is never due', () => {
    const erasable = RECORDING_STATUS_TABLE.entries.filter(({ status }) => RECORDING_USE[status].mayBeErased);
    expect(erasable.map(({ status }) => status)).toEqual(['due']);
    for (const standing of all) if (standing.held && !standing.erased) expect(recordingStatus(standing)).toBe('held');
  });
});

describe('how long a recording is kept', () => {
  const numbers = { shortTermYears: 5, longTermYears: 10, disputeYears: 3, withoutContractDays: 90 };
  const recordedAtMs = beijingMs('2026-01-10 12:00:00') as number;
  const year = { from: '2026-01-01', to: '2026-12-31' };
  const facts: RetentionFacts = { recordedAtMs, contract: year, disputes: [] };
  const endOf = (day: string) => (beijingMs(`${day} 00:00:00`) as number) + 86_400_000;

  test.each<[string, Partial<RetentionFacts>, string, string | null]>([
    ['a contract of a year', {}, 'short-term', '2031-12-31'],
    [
      'a contract of a year and a day',
      { contract: { from: '2026-01-01', to: '2027-01-01' } },
      'long-term',
      '2037-01-01',
    ],
    ['a leap day', { contract: { from: '2027-03-01', to: '2028-02-29' } }, 'short-term', '2033-02-28'],
    ['no contract', { contract: null }, 'no-contract', '2026-04-10'],
    ['a dispute that goes on', { disputes: [{ endedAtMs: null }] }, 'dispute', null],
    ['a dispute that ended early', { disputes: [{ endedAtMs: recordedAtMs }] }, 'short-term', '2031-12-31'],
    [
      'a dispute that ended late',
      { disputes: [{ endedAtMs: recordedAtMs }, { endedAtMs: beijingMs('2030-05-06 09:00:00') as number }] },
      'dispute',
      '2033-05-06',
    ],
    [
      'a dispute over a visit without a contract',
      { contract: null, disputes: [{ endedAtMs: beijingMs('2026-02-01 09:00:00') as number }] },
      'dispute',
      '2029-02-01',
    ],
  ])('%s', (_, change, kind, until) => {
    const found = retentionOf({ ...facts, ...change }, numbers);
    expect(found.class).toBe(kind);
    if (until === null) expect(found.untilMs).toBeNull();
    else expect(Math.abs((found.untilMs ?? 0) - endOf(until))).toBeLessThanOrEqual(1_000);
  });

  test('the numbers are those that are given', () => {
    const longer = { ...numbers, shortTermYears: 8 };
    expect(retentionOf(facts, longer)).toMatchObject({ rule: '保险期间不超过一年，合同终止后 8 年' });
    expect(retentionOf(facts, longer).untilMs).toBeGreaterThan(retentionOf(facts, numbers).untilMs ?? 0);
  });
});

describe('how long complaints and claims are kept', () => {
  const numbers = { shortTermYears: 5, longTermYears: 10, disputeYears: 3, withoutContractDays: 90 };
  const year = { from: '2027-01-01', to: '2027-12-31' };
  const longer = { from: '2027-01-01', to: '2028-01-01' };
  const last = (day: string) => beijingMs(`${day} 23:59:59`) as number;
  const at = (moment: string) => beijingMs(moment) as number;
  /** Still kept at the day's last second, and no longer at the next day's first. */
  const isTheEnd = (untilMs: number, day: string) => untilMs > last(day) - 1 && untilMs <= last(day) + 1_000;

  test.each([
    ['about no order, three years from its end', null, '2027-05-06 00:00:00', '2030-05-06'],
    ['about no order, in Beijing’s last second of a day', null, '2027-05-06 23:59:59', '2030-05-06'],
    ['from a leap day', null, '2028-02-29 12:00:00', '2031-02-28'],
    ['not before its contract’s papers', year, '2027-05-06 10:00:00', '2032-12-31'],
    ['nor before those of more than a year', longer, '2027-05-06 10:00:00', '2038-01-01'],
    ['longer than they where it ended late', year, '2030-06-01 10:00:00', '2033-06-01'],
    ['on the same day as they', year, '2029-12-31 10:00:00', '2032-12-31'],
  ])('a complaint: %s', (_, contract, ended, until) => {
    expect(isTheEnd(complaintKeptUntilMs({ contract, endedAtMs: at(ended) }, numbers), until)).toBe(true);
  });

  test.each([
    ['that ended during the cover counts from the cover’s end', year, '2027-03-01', '2032-12-31'],
    ['that ended on its last day', year, '2027-12-31', '2032-12-31'],
    ['that ended later counts from its own end', year, '2028-02-29', '2033-02-28'],
    ['of a cover of more than a year is kept as that', longer, '2027-03-01', '2038-01-01'],
    ['that ended after it', longer, '2028-07-15', '2038-07-15'],
  ])('a claim %s', (_, contract, endedOn, until) => {
    expect(isTheEnd(claimKeptUntilMs({ contract, endedOn }, numbers), until)).toBe(true);
  });

  test('by the numbers that are given', () => {
    const more = { ...numbers, shortTermYears: 6, disputeYears: 8 };
    expect(isTheEnd(claimKeptUntilMs({ contract: year, endedOn: '2027-03-01' }, more), '2033-12-31')).toBe(true);
    const endedAtMs = at('2027-05-06 10:00:00');
    expect(isTheEnd(complaintKeptUntilMs({ contract: year, endedAtMs }, more), '2035-05-06')).toBe(true);
  });
});

test.each([
  ['法院调取', false],
  ['苏0591民初1号', false],
  ['2026 年抽查', false],
  ['手机 13900000000', true],
  ['手机 139 0000 0000', true],
  ['手机１３９００００００００', true],
  ['320106 1988 0316 002X', true],
])('%s: whether it holds a number that has no place in the public log', (text, holds) => {
  expect(holdsNumber(text)).toBe(holds);
});
