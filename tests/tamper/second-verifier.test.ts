import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, writePackage } from '@huimin/evidence/package';
import { sampleWorld } from '@huimin/evidence/sample';
import { describe, expect, test } from 'vitest';
import { compare, secondVerdicts, secondVerifierMissing } from './second-verifier.ts';

const missing = secondVerifierMissing();

describe('a second verifier, in another language', () => {
  // npm run verify:tamper -- --agreement 1000 asks about a thousand.
  test('comes to the same verdicts', { timeout: 120_000 }, async ({ skip }) => {
    if (missing !== null) skip(missing);
    const { verdicts, differences } = await compare({ packages: 44, seed: 4 });
    expect(differences).toEqual([]);
    expect(Object.keys(verdicts).sort()).toEqual(['altered', 'incomplete', 'intact', 'intact-with-gaps']);
  });

  test('sees what was erased, and believes no other keys than it is told', { timeout: 60_000 }, async ({ skip }) => {
    if (missing !== null) skip(missing);
    const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
    try {
      const world = sampleWorld({ seed: 5, count: 2, traits: ['erased'] });
      const [one, other] = [0, 1].map((number) => writePackage(world.content(number))) as [Buffer, Buffer];
      expect(checkPackage(one, 'deep', { trust: world.trust }).verdict).toBe('erased-by-rule');
      const paths = [join(folder, 'one'), join(folder, 'other')];
      for (const [index, bytes] of [one, other].entries()) writeFileSync(paths[index] as string, bytes);
      writeFileSync(join(folder, 'roots.pem'), world.trust.stampRoots ?? '');
      const key = (bytes: Buffer) => bytes.toString('base64');
      const { signing, log } = world.trust;
      const known = ['--log-key', key(log.verifier.publicKey), '--roots', join(folder, 'roots.pem')];
      const said = async (signingKey: Buffer) => [
        ...(await secondVerdicts(paths, ['--signing-key', key(signingKey), ...known])).values(),
      ];
      expect(await said(signing.publicKey)).toEqual(['erased-by-rule', 'erased-by-rule']);
      expect(await said(log.verifier.publicKey)).toEqual(['altered', 'altered']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
