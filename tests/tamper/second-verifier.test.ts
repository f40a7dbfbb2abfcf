import { expect, test } from 'vitest';
import { compare, secondVerifierMissing } from './second-verifier.ts';

// npm run verify:tamper -- --agreement 1000 asks about a thousand.
test('a second verifier, in another language, comes to the same verdict', { timeout: 120_000 }, async ({ skip }) => {
  const missing = secondVerifierMissing();
  if (missing !== null) skip(missing);
  const { verdicts, differences } = await compare({ packages: 44, seed: 4 });
  expect(differences).toEqual([]);
  expect(Object.keys(verdicts).sort()).toEqual(['altered', 'incomplete', 'intact', 'intact-with-gaps']);
});
