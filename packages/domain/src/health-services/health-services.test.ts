import { describe, expect, test } from 'vitest';
import { findColumns } from '../sheet/index.ts';
import {
  bookableDays,
  type HealthService,
  readServiceRow,
  SERVICE_COLUMNS,
  serviceCells,
  timesOf,
  whyNotFor,
} from './index.ts';

const service: HealthService = {
  ...{ code: 'S1', group: '平时', name: '慢病管理', description: '每月随访', audience: '60 岁以上', leastAge: 60 },
  ...{
    howToBook: '打热线',
    timesPerYear: 2,
    leadDays: 3,
    provider: '演示公司',
    hotline: '400-065-1066',
    hours: '每天',
    icon: 'heart',
  },
};

test.each([
  [2, 3, '2026-05-01', '2026-12-31', { first: '2026-05-04', last: '2026-08-02' }],
  [2, 3, '2026-12-20', '2026-12-31', { first: '2026-12-23', last: '2026-12-31' }],
  [2, 3, '2026-12-29', '2026-12-31', null],
  [1, 0, '2026-12-31', '2026-12-31', { first: '2026-12-31', last: '2026-12-31' }],
  [null, 0, '2026-05-01', '2026-12-31', null],
])('%s times, %i days ahead on %s', (timesPerYear, leadDays, today, ends, days) => {
  expect(bookableDays({ timesPerYear, leadDays }, today, ends)).toEqual(days);
});

test('enrolling counts once, and an age is an age', () => {
  expect([timesOf({ timesPerYear: null }), timesOf(service)]).toEqual([1, 2]);
  expect(whyNotFor(service, 59)).toBe('“慢病管理”只给 60 岁以上的人');
  expect(whyNotFor(service, 60)).toBeNull();
  expect(whyNotFor({ ...service, leastAge: null }, 0)).toBeNull();
});

describe('rows of a file', () => {
  const columns = findColumns(
    Object.values(SERVICE_COLUMNS).map(({ headings }) => headings[0]),
    SERVICE_COLUMNS,
  ) as object;

  test('come back as they went out', () => {
    for (const one of [service, { ...service, timesPerYear: null, leastAge: null, icon: undefined }]) {
      expect(readServiceRow(serviceCells(one), columns)).toEqual(one);
    }
  });

  test.each([
    [1, '', '分组要写，不超过 12 个字'],
    [5, '一百', '最小年龄写 0 到 120 的整数；不限就空着'],
    [7, '51', '每年次数写 1 到 50 的整数；报名一次用一年的写“全年”'],
    [8, '', '提前天数写 0 到 60 的整数'],
    [10, '打电话', '热线写数字和短横线'],
    [12, '汽车', '图标写医院、听诊器、护士、放大镜、爱心、体检单中的一个；不写就用医院'],
  ])('column %i with “%s”', (place, cell, problem) => {
    const cells = serviceCells(service);
    cells[place] = cell;
    expect(readServiceRow(cells, columns)).toBe(problem);
  });
});
