import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { type Desk, signedIn } from './desk.ts';
import { ownCopy } from './own-copy.ts';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  newestCode,
  openShop,
  pay,
  placeOrder,
  REQUIRED,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

/** What becomes of what residents ask for: answered and told, late and told to the desk, erased as far as nothing is kept. */
let shop: Shop;
const deps = () => (shop.servers[0] as Shop['servers'][number]).deps;
type Person = ReturnType<typeof resident>;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(deps());
});
afterAll(() => shop?.close());

async function ask(visitor: Visitor, { phone }: Person, right: 'correct' | 'restrict' | 'erase'): Promise<void> {
  shop.clock.advance(61_000);
  await visitor.value('sendOwnDataCode');
  await visitor.value('askRight', { right, words: '请按要求办', code: newestCode(shop.sandbox, phone) });
}

/** Answers the newest of what waits. */
async function answer(agree = true, desk?: Desk): Promise<string> {
  const compliance = desk ?? (await signedIn(shop, 'hegui01'));
  const rightsNo = (await compliance.value('listRightsRequests')).requests.at(-1)?.rightsNo ?? '';
  return (await compliance.value('answerRightsRequest', { rightsNo, agree, answer: '按要求看过了' })).answer;
}

async function covered(person: Person, ...family: Person[]): Promise<Visitor> {
  const visitor = await loggedIn(shop, person);
  const { orderNo } = await placeOrder(visitor, [person, ...family]);
  await pay(visitor, orderNo, shop.sandbox);
  for (const job of shop.servers[0]?.built.jobs ?? []) if (job.name.startsWith('outbox')) await job.run();
  return visitor;
}

test.each([
  ['correct', false, '改正信息', 9_600],
  ['restrict', true, '停止使用', 9_601],
  ['erase', true, '删除信息', 9_602],
] as const)('that there is an answer is told by message, and leads to it: %s', async (right, agree, label, index) => {
  const person = resident(index);
  const visitor = await covered(person);
  await ask(visitor, person, right);
  await answer(agree);
  // Who answered has looked, and is told of as such.
  expect((await visitor.value('showOwnData')).looks.map(({ what }) => what)).toEqual(['答复本人权利申请']);
  await shop.runJob('account-notices');
  const event = `${label}的申请已答复，请到我的个人信息里看`;
  expect(shop.sandbox.control.sms(person.phone)[0]?.params).toEqual({ event });
  const { messages } = await visitor.value('queryInbox', {});
  expect(messages[0]).toMatchObject({ title: '个人信息申请', screen: '/ownData' });
  expect(messages[0]?.text).toContain(event);
  // Nothing of what was asked or answered leaves the page.
  expect(JSON.stringify(messages)).not.toContain('按要求看过了');
});

test('whoever bought nothing is gone as a whole, whoever only paid stays with the order', async () => {
  const person = resident(9_700);
  const visitor = await loggedIn(shop, person);
  await keep(visitor, person, '00');
  await keep(visitor, resident(9_701), '01');
  await ask(visitor, person, 'erase');
  expect(await answer()).toContain('没有参保过的人 2 位');
  expect(await visitor.value('queryFamily')).toEqual([]);
  const { parts } = await ownCopy(shop, visitor, person);
  for (const { name, idNumber } of [person, resident(9_701)]) {
    expect(JSON.stringify(parts)).not.toContain(name);
    expect(JSON.stringify(parts)).not.toContain(idNumber);
  }
  expect((await visitor.value('profile')).marketingWanted).toBe(false);
  // The same account begins anew.
  await keep(visitor, person, '00');
  expect((await visitor.value('queryFamily')).map(({ name }) => name)).toEqual([person.name]);

  const [payer, father, aunt] = [resident(9_702), resident(9_703), resident(9_704)];
  const paying = await loggedIn(shop, payer);
  const self = await keep(paying, payer, '00');
  const insured = await keep(paying, father, '02');
  await keep(paying, aunt, '01');
  await paying.value('saveOrder', {
    ...{ clientKey: 'only-pays-and-is-not-insured', policyholderMemberId: self, insuredMemberIds: [insured] },
    agreedDocuments: await agreements(paying.value, REQUIRED),
  });
  await ask(paying, payer, 'erase');
  expect(await answer()).toContain('没有参保过的人 1 位');
  expect((await paying.value('queryFamily')).map(({ name }) => name)).toEqual([payer.name, father.name]);
});

