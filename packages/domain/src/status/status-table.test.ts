import { describe, expect, test } from 'vitest';
import { STATUS_TABLES } from '../../../../scripts/states-doc.ts';
import {
  labelMapOf,
  moveOf,
  nextStatus,
  type StatusTable,
  statusEntryOf,
  statusesBefore,
  statusTableProblems,
} from './index.ts';

type Lamp = 'off' | 'on' | 'broken';

const lamp: StatusTable<Lamp, 'Pressed' | 'Burnt'> = {
  title: 'Lamp',
  entries: [
    { status: 'off', key: 'Off', label: '关', tone: 'neutral' },
    { status: 'on', key: 'On', label: '开', tone: 'success' },
    { status: 'broken', key: 'Broken', label: '坏', tone: 'error' },
  ],
  initial: ['off'],
  terminal: ['broken'],
  rows: [
    ['off', 'on', 'Pressed'],
    ['on', 'off', 'Pressed'],
    ['on', 'broken', 'Burnt'],
  ],
};

test('only rows are moves', () => {
  expect(nextStatus(lamp, 'off', 'Pressed')).toBe('on');
  expect(nextStatus(lamp, 'on', 'Burnt')).toBe('broken');
  expect(nextStatus(lamp, 'off', 'Burnt')).toBeNull();
  expect(nextStatus(lamp, 'broken', 'Pressed')).toBeNull();
});

test('where an event is allowed', () => {
  expect(statusesBefore(lamp, 'Pressed')).toEqual(['off', 'on']);
  expect(statusesBefore(lamp, 'Burnt')).toEqual(['on']);
});

test('where an event leads from wherever it is allowed', () => {
  const worn: StatusTable<Lamp, 'Pressed' | 'Burnt'> = { ...lamp, rows: [...lamp.rows, ['off', 'broken', 'Burnt']] };
  expect(moveOf(worn, 'Burnt')).toEqual({ from: ['on', 'off'], to: 'broken' });
  expect(() => moveOf(lamp, 'Pressed')).toThrow('Lamp: no one way of Pressed');
  expect(() => moveOf({ ...lamp, rows: [] }, 'Burnt')).toThrow('Lamp: no one way of Burnt');
});

test('entries and labels', () => {
  expect(statusEntryOf(lamp, 'on')?.label).toBe('开');
  expect(statusEntryOf(lamp, 'dim')).toBeNull();
  expect(labelMapOf(lamp)).toEqual({ off: '关', on: '开', broken: '坏' });
});

describe('a bad table is found out', () => {
  const cases: [string, StatusTable<string, string>][] = [
    ['row off on Pressed is repeated', { ...lamp, rows: [...lamp.rows, ['off', 'on', 'Pressed']] }],
    ['off on Pressed leads to two statuses', { ...lamp, rows: [...lamp.rows, ['off', 'broken', 'Pressed']] }],
    ['status dim is not listed', { ...lamp, rows: [...lamp.rows, ['on', 'dim', 'Turned']] }],
    ['status broken cannot be reached', { ...lamp, rows: lamp.rows.slice(0, 2) }],
    ['status broken has no way out and is not declared terminal', { ...lamp, terminal: [] }],
    ['terminal status on has a way out', { ...lamp, terminal: ['broken', 'on'] }],
    ['no initial status', { ...lamp, initial: [] }],
    [
      'status on is listed twice',
      { ...lamp, entries: [...lamp.entries, { status: 'on', key: 'On2', label: '', tone: 'info' }] },
    ],
    [
      'key On is used twice',
      { ...lamp, entries: [...lamp.entries, { status: 'lit', key: 'On', label: '', tone: 'info' }] },
    ],
  ];

  test('and a sound one is not', () => {
    expect(statusTableProblems(lamp)).toEqual([]);
  });

  test.each(cases)('%s', (problem, table) => {
    expect(statusTableProblems(table)).toContain(problem);
  });
});

test.each(STATUS_TABLES.map((table) => [table.title, table] as const))('the table of %s is sound', (_, table) => {
  expect(statusTableProblems(table)).toEqual([]);
});
