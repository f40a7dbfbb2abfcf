import { beijingMs } from '@huimin/domain/date';
import { createTestClock } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { buyWithContract, openEdition } from './contract-buyer.ts';
import { signedIn } from './desk.ts';
import { newestCode, openShop, type RunningServer, resident, type Shop } from './shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ jobs: false, clock: createTestClock(beijingMs('2026-11-20 09:00')) });
  await seedStaffOfDemonstration((shop.servers[0] as RunningServer).deps);
});
afterAll(() => shop?.close());

async function at(moment: string): Promise<void> {
  shop.clock.set(beijingMs(moment));
  for (let round = 0; round < 2; round++) {
    for (const name of ['contracts', 'plans', 'years', 'messages']) await shop.runJob(`withholding-${name}`);
    await shop.sandbox.control.settle();
  }
  for (const name of ['order-paid', 'policies-issued']) await shop.runJob(`outbox ${name}`);
}

test('an announced charge is taken, and its cover given, for who had everything else erased meanwhile', async () => {
  const [payer, other] = [resident(9_410), resident(9_411)];
  const { visitor, orderNo } = await buyWithContract(shop, [payer, other]);
  await at('2026-11-20 09:05');
  await openEdition(shop, { code: 'demo28', year: 2027 });
  for (const moment of ['2027-10-01 03:00', '2027-10-22 08:00', '2027-11-13 10:00', '2027-11-18 08:00'])
    await at(moment);
  await visitor.logIn(payer);
  shop.clock.advance(61_000);
  await visitor.value('sendOwnDataCode');
  const code = newestCode(shop.sandbox, payer.phone);
  await visitor.value('askRight', { right: 'erase', words: '不想再留', code });
  const compliance = await signedIn(shop, 'hegui01');
  const [request] = (await compliance.value('listRightsRequests')).requests;
  expect(request).toMatchObject({ openMoney: ['自动扣费 1 次'] });
  const done = { rightsNo: request?.rightsNo ?? '', agree: true, answer: '已按要求处理' };
  expect((await compliance.value('answerRightsRequest', done)).answer).toContain('自动扣费 1 次');
  await at('2027-11-20 08:00');
  shop.clock.advance(30_000);
  await shop.runJob('hanging-payments');
  await at('2027-11-20 08:05');
  await visitor.logIn(payer);
  const [contract] = (await visitor.value('queryWithholdings', { orderNo })).contracts;
  expect(contract).toMatchObject({ status: 'CHARGED', people: [{ name: payer.name }, { name: other.name }] });
});
