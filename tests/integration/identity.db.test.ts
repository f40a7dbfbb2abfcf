import { cardPicture } from '@huimin/sandbox';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { identityProofs } from '../../apps/server/src/features/identity/index.ts';
import { ownCopy } from './own-copy.ts';
import { keep, loggedIn, openShop, resident, type Shop, type Visitor } from './shop.ts';

const MINUTE = 60_000;
const WECHAT = 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50';
const { linMei } = people;

let shop: Shop;
let next = 3_000;
/** Somebody new for every test, so that nobody's tries of the day are used up. */
let person: ReturnType<typeof resident>;
let visitor: Visitor;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
});
afterAll(() => shop?.close());
beforeEach(() => {
  person = resident(next++);
  visitor = shop.visitor();
});

const server = () => {
  const [first] = shop.servers;
  if (!first) throw new Error('no server');
  return first;
};
const prepare = (from = visitor, more: object = {}) =>
  from.value('prepareIdentityCheck', {
    purpose: 'recover-account',
    name: person.name,
    idNumber: person.idNumber,
    ...more,
  });
async function start(from = visitor) {
  const { subject } = await prepare(from);
  return from.call('startWbFaceCheck', { subject, consentVersion: 1 });
}
async function started(from = visitor) {
  const { envelope } = await start(from);
  if (envelope.code !== 200000 || envelope.result === null) throw new Error(envelope.message);
  return envelope.result;
}
/** What happens on the provider's page, without a browser. */
function endAt(url: string, ending: 'pass' | 'fail' | 'mismatch' | 'quit'): void {
  shop.sandbox.control.identity.wbface.end(new URL(url).searchParams.get('h5faceId') ?? '', ending);
}
const result = (checkId: string, from = visitor) => from.value('wbFaceCheckResult', { checkId });
async function sessionHash(from: Visitor): Promise<Buffer> {
  const { createHash } = await import('node:crypto');
  return createHash('sha256')
    .update(from.cookie.split('=')[1] ?? '')
    .digest();
}

