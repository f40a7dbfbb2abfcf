import type { MemberDetailsValue } from '@huimin/contract';
import { type Person, people, syntheticIdNumber, syntheticPhone } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRateLimiter, type RateLimiter } from '../../coordination/rate-limit.ts';
import { sessionTokenHash } from '../../security/session-token.ts';
import { type Browser, createAccountShop, createOutside, type Shop } from '../account/testing/account-shop.ts';
import { createTestCore, type TestCore } from '../account/testing/test-core.ts';
import { type InsuredDependencies, insuredHandlers, memberLoader, ownPerson } from './index.ts';

let world: TestCore;
let deps: InsuredDependencies;
let limiter: RateLimiter;
let shop: Shop;
let browser: Browser;
let phoneCount = 700;

beforeAll(async () => {
  world = await createTestCore();
  const editions: Record<string, { code: string }> = { demo: { code: 'demo' }, js26: { code: 'js26' } };
  const { database, index, clock } = world.core;
  limiter = createRateLimiter({ query: database.query, index, clock });
  deps = { ...world.core, editions: { edition: (code = 'demo') => editions[code] ?? null } };
});
afterAll(() => world.close());
beforeEach(async () => {
  shop = createAccountShop(world.core, createOutside(), { handlers: insuredHandlers({ ...deps, limiter }) });
  browser = await shop.loggedIn(syntheticPhone(phoneCount++));
  return () => shop.close();
});

const typed = (person: Person, more: Partial<MemberDetailsValue> = {}): MemberDetailsValue => ({
  relationship: '02',
  name: person.name,
  idType: '01',
  idNumber: person.idNumber,
  regionCode: '320508',
  consent: true,
  ...more,
});

const family = async (from = browser, productId?: string) =>
  (await from.call('queryFamily', productId ? { productId } : {})).result;
const fieldsOf = (answer: { result: { fields: { path: string; message: string }[] } }) => answer.result.fields;
const userOf = async (person: Browser) => {
  const token = person.cookie.slice('hm_session='.length);
  const session = await shop.deps.sessions.find(sessionTokenHash(token));
  if (!session?.user) throw new Error('not logged in');
  return session.user;
};

