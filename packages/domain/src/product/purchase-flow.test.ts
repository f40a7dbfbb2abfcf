import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { beijingMs } from '../date/index.ts';
import {
  bornInTime,
  coverFrom,
  FLOW_WINDOWS,
  type FlowDates,
  type FlowRules,
  flowProblems,
  msUntilFlowChange,
  openFlow,
} from './purchase-flow.ts';

const edition: FlowDates & { flows: FlowRules } = {
  validDate: '2027-01-01',
  invalidDate: '2027-12-31',
  insureStart: '2026-09-01',
  insureEnd: '2026-12-31 23:59:59',
  underwriteEnd: '2027-01-10 23:59:59',
  underwriteComplete: false,
  flows: {
    early: { from: '2026-08-15' },
    mid: {
      from: '2027-01-11',
      until: '2027-09-30 23:59:59',
      waitingDays: 30,
      reasons: [{ code: 'newborn', label: '新生儿', detail: '出生 90 天内', proof: 'birth', withinDays: 90 }],
    },
    assisted: true,
  },
};
const at = (text: string) => beijingMs(text);

describe('the way that is open', () => {
  test.each([
    ['2026-08-14 23:59:59', null],
    ['2026-08-15 00:00:00', 'early'],
    ['2026-08-31 23:59:59', 'early'],
    ['2026-09-01 00:00:00', 'normal'],
    ['2026-12-31 23:59:59', 'normal'],
    ['2027-01-01 00:00:00', null],
    ['2027-01-10 23:59:59', null],
    ['2027-01-11 00:00:00', 'mid'],
    ['2027-09-30 23:59:59', 'mid'],
    ['2027-10-01 00:00:00', null],
  ])('%s: %s', (text, flow) => {
    expect(openFlow(edition, at(text))).toBe(flow);
  });

  test('an edition without further windows has the main one only', () => {
    const { flows: _, ...plain } = edition;
    expect(openFlow(plain, at('2026-08-20'))).toBeNull();
    expect(openFlow(plain, at('2027-02-01'))).toBeNull();
    expect(FLOW_WINDOWS.assisted(plain, at('2026-10-01'))).toBe(false);
  });

  test('none while the whole province stands still, every one of them while a city does', () => {
    const pause = { place: '全省', text: '系统维护', until: null };
    const moments = ['2026-08-20', '2026-10-01', '2027-02-01'].map(at);
    const flows = (city: string | null) =>
      moments.map((nowMs) => openFlow({ ...edition, salePauses: [{ ...pause, city }] }, nowMs));
    expect(flows(null)).toEqual([null, null, null]);
    expect(flows('320500')).toEqual(['early', 'normal', 'mid']);
  });

  test('help at an outlet is for the main window', () => {
    expect(FLOW_WINDOWS.assisted(edition, at('2026-10-01'))).toBe(true);
    expect(FLOW_WINDOWS.assisted(edition, at('2027-03-01'))).toBe(false);
  });

  test('nobody joins when cover would begin after its end', () => {
    const late = { ...edition, flows: { mid: { ...edition.flows.mid, until: '2027-12-31' } } } as FlowDates;
    expect(openFlow(late, at('2027-11-30 23:59:59'))).toBe('mid');
    expect(openFlow(late, at('2027-12-01 00:00:00'))).toBeNull();
  });

  test.each([
    ['2026-08-01', '2026-08-15'],
    // The main window tells of its own edges.
    ['2026-08-20', '2027-01-11'],
    ['2027-01-05', '2027-01-11'],
    ['2027-01-11', '2027-09-30 23:59:59.001'],
    ['2027-09-30 23:59:59', '2027-09-30 23:59:59.001'],
    ['2027-10-01', null],
  ])('after %s the windows beside the main one change at %s', (now, next) => {
    const wait = msUntilFlowChange(edition, at(now));
    expect(wait).toBe(next === null ? null : at(next) - at(now));
  });

  test('the last day on which cover can still begin ends the window too', () => {
    const late = { ...edition, flows: { mid: { ...edition.flows.mid, until: '2027-12-31' } } } as FlowDates;
    expect(msUntilFlowChange(late, at('2027-11-01'))).toBe(at('2027-12-01') - at('2027-11-01'));
    expect(msUntilFlowChange(late, at('2027-12-01'))).toBeNull();
    const { early } = edition.flows;
    expect(msUntilFlowChange({ ...edition, flows: { early } } as FlowDates, at('2026-08-20'))).toBeNull();
    expect(msUntilFlowChange({ ...edition, flows: {} }, at('2026-08-01'))).toBeNull();
  });

  test('the moment of the next change is the moment it changes', () => {
    // While one of the two windows is still to come or open there is one.
    const range = { min: at('2026-07-01'), max: at('2027-09-30 23:59:59') };
    fc.assert(
      fc.property(fc.integer(range), (nowMs) => {
        const wait = msUntilFlowChange(edition, nowMs) ?? expect.fail('nothing changes any more');
        expect(wait).toBeGreaterThan(0);
        expect(openFlow(edition, nowMs + wait)).not.toBe(openFlow(edition, nowMs));
      }),
    );
  });
});

