import { randomBytes } from 'node:crypto';
import { beijingDate, beijingDateTime, beijingMs } from '@huimin/domain/date';
import { createTestClock } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEdition } from './contract-buyer.ts';
import { contractYears } from './contract-years.ts';
import { loggedIn, openShop, pay, placeOrder, resident, type Shop, type Visitor } from './shop.ts';

const DAY = 24 * 3_600_000;
let shop: Shop;
const family = [resident(8_600), resident(8_601), resident(8_602)];
const [self, second, third] = family as [(typeof family)[0], (typeof family)[0], (typeof family)[0]];

const [wanting, unwilling, covered] = [resident(8_610), resident(8_611), resident(8_612)];

beforeAll(async () => {
  shop = await openShop({ jobs: false, clock: createTestClock(beijingMs('2026-11-20 09:00')) });
  await buy(await loggedIn(shop, self), family);
  for (const holder of [wanting, unwilling, covered]) await buy(await loggedIn(shop, holder), [holder]);
  shop.clock.set(beijingMs('2027-02-01 09:00'));
  // The demonstration has an edition of that year, too.
  await contractYears(() => shop).buyAlone({ visitor: shop.visitor(), people: [covered] }, 'soon28');
  await openEdition(shop, {
    ...{ code: 'demo28', year: 2027, premiumFen: 17_800 },
    change: ({ plans }) => ({
      insureStart: '2027-01-28 09:00:00',
      continuity: '连续参保的人，等待期不再计算',
      plans: [
        ...plans.map((plan) => ({ ...plan, premiumFen: 17_800 })),
        { code: 'plus', name: '升级款', premiumFen: 25_800 },
      ],
    }),
  });
  await shop.servers[0]?.deps.database.query("update editions set is_default = (code = 'demo28')");
  await shop.servers[0]?.deps.editions.refresh();
});
afterAll(() => shop?.close());

async function buy(visitor: Visitor, people: typeof family): Promise<string> {
  const { orderNo } = await placeOrder(visitor, people, randomBytes(16).toString('hex'));
  await pay(visitor, orderNo, shop.sandbox);
  await shop.runJob('outbox order-paid');
  return orderNo;
}

test('whoever is covered the year before is reminded once, by day, in the second week, and not who wants no marketing', async () => {
  const { insureStart } = shop.servers[0]?.deps.editions.edition('demo28')?.document ?? { insureStart: '' };
  const startMs = beijingMs(insureStart);
  const told = async (holder: typeof self) =>
    (await (await loggedIn(shop, holder)).value('queryInbox', {})).messages.filter(({ title }) => title === '续保提醒');
  const remind = async () => {
    for (let round = 0; round < 5; round++) await shop.runJob('renewal-reminders');
  };
  await (await loggedIn(shop, unwilling)).value('chooseMarketing', { wanted: false });
  shop.clock.set(startMs + 6 * DAY);
  await remind();
  shop.clock.set(beijingMs(`${beijingDate(startMs + 8 * DAY)} 22:00:00`));
  await remind();
  expect(await told(wanting)).toEqual([]);
  shop.clock.set(beijingMs(`${beijingDate(startMs + 9 * DAY)} 10:00:00`));
  await remind();
  shop.clock.advance(DAY);
  await remind();
  expect(await told(wanting)).toMatchObject([{ screen: '/renew', text: expect.stringContaining('已开始参保') }]);
  expect(await told(self)).toHaveLength(1);
  for (const holder of [unwilling, covered]) expect(await told(holder)).toEqual([]);
  const texts = shop.sandbox.control.sms(wanting.phone).filter(({ text }) => text.includes('您上一年的保障到期就结束'));
  expect(texts).toHaveLength(1);

  // Over: nobody has to be remembered for it.
  const remembered = () => shop.servers[0]?.deps.database.query('select 1 from renewal_reminders');
  expect(await remembered()).toHaveLength(3);
  const now = shop.clock.now();
  shop.clock.set(beijingMs('2028-06-01 09:00:00'));
  await remind();
  expect(await remembered()).toEqual([]);
  shop.clock.set(now + 61_000);
});