describe('keeping a person', () => {
  test('sex and birth date come from the identity card, numbers go out masked', async () => {
    const answer = await browser.call(
      'addMember',
      typed(people.mother, { sex: 'm', birthDate: '2001-01-01', phone: people.mother.phone }),
    );
    expect(answer).toMatchObject({
      code: 200000,
      result: {
        relationship: '02',
        relationshipNote: null,
        name: '王秀兰',
        idType: '01',
        sex: 'f',
        birthDate: people.mother.birthDate,
        adult: true,
        regionText: '苏州 - 姑苏区',
        state: 'insurable',
      },
    });
    expect(answer.result.idNumberMasked).toMatch(/^320\*{12}.{3}$/);
    expect(JSON.stringify(answer)).not.toContain(people.mother.idNumber);
    expect(JSON.stringify(answer)).not.toContain(people.mother.phone);
  });

  test('a child is kept too', async () => {
    const answer = await browser.call(
      'addMember',
      typed(people.newborn, { relationship: '03', guardianConsent: true }),
    );
    expect(answer.result).toMatchObject({ adult: false, phoneMasked: null });
  });

  test('himself stands first in the list', async () => {
    await browser.call('addMember', typed(people.mother));
    await browser.call('addMember', typed(people.linMei, { relationship: '00' }));
    await browser.call('addMember', typed(people.child, { relationship: '03', guardianConsent: true }));
    expect((await family()).map((member: { name: string }) => member.name)).toEqual(['林梅', '王秀兰', '陈小安']);
    expect(await ownPerson(deps).name(await userOf(browser))).toBe('林梅');
  });

  test('the same person again changes the row that is there', async () => {
    const first = await browser.call('addMember', typed(people.father));
    const again = await browser.call(
      'addMember',
      typed(people.father, { regionCode: '320584', phone: people.father.phone }),
    );
    expect(again.result.memberId).toBe(first.result.memberId);
    expect(await family()).toMatchObject([{ regionCode: '320509', phoneMasked: expect.stringContaining('****') }]);
  });

  test('a number of somebody on the list, typed for another one, is told and changes nobody', async () => {
    await browser.call('addMember', typed(people.linMei, { relationship: '00' }));
    const message = '这是林梅（本人）的号码，名单里已经有了。请核对号码；要改这位家人的信息，请在名单里点修改';
    const asSpouse = await browser.call('addMember', typed(people.linMei, { relationship: '01' }));
    expect(fieldsOf(asSpouse)).toEqual([{ path: 'idNumber', message }]);
    const asMother = await browser.call('addMember', typed(people.linMei, { relationship: '00', name: '王秀兰' }));
    expect(fieldsOf(asMother)).toEqual([{ path: 'idNumber', message }]);
    expect(await family()).toMatchObject([{ name: '林梅', relationship: '00' }]);
  });

  test('the old 15-digit number is the same person as the 18-digit one', async () => {
    const { idNumber } = people.father;
    await browser.call('addMember', typed(people.father));
    await browser.call('addMember', typed(people.father, { idNumber: idNumber.slice(0, 6) + idNumber.slice(8, 17) }));
    expect(await family()).toHaveLength(1);
  });

  test('five taps at once keep one row', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => browser.call('addMember', typed(people.father))));
    expect(new Set(answers.map((answer) => answer.result.memberId)).size).toBe(1);
    expect(await family()).toHaveLength(1);
  });

  test('two different selves at once: one stays, the other is told', async () => {
    const answers = await Promise.all(
      [people.linMei, people.stranger].map((person) =>
        browser.call('addMember', typed(person, { relationship: '00' })),
      ),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200000, 400100]);
    const refused = answers.find((answer) => answer.code === 400100);
    expect(fieldsOf(refused as never)).toEqual([
      { path: 'relationship', message: '您已经添加过本人。如需更正，请修改本人的信息' },
    ]);
  });

  test('thirty people, not more; a kept one can still be changed', async () => {
    const person = (sequence: number) =>
      typed({
        ...people.father,
        idNumber: syntheticIdNumber({ district: '320106', birthDate: '1970-01-01', sequence }),
      });
    for (let index = 0; index < 30; index += 1) await browser.call('addMember', person(index));
    expect(await browser.call('addMember', person(30))).toMatchObject({
      code: 400100,
      message: '最多保存 30 位家人。请先删除不用的，再添加',
    });
    expect((await browser.call('addMember', person(3))).code).toBe(200000);
    expect(await family()).toHaveLength(30);
  });

  test('nothing readable is stored or logged', async () => {
    await browser.call('addMember', typed(people.mother));
    const rows = await world.core.database.query<{ text: string }>(
      `select string_agg(m::text, ' ') as text from members m`,
    );
    for (const secret of [people.mother.idNumber, people.mother.name]) {
      expect(rows[0]?.text).not.toContain(Buffer.from(secret).toString('hex'));
      expect(rows[0]?.text).not.toContain(secret);
      expect(world.logged()).not.toContain(secret);
    }
  });
});

describe('what is refused, and how it is said', () => {
  test.each<[string, Partial<MemberDetailsValue>, { path: string; message: string }[]]>([
    [
      'a number with a digit missing',
      { idNumber: people.mother.idNumber.slice(0, 17) },
      [{ path: 'idNumber', message: '身份证号应为 18 位，现在是 17 位。请对照证件补全' }],
    ],
    [
      'a day that does not exist',
      { idNumber: syntheticIdNumber({ district: '320106', birthDate: '1990-02-31', sequence: 1 }) },
      [{ path: 'idNumber', message: '出生日期不对：1990 年 2 月没有 31 日。请对照证件修改' }],
    ],
    [
      'a birth date in the future',
      { idNumber: syntheticIdNumber({ district: '320106', birthDate: '2026-11-03', sequence: 1 }) },
      [{ path: 'idNumber', message: '出生日期 2026 年 11 月 3 日还没到。请对照证件修改' }],
    ],
    [
      'an unknown kind of relation',
      { relationship: '05' },
      [{ path: 'relationshipNote', message: '请写明是什么关系，例如祖父母、兄弟姐妹' }],
    ],
    [
      'a place outside the province or withdrawn',
      { regionCode: '320399' },
      [{ path: 'regionCode', message: '请从列表里选择医保所在地' }],
    ],
    [
      'a paper that is none',
      { idType: '77' },
      [
        { path: 'idType', message: '请选择证件类型' },
        { path: 'birthDate', message: '请填写出生日期，例如 1962-05-08' },
        { path: 'sex', message: '请选择性别' },
      ],
    ],
    [
      'a passport without birth date and sex',
      { idType: '02', name: 'Anna Lee', idNumber: 'E12345678' },
      [
        { path: 'birthDate', message: '请填写出生日期，例如 1962-05-08' },
        { path: 'sex', message: '请选择性别' },
      ],
    ],
    [
      'a passport of somebody born tomorrow',
      { idType: '02', name: 'Anna Lee', idNumber: 'E12345678', sex: 'f', birthDate: '2026-11-03' },
      [{ path: 'birthDate', message: '出生日期还没到，请对照证件修改' }],
    ],
    [
      'a passport of somebody born on 31 April',
      { idType: '02', name: 'Anna Lee', idNumber: 'E12345678', sex: 'f', birthDate: '1990-04-31' },
      [{ path: 'birthDate', message: '出生日期不对：1990 年 4 月没有 31 日。请对照证件修改' }],
    ],
  ])('%s', async (_name, more, fields) => {
    const answer = await browser.call('addMember', typed(people.mother, more));
    expect(answer).toMatchObject({ code: 400100, message: fields[0]?.message });
    expect(fieldsOf(answer)).toEqual(fields);
    expect(await family()).toEqual([]);
  });

  test('a name by the script of its paper', async () => {
    const chinese = await browser.call('addMember', typed(people.mother, { name: 'Anna' }));
    expect(fieldsOf(chinese)).toMatchObject([{ path: 'name' }]);
    const latin = { idType: '02', idNumber: 'E12345678', sex: 'f' as const, birthDate: '1990-04-30' };
    expect(fieldsOf(await browser.call('addMember', typed(people.mother, latin)))).toMatchObject([{ path: 'name' }]);
    expect((await browser.call('addMember', typed(people.mother, { ...latin, name: 'Anna Lee' }))).code).toBe(200000);
  });

  test('without consent nothing is kept', async () => {
    const answer = await browser.call('addMember', { ...typed(people.mother), consent: false });
    expect(answer.code).toBe(400100);
    expect(await family()).toEqual([]);
  });
});