describe('when cover begins', () => {
  test('with the edition, or the waiting days after the application', () => {
    expect(coverFrom('normal', edition, at('2026-10-01'))).toBeNull();
    expect(coverFrom('mid', edition, at('2027-02-01 23:59:59'))).toBe('2027-03-04');
    expect(coverFrom('mid', edition, at('2026-11-01'))).toBeNull();
    expect(coverFrom('mid', { ...edition, flows: {} }, at('2027-02-01'))).toBeNull();
  });
});

test('a newborn joins within the days, the last one included', () => {
  const reason = { proof: 'birth', withinDays: 90 } as const;
  expect(bornInTime(reason, '2027-01-01', at('2027-04-01 23:59:59'))).toBe(true);
  expect(bornInTime(reason, '2027-01-01', at('2027-04-02'))).toBe(false);
  expect(bornInTime(reason, '2027-04-02', at('2027-04-01'))).toBe(false);
  expect(bornInTime({ proof: 'paper', withinDays: 90 }, '2027-03-31', at('2027-04-01'))).toBe(false);
});

test('windows that cannot be are named', () => {
  expect(flowProblems(edition)).toEqual([]);
  const mid = { from: '2026-10-01', until: '2026-09-01', waitingDays: -1, reasons: [] };
  const paths = flowProblems({ ...edition, flows: { early: { from: '2026-09-01' }, mid } }).map(({ path }) => path);
  expect(paths).toEqual(['flows.mid.from', 'flows.mid.until', 'flows.mid.waitingDays', 'flows.mid.reasons']);
  const midPaths = (change: object) =>
    flowProblems({
      ...edition,
      flows: { mid: { ...(edition.flows.mid as typeof mid), ...change } },
    } as typeof edition).map(({ path }) => path);
  expect(midPaths({ waitingDays: 0 })).toEqual([]);
  expect(midPaths({ waitingDays: 180 })).toEqual([]);
  expect(midPaths({ waitingDays: 181 })).toEqual(['flows.mid.waitingDays']);
  expect(midPaths({ waitingDays: 1.5 })).toEqual(['flows.mid.waitingDays']);
  expect(midPaths({ until: 'soon' })).toEqual(['flows.mid.until']);
  expect(midPaths({ from: 'soon' })).toEqual(['flows.mid.from']);
  expect(midPaths({ until: edition.flows.mid?.from })).toEqual(['flows.mid.until']);
  expect(midPaths({ from: edition.insureEnd })).toEqual([]);
  // What is wrong with the main window is found where that is checked.
  const withoutEnd = { ...edition, insureEnd: '', flows: { early: { from: '2026-09-01' }, mid } };
  expect(flowProblems(withoutEnd).map(({ path }) => path)).toEqual(paths.slice(1));
  expect(flowProblems({ ...edition, flows: { early: { from: 'soon' } } })).toMatchObject([
    { path: 'flows.early.from' },
  ]);
});
