import { createSandbox, keysFromVectors, type Sandbox } from '@huimin/sandbox';
import { createTestClock, syntheticIdNumber, type TestClock } from '@huimin/testing';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PreExistingRegistry, RegistryQuestion } from '../../ports/pre-existing-registry.ts';
import { createRegistries, type Registries } from './create-registries.ts';
import { labelOf } from './read-label.ts';

let clock: TestClock;
let sandbox: Sandbox;
let registries: Registries;
const problems: string[] = [];
let count = 0;

function open(more: Partial<Parameters<typeof createRegistries>[0]> = {}): Registries {
  const { app, platform, appSecret, appId, subjectKeyBase64 } = sandbox.keys.preExisting;
  return createRegistries({
    baseUrl: sandbox.origin,
    appId,
    appSecrets: [appSecret],
    privateKey: Buffer.from(app.privateKeyBase64, 'base64'),
    platformPublicKeys: [Buffer.from(platform.publicKeyBase64, 'base64')],
    subjectKey: Buffer.from(subjectKeyBase64, 'base64'),
    ways: ['private', 'trusted'],
    clock,
    log: { info() {}, warn() {}, error: (_fields, message) => void problems.push(message) },
    connectTimeoutMs: 5_000,
    totalTimeoutMs: 8_000,
    ...more,
  });
}

beforeAll(async () => {
  clock = createTestClock();
  sandbox = await createSandbox({ port: 0, clock, keys: keysFromVectors(), seed: 11, controlApi: false });
  registries = open();
});
afterAll(async () => {
  registries.closeConnections();
  await sandbox.close();
});
afterEach(() => {
  problems.length = 0;
  sandbox.control.faults.remove();
});

const question = (sequence: number, more: Partial<RegistryQuestion> = {}): RegistryQuestion => ({
  queryNo: `QUERY${String(++count).padStart(6, '0')}`,
  person: {
    name: '林美',
    idNumber: syntheticIdNumber({ district: '320106', birthDate: '1988-03-16', sequence }),
  },
  editionCode: 'demo27',
  basis: 'self',
  consent: { version: 1, atMs: clock.now() },
  ...more,
});
const ask = (way: PreExistingRegistry['way'], asked: RegistryQuestion, from = registries) =>
  from.byWay.get(way)?.ask(asked);

test('both ways answer with a label; the ways that are open are the ways there are', async () => {
  expect(await ask('trusted', question(881))).toMatchObject({ kind: 'label', label: 'yes', classCode: 'C2' });
  expect(await ask('private', question(881))).toMatchObject({ kind: 'label', label: 'yes', classCode: 'C2' });
  expect(await ask('trusted', question(200))).toMatchObject({ kind: 'label', label: 'no', classCode: null });
  expect([...open({ ways: ['trusted'] }).byWay.keys()]).toEqual(['trusted']);
});

test('what proves nothing is unknown; what is refused is said by its code', async () => {
  expect(await ask('trusted', question(885))).toEqual({ kind: 'unknown', message: '50001' });
  const impatient = open({ totalTimeoutMs: 300 });
  expect(await ask('trusted', question(886), impatient)).toMatchObject({ kind: 'unknown' });
  impatient.closeConnections();
  expect(await ask('trusted', question(887))).toMatchObject({ kind: 'unknown', message: 'answer refused: signature' });
  expect(problems).toHaveLength(1);
  const twice = question(200);
  await ask('trusted', twice);
  expect(await ask('trusted', { ...twice, editionCode: 'other27' })).toEqual({ kind: 'refused', code: '40901' });
  const old = question(200, { consent: { version: 1, atMs: clock.now() - 3 * 86_400_000 } });
  expect(await ask('private', old)).toEqual({ kind: 'refused', code: '40301' });
});

test('a private question says nobody’s name and number', async () => {
  const asked = question(200);
  await ask('private', asked);
  const seen = JSON.stringify(sandbox.control.preExisting.questions().find((one) => one.queryNo === asked.queryNo));
  expect(seen).toContain('subjectHash');
  expect(seen).not.toContain(asked.person.idNumber);
  expect(seen).not.toContain(asked.person.name);
});

test.each([
  ['another question’s', { queryNo: 'OTHER001' }],
  ['a label of nobody’s', { result: 'MAYBE' }],
  ['a name of a property', { result: 'constructor' }],
  ['yes without its class', { classCode: undefined }],
  ['a class with a no', { result: 'N' }],
  ['a class that could be words', { classCode: '高血压' }],
  ['no day', { dataDate: '20261399' }],
  ['words for a version', { ruleVersion: '第一版 高血压' }],
])('an answer with %s is none', (_name, change) => {
  const right = { queryNo: 'Q0000001', result: 'Y', classCode: 'C2', ruleVersion: '2026.1', dataDate: '20261119' };
  expect(labelOf(right, 'Q0000001')).toMatchObject({ tellsMore: false, answer: { dataDate: '2026-11-19' } });
  expect(labelOf({ ...right, ...change }, 'Q0000001')).toBeNull();
});

test('what is said beyond the label is dropped', () => {
  const more = { queryNo: 'Q0000001', result: 'N', ruleVersion: '2026.1', dataDate: '20261119', diagnosis: '高血压' };
  const read = labelOf(more, 'Q0000001');
  expect(read?.tellsMore).toBe(true);
  expect(JSON.stringify(read)).not.toContain('高血压');
});
