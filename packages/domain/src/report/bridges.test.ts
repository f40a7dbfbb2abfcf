import { expect, test } from 'vitest';
import { bridgesOf } from './bridges.ts';

const marked = (...rows: readonly string[]) => rows.map((row) => [...row].map((one) => one === 'x'));

test.each([
  ['two rows with the same two columns are a ring', marked('xx.', 'xx.'), []],
  ['a lone cell, and the cells of one row, lie on none', marked('xx.', '...'), [0, 1]],
  ['a ring over three rows', marked('xx.', '.xx', 'x.x'), []],
  ['what hangs on a ring lies on none', marked('xx.', 'xxx'), [5]],
  ['two rings and the cell that joins them', marked('xx..', 'xxx.', '..xx', '..xx'), [6]],
  ['nothing is marked', marked('..', '..'), []],
])('%s', (_, cells, expected) => {
  expect([...bridgesOf(cells)].sort((a, b) => a - b)).toEqual(expected);
});
