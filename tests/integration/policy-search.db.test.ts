import { type Person, people, syntheticIdNumber, syntheticPhone } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  type Shop,
  type Visitor,
} from './shop.ts';

let shop: Shop;
/** Lin Mei bought for herself and for her parents; her mother left a phone, her father none. */
let buyer: Visitor;
let orderNo: string;
let phoneCount = 5_000;
const MEMBER = { idType: '01', regionCode: '320500', consent: true } as const;

beforeAll(async () => {
  shop = await openShop();
  buyer = await loggedIn(shop, people.linMei);
  const { name, idNumber, phone } = people.mother;
  await buyer.value('addMember', { ...MEMBER, relationship: '02', name, idNumber, phone });
  const father = await keep(buyer, people.father, '02');
  const family = await buyer.value('queryFamily', {});
  const self = await keep(buyer, people.linMei, '00');
  const saved = await buyer.value('saveOrder', {
    clientKey: 'a-family-of-three-0001',
    policyholderMemberId: self,
    insuredMemberIds: [self, ...family.map((member) => member.memberId)],
    agreedDocuments: await agreements(buyer.value, REQUIRED),
  });
  expect(family.map((member) => member.memberId)).toContain(father);
  orderNo = saved.orderNo;
  await pay(buyer, orderNo, shop.sandbox);
  await eventually(
    () => buyer.value('selectListPolicy', {}),
    (list) => list.policies.length === 3,
  );
});
afterAll(() => shop?.close());

interface Asked {
  readonly person: Pick<Person, 'name' | 'idNumber'>;
  readonly phone: string;
}

/** Asks as somebody who is not logged in, with the code that came to the phone. */
async function search({ person, phone }: Asked, visitor = shop.visitor()) {
  const { name, idNumber } = person;
  // The same phone may ask for its next code.
  shop.clock.advance(61_000);
  await visitor.value('sendPolicySearchCode', { phone });
  const code = newestCode(shop.sandbox, phone);
  return visitor.call('searchPolicies', { person: { name, idType: '01', idNumber, phone, code } });
}

