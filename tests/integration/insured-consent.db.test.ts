import type { Person } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { linkOf } from './company-people.ts';
import { signedIn } from './desk.ts';
import { depsOf } from './services-stage.ts';
import { agreements, keep, loggedIn, openShop, pay, REQUIRED, resident, type Shop, type Visitor } from './shop.ts';

/** Whoever is insured by a relative is asked on their own phone, and says so themselves. */
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(Date.parse('2026-11-20T10:00:00+08:00'));
  await seedStaffOfDemonstration(depsOf(shop));
});
afterAll(() => shop?.close());

const say = (person: Person, agrees: boolean) => ({
  ...{ link: linkOf(shop, person.phone), idTail: person.idNumber.slice(-6), agrees, wordsVersion: 1 },
});
const ask = () => shop.runJob('insured-asks');

async function buyFor(payer: Person, others: readonly [Person, string | null, '02' | '03'][]) {
  const visitor = await loggedIn(shop, payer);
  const memberIds = [await keep(visitor, payer, '00')];
  for (const [{ name, idNumber }, phone, relationship] of others) {
    const about = { name, idType: '01' as const, idNumber, regionCode: '320500' as const, consent: true as const };
    const kept = await visitor.value('addMember', { ...about, relationship, ...(phone === null ? {} : { phone }) });
    memberIds.push(kept.memberId);
  }
  const { orderNo } = await visitor.value('saveOrder', {
    clientKey: `consent-${payer.idNumber}`,
    policyholderMemberId: memberIds[0] as string,
    insuredMemberIds: memberIds,
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  });
  return { visitor, orderNo };
}

const peopleOf = async (visitor: Visitor, orderNo: string) =>
  (await visitor.value('queryInsuredConsents', { orderNo })).people;

test('a mother is asked by message, agrees on her own phone, and the payer and the desk see it', async () => {
  const [child, mother] = [resident(8_100), resident(8_101)];
  const { visitor, orderNo } = await buyFor(child, [[mother, mother.phone, '02']]);
  expect(await peopleOf(visitor, orderNo)).toMatchObject([
    { place: 1, status: null, whyNot: expect.stringContaining('本人下的单') },
    { place: 2, status: null, whyNot: null, relationLabel: '父母' },
  ]);
  const [, sent] = (await visitor.value('askInsured', { orderNo, place: 2 })).people;
  expect(sent).toMatchObject({ status: 'asked', statusLabel: '等本人确认', isBeingSent: true });
  // Pressed again it is one message.
  await visitor.value('askInsured', { orderNo, place: 2 });
  await ask();
  await ask();
  expect(shop.sandbox.control.sms(mother.phone)).toHaveLength(1);
  expect((await visitor.call('askInsured', { orderNo, place: 2 })).envelope).toMatchObject({ code: 400303 });

  // On her phone: who it is comes after the end of her own number alone.
  const hers = shop.visitor();
  const link = linkOf(shop, mother.phone);
  const short = await hers.raw(`/f/${link}`);
  expect(short.headers.get('location')).toBe(`/#/familyConfirm?link=${link}`);
  const offered = await hers.value('openConsent', { link });
  expect(offered).toMatchObject({ own: null, status: 'asked', whyNot: null });
  expect(JSON.stringify(offered)).not.toContain(mother.name);
  expect(JSON.stringify(offered)).not.toContain(child.name);
  expect((await hers.call('openConsent', { link, idTail: '00000X' })).envelope.code).toBe(400211);
  expect((await hers.call('openConsent', { link: 'A'.repeat(16) })).envelope.code).toBe(400104);
  const shown = await hers.value('openConsent', { link, idTail: mother.idNumber.slice(-6) });
  expect(shown).toMatchObject({ payerName: child.name, own: { name: mother.name, payerIs: '您的子女' } });
  expect(JSON.stringify(shown)).not.toContain(mother.idNumber);
  expect((await hers.call('answerConsent', { ...say(mother, true), wordsVersion: 2 })).envelope.code).toBe(400302);
  expect(await hers.value('answerConsent', say(mother, true))).toMatchObject({ status: 'agreed' });

  expect((await peopleOf(visitor, orderNo))[1]).toMatchObject({ status: 'agreed', statusLabel: '本人已同意' });
  await shop.runJob('insured-consent-news');
  await shop.runJob('insured-consent-news');
  const told = shop.sandbox.control.sms(child.phone).filter(({ params }) => params.result?.includes('本人已同意'));
  expect(told).toHaveLength(1);
  const { messages } = await visitor.value('queryInbox', {});
  expect(messages.some(({ text }) => text.includes('本人已同意'))).toBe(true);
  const desk = await signedIn(shop, 'kefu01');
  const { happened } = await desk.value('showOrder', { orderNo });
  expect(happened).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ what: expect.stringMatching(/^请.*本人确认$/), after: '短信 1 次' }),
      expect.objectContaining({ who: expect.stringContaining('被保险人'), label: '本人已同意' }),
    ]),
  );
  expect(JSON.stringify(happened)).not.toContain(mother.name);
});

