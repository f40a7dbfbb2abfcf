import { randomBytes, randomInt } from 'node:crypto';
import { createSandbox, type Sandbox } from '@huimin/sandbox';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FaceProvider } from '../../ports/identity-checks.ts';
import type { ProviderTokens } from '../../ports/provider-tokens.ts';
import { createExchange } from '../http-exchange.ts';
import { createWbface } from './index.ts';

let sandbox: Sandbox;
let face: FaceProvider;
let logged: string;
/** Shorter than in earnest only where no answer comes. */
let patienceMs: number | null;
const http = createExchange();
let count = 0;

/** Keeps everything until it is refused. */
function memory(): ProviderTokens {
  const kept = new Map<string, string>();
  return {
    async get(name, fetchNew, rejected) {
      const held = kept.get(name);
      if (held !== undefined && held !== rejected) return held;
      const fetched = await fetchNew(rejected ?? null);
      if (!fetched || 'holdMs' in fetched) return null;
      kept.set(name, fetched.value);
      return fetched.value;
    },
  };
}

function create(overrides: { secret?: string; tokens?: ProviderTokens } = {}): FaceProvider {
  const write = (fields: object, message: string) => {
    logged += JSON.stringify({ ...fields, message });
  };
  return createWbface({
    ...sandbox.keys.wbface,
    baseUrl: sandbox.origin,
    pageBase: sandbox.origin,
    tokens: memory(),
    exchange: (request) => http.send(patienceMs === null ? request : { ...request, totalTimeoutMs: patienceMs }),
    random: { bytes: randomBytes, below: randomInt },
    log: { info: write, warn: write, error: write },
    ...overrides,
  });
}

const { name, idNumber } = people.linMei;
const ask = (more: object = {}) => ({
  checkNo: `F${String(count).padStart(19, '0')}`,
  returnUrl: 'http://localhost:3000/identity/return/wbface',
  ...{ name, idNumber, ...more },
});
async function begun(): Promise<string> {
  const started = await face.begin(ask());
  if (started.kind !== 'begun') throw new Error(started.kind);
  expect((await fetch(started.url)).status).toBe(200);
  return started.handle;
}
const resultOf = (handle = '') => face.result({ checkNo: ask().checkNo, handle });

beforeAll(async () => {
  sandbox = await createSandbox({ port: 0, controlApi: true });
});
afterAll(async () => {
  http.close();
  await sandbox.close();
});
beforeEach(() => {
  sandbox.control.reset();
  logged = '';
  patienceMs = null;
  count += 1;
  face = create();
});

test.each([
  ['pass', { kind: 'passed', person: null }],
  ['fail', { kind: 'failed', reason: 'not-same', code: '66660004' }],
  ['mismatch', { kind: 'failed', reason: 'name-mismatch', code: '66660010' }],
  ['quit', { kind: 'given-up' }],
] as const)('a check that ends by %s is told by the provider', async (ending, result) => {
  const handle = await begun();
  expect(await resultOf(handle)).toEqual({ kind: 'none' });
  sandbox.control.identity.wbface.end(handle, ending);
  expect(await resultOf(handle)).toEqual(result);
});

test('tickets that the platform has forgotten are fetched anew, once', async () => {
  await begun();
  sandbox.control.reset();
  count += 1;
  expect((await face.begin(ask())).kind).toBe('begun');
});

test('a number that is none, or a secret that is wrong, begins nothing, and no log names the person', async () => {
  expect(await face.begin(ask({ idNumber: '320106198803160021' }))).toEqual({ kind: 'wrong-person', code: '66660015' });
  expect(await create({ secret: 'wrong' }).begin(ask())).toMatchObject({ kind: 'busy' });
  expect(logged).toContain('400101');
  expect(logged).not.toMatch(/320106|林梅|wrong/);
});

test.each(['timeout_before', 'http_500', 'http_502_html', 'busy_code', 'rate_limit', 'truncated', 'not_json'] as const)(
  '%s leaves the result open',
  async (kind) => {
    const handle = await begun();
    sandbox.control.identity.wbface.end(handle, 'pass');
    sandbox.control.faults.add({ provider: 'wbface', call: 'face_record', kind, times: 1 });
    if (kind === 'timeout_before') patienceMs = 200;
    expect((await resultOf(handle)).kind).toBe('busy');
    patienceMs = null;
    expect((await resultOf(handle)).kind).toBe('passed');
    if (kind === 'timeout_before') patienceMs = 200;
    sandbox.control.faults.add({ provider: 'wbface', call: 'face_id', kind, times: 1 });
    count += 1;
    expect((await face.begin(ask())).kind).toBe('busy');
  },
);