describe('by name, number and a code', () => {
  test("the policyholder's and the insured's own phone open the policy, any other sees that there is one", async () => {
    for (const phone of [people.linMei.phone, people.mother.phone]) {
      const { envelope } = await search({ person: people.mother, phone });
      expect(envelope.result).toMatchObject({
        policies: [
          {
            asker: 'known-phone',
            insuredName: '王秀兰',
            status: 0,
            policyNo: expect.stringMatching(/^SMA/),
            regionText: '苏州 - 市区',
            orderNo: null,
            ticket: expect.any(String),
          },
        ],
        nextCursor: null,
      });
    }
    const stranger = await search({ person: people.mother, phone: people.stranger.phone });
    expect(stranger.envelope.result?.policies).toMatchObject([
      {
        asker: 'other-phone',
        insuredName: '王*兰',
        status: 0,
        policyNo: null,
        regionText: null,
        ticket: null,
        orderNo: null,
      },
    ]);
    const answers = JSON.stringify(stranger.envelope);
    for (const secret of [people.mother.idNumber, people.mother.name, people.linMei.name, people.mother.phone]) {
      expect(answers).not.toContain(secret);
    }
  });

  test("the mother's phone opens hers and not her husband's, who was bought for in the same order", async () => {
    const { envelope } = await search({ person: people.father, phone: syntheticPhone(phoneCount++) });
    expect(envelope.result?.policies).toMatchObject([{ asker: 'other-phone', policyNo: null, ticket: null }]);
    const wife = await search({ person: people.father, phone: people.mother.phone });
    expect(wife.envelope.result?.policies).toMatchObject([{ asker: 'other-phone', policyNo: null, ticket: null }]);
  });

  test('a wrong name, a person without cover and a number nobody has are answered alike', async () => {
    const nobody = {
      name: '王秀兰',
      idNumber: syntheticIdNumber({ district: '320106', birthDate: '1971-01-01', sequence: 12 }),
    };
    const answers = [];
    for (const person of [{ ...people.mother, name: '王秀芳' }, people.stranger, nobody]) {
      const { status, envelope } = await search({ person, phone: syntheticPhone(phoneCount++) });
      answers.push({ status, ...envelope, subMessage: '' });
    }
    expect(answers[0]).toMatchObject({ status: 200, code: 200000, result: { policies: [], nextCursor: null } });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  test('a ticket opens one paper for a quarter of an hour; a changed one opens nothing', async () => {
    const { envelope } = await search({ person: people.mother, phone: people.mother.phone });
    const ticket = envelope.result?.policies[0]?.ticket ?? '';
    const open = (text: string) =>
      shop.visitor().raw(`/hmb-js26/api/v2/insure/personal/query/policy?ticket=${text}&disposition=attachment`);
    const paper = await open(ticket);
    expect(paper.headers.get('content-type')).toBe('application/pdf');
    expect(paper.headers.get('content-disposition')).toMatch(/^attachment/);
    const changed = ticket.slice(0, 50) + (ticket[50] === 'A' ? 'B' : 'A') + ticket.slice(51);
    expect(await (await open(changed)).json()).toMatchObject({ code: 400104 });
    shop.clock.advance(15 * 60_000);
    expect(await (await open(ticket)).json()).toMatchObject({
      code: 400104,
      message: '这个链接已经过期，请重新查询保单',
    });
  });

  test('a code is good for one search and for nothing else; a wrong one finds nothing', async () => {
    const phone = syntheticPhone(phoneCount++);
    const visitor = shop.visitor();
    await visitor.value('sendPolicySearchCode', { phone });
    const code = newestCode(shop.sandbox, phone);
    const person = { name: '王秀兰', idType: '01', idNumber: people.mother.idNumber, phone, code };
    const login = await visitor.call('loginBySms', {
      phone,
      code,
      agreedDocuments: await agreements(visitor.value, ['user-agreement', 'privacy-policy']),
    });
    expect(login.envelope.code).toBe(400202);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await visitor.call('searchPolicies', { person: { ...person, code: wrong } })).envelope.code).toBe(400201);
    expect((await visitor.call('searchPolicies', { person })).envelope.code).toBe(200000);
    expect((await visitor.call('searchPolicies', { person })).envelope.code).toBe(400202);
  });

  test('a number that cannot be is told before the code is used, field by field', async () => {
    const person = { name: 'X', idType: '01', idNumber: '3201', phone: syntheticPhone(1), code: '123456' };
    const { envelope } = await shop.visitor().call('searchPolicies', { person: { ...person, idNumber: '32010' } });
    expect(envelope.code).toBe(400100);
    expect((envelope.result as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path)).toEqual([
      'person.name',
      'person.idNumber',
    ]);
  });

  test('one number is asked about ten times a day, by whatever phones', async () => {
    const person = people.almostAdult;
    for (let times = 0; times < 10; times += 1) {
      expect((await search({ person, phone: syntheticPhone(phoneCount++) })).envelope.code).toBe(200000);
    }
    const refused = await search({ person, phone: syntheticPhone(phoneCount++) });
    expect(refused.envelope).toMatchObject({
      code: 400129,
      message: '今天查询的次数太多，请明天再试，或打客服电话查询',
    });
    expect((await search({ person: people.stranger, phone: syntheticPhone(phoneCount++) })).envelope.code).toBe(200000);
  });
});

describe('by login', () => {
  test('what the account bought, page by page, with the way to each order', async () => {
    const first = await buyer.value('searchPolicies', { limit: 2 });
    const second = await buyer.value('searchPolicies', { limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.policies, ...second.policies]).toHaveLength(3);
    expect(second.nextCursor).toBeNull();
    expect(first.policies[0]).toMatchObject({ asker: 'policyholder', orderNo, ticket: null });
  });

  test('an insured adult finds what was bought for them, once the phone is theirs; nobody finds their parents’', async () => {
    const mother = await loggedIn(shop, people.mother);
    expect((await mother.value('searchPolicies', {})).policies).toEqual([]);
    await keep(mother, people.mother, '00');
    expect((await mother.value('searchPolicies', {})).policies).toMatchObject([
      { asker: 'insured', insuredName: '王秀兰', orderNo: null, ticket: expect.any(String) },
    ]);
    // Says to be the mother, but the policy knows another phone.
    const pretender = await loggedIn(shop, people.stranger);
    await keep(pretender, people.mother, '00');
    expect((await pretender.value('searchPolicies', {})).policies).toEqual([]);
    expect((await shop.visitor().call('searchPolicies', {})).envelope.code).toBe(400001);
  });
});

