import { expect, test } from 'vitest';
import { isConnectionLost, isPassingFault } from './passing-faults.ts';

const withCode = (code: string) => Object.assign(new Error('it failed'), { code });

test.each([
  ['a reset line', withCode('ECONNRESET'), [true, true]],
  ['a server that is told to end', withCode('57P01'), [true, true]],
  ['a connection that ended between', new Error('Connection terminated unexpectedly'), [true, true]],
  ['a lost deadlock', withCode('40P01'), [false, true]],
  ['a full disk', withCode('53100'), [false, true]],
  ['a statement that took too long', withCode('57014'), [false, true]],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), [false, true]],
  ['no answer in time', new Error('Query read timeout'), [false, true]],
  ['a text that no database keeps', withCode('22021'), [false, false]],
  ['a key that is taken', withCode('23505'), [false, false]],
  ['anything of our own', new Error('a mark without a time'), [false, false]],
  ['nothing at all', undefined, [false, false]],
])('%s', (_, error, [lost, passing]) => {
  expect([isConnectionLost(error), isPassingFault(error)]).toEqual([lost, passing]);
});
