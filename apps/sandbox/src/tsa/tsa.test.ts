import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { opensslMissing } from '../../../../scripts/outside-verifiers.mjs';
import { createSandbox, keysFromVectors, type Sandbox } from '../create-sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'tsa-'));
const file = (name: string): string => join(folder, name);
const openssl = (...given: string[]): string => execFileSync('openssl', given, { encoding: 'utf8', stdio: 'pipe' });
const missing = opensslMissing() !== null;
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, keys: keysFromVectors(), controlApi: true });
  writeFileSync(file('data'), 'a checkpoint');
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(path: string, query: Buffer, type = 'application/timestamp-query'): Promise<Response> {
  return fetch(`${sandbox.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(query),
  });
}

test.skipIf(missing).each(['/tsa', '/tsa2'])(
  'what %s stamps is accepted by openssl, against its own root alone',
  async (path) => {
    openssl('ts', '-query', '-data', file('data'), '-sha256', '-cert', '-out', file('query'));
    const answer = await ask(path, readFileSync(file('query')));
    expect(answer.headers.get('content-type')).toBe('application/timestamp-reply');
    writeFileSync(file('reply'), Buffer.from(await answer.arrayBuffer()));
    for (const root of ['/tsa', '/tsa2']) {
      writeFileSync(file('root'), await (await fetch(`${sandbox.origin}${root}/root.pem`)).text());
      const verify = () =>
        openssl('ts', '-verify', '-in', file('reply'), '-queryfile', file('query'), '-CAfile', file('root'));
      if (root === path) expect(verify()).toContain('Verification: OK');
      else expect(verify).toThrow();
    }
  },
);

test.skipIf(missing)('what is no request, or of another hash, is refused as RFC 3161 says', async () => {
  openssl('ts', '-query', '-data', file('data'), '-sha384', '-out', file('query'));
  const refusalOf = async (query: Buffer): Promise<string> => {
    writeFileSync(file('refusal'), Buffer.from(await (await ask('/tsa', query)).arrayBuffer()));
    return openssl('ts', '-reply', '-in', file('refusal'), '-text');
  };
  expect(await refusalOf(readFileSync(file('query')))).toMatch(
    /[Rr]ejected[\s\S]*unrecognized or unsupported algorithm/,
  );
  expect(await refusalOf(Buffer.from('30030201ff', 'hex'))).toContain('transaction not permitted or supported');
  expect((await ask('/tsa', Buffer.alloc(0), 'text/plain')).status).toBe(415);
});
