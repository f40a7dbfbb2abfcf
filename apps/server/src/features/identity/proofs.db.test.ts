import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCore, type TestCore } from '../account/testing/test-core.ts';
import { type IdentityProofs, identityProofs } from './index.ts';

let stage: TestCore;
let proofs: IdentityProofs;

beforeAll(async () => {
  stage = await createTestCore();
  proofs = identityProofs(stage.core);
});
afterAll(() => stage.close());

const session = Buffer.alloc(32, 1);
const granted = (more: object = {}) =>
  proofs.grant({
    kind: 'face',
    purpose: 'change-phone',
    userId: 7n,
    sessionHash: null,
    personIndex: Buffer.alloc(16, 3),
    name: '张三',
    phoneIndex: null,
    source: 'F1',
    ...more,
  });
const wanted = { purpose: 'change-phone', userId: 7n } as const;

test('a proof is used up once, by whom it was granted to, for what it was granted for', async () => {
  const token = await granted();
  for (const other of [
    { purpose: 'change-payer', userId: 7n } as const,
    { ...wanted, userId: 8n },
    { ...wanted, userId: null, sessionHash: session },
    { ...wanted, personIndex: Buffer.alloc(16, 4) },
    { ...wanted, name: '张四' },
    { ...wanted, phoneIndex: Buffer.alloc(16, 5) },
  ]) {
    expect(await proofs.consume(token, other)).toBeNull();
  }
  expect(await proofs.consume('', wanted)).toBeNull();
  expect(await proofs.consume(`${token}x`, wanted)).toBeNull();

  const full = { ...wanted, personIndex: Buffer.alloc(16, 3), name: '张三' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => proofs.consume(token, full)));
  expect(answers.filter((answer) => answer !== null)).toMatchObject([{ kind: 'face', source: 'F1' }]);
});

test('a visitor’s proof belongs to the browser session', async () => {
  const token = await granted({ userId: null, sessionHash: session, purpose: 'recover-account' });
  const recover = { purpose: 'recover-account', userId: null } as const;
  expect(await proofs.consume(token, recover)).toBeNull();
  expect(await proofs.consume(token, { ...recover, sessionHash: Buffer.alloc(32, 2) })).toBeNull();
  expect(await proofs.consume(token, { ...recover, sessionHash: session })).not.toBeNull();
});

test('a proof is too old after 15 minutes, and only its hash is kept', async () => {
  const token = await granted();
  const rows = await stage.core.database.query<{ text: string }>('select p::text as text from identity_proofs p');
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(token).toString('hex'));
  stage.clock.advance(15 * 60_000);
  expect(await proofs.consume(token, wanted)).toBeNull();
});

test('a step that is undone gives the proof back', async () => {
  const token = await granted();
  const undone = stage.core.database.transaction(async (query) => {
    expect(await proofs.consume(token, wanted, query)).not.toBeNull();
    throw new Error('the step failed');
  });
  await expect(undone).rejects.toThrow('the step failed');
  expect(await proofs.consume(token, wanted)).not.toBeNull();
});
