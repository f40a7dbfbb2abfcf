import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opensslMissing } from '../../../../scripts/outside-verifiers.mjs';
import { isDamage, sha256 } from '../bytes/index.ts';
import { BadDer, integerOf, oidOf, readDer, readNumberPair, timeOf } from '../der/index.ts';
import { sampleAuthority, unknownExtension } from '../sample/index.ts';
import { checkStamp, readStamp, type Stamp, stampRequest } from './index.ts';

const at = Date.UTC(2026, 10, 22, 5);
const data = Buffer.from('what is stamped');
const imprint = sha256(data);
const nonce = Buffer.from('00c0ffee00112233', 'hex');
const rsa = sampleAuthority({ kind: 'rsa' });
const ec = sampleAuthority({ kind: 'ec', name: 'Other' });

/** Of the same name. */
const twinOf = (authority: typeof rsa) => sampleAuthority({ kind: 'ec', name: authority === rsa ? 'Sample' : 'Other' });

describe.each([
  ['RSA', rsa],
  ['ECDSA', ec],
])('%s', (_name, authority) => {
  const reply = authority.stamp(imprint, at, nonce);
  const wanted = { imprint, nonce, roots: authority.rootPem };

  test('a stamp says when, and by whom', () => {
    const stamp = checkStamp(reply, wanted);
    expect(stamp).toMatchObject({ at, policy: '1.2.3.4', authority: expect.stringContaining('TSA') });
    expect((stamp as Stamp).certificates).toHaveLength(2);
    expect(readStamp(reply)).toMatchObject({ at, imprint });
    expect(checkStamp(reply, { imprint, roots: null, certificates: authority.chainPem })).toMatchObject({ at });
  });

  test.each<[string, Partial<Parameters<typeof checkStamp>[1]>, string]>([
    ['something else', { imprint: sha256('other') }, 'something else'],
    ['another question', { nonce: Buffer.from('0123456789abcdef', 'hex') }, 'another question'],
    ['somebody else', { roots: (authority === rsa ? ec : rsa).rootPem }, 'does not lead to a root'],
    ['nobody', { roots: '' }, 'no root'],
    ['a text beside the certificates', { certificates: `hello\n${authority.chainPem}` }, 'not PEM'],
    ['no certificates in the list of them', { certificates: '\n' }, 'no certificates'],
    ['another key of the name of its root', { certificates: twinOf(authority).rootPem }, 'two keys of one name'],
  ])('does not hold for %s', (_what, change, damage) => {
    expect(checkStamp(reply, { ...wanted, ...change })).toMatchObject({ damage: expect.stringContaining(damage) });
  });

  test('a changed byte shows, wherever it is', { timeout: 30_000 }, () => {
    const known = { ...wanted, certificates: authority.chainPem };
    for (let byte = 0; byte < reply.length; byte++) {
      const changed = Buffer.from(reply);
      changed[byte] = (changed[byte] as number) ^ (1 << (byte % 8));
      if (!isDamage(checkStamp(changed, known))) throw new Error(`byte ${byte} may be changed`);
    }
    expect(isDamage(checkStamp(reply.subarray(0, -1), known))).toBe(true);
    expect(isDamage(checkStamp(Buffer.concat([reply, Buffer.of(0)]), known))).toBe(true);
  });
});

test.each([
  ['a certificate for anything', sampleAuthority({ kind: 'ec', purpose: 'anything' }), 'not one for time stamps'],
  [
    'a purpose that is not critical',
    sampleAuthority({ kind: 'ec', purpose: 'not-critical' }),
    'not one for time stamps',
  ],
  ['a key that signs certificates as well', sampleAuthority({ kind: 'ec', keyUsage: 0x84 }), 'not one for time stamps'],
  [
    'a certificate with an extension that must be understood',
    sampleAuthority({ kind: 'ec', extensions: [unknownExtension(true)] }),
    'does not lead',
  ],
  [
    'more authorities between than the root allows',
    sampleAuthority({ kind: 'ec', between: 1, pathLength: 0 }),
    'does not lead',
  ],
  ['a certificate that ends just then', sampleAuthority({ kind: 'ec', valid: [at - 9_000, at] }), 'does not lead'],
  ['one that names another certificate', sampleAuthority({ kind: 'ec', names: 'another-by-sha1' }), 'not there'],
  ['a certificate that had ended', sampleAuthority({ kind: 'ec', valid: [at - 9_000, at - 1_000] }), 'does not lead'],
  [
    'a certificate that had not begun',
    sampleAuthority({ kind: 'ec', valid: [at + 1_000, at + 9_000] }),
    'does not lead',
  ],
])('%s is not believed', (_name, authority, damage) => {
  const reply = authority.stamp(imprint, at);
  expect(checkStamp(reply, { imprint, roots: authority.rootPem })).toMatchObject({
    damage: expect.stringContaining(damage),
  });
});

