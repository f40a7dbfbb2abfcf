import { expect, test } from 'vitest';
import { CLASSES } from './classes.ts';
import { tamper } from './tampering.ts';

// npm run verify:tamper does ten thousand, of any seed.
test('whatever is changed is found and named, and nothing is found in what is whole', { timeout: 60_000 }, () => {
  const tally = tamper({ mutations: 440, seed: 6 });
  expect(tally).toMatchObject({ mutations: 440, missed: [], falseAlarms: [] });
  expect(tally.clean).toBeGreaterThan(20);
  expect(Object.keys(tally.byClass)).toHaveLength(Object.keys(CLASSES).length);
});
