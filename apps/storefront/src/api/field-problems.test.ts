import { expect, test } from 'vitest';
import { fieldProblems } from './field-problems.ts';

test.each([
  [{ fields: [{ path: 'phone', message: '手机号不对' }] }, [{ path: 'phone', message: '手机号不对' }]],
  [
    { fields: [{ path: 'phone' }, null, { path: 'name', message: '请填姓名' }] },
    [{ path: 'name', message: '请填姓名' }],
  ],
  [{ fields: 'phone' }, []],
  [{ waitMs: 3 }, []],
  [null, []],
  [undefined, []],
])('of %j', (result, found) => {
  expect(fieldProblems(result)).toEqual(found);
});
