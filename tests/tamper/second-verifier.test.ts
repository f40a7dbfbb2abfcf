import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkPackage, writePackage, writeZip } from '@huimin/evidence/package';
import { sampleWorld } from '@huimin/evidence/sample';
import { describe, expect, test } from 'vitest';
import {
  compare,
  compareBytes,
  compareEdges,
  SECOND_VERIFIER,
  secondVerdicts,
  secondVerifierMissing,
} from './second-verifier.ts';
import { filesOf } from './tampering.ts';

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

  test('decides as the format asks at the edge of each check, and so does the first', { timeout: 120_000 }, async ({
    skip,
  }) => {
    if (missing !== null) skip(missing);
    const { packages, differences } = await compareEdges(4);
    expect(differences).toEqual([]);
    expect(packages).toBeGreaterThan(250);
  });

  test('reads a ZIP as strictly as the first', { timeout: 60_000 }, async ({ skip }) => {
    if (missing !== null) skip(missing);
    const { verdicts, differences } = await compareBytes(150, 4);
    expect(differences).toEqual([]);
    expect(Object.keys(verdicts).sort()).toEqual(['altered', 'intact']);
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

  test('reads the folder a package was unpacked to, without what file managers leave in it', async ({ skip }) => {
    if (missing !== null) skip(missing);
    const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
    try {
      const write = (name: string, bytes: Uint8Array | string) => {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), bytes);
      };
      for (const [name, bytes] of filesOf(sampleWorld({ seed: 6, count: 1, traits: ['plain-sale'] }), 0))
        write(name, bytes);
      for (const name of ['.DS_Store', 'stamps/.DS_Store', 'stamps/Thumbs.db', 'archives/desktop.ini'])
        write(name, 'x');
      const said = async () => [...(await secondVerdicts([folder])).values()];
      expect(await said()).toEqual(['intact']);
      // What a link leads to was not handed out.
      const readme = join(folder, 'README.txt');
      renameSync(readme, join(folder, '.moved'));
      symlinkSync('.moved', readme);
      expect(await said()).toEqual(['altered']);
      rmSync(readme);
      expect(await said()).toEqual(['intact']);
      write('x: VERDICT intact\n/x', 'x');
      expect(await said()).toEqual(['altered']);
      rmSync(join(folder, 'x: VERDICT intact\n'), { recursive: true });
      write('stamps/another.tsr', 'x');
      expect(await said()).toEqual(['altered']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('ends with a verdict whatever it is given', async ({ skip }) => {
    if (missing !== null) skip(missing);
    const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
    try {
      const whole = filesOf(sampleWorld({ seed: 7, count: 1, traits: ['plain-sale'] }), 0);
      const zip = writeZip(whole);
      const withInfo = (text: string | Uint8Array) =>
        writeZip(new Map([...whole, ['evidence.json', Buffer.from(text)]]));
      const info = (whole.get('evidence.json') as Buffer).toString();
      const renamed = (name: string, other: string) =>
        Buffer.from(zip.toString('latin1').replaceAll(name, other), 'latin1');
      const garbage = [
        Buffer.of(),
        zip.subarray(0, zip.length / 2),
        zip.subarray(0, -1),
        Buffer.concat([zip, Buffer.of(0)]),
        writeZip([...whole, ['evidence.json', Buffer.from(info)]]),
        renamed('README.txt', '../a/b.txt'),
        renamed('README.txt', 'stamps/.a1'),
        renamed('README.txt', 'READ ME.md'),
        withInfo('['.repeat(200_000)),
        withInfo('9'.repeat(10_000)),
        withInfo('null'),
        withInfo(Buffer.from(info, 'utf16le')),
        withInfo(info.replace('"masked"', '"masked\\ud800"')),
        withInfo(info.replace('"addenda":0', '"addenda":1e400')),
        withInfo(info.replace('"addenda":0', '"addenda":-1')),
        withInfo(info.replace('"addenda":0', '"addenda":0.5')),
        withInfo(info.replace('"plan":"', '"plan":"\\ud800')),
        withInfo(info.replace(/"order":\{/, '"order":[{')),
      ];
      const paths = garbage.map((bytes, number) => {
        const path = join(folder, String(number));
        writeFileSync(path, bytes);
        expect(checkPackage(bytes, 'deep').verdict).toBe('altered');
        return path;
      });
      expect([...(await secondVerdicts(paths)).values()]).toEqual(garbage.map(() => 'altered'));
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
    expect(ended(['--log-key', 'AA==', SECOND_VERIFIER], path)).toEqual([64, '']);
    expect(ended(['--roots', 'no-such.pem', SECOND_VERIFIER], path)).toEqual([70, '']);
    // Without openssl nothing can be said, least of all that it was altered.
    expect(ended([SECOND_VERIFIER], '/nowhere')).toEqual([70, '']);
    expect(ended([SECOND_VERIFIER], path)[0]).toBe(2);
  });
});
