import { calls } from '@huimin/contract';
import { expect, test } from 'vitest';
import { callTitle } from './happenings.ts';

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
