import { describe, expect, test } from 'vitest';
import { cellOf, findColumns } from './find-columns.ts';

const WANTED = {
  name: { headings: ['姓名', '员工姓名'] },
  idNumber: { headings: ['证件号码'] },
  phone: { headings: ['手机号'], isOptional: true },
};

describe('the columns of a file', () => {
  test.each([
    [['姓名', '证件号码', '手机号'], { name: 0, idNumber: 1, phone: 2 }],
    [['证件号码', '备注', '员工姓名'], { idNumber: 0, name: 2 }],
    [['﻿姓名*', ' 证件 号码（必填） '.replace('必填', '')], { name: 0, idNumber: 1 }],
    [['姓名', '手机号'], '表头里没有「证件号码」，请用模板的第一行'],
    [['备注'], '表头里没有「姓名」、「证件号码」，请用模板的第一行'],
    [['姓名', '员工姓名', '证件号码'], '表头里「姓名」有两列，请只留一列'],
  ])('%j', (cells, found) => expect(findColumns(cells, WANTED)).toEqual(found));

  test('a cell that is not there is empty', () => {
    expect(cellOf([' 林梅 '], 0)).toBe('林梅');
    expect(cellOf([' 林梅 '], 3)).toBe('');
    expect(cellOf([' 林梅 '], undefined)).toBe('');
  });
});