test('what nobody answers in its time is told at the console until it is answered', async () => {
  const [first, second] = [resident(9_710), resident(9_711)];
  for (const person of [first, second]) {
    const visitor = await loggedIn(shop, person);
    await ask(visitor, person, 'correct');
  }
  const desk = async () => signedIn(shop, 'hegui01');
  const told = async (compliance: Desk) =>
    (await compliance.value('listAlerts', {})).alerts.filter(({ kind }) => kind === 'rights-late');
  await shop.runJob('rights-late');
  expect(await told(await desk())).toEqual([]);
  const { dueAt } = (await (await desk()).value('listRightsRequests')).requests[0] ?? {};
  const dueMs = Date.parse(`${dueAt?.replace(' ', 'T')}+08:00`);
  shop.clock.set(dueMs);
  await shop.runJob('rights-late');
  expect(await told(await desk())).toEqual([]);
  shop.clock.advance(120_000);
  await shop.runJob('rights-late');
  const compliance = await desk();
  expect(await told(compliance)).toMatchObject([
    {
      title: '本人的权利申请过了期限没有答复',
      clearsItself: true,
      details: [
        { label: '最早该在', value: dueAt?.slice(0, 16).replaceAll('-', '.') },
        { label: '没答复的', value: '2 件' },
      ],
    },
  ]);
  await answer(true, compliance);
  await shop.runJob('rights-late');
  expect((await told(compliance))[0]?.details[1]).toMatchObject({ value: '1 件' });
  await answer(false, compliance);
  await shop.runJob('rights-late');
  expect(await told(compliance)).toEqual([]);
  const { alerts } = await compliance.value('listAlerts', { which: 'done' });
  expect(alerts.find(({ kind }) => kind === 'rights-late')).toMatchObject({ note: '都答复了，提醒自动消掉' });
});

test('whom somebody only says to be is told nothing that is held by person', async () => {
  const person = resident(9_720);
  const visitor = await covered(person);
  await shop.runJob('people');
  const service = await signedIn(shop, 'kefu01');
  const { people } = await service.value('searchPeople', { idNumber: person.idNumber });
  await service.value('notePersonCall', { person: people[0]?.person ?? '', words: '问怎么下载电子保单' });
  await service.value('searchOrders', { idType: '01', idNumber: person.idNumber });
  const own = await visitor.value('showOwnData');
  expect(own.isOwnerKnown).toBe(true);
  expect(own.looks.length).toBeGreaterThan(0);
  expect((await ownCopy(shop, visitor, person)).rowsOf('客服记录')).toHaveLength(1);

  const other = resident(9_721);
  const saying = await loggedIn(shop, other);
  await keep(saying, { ...person, phone: other.phone }, '00');
  expect(await saying.value('showOwnData')).toMatchObject({ isOwnerKnown: false, looks: [] });
  const { rowsOf } = await ownCopy(shop, saying, other);
  expect(rowsOf('客服记录')).toEqual([]);
  expect(rowsOf('谁查过我')).toEqual([]);
  // And the desk is not led from their request to the person.
  await ask(saying, other, 'correct');
  const compliance = await signedIn(shop, 'hegui01');
  expect((await compliance.value('listRightsRequests')).requests.at(-1)).toMatchObject({ person: null });
  await eventually(
    async () => (await visitor.value('showOwnData')).looks.map(({ who }) => who),
    (who) => who.every((one) => one === '客服'),
  );
});