describe('a face check', () => {
  test('passed at the provider gives one proof, to the browser it was begun in', async () => {
    const ways = await prepare();
    expect(ways).toMatchObject({
      face: 'wbface',
      triesLeft: 3,
      carrier: false,
      nameMasked: expect.stringMatching(/^钱\*/),
    });
    expect(Buffer.from(ways.subject, 'base64url').includes(Buffer.from(person.idNumber))).toBe(false);
    const check = await started();
    expect(await result(check.checkId)).toMatchObject({ status: 'WAITING', proofToken: null });
    endAt(check.url, 'pass');
    const passed = await result(check.checkId);
    expect(passed).toMatchObject({ status: 'PASSED', triesLeft: 2, reasonText: null });
    // An answer that was lost can be asked for again.
    expect((await result(check.checkId)).proofToken).toBe(passed.proofToken);

    const { deps } = server();
    const wanted = {
      purpose: 'recover-account',
      userId: null,
      sessionHash: await sessionHash(visitor),
      personIndex: deps.index.person('01', person.idNumber),
      name: person.name,
    } as const;
    const proofs = identityProofs(deps);
    const token = passed.proofToken ?? '';
    expect(await proofs.consume(token, { ...wanted, name: '别的名字' })).toBeNull();
    expect(await proofs.consume(token, wanted)).toMatchObject({ kind: 'face', source: check.checkId });
    expect(await proofs.consume(token, wanted)).toBeNull();
    expect(await result(check.checkId)).toMatchObject({ status: 'PASSED', proofToken: null });
  });

  test('is somebody else’s for everybody else, in the same words as one that is not there', async () => {
    const check = await started();
    const stranger = shop.visitor();
    await prepare(stranger);
    const ask = async (checkId: string) => {
      const { envelope } = await stranger.call('wbFaceCheckResult', { checkId });
      return { ...envelope, subMessage: '' };
    };
    const absent = `${check.checkId.slice(0, -1)}${(Number(check.checkId.at(-1)) + 1) % 10}`;
    expect(await ask(check.checkId)).toMatchObject({ code: 400104 });
    expect(await ask(check.checkId)).toEqual(await ask(absent));
    // Nor does a seal work in another browser.
    const { subject } = await prepare();
    const { envelope } = await stranger.call('startWbFaceCheck', { subject, consentVersion: 1 });
    expect(envelope.code).toBe(400104);
  });

  test('failed says why; the fourth try of a day is refused, the next day is a new one', async () => {
    for (const [ending, words] of [
      ['fail', '对不上'],
      ['mismatch', '姓名和身份证号'],
    ] as const) {
      const check = await started();
      endAt(check.url, ending);
      expect(await result(check.checkId)).toMatchObject({
        status: 'FAILED',
        reasonText: expect.stringContaining(words),
        proofToken: null,
      });
    }
    // Two at once with one try left: one of them.
    const [left, right] = await Promise.all([start(shop.visitor()), start(shop.visitor())]);
    expect([left.envelope.code, right.envelope.code].sort()).toEqual([200000, 400221]);
    expect((await start()).envelope.code).toBe(400221);
    expect((await prepare()).triesLeft).toBe(0);
    shop.clock.advance(24 * 60 * MINUTE);
    expect((await start(shop.visitor())).envelope.code).toBe(200000);
  });

  test('given up, or left for another one, does not count as a try', async () => {
    const quit = await started();
    endAt(quit.url, 'quit');
    expect(await result(quit.checkId)).toMatchObject({ status: 'CANCELLED', triesLeft: 3 });
    const left = await started();
    const other = await started();
    expect(await result(left.checkId)).toMatchObject({ status: 'CANCELLED' });
    expect(await result(other.checkId)).toMatchObject({ status: 'WAITING', triesLeft: 2 });
  });

  test('whose pass is asked for too late is none', async () => {
    const check = await started();
    endAt(check.url, 'pass');
    shop.clock.advance(15 * MINUTE);
    expect(await result(check.checkId)).toMatchObject({ status: 'EXPIRED', proofToken: null, triesLeft: 3 });
    // Nor does a proof outlive its quarter of an hour.
    const again = await started();
    endAt(again.url, 'pass');
    await result(again.checkId);
    shop.clock.advance(15 * MINUTE);
    expect(await result(again.checkId)).toMatchObject({ status: 'PASSED', proofToken: null });
  });

  test('that nobody asks about is ended by itself, and what failed meanwhile counts', async () => {
    const check = await started();
    endAt(check.url, 'fail');
    shop.clock.advance(15 * MINUTE);
    await shop.runJob('identity');
    expect(await prepare()).toMatchObject({ triesLeft: 2 });
    const [row] = await server().deps.database.query<{ text: string }>(
      'select f::text as text from face_checks f where status = $1 order by id desc limit 1',
      ['FAILED'],
    );
    for (const secret of [person.name, person.idNumber]) expect(row?.text).not.toContain(secret);
  });

  test('needs the consent that is shown now', async () => {
    const { subject } = await prepare();
    const { envelope } = await visitor.call('startWbFaceCheck', { subject, consentVersion: 2 });
    expect(envelope).toMatchObject({ code: 400302, message: expect.stringContaining('人脸信息处理规则') });
  });

  test('that cannot begin, or be asked about, says so and costs no try', async () => {
    const check = await started();
    const fault = { provider: 'wbface', kind: 'http_500', times: 1 } as const;
    shop.sandbox.control.faults.add({ ...fault, call: 'face_record' });
    expect(await result(check.checkId)).toMatchObject({ status: 'WAITING' });
    endAt(check.url, 'quit');
    shop.sandbox.control.faults.add({ ...fault, call: 'face_id' });
    expect((await start()).envelope).toMatchObject({ code: 500201, message: expect.stringContaining('换别的办法') });
    expect((await prepare()).triesLeft).toBe(3);
  });

  test('inside WeChat is Tencent’s, and belongs to the account', async () => {
    visitor = await loggedIn(shop, person);
    visitor.userAgent = WECHAT;
    const nameless = { purpose: 'change-phone', name: undefined, idNumber: undefined } as const;
    expect((await visitor.call('prepareIdentityCheck', nameless)).envelope.message).toContain('请填写您本人');
    await keep(visitor, person, '00');
    const ways = await visitor.value('prepareIdentityCheck', { purpose: 'change-phone' });
    expect(ways.face).toBe('detect-auth');
    const check = await visitor.value('startFaceCheck', {
      subject: ways.subject,
      consentVersion: 1,
      keptQuery: 'area=320500&x=1',
    });
    const [face] = shop.sandbox.control.identity.faces.list().slice(-1);
    expect(face).toMatchObject({ name: person.name, redirectUrl: expect.stringContaining('area=320500') });
    shop.sandbox.control.identity.faces.end(face?.bizToken ?? '', 'pass');
    const passed = await visitor.value('faceCheckResult', { checkId: check.checkId });
    expect(passed).toMatchObject({ status: 'PASSED', purpose: 'change-phone' });
    // Asked for through the other provider's call it is not there.
    expect((await visitor.call('wbFaceCheckResult', { checkId: check.checkId })).envelope.code).toBe(400104);
    const user = await server().deps.database.query<{ id: bigint }>(
      'select user_id as id from face_checks where user_id is not null',
    );
    const proof = await identityProofs(server().deps).consume(passed.proofToken ?? '', {
      purpose: 'change-phone',
      userId: user[0]?.id ?? null,
    });
    expect(proof?.kind).toBe('face');
    expect((await ownCopy(shop, visitor, person)).rowsOf('刷脸核验')).toMatchObject([{ 结果: '已通过' }]);
  });

  test('comes back to its page, whatever the browser brings along', async () => {
    const path = '/identity/return/wbface?checkId=F0000000000000000001&area=320500&code=0&newSignature=AB&liveRate=99';
    const answer = await visitor.raw(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/#/faceCheck?checkId=F0000000000000000001&way=wbface&area=320500',
    ]);
    const forged = await visitor.raw('/identity/return/wbface?checkId=//evil.example');
    expect(forged.headers.get('location')).toBe('/#/index');
  });

  test('is only for account recovery without a login', async () => {
    const { envelope } = await visitor.call('prepareIdentityCheck', { purpose: 'change-payer', name: '张三' });
    expect(envelope.code).toBe(400001);
    const wrong = { purpose: 'recover-account', name: person.name, idNumber: '320106198803160021' } as const;
    expect((await visitor.call('prepareIdentityCheck', wrong)).envelope.code).toBe(400100);
  });
});