describe('changing and removing', () => {
  test('everything about a person can be corrected', async () => {
    const { result } = await browser.call('addMember', typed(people.mother));
    const changed = await browser.call('updateMember', {
      memberId: result.memberId,
      details: typed(people.father, { relationship: '05', relationshipNote: ' 叔叔 ' }),
    });
    expect(changed.result.member).toMatchObject({
      memberId: result.memberId,
      name: '林建国',
      relationshipNote: '叔叔',
    });
    expect(await family()).toHaveLength(1);
  });

  test('what is left out stays, a phone of null goes', async () => {
    const { result } = await browser.call(
      'addMember',
      typed(people.mother, { phone: people.mother.phone, medicalType: '390' }),
    );
    const { idNumber: _number, ...withoutNumber } = typed(people.mother, { regionCode: '320100' });
    const { memberId } = result;
    const moved = await browser.call('updateMember', { memberId, details: withoutNumber });
    expect(moved.result.member).toEqual({ ...result, medicalType: '390', regionCode: '320100', regionText: '南京' });
    const unknown = await browser.call('updateMember', { memberId, details: { ...withoutNumber, medicalType: null } });
    expect(unknown.result.member.medicalType).toBeNull();
    const other = await browser.call('updateMember', { memberId, details: { ...withoutNumber, medicalType: '310' } });
    expect(other.result.member.medicalType).toBe('310');
    const silent = await browser.call('updateMember', { memberId, details: { ...withoutNumber, phone: null } });
    expect(silent.result.member).toMatchObject({ phoneMasked: null, idNumberMasked: result.idNumberMasked });
    const stored = (await memberLoader({ ...deps, groupByShard: false })(await userOf(browser), [memberId])).get(
      memberId,
    );
    expect(stored?.details).toMatchObject({ idNumber: people.mother.idNumber, phone: null, medicalType: '310' });
  });

  test('another kind of paper needs its own number', async () => {
    const { result } = await browser.call('addMember', typed(people.mother));
    const { idNumber: _number, ...withoutNumber } = typed(people.mother, {
      idType: '08',
      sex: 'f',
      birthDate: '1962-05-08',
    });
    const answer = await browser.call('updateMember', { memberId: result.memberId, details: withoutNumber });
    expect(fieldsOf(answer)).toEqual([{ path: 'idNumber', message: '换了证件类型，请重新填写证件号码' }]);
  });

  test('not into a person who is kept already', async () => {
    const { result } = await browser.call('addMember', typed(people.mother));
    await browser.call('addMember', typed(people.father));
    const answer = await browser.call('updateMember', { memberId: result.memberId, details: typed(people.father) });
    expect(fieldsOf(answer)).toEqual([{ path: 'idNumber', message: '这位家人已经在列表里，不用重复添加' }]);
  });

  test('a removed person is forgotten, twice is no fault, and may come back', async () => {
    const { result } = await browser.call('addMember', typed(people.mother));
    for (let round = 0; round < 2; round += 1) {
      expect(await browser.call('updateMember', { memberId: result.memberId, remove: true })).toMatchObject({
        code: 200000,
        result: { member: null },
      });
    }
    expect(await family()).toEqual([]);
    const details = typed(people.mother);
    expect((await browser.call('updateMember', { memberId: result.memberId, details })).code).toBe(400104);
    expect((await browser.call('addMember', details)).code).toBe(200000);
  });

  test("nobody reads, changes, removes or loads another user's people", async () => {
    const { result } = await browser.call('addMember', typed(people.mother));
    const stranger = await shop.loggedIn(syntheticPhone(phoneCount++));
    expect(await family(stranger)).toEqual([]);
    const change = { memberId: result.memberId, details: typed(people.father) };
    expect((await stranger.call('updateMember', change)).code).toBe(400104);
    expect((await stranger.call('updateMember', { memberId: result.memberId, remove: true })).code).toBe(400104);
    expect((await memberLoader({ ...deps, groupByShard: false })(await userOf(stranger), [result.memberId])).size).toBe(
      0,
    );
    expect(await family()).toMatchObject([{ name: '王秀兰' }]);
  });

  test.each(['0000000000000000000', '9999999999999999999', 'ABCDEFGHIJ'])('%s is nobody', async (memberId) => {
    expect((await browser.call('updateMember', { memberId, remove: true })).code).toBe(400104);
  });
});