describe('the family', () => {
  test('every person with their cover per year, their history, and what they lack', async () => {
    const { name, idNumber } = people.child;
    const { envelope } = await buyer.call('addMember', { ...MEMBER, relationship: '03', name, idNumber });
    expect((envelope.result as unknown as { fields: { path: string }[] }).fields).toMatchObject([
      { path: 'guardianConsent' },
    ]);
    await buyer.value('addMember', { ...MEMBER, relationship: '03', name, idNumber, guardianConsent: true });
    const family = await buyer.value('queryFamilyPolicies', {});
    // More years stand after these as editions are added.
    expect(family.years.slice(0, 2)).toEqual([2027, 2026]);
    const cover = Object.fromEntries(
      family.people.map(({ member, cover, history }) => [
        member.name,
        [...cover.slice(0, 2).map((one) => one.state), history.length],
      ]),
    );
    expect(cover).toEqual({
      林梅: ['policy', 'none', 1],
      王秀兰: ['policy', 'none', 1],
      林建国: ['policy', 'none', 1],
      陈小安: ['none', 'none', 0],
    });
    expect(family.people[0]?.member).toMatchObject({ missing: [] });
    expect(family.people[0]?.cover[0]?.policy).toMatchObject({ orderNo, status: 0, position: 1 });
  });

  test('a child kept before guardians were asked is told as lacking that, and not insured without it', async () => {
    const { deps } = shop.servers[0] as (typeof shop.servers)[0];
    const owner = await loggedIn(shop, { phone: syntheticPhone(phoneCount++) });
    const self = await keep(owner, people.stranger, '00');
    const { name, idNumber } = people.child;
    const child = { ...MEMBER, relationship: '03', name, idNumber, guardianConsent: true } as const;
    const { memberId } = await owner.value('addMember', child);
    const id = deps.numbers.memberId(memberId);
    const [row] = await deps.database.query<{ details_sealed: Buffer }>(
      `select details_sealed from members where id = $1`,
      [id],
    );
    const { guardianConsent: _, ...before } = deps.vault.openJson<Record<string, unknown>>(
      'member',
      row?.details_sealed as Buffer,
    );
    await deps.database.query(`update members set details_sealed = $2 where id = $1`, [
      id,
      deps.vault.sealJson('member', before),
    ]);
    const order = {
      clientKey: 'a-child-without-consent',
      policyholderMemberId: self,
      insuredMemberIds: [memberId],
      agreedDocuments: await agreements(owner.value, REQUIRED),
    };
    expect((await owner.value('queryFamily', {}))[1]).toMatchObject({ missing: ['guardian-consent'] });
    expect((await owner.call('saveOrder', order)).envelope).toMatchObject({
      code: 400100,
      message: '陈小安的信息还不全，请先在家人名单里补上',
    });
    await owner.value('updateMember', { memberId, details: child });
    expect((await owner.call('saveOrder', order)).envelope.code).toBe(200000);
  });

  test('whoever is insured by somebody else is told so, without the order', async () => {
    const other = await loggedIn(shop, { phone: syntheticPhone(phoneCount++) });
    await keep(other, people.father, '02');
    const { people: kept } = await other.value('queryFamilyPolicies', {});
    expect(kept[0]?.cover[0]).toEqual({ editionYear: 2027, state: 'elsewhere', policy: null });
    expect(kept[0]?.history).toEqual([]);
  });

  test('the people of one order, for its owner alone', async () => {
    const { people: insured } = await buyer.value('queryPolicyFamily', { orderNo });
    expect(insured.map((person) => [person.name, person.policy?.status])).toEqual([
      ['林梅', 0],
      ['王秀兰', 0],
      ['林建国', 0],
    ]);
    const stranger = await loggedIn(shop, { phone: syntheticPhone(phoneCount++) });
    expect((await stranger.call('queryPolicyFamily', { orderNo })).envelope.code).toBe(400104);
    const unpaid = await placeOrder(
      stranger,
      [people.almostAdult].map((person) => ({ ...person, ...people.stranger })),
    );
    expect((await stranger.value('queryPolicyFamily', { orderNo: unpaid.orderNo })).people).toMatchObject([
      { policy: null },
    ]);
  });

  test('a removal can be undone for ten minutes, then the person is forgotten', async () => {
    const owner = await loggedIn(shop, { phone: syntheticPhone(phoneCount++) });
    const memberId = await keep(owner, people.mother, '02');
    await owner.value('updateMember', { memberId, remove: true });
    expect(await owner.value('queryFamily', {})).toEqual([]);
    const stranger = await loggedIn(shop, { phone: syntheticPhone(phoneCount++) });
    expect((await stranger.call('updateMember', { memberId, restore: true })).envelope.code).toBe(400104);
    const back = await owner.value('updateMember', { memberId, restore: true });
    expect(back.member).toMatchObject({ memberId, name: '王秀兰' });

    await owner.value('updateMember', { memberId, remove: true });
    shop.clock.advance(10 * 60_000);
    expect((await owner.call('updateMember', { memberId, restore: true })).envelope.code).toBe(400104);
    const [server] = shop.servers;
    await shop.runJob('removed-people');
    const rows = await server?.deps.database.query<{ left: number }>(
      `select count(*)::integer as left from members where removed_at is not null and details_sealed <> ''`,
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});