test('everybody insured before is offered what they can have now; whoever is chosen becomes one of the kept people', async () => {
  const visitor = await loggedIn(shop, self);
  const offer = await visitor.value('queryOldPolicy', {});
  expect(offer).toMatchObject({
    ...{ editionCode: 'demo28', onSale: true, continuity: '连续参保的人，等待期不再计算' },
    people: [self, second, third].map(({ name }) => ({ name, state: 'insurable', formerYear: 2027 })),
  });
  expect(offer.people[0]?.choices).toEqual([
    { kind: 'again', planCode: 'basic', planName: '基础款', premiumFen: 17_800, differenceFen: 2_000 },
    { kind: 'upgrade', planCode: 'plus', planName: '升级款', premiumFen: 25_800, differenceFen: 10_000 },
  ]);
  expect(offer.changes.map(({ title }) => title)).toEqual(['基础款价格', '升级款价格', '保障期']);
  expect(JSON.stringify(offer)).not.toContain(self.idNumber);
  expect((await visitor.value('oldYearPolicy', {})).policies).toHaveLength(3);
  expect((await visitor.value('oldYearPolicy', { editionYear: 2025 })).policies).toEqual([]);

  // Forgotten meanwhile: taken back from the policy. Put right meanwhile: stays as it is.
  const kept = await visitor.value('queryFamily', {});
  const numberOf = (name: string) => kept.find((member) => member.name === name)?.memberId ?? '';
  await visitor.value('updateMember', { memberId: numberOf(third.name), remove: true });
  const policyNos = offer.people.map(({ policyNo }) => policyNo);
  const { people } = await visitor.value('takeFormerPeople', { policyNos });
  expect(people.slice(0, 2).map(({ memberId }) => memberId)).toEqual([numberOf(self.name), numberOf(second.name)]);
  const again = await visitor.value('queryFamily', {});
  expect(again.find(({ memberId }) => memberId === people[2]?.memberId)).toMatchObject({ name: third.name });

  const flag = await visitor.value('continueInsureFlag', {});
  expect(flag).toMatchObject({ isContinuing: true, continuity: offer.continuity });
  expect(flag.people.every(({ isContinuing }) => isContinuing)).toBe(true);

  await buyAgain(visitor, people[1]?.memberId ?? '', numberOf(self.name));
  const after = await visitor.value('queryOldPolicy', { productId: 'demo28' });
  expect(after.people.map(({ state }) => state)).toEqual(['insurable', 'insured', 'insurable']);
});

async function buyAgain(visitor: Visitor, memberId: string, policyholderMemberId: string): Promise<void> {
  const product = await visitor.value('productInfo', {});
  const { orderNo } = await visitor.value('saveOrder', {
    ...{ clientKey: randomBytes(16).toString('hex'), policyholderMemberId, insuredMemberIds: [memberId] },
    ...{ productId: 'demo28', planCode: 'plus' },
    agreedDocuments: product.documents.filter(({ required }) => required).map(({ key, version }) => ({ key, version })),
  });
  await pay(visitor, orderNo, shop.sandbox);
  await shop.runJob('outbox order-paid');
}

test('somebody else sees nothing of it, and cannot take anybody', async () => {
  shop.clock.advance(120_000);
  const owner = await loggedIn(shop, self);
  const { people } = await owner.value('queryOldPolicy', {});
  const stranger = await loggedIn(shop, resident(8_603));
  expect((await stranger.value('queryOldPolicy', {})).people).toEqual([]);
  expect((await stranger.value('oldYearPolicy', {})).policies).toEqual([]);
  expect(await stranger.value('continueInsureFlag', {})).toMatchObject({ isContinuing: false, people: [] });
  const foreign = await stranger.call('takeFormerPeople', { policyNos: people.map(({ policyNo }) => policyNo) });
  const absent = await stranger.call('takeFormerPeople', { policyNos: ['SMA00000000000000000000001'] });
  expect([foreign.envelope.code, foreign.envelope.message]).toEqual([absent.envelope.code, absent.envelope.message]);
  expect(foreign.envelope.code).toBe(400104);
  expect(await stranger.value('queryFamily', {})).toEqual([]);
});

test('before the sale, the window for those who were covered before is theirs to renew in', async () => {
  const { database, editions } = shop.servers[0]?.deps ?? {};
  const nowMs = shop.clock.now();
  await database?.query(
    "update editions set document = document || $1::jsonb, config_version = config_version + 1 where code = 'demo28'",
    [
      JSON.stringify({
        insureStart: beijingDateTime(nowMs + 2 * DAY),
        flows: { early: { from: beijingDateTime(nowMs + DAY) } },
      }),
    ],
  );
  await editions?.refresh();
  shop.clock.advance(120_000);
  const visitor = await loggedIn(shop, self);
  const isOpen = async () => (await visitor.value('queryOldPolicy', {})).onSale;
  expect(await isOpen()).toBe(false);
  shop.clock.set(nowMs + DAY);
  expect(await isOpen()).toBe(true);
  shop.clock.set(nowMs + 2 * DAY);
  expect(await isOpen()).toBe(true);
});