test('who says no has said it to the payer, also after the payment, and may say otherwise', async () => {
  const [child, father] = [resident(8_110), resident(8_111)];
  const { visitor, orderNo } = await buyFor(child, [[father, father.phone, '02']]);
  await pay(visitor, orderNo, shop.sandbox);
  await visitor.value('askInsured', { orderNo, place: 2 });
  await ask();
  const his = shop.visitor();
  expect(await his.value('answerConsent', say(father, false))).toMatchObject({ status: 'declined', whyNot: null });
  expect((await peopleOf(visitor, orderNo))[1]).toMatchObject({ status: 'declined', whyNot: null });
  expect(await his.value('answerConsent', say(father, true))).toMatchObject({ status: 'agreed' });
  expect((await visitor.call('askInsured', { orderNo, place: 2 })).envelope.message).toContain('已经同意');
});

test('nobody is asked who has no phone of their own, by night, or by somebody else; a link ends with the next and with the order', async () => {
  const [child, mother, father, grandchild] = [8_120, 8_121, 8_122, 8_123].map(resident) as [
    Person,
    Person,
    Person,
    Person,
  ];
  const { visitor, orderNo } = await buyFor(child, [
    [mother, null, '02'],
    [father, child.phone, '02'],
    [grandchild, grandchild.phone, '02'],
  ]);
  for (const [place, words] of [
    [1, '本人下的单'],
    [2, '没有留手机号'],
    [3, '您自己的手机号'],
  ] as const) {
    const { envelope } = await visitor.call('askInsured', { orderNo, place });
    expect(envelope).toMatchObject({ code: 400303, message: expect.stringContaining(words) });
  }
  expect((await visitor.call('askInsured', { orderNo, place: 9 })).envelope.code).toBe(400104);
  const stranger = await loggedIn(shop, resident(8_129));
  expect((await stranger.call('askInsured', { orderNo, place: 4 })).envelope.code).toBe(400104);
  expect((await stranger.call('queryInsuredConsents', { orderNo })).envelope.code).toBe(400104);

  const day = shop.clock.now();
  shop.clock.set(Date.parse('2026-11-20T22:00:00+08:00'));
  await visitor.value('askInsured', { orderNo, place: 4 });
  await ask();
  expect(shop.sandbox.control.sms(grandchild.phone)).toHaveLength(0);
  shop.clock.set(Date.parse('2026-11-21T08:00:01+08:00'));
  await ask();
  const first = linkOf(shop, grandchild.phone);
  shop.clock.advance(11 * 60_000);
  await visitor.value('askInsured', { orderNo, place: 4 });
  await ask();
  expect(linkOf(shop, grandchild.phone)).not.toBe(first);
  const theirs = shop.visitor();
  expect((await theirs.call('openConsent', { link: first })).envelope.code).toBe(400104);
  await visitor.value('cancelOrder', { orderNo });
  expect((await theirs.value('openConsent', { link: linkOf(shop, grandchild.phone) })).whyNot).toContain('没有买成');
  expect((await theirs.call('answerConsent', say(grandchild, true))).envelope.code).toBe(400303);
  shop.clock.set(day);
});