test('a refusal, and what is no reply', () => {
  const refusal = Buffer.from('30053003020102', 'hex');
  expect(checkStamp(refusal, { imprint, roots: rsa.rootPem })).toMatchObject({
    damage: expect.stringContaining('status 02'),
  });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(isDamage(checkStamp(bytes, { imprint, roots: rsa.rootPem }))).toBe(true);
    }),
  );
});

describe('openssl', () => {
  const openssl = (...args: string[]) => spawnSync('openssl', args, { encoding: 'latin1' });
  let folder = '';
  const file = (name: string) => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'stamp-'));
    writeFileSync(file('data'), data);
    writeFileSync(file('root.pem'), rsa.rootPem + ec.rootPem);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(opensslMissing() !== null)(
    'reads our request, and believes the stamps that we believe',
    { timeout: 30_000 },
    () => {
      writeFileSync(file('request'), stampRequest(imprint, nonce));
      const text = openssl('ts', '-query', '-in', file('request'), '-text').stdout;
      expect(text).toContain('Hash Algorithm: sha256');
      expect(text).toContain('Nonce: 0xC0FFEE00112233');
      expect(text).toContain('Certificate required: yes');
      openssl('ts', '-query', '-data', file('data'), '-sha256', '-cert', '-no_nonce', '-out', file('own'));
      expect(readFileSync(file('own')).includes(imprint)).toBe(true);
      for (const authority of [rsa, ec]) {
        writeFileSync(file('reply'), authority.stamp(imprint, at, nonce));
        const checked = openssl(
          'ts',
          '-verify',
          '-in',
          file('reply'),
          '-queryfile',
          file('request'),
          '-CAfile',
          file('root.pem'),
        );
        expect(checked.stdout + checked.stderr).toContain('Verification: OK');
      }
    },
  );
});

describe('DER is read strictly', () => {
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  test.each(['', '30', '3001', '308000', '30810100', '3082000100', '1f0100', '300000', '30830000000'])('%s', (hex) => {
    expect(() => readDer(bytes(hex))).toThrow(BadDer);
  });
  test.each([
    ['2.16.840.1.101.3.4.2.1', '0609608648016503040201'],
    ['1.2.3.4', '06032a0304'],
    ['2.999', '06028837'],
  ])('object identifier %s', (text, hex) => {
    expect(oidOf(readDer(bytes(hex)))).toBe(text);
  });
  test.each(['0600', '06012a80', '06028001', '06022a80'])('no object identifier: %s', (hex) => {
    expect(() => oidOf(readDer(bytes(hex)))).toThrow(BadDer);
  });
  test('integers', () => {
    expect(integerOf(readDer(bytes('02020080')))).toBe('80');
    expect(integerOf(readDer(bytes('020100')))).toBe('00');
    for (const wrong of ['0200', '020180', '0202007f']) expect(() => integerOf(readDer(bytes(wrong)))).toThrow(BadDer);
  });
  test('times', () => {
    const time = (text: string) => timeOf(readDer(Buffer.concat([Buffer.of(0x18, text.length), Buffer.from(text)])));
    expect(time('20261122050000Z')).toBe(at);
    expect(time('20261122050000.25Z')).toBe(at + 250);
    for (const wrong of [
      '20261122050000',
      '20261122050000.0Z',
      '20261322050000Z',
      '20260231050000Z',
      '20261122246000Z',
    ]) {
      expect(() => time(wrong)).toThrow(BadDer);
    }
  });
});

test('a signature of two numbers is written in one way', () => {
  const pairOf = (text: string) => readNumberPair(Buffer.from(text, 'hex'), 2)?.toString('hex') ?? null;
  expect(pairOf('3008020101020300ff02')).toBe('0001ff02');
  for (const other of [
    '3007020101020300ff02',
    '308108020101020300ff02',
    '3080020101020300ff020000',
    '3008020101020300ff0200',
    '300902020001020300ff02',
    '3009020101020101020101',
    '3003020101',
    '3006020101020181',
    '3006020101040102',
    '30080201010203010203',
    '3103020101',
    '3000',
    '',
  ]) {
    expect([other, pairOf(other)]).toEqual([other, null]);
  }
});
