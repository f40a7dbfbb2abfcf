import { calls } from '@huimin/contract';
import { expect, test } from 'vitest';
import { callTitle, tellStory } from './happenings.ts';
import type { OpenedChunk } from './open-recording.ts';

test('whoever looks at a recording reads in Chinese what each call of the residents was for', () => {
  const untold = Object.values(calls)
    .map(({ path }) => path.replace(/\{\w+\}/g, 'id_type'))
    .filter((path) => !/^[\u4e00-\u9fff（）]+$/.test(callTitle(`/hmb-js26${path}`)));
  expect(untold).toEqual([]);
  expect(callTitle('/hmb-js26/api/v1/dict/data/id_type')).toBe('读选项');
});

test('two calls of one path are both told, and a path that is nobody’s stays as it is', () => {
  expect(callTitle('/hmb-js26/api/v1/user/complaints')).toBe('提交投诉或查我的投诉');
  expect(callTitle('/elsewhere/7')).toBe('/elsewhere/7');
});

test('only what was taken for the order is told as paid, not a try that was closed nor what was paid over', () => {
  const result = (at: number, facts: object) => ({ what: 'payment-result', at, facts: { orderNo: 'JS1', ...facts } });
  const server = [
    result(1_000, { result: 'closed' }),
    result(2_000, { result: 'paid', amountFen: 15_800, purpose: 'premium' }),
    result(3_000, { result: 'paid', amountFen: 15_800, purpose: 'surplus' }),
  ];
  const row = { kind: 'server', standing: 0, tab: '', flags: [], last_at: 3_000n };
  const chunk = { row, header: null, events: [], server } as unknown as OpenedChunk;
  const { happenings } = tellStory([chunk]);
  expect(happenings.map(({ paidFen }) => paidFen)).toEqual([undefined, 15_800, undefined]);
  expect(happenings.map(({ text }) => text)).toEqual([
    '付款单关闭，没有付款，订单 JS1',
    '付款结果，订单 JS1，158.00 元',
    '付款结果，订单 JS1，158.00 元',
  ]);
});
