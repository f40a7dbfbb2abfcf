import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, writePackage } from '@huimin/evidence/package';
import { sampleWorld } from '@huimin/evidence/sample';
import { describe, expect, test } from 'vitest';
import { compare, compareEdges, SECOND_VERIFIER, secondVerdicts, secondVerifierMissing } from './second-verifier.ts';

const missing = secondVerifierMissing();

describe('a second verifier, in another language', () => {
  // npm run verify:tamper -- --agreement 1000 asks about a thousand.
  test('comes to the same verdicts', { timeout: 120_000 }, async ({ skip }) => {
    if (missing !== null) skip(missing);
    const { verdicts, differences } = await compare({ packages: 180, seed: 4 });
    expect(differences).toEqual([]);
    expect(Object.keys(verdicts).sort()).toEqual([
      'altered',
      'erased-by-rule',
      'incomplete',
      'intact',
      'intact-with-gaps',
    ]);
  });

  test('decides as the format asks at the edge of each check, and so does the first', { timeout: 60_000 }, async ({
    skip,
  }) => {
    if (missing !== null) skip(missing);
    const { packages, differences } = await compareEdges(4);
    expect(differences).toEqual([]);
    expect(packages).toBeGreaterThan(70);
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

  test('says of no package what it could not look at', ({ skip }) => {
    if (missing !== null) skip(missing);
    const executable = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
      encoding: 'utf8',
    }).stdout.trim();
    const ended = (args: readonly string[], PATH: string) => {
      const { status, stdout } = spawnSync(executable, [SECOND_VERIFIER, ...args], { env: { PATH }, encoding: 'utf8' });
      return [status, stdout];
    };
    const path = process.env.PATH ?? '';
    expect(ended([], path)).toEqual([64, '']);
    expect(ended(['no-such.evidence'], path)).toEqual([64, '']);
    expect(ended(['--roots', 'no-such.pem', SECOND_VERIFIER], path)).toEqual([70, '']);
    // Without openssl nothing can be said, least of all that it was altered.
    expect(ended([SECOND_VERIFIER], '/nowhere')).toEqual([70, '']);
    expect(ended([SECOND_VERIFIER], path)[0]).toBe(2);
  });
});