describe('the carrier', () => {
  const ask = async (phone: string, from = visitor) => {
    const { subject } = await prepare(from, { phone });
    return (await from.call('checkCarrier', { subject })).envelope;
  };

  test('that confirms the three gives a proof bound to the phone; a second question costs nothing', async () => {
    const matched = await ask(person.phone);
    expect(matched.result).toMatchObject({ matched: true });
    const entries = () => shop.sandbox.control.log().filter(({ call }) => call === 'PhoneVerification').length;
    const asked = entries();
    expect((await ask(person.phone)).result).toMatchObject({ matched: true });
    expect(entries()).toBe(asked);
    const { deps } = server();
    const proof = await identityProofs(deps).consume(matched.result?.proofToken ?? '', {
      ...{ purpose: 'recover-account', userId: null, sessionHash: await sessionHash(visitor) },
      phoneIndex: deps.index.phone(person.phone),
    });
    expect(proof?.kind).toBe('operator-three-element');
  });

  test('does not say which of the three is wrong, and is not asked often', async () => {
    const answers = [];
    for (const phone of ['13800009041', '13800009044', '13800009009']) answers.push((await ask(phone)).result);
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"matched":false,"proofToken":null}']),
    );
    expect(await ask('13800009011')).toMatchObject({ code: 500201 });
    expect(await ask('13800009042')).toMatchObject({ code: 200000 });
    expect(await ask('13800009041')).toMatchObject({ code: 400129 });
    // Another browser does not get round the limit for this person.
    expect(await ask('13800009041', shop.visitor())).toMatchObject({ code: 400129 });
  });
});

describe('a card’s photo', () => {
  const base64 = (picture: Buffer) => picture.toString('base64');
  const front = (more: object = {}) =>
    base64(cardPicture({ side: 'FRONT', name: person.name, idNum: person.idNumber, ...more }));
  const read = async (image: string, side: 'front' | 'back' = 'front') =>
    (await visitor.call('readIdCard', { side, image })).envelope;

  test('is read, with what is odd about it in words; the check character decides', async () => {
    visitor = await loggedIn(shop, person);
    expect((await visitor.value('productInfo', {})).idCardReading).toBe(true);
    expect((await read(front({ warnings: [-9102], quality: 20 }))).result).toEqual({
      side: 'front',
      name: person.name,
      idNumber: person.idNumber,
      validUntil: null,
      warnings: ['照片不够清楚，内容可能读错，请核对', '这像是复印件，请核对内容；最好拍证件原件'],
    });
    const back = (validDate: string) => base64(cardPicture({ side: 'BACK', authority: '某市公安局', validDate }));
    expect((await read(back('2010.01.01-2020.01.01'), 'back')).result?.warnings).toEqual([
      '这张证件 2020.01.01 已经过期，请换有效的证件',
    ]);
    expect((await read(back('2010.01.01-长期'), 'back')).result).toMatchObject({ validUntil: null, warnings: [] });
    const other = await visitor.call('readIdCardPhoto', { side: 'front', image: front() });
    expect(other.envelope.result).toMatchObject({ idNumber: person.idNumber });
    // The wrong side, and no photo at all.
    expect(await read(back('2010.01.01-长期'))).toMatchObject({
      code: 400220,
      message: expect.stringContaining('这一面'),
    });
    shop.clock.advance(MINUTE * 2);
    for (const image of ['PHN2Zz4=', base64(Buffer.from('%PDF-1.7')), '@@@', base64(cardPicture({}).subarray(0, 90))]) {
      expect(await read(image)).toMatchObject({ code: 400220 });
    }
    expect(await read('A'.repeat(1_399_000))).toMatchObject({ code: 400220 });
    shop.sandbox.control.faults.add({ provider: 'tencent', call: 'IDCardOCR', kind: 'http_500', times: 1 });
    expect(await read(front())).toMatchObject({ code: 500201, message: expect.stringContaining('手工填写') });
    const answers = [];
    for (let count = 0; count < 9; count += 1) answers.push((await read(front())).code);
    expect(answers.at(-1)).toBe(400129);
  });
});

test('nothing of all that is in the log by name, number or phone', () => {
  const all = shop.logged.join('\n');
  expect(all).toContain('a face check could not be begun');
  for (let index = 3_000; index < next; index += 1) {
    const { idNumber, phone, name } = resident(index);
    for (const secret of [idNumber, phone, name]) expect(all).not.toContain(secret);
  }
  expect(all).not.toContain(linMei.name);
});