test('the order gets whole details of the people it names', async () => {
  const { result } = await browser.call('addMember', typed(people.mother, { phone: people.mother.phone }));
  await browser.call('addMember', typed(people.father));
  const loaded = await memberLoader({ ...deps, groupByShard: false })(await userOf(browser), [
    result.memberId,
    'nonsense',
    '0000000000000000000',
  ]);
  expect([...loaded.keys()]).toEqual([result.memberId]);
  expect(loaded.get(result.memberId)).toMatchObject({
    memberNo: result.memberId,
    relationship: '02',
    regionCode: '320508',
    details: {
      name: people.mother.name,
      idType: '01',
      idNumber: people.mother.idNumber,
      phone: people.mother.phone,
      sex: 'f',
      birthDate: people.mother.birthDate,
      relationshipNote: null,
    },
  });
});

describe('state for an edition', () => {
  const claim = async (personIndex: Buffer, userId: bigint, expires: Date | 'infinity') => {
    await world.core.database.query('delete from person_claims');
    await world.core.database.query(
      `insert into person_claims (person_index, edition_code, claim_key, user_id, claimed_at, expires_at)
       values ($1, 'demo', '\\x01', $2, $3, $4::timestamptz)`,
      [personIndex, userId, new Date(world.clock.now()), expires],
    );
  };
  const inMs = (ms: number): Date => new Date(world.clock.now() + ms);

  test('covered, waiting for the own payment, or free', async () => {
    const { result } = await browser.call('addMember', typed(people.mother));
    const user = await userOf(browser);
    const stored = (await memberLoader({ ...deps, groupByShard: false })(user, [result.memberId])).get(result.memberId);
    const { personIndex } = stored as { personIndex: Buffer };
    const state = async (productId?: string) => (await family(browser, productId))[0].state;

    await claim(personIndex, 1n, 'infinity');
    expect(await state()).toBe('insured');
    expect(await state('js26')).toBe('insurable');
    await claim(personIndex, user.id, inMs(60_000));
    expect(await state()).toBe('waiting-payment');
    await claim(personIndex, user.id, inMs(-1));
    expect(await state()).toBe('insurable');
    await claim(personIndex, 1n, inMs(60_000));
    expect(await state()).toBe('insurable');
  });

  test('an unknown edition is told', async () => {
    expect((await browser.call('queryFamily', { productId: 'nosuch' })).code).toBe(400104);
  });
});

test('whoever tries out numbers to learn who is insured is stopped; typing errors and others are not', async () => {
  const numberOf = (day: number) =>
    syntheticIdNumber({
      district: '320506',
      birthDate: `1950-01-${String((day % 28) + 1).padStart(2, '0')}`,
      sequence: 300 + day,
    });
  const tryNumber = async (day: number) => {
    const { code, result } = await browser.call('addMember', typed(people.mother, { idNumber: numberOf(day) }));
    if (code === 200000) await browser.call('updateMember', { memberId: result.memberId, remove: true });
    return code;
  };
  for (let wrong = 0; wrong < 5; wrong += 1) await browser.call('addMember', typed(people.mother, { idNumber: '1' }));
  const codes: number[] = [];
  for (let day = 0; day < 61; day += 1) codes.push(await tryNumber(day));
  expect(codes.slice(0, 60).every((code) => code === 200000)).toBe(true);
  expect(codes[60]).toBe(400129);
  const other = await shop.loggedIn(syntheticPhone(phoneCount++));
  expect((await other.call('addMember', typed(people.mother))).code).toBe(200000);
});
