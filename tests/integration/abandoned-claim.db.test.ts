import { randomBytes } from 'node:crypto';
import type { Person } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GroupCommit } from '../../apps/server/src/db/group-commit.ts';
import { saveForGroup, saveOrders } from '../../apps/server/src/features/order/index.ts';
import { agreements, keep, loggedIn, openShop, REQUIRED, resident, type Shop, type Visitor } from './shop.ts';

const GRACE_MS = 2 * 60_000;

let shop: Shop;
let daughter: Visitor;
let son: Visitor;
let next = 600;

beforeAll(async () => {
  shop = await openShop();
  daughter = await loggedIn(shop, resident(next));
  await keep(daughter, resident(next++), '00');
  son = await loggedIn(shop, resident(next));
  await keep(son, resident(next++), '00');
});
afterAll(() => shop?.close());

async function save(visitor: Visitor, person: Person, clientKey = randomBytes(16).toString('hex')) {
  const family = await visitor.value('queryFamily', {});
  return visitor.call('saveOrder', {
    clientKey,
    policyholderMemberId: family.find((member) => member.relationship === '00')?.memberId as string,
    insuredMemberIds: [await keep(visitor, person, '02')],
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  });
}

const stateOf = async (visitor: Visitor, person: Person) =>
  (await visitor.value('queryFamily', {})).find((member) => member.name === person.name)?.state;

/** The server ends after the person was claimed and before the order was written. */
async function saveCutOff(visitor: Visitor, person: Person): Promise<void> {
  const commit = shop.servers[0]?.deps.groupCommit as { write: GroupCommit['write'] };
  const { write } = commit;
  commit.write = (kind, item) =>
    kind.name === 'save-order' ? Promise.reject(new Error('cut off')) : write(kind, item);
  try {
    expect((await save(visitor, person)).status).toBe(500);
  } finally {
    commit.write = write;
  }
}

test('a save cut off half-way leaves nobody waiting for an order that never came', async () => {
  const grandmother = resident(next++);
  await saveCutOff(daughter, grandmother);
  expect((await save(daughter, grandmother)).envelope.code).toBe(400301);
  shop.clock.advance(GRACE_MS);
  expect(await stateOf(daughter, grandmother)).toBe('insurable');
  expect((await save(daughter, grandmother)).envelope.code).toBe(200000);
  expect(await stateOf(daughter, grandmother)).toBe('waiting-payment');
});

test('nor anybody else: another family is not told to ask first', async () => {
  const grandfather = resident(next++);
  await saveCutOff(daughter, grandfather);
  shop.clock.advance(GRACE_MS);
  expect((await save(son, grandfather)).envelope.code).toBe(200000);
  expect((await save(daughter, grandfather)).envelope.code).toBe(400301);
});

test('an order that waits for payment keeps its people, however long it has waited', async () => {
  const aunt = resident(next++);
  expect((await save(daughter, aunt)).envelope.code).toBe(200000);
  shop.clock.advance(20 * 60_000);
  expect((await save(son, aunt)).envelope.code).toBe(400301);
  expect(await stateOf(daughter, aunt)).toBe('waiting-payment');
});

test('nor is a person of a company free whose order waits for a server to go on with it', async () => {
  const { deps } = shop.servers[0] ?? expect.fail();
  const clerk = resident(next++);
  const shard = 7;
  const company = { phone: null, sex: 'm', birthDate: '1900-01-01', relationshipNote: null } as const;
  const details = { ...company, name: clerk.name, idType: '01', idNumber: clerk.idNumber };
  const person = { memberNo: '', id: 1n, relationship: '05', regionCode: '320500', details } as const;
  const saved = await saveForGroup({ ...deps, saveKind: saveOrders(false) })({
    owner: { id: deps.orderIds.next(shard), shard },
    editionCode: deps.editions.edition()?.code ?? '',
    planCode: deps.editions.edition()?.document.plans[0]?.code ?? '',
    premiumFen: deps.editions.edition()?.document.plans[0]?.premiumFen ?? 0,
    ...{ clientKey: 'group-person-1', agreedDocuments: [], agentCode: null },
    policyholder: { ...person, personIndex: deps.index.of('company', 'C') },
    insured: { ...person, personIndex: deps.index.person('01', clerk.idNumber) },
  });
  expect(saved).toMatchObject({ ok: true });
  shop.clock.advance(GRACE_MS);
  expect((await save(son, clerk)).envelope.code).toBe(400301);
});
