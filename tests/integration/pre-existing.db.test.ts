import { randomBytes } from 'node:crypto';
import type { CallName, Calls, InputOf } from '@huimin/contract';
import { consoleCalls } from '@huimin/contract/console';
import { beijingDate } from '@huimin/domain/date';
import { HEALTH_CONSENT_VERSION } from '@huimin/domain/pre-existing';
import { type Person, syntheticIdNumber, syntheticPhone } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { signedIn } from './desk.ts';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  newestCode,
  openShop,
  pay,
  placeOrder,
  type Shop,
  type Visitor,
} from './shop.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CARD = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffdb00047400ffc0000b080064006401011100ffda0008010100003f0012ffd9',
  'hex',
).toString('base64');

let shop: Shop;
let count = 0;
beforeAll(async () => {
  shop = await openShop({ jobs: false });
  const [server] = shop.servers;
  if (server) await seedStaffOfDemonstration(server.deps);
});
afterAll(() => shop?.close());

/** Somebody new; the three digits before the check character mean something to the registry. */
function somebody(magic: number, birthDate = '1970-05-06'): Person {
  const index = count++;
  const [, year, month, day] = /^(\d+)-(\d+)-(\d+)$/.exec(birthDate) ?? [];
  const born = `${Number(year)}-${month}-${String(1 + ((Number(day) + index) % 28)).padStart(2, '0')}`;
  const district = String(320_500 + index);
  const idNumber = syntheticIdNumber({ district, birthDate: born, sequence: magic });
  const name = `孙${'安邦昌达恩芳刚华继康兰茂宁平'[index % 14]}`;
  return {
    name,
    idNumber,
    birthDate: born,
    sex: magic % 2 === 0 ? 'female' : 'male',
    phone: syntheticPhone(70_000 + index),
  };
}

const run = async (name: string): Promise<void> => {
  for (const server of shop.servers.keys()) await shop.runJob(name, server);
};
const key = () => randomBytes(16).toString('hex');

/** Shows who somebody is by the carrier's word about the phone they are logged in with. */
async function prove(visitor: Visitor, person: Person) {
  const { name, idNumber } = person;
  const { subject } = await visitor.value('prepareIdentityCheck', { purpose: 'query-pre-existing', name, idNumber });
  const { proofToken } = await visitor.value('checkCarrier', { subject });
  return visitor.call('provePreExistingSelf', { subject, proofToken: proofToken ?? 'x'.repeat(32) });
}

async function proven(person: Person): Promise<Visitor> {
  const visitor = await loggedIn(shop, person);
  expect((await prove(visitor, person)).envelope.code).toBe(200000);
  return visitor;
}

type Ask = Partial<InputOf<Calls['queryKeXin']>>;
const ask = (visitor: Visitor, call: 'queryKeXin' | 'queryMiSuan', more: Ask = {}) =>
  visitor.call(call, { clientKey: key(), consentVersion: HEALTH_CONSENT_VERSION, ...more });
async function asked(visitor: Visitor, call: 'queryKeXin' | 'queryMiSuan' = 'queryKeXin', more: Ask = {}) {
  const { envelope } = await ask(visitor, call, more);
  if (envelope.code !== 200000 || !envelope.result) throw new Error(`${envelope.code} ${envelope.message}`);
  return envelope.result;
}
const codeOf = async <N extends CallName>(answer: ReturnType<Visitor['call']>, _name?: N) =>
  (await answer).envelope.code;

describe('asking', () => {
  test('nobody who has not shown who they are, and nothing without the words that are in force', async () => {
    const person = somebody(881);
    const visitor = await loggedIn(shop, person);
    expect(await shop.visitor().value('preExistingOverview', {})).toMatchObject({ loggedIn: false, whole: false });
    const nothing = { loggedIn: true, whole: true, self: null, queries: [], lookups: [] };
    expect(await visitor.value('preExistingOverview', {})).toMatchObject(nothing);
    expect(await codeOf(ask(visitor, 'queryKeXin'))).toBe(400211);
    expect(await codeOf(visitor.call('queryHistoryPolicy', {}))).toBe(400211);
    // A mismatch proves nothing.
    shop.sandbox.control.identity.people.add({ idCard: person.idNumber, name: person.name, phone: '19000000000' });
    expect((await prove(visitor, person)).envelope.code).toBe(400211);
    shop.sandbox.control.identity.people.add({ idCard: person.idNumber, name: person.name, phone: person.phone });
    // A proof for something else, and and not for this.
    const { subject } = await visitor.value('prepareIdentityCheck', {
      ...{ purpose: 'change-phone', phone: person.phone, name: person.name, idNumber: person.idNumber },
    });
    const { proofToken } = await visitor.value('checkCarrier', { subject });
    expect(await codeOf(visitor.call('provePreExistingSelf', { subject, proofToken: proofToken ?? '' }))).toBe(400211);
    expect((await prove(visitor, person)).envelope.code).toBe(200000);
    expect(await codeOf(ask(visitor, 'queryKeXin', { consentVersion: 999 }))).toBe(400302);
    expect(await codeOf(ask(visitor, 'queryKeXin', { productId: 'nothing' }))).toBe(400104);
    expect(shop.sandbox.control.preExisting.questions()).toEqual([]);
  });

  test.each([
    [881, 'yes', '第 2 类'],
    [882, 'yes', '第 4 类'],
    [200, 'no', null],
    [883, 'cannot-tell', null],
    [884, 'cannot-tell', null],
  ])('%i: %s', async (magic, label, classText) => {
    const person = somebody(magic);
    const visitor = await proven(person);
    const view = await asked(visitor);
    expect(view).toMatchObject({
      ...{ state: 'answered', about: 'self', name: person.name, way: 'trusted' },
      answer: { label, classText, ruleVersion: '2026.1', reviewed: false },
      otherWay: label === 'cannot-tell' ? 'private' : null,
      mayAppeal: label === 'yes',
    });
    expect(view.ratios[0]).toMatchObject({ percent: 80, preExistingPercent: 40 });
    expect(JSON.stringify(view)).not.toContain(person.idNumber);
    // The private way says the same, and got a hash only.
    const hidden = await asked(visitor, 'queryMiSuan');
    expect(hidden.answer).toMatchObject({ label, classText });
    const overview = await visitor.value('preExistingOverview', {});
    expect(overview.queries.map(({ way }) => way)).toEqual(['private', 'trusted']);
    expect(overview.lookups.map(({ who, how }) => [who, how])).toEqual([
      [`您本人 ${person.name[0]}* 190****${person.phone.slice(-4)}`, '密算查询'],
      [`您本人 ${person.name[0]}* 190****${person.phone.slice(-4)}`, '可信查询'],
    ]);
  });

  test('the same key asks once; the consent is kept, sealed is what is sealed', async () => {
    const person = somebody(881);
    const visitor = await proven(person);
    const clientKey = key();
    const first = await asked(visitor, 'queryKeXin', { clientKey });
    expect((await asked(visitor, 'queryKeXin', { clientKey })).queryNo).toBe(first.queryNo);
    const before = shop.sandbox.control.preExisting.questions().length;
    await Promise.all([1, 2, 3].map(() => ask(visitor, 'queryMiSuan', { clientKey: `${clientKey}p` })));
    expect(shop.sandbox.control.preExisting.questions().length).toBe(before + 1);
    const [server] = shop.servers;
    const rows = await server?.deps.database.query<Record<string, unknown>>(
      `select q.*, c.basis as consent_basis, c.version, c.way as consent_way, c.withdrawn_at from pre_existing_queries q
       join pre_existing_consents c using (shard, id) order by id desc limit 1`,
    );
    expect(rows?.[0]).toMatchObject({ consent_basis: 'self', version: HEALTH_CONSENT_VERSION, consent_way: 'private' });
    const stored = JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of [person.name, person.idNumber, 'yes', 'C2']) expect(stored).not.toContain(secret);
    expect(shop.logged.join('\n')).not.toContain(person.idNumber);
  });

  test('six times a day about one person', async () => {
    const visitor = await proven(somebody(200));
    for (let times = 0; times < 6; times++) await asked(visitor);
    expect(await codeOf(ask(visitor, 'queryKeXin'))).toBe(400129);
    shop.clock.advance(2 * DAY);
    await asked(visitor);
  });
});

describe('whose label it is', () => {
  test('a parent asks for a minor, for no adult, and no longer when the child has grown up', async () => {
    const parent = somebody(200);
    const visitor = await proven(parent);
    // Grown up in three days.
    const birthDate = beijingDate(shop.clock.now() + 3 * DAY).replace(/^\d+/, (year) => String(Number(year) - 18));
    const child = { ...somebody(881), birthDate };
    child.idNumber = syntheticIdNumber({ district: '320999', birthDate, sequence: 881 });
    const spouse = somebody(881);
    const [childId, spouseId] = [await keep(visitor, child, '03'), await keep(visitor, spouse, '01')];
    const overview = await visitor.value('preExistingOverview', {});
    expect(overview.children).toMatchObject([{ memberId: childId, name: child.name }]);
    expect(await codeOf(ask(visitor, 'queryKeXin', { memberId: spouseId, guardian: true }))).toBe(400104);
    expect(await codeOf(ask(visitor, 'queryKeXin', { memberId: childId }))).toBe(400100);
    const view = await asked(visitor, 'queryKeXin', { memberId: childId, guardian: true });
    expect(view).toMatchObject({ about: 'child', name: child.name, answer: { label: 'yes' } });
    expect(await visitor.value('queryHistoryPolicy', { memberId: childId })).toMatchObject({ policies: [] });
    expect(await codeOf(visitor.call('queryHistoryPolicy', { memberId: spouseId }))).toBe(400104);

    // One more guardian and no third; the grown child sees who asked.
    const second = await proven(somebody(200));
    await asked(second, 'queryKeXin', { memberId: await keep(second, child, '03'), guardian: true });
    const third = await proven(somebody(200));
    const thirdsId = await keep(third, child, '03');
    expect(await codeOf(ask(third, 'queryKeXin', { memberId: thirdsId, guardian: true }))).toBe(400129);
    shop.clock.advance(4 * DAY);
    expect((await visitor.value('preExistingOverview', {})).queries).toEqual([]);
    expect(await codeOf(visitor.call('queryPreExistingDetail', { queryNo: view.queryNo }))).toBe(400104);
    const grown = await proven(child);
    const { lookups } = await grown.value('preExistingOverview', {});
    expect(lookups.map(({ who }) => who.split(' ')[0])).toEqual(['监护人', '监护人']);
  });

  test('nobody else sees a question, and its owner only as who asked it', async () => {
    const person = somebody(881);
    const visitor = await proven(person);
    const { queryNo } = await asked(visitor);
    const stranger = await proven(somebody(200));
    const absent = `${queryNo.slice(0, -1)}${(Number(queryNo.at(-1)) + 1) % 10}`;
    for (const call of ['queryPreExistingDetail', 'queryPreExistingCert', 'withdrawPreExisting'] as const) {
      const [theirs, none] = [await stranger.call(call, { queryNo }), await stranger.call(call, { queryNo: absent })];
      expect(theirs.envelope.code).toBe(400104);
      expect(theirs.envelope.message).toBe(none.envelope.message);
    }
    // The same account, shown to be somebody else: a family's phone that went round.
    const relative = somebody(200);
    shop.sandbox.control.identity.people.add({ idCard: relative.idNumber, name: relative.name, phone: person.phone });
    expect((await prove(visitor, relative)).envelope.code).toBe(200000);
    expect(await codeOf(visitor.call('queryPreExistingDetail', { queryNo }))).toBe(400104);
    expect((await visitor.value('preExistingOverview', {})).queries).toEqual([]);
  });

  test('a face holds in this session for half an hour; the carrier’s word in every session of the phone', async () => {
    const person = somebody(881);
    const visitor = await loggedIn(shop, person);
    const { name, idNumber } = person;
    const { subject } = await visitor.value('prepareIdentityCheck', { purpose: 'query-pre-existing', name, idNumber });
    const check = await visitor.value('startWbFaceCheck', { subject, consentVersion: 1 });
    shop.sandbox.control.identity.wbface.end(new URL(check.url).searchParams.get('h5faceId') ?? '', 'pass');
    const { proofToken } = await visitor.value('wbFaceCheckResult', { checkId: check.checkId });
    await visitor.value('provePreExistingSelf', { subject, proofToken: proofToken ?? '' });
    expect((await asked(visitor)).answer?.label).toBe('yes');
    shop.clock.advance(MINUTE);
    const elsewhere = await loggedIn(shop, person);
    expect((await elsewhere.value('preExistingOverview', {})).self).toBeNull();
    shop.clock.advance(30 * MINUTE);
    expect((await visitor.value('preExistingOverview', {})).self).toBeNull();
    await prove(visitor, person);
    expect((await elsewhere.value('preExistingOverview', {})).queries).toHaveLength(1);
  });

  test('a session for settlements asks about oneself, and reaches no other proof', async () => {
    const person = somebody(881);
    const visitor = shop.visitor();
    await visitor.value('sendSmsCode', { phone: person.phone });
    const agreedDocuments = await agreements(visitor.value, ['user-agreement', 'privacy-policy']);
    const code = newestCode(shop.sandbox, person.phone);
    await visitor.value('settleLogin', { phone: person.phone, code, agreedDocuments });
    expect(await codeOf(visitor.call('queryFamily', {}))).toBe(400001);
    const named = { name: person.name, idNumber: person.idNumber };
    expect(await codeOf(visitor.call('prepareIdentityCheck', { purpose: 'change-phone', ...named }))).toBe(400001);
    expect((await prove(visitor, person)).envelope.code).toBe(200000);
    const { queryNo } = await asked(visitor, 'queryKeXin');
    expect(await visitor.value('preExistingOverview', {})).toMatchObject({
      loggedIn: true,
      whole: false,
      children: [],
    });
    expect((await visitor.value('queryPreExistingDetail', { queryNo })).answer?.label).toBe('yes');
    expect(await codeOf(visitor.call('appealPreExisting', { queryNo, appealReason: 'not-mine', fileIds: [] }))).toBe(
      400001,
    );
  });
});

describe('a silent data centre', () => {
  test('the question waits, a job asks again, and a message comes', async () => {
    const person = somebody(200);
    const visitor = await proven(person);
    const fault = { provider: 'pre-existing', call: 'trusted.query', kind: 'timeout_after', times: 9 } as const;
    shop.sandbox.control.faults.add({ ...fault, args: { reset: true } });
    const view = await asked(visitor);
    expect(view).toMatchObject({ state: 'asking', answer: null, mayAppeal: false });
    // Another tap finds the one that is being asked.
    expect((await asked(visitor)).queryNo).toBe(view.queryNo);
    await run('pre-existing-asks');
    expect((await visitor.value('queryPreExistingDetail', { queryNo: view.queryNo })).state).toBe('asking');
    shop.clock.advance(MINUTE);
    await run('pre-existing-asks');
    shop.sandbox.control.faults.remove();
    const texts = () => shop.sandbox.control.sms(person.phone).map(({ text }) => text);
    const before = texts().length;
    shop.clock.advance(10 * MINUTE);
    await run('pre-existing-asks');
    expect(await visitor.value('queryPreExistingDetail', { queryNo: view.queryNo })).toMatchObject({
      ...{ state: 'answered', answer: { label: 'no' } },
    });
    await run('account-notices');
    expect(texts()).toHaveLength(before + 1);
    expect(texts()[0]).toContain('您提交的查询有结果了');
    expect(texts()[0]).not.toMatch(/既往|病|症/);
    const asks = shop.sandbox.control.preExisting.questions().filter(({ queryNo }) => queryNo === view.queryNo);
    expect(asks).toHaveLength(1);
  });

  test.each(['bad_response_sign', 'busy_code', 'not_json'] as const)('%s is no answer', async (kind) => {
    const visitor = await proven(somebody(881));
    shop.sandbox.control.faults.add({ provider: 'pre-existing', kind, times: 3 });
    expect(await asked(visitor)).toMatchObject({ state: 'asking', answer: null });
    shop.sandbox.control.faults.remove();
    shop.clock.advance(MINUTE);
    await run('pre-existing-asks');
    const { queries } = await visitor.value('preExistingOverview', {});
    expect(queries).toMatchObject([{ state: 'answered', answer: { label: 'yes' } }]);
  });

  test('a private computation that takes its time; one that never ends is given up after a day', async () => {
    const slow = somebody(888);
    const visitor = await proven(slow);
    await asked(visitor);
    expect(await asked(visitor, 'queryMiSuan')).toMatchObject({ state: 'asking' });
    shop.clock.advance(3 * MINUTE);
    await run('pre-existing-asks');
    expect((await visitor.value('preExistingOverview', {})).queries[0]).toMatchObject({
      state: 'answered',
      way: 'private',
    });

    const silent = await proven(somebody(885));
    expect(await asked(silent)).toMatchObject({ state: 'asking' });
    shop.clock.advance(DAY);
    await run('pre-existing-asks');
    const [given] = (await silent.value('preExistingOverview', {})).queries;
    expect(given).toMatchObject({ state: 'no-answer', answer: null, otherWay: 'private' });
  });
});

describe('afterwards', () => {
  test('the receipt: data and paper carry one fingerprint and no disease', async () => {
    const person = somebody(881);
    const visitor = await proven(person);
    const { queryNo } = await asked(visitor);
    const cert = await visitor.value('queryPreExistingCert', { queryNo });
    expect(cert).toMatchObject({
      queryNo,
      consent: { version: 1, basis: 'self' },
      signed: true,
      answer: { label: 'yes' },
    });
    expect((await visitor.value('queryPreExistingCert', { queryNo })).fingerprint).toBe(cert.fingerprint);
    const file = await visitor.raw(`/hmb-js26/api/v1/insure/personal/query/cert/paper?queryNo=${queryNo}`);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).not.toMatch(/既往|症/);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.includes('/ByteRange')).toBe(true);
  });

  test('withdrawing deletes at once, time deletes after thirty days; the consent stays', async () => {
    const visitor = await proven(somebody(881));
    const [first, second] = [await asked(visitor), await asked(visitor, 'queryMiSuan')];
    await visitor.value('withdrawPreExisting', { queryNo: first.queryNo });
    expect(await codeOf(visitor.call('queryPreExistingDetail', { queryNo: first.queryNo }))).toBe(400104);
    shop.clock.advance(30 * DAY);
    await run('pre-existing-sweep');
    const [server] = shop.servers;
    const id = (queryNo: string) => server?.deps.numbers.preExistingId(queryNo);
    const rows = await server?.deps.database.query(
      `select q.status, q.answer_sealed, q.person_sealed, c.withdrawn_at is not null as withdrawn from pre_existing_queries q
       join pre_existing_consents c using (shard, id) where id = any($1) order by id`,
      [[id(first.queryNo), id(second.queryNo)]],
    );
    expect(rows).toEqual([
      { status: 'withdrawn', answer_sealed: null, person_sealed: null, withdrawn: true },
      { status: 'expired', answer_sealed: null, person_sealed: null, withdrawn: false },
    ]);
  });

  test('an appeal with papers: looked at by name, more asked for, corrected', async () => {
    const person = somebody(881);
    const visitor = await proven(person);
    const { queryNo } = await asked(visitor);
    const upload = () =>
      visitor.value('uploadFile', { clientKey: key(), use: 'appeal', fileName: '病历.jpg', content: CARD });
    const { fileId } = await upload();
    const given = { queryNo, appealReason: 'not-counted' as const, fileIds: [fileId] };
    const { appeal } = await visitor.value('appealPreExisting', given);
    const appealNo = appeal?.appealNo ?? '';
    expect(appeal).toMatchObject({ status: 'submitted', paperCount: 1, reasonLabel: '按条款不该算既往症' });
    expect(await codeOf(visitor.call('appealPreExisting', given))).toBe(400303);
    const stranger = await proven(somebody(200));
    expect(await codeOf(stranger.call('withdrawPreExistingAppeal', { appealNo }))).toBe(400104);
    expect(await codeOf(stranger.call('supplementPreExistingAppeal', { appealNo, fileIds: [fileId] }))).toBe(400104);

    const desk = await signedIn(shop, 'yunying01');
    const { reviews } = await desk.value('listReviews', { queue: 'appeal' });
    expect(reviews.map(({ reviewNo }) => reviewNo)).toContain(appealNo);
    expect(JSON.stringify(reviews)).not.toContain(person.name);
    const of = { queue: 'appeal', reviewNo: appealNo } as const;
    const whole = await desk.value('showReview', of);
    expect(whole.facts).toContainEqual({ label: '现在的结果', text: expect.stringContaining('第 2 类') });
    const paper = await desk.send(consoleCalls.showReviewPaper, { ...of, fileId });
    expect(paper.headers.get('content-type')).toBe('image/jpeg');
    const { lookups } = await visitor.value('preExistingOverview', {});
    expect(lookups[0]).toMatchObject({ who: '工作人员 甲信财产 运营员 01', how: '处理复核申请' });

    type Verdict = 'correct' | 'confirm' | 'ask-papers';
    const decide = (verdict: Verdict, answer: string) => desk.call('decideReview', { ...of, verdict, answer });
    expect((await decide('ask-papers', '请补出院小结')).code).toBe(200000);
    const second = await upload();
    const more = await visitor.value('supplementPreExistingAppeal', { appealNo, fileIds: [second.fileId] });
    expect(more.appeal).toMatchObject({ status: 'submitted', paperCount: 2 });
    const { approvalNo } = (await decide('correct', '按材料更正')).result ?? expect.fail();
    const agreer = await signedIn(shop, 'hegui01');
    await agreer.value('decideApproval', { approvalNo: approvalNo ?? '', agree: true });
    expect((await decide('confirm', '维持原结果')).code).toBe(400707);
    const after = await visitor.value('queryPreExistingDetail', { queryNo });
    expect(after).toMatchObject({
      answer: { label: 'no', classText: null, reviewed: true },
      appeal: { status: 'corrected' },
    });
    await run('account-notices');
    const [text] = shop.sandbox.control.sms(person.phone).map((message) => message.text);
    expect(text).toContain('复核申请有结果了');
  });

  test('papers that never come end an appeal; one taken back can be begun anew', async () => {
    const visitor = await proven(somebody(881));
    const { queryNo } = await asked(visitor);
    const appealed = async () => {
      const content = { use: 'appeal', fileName: '材料.jpg', content: CARD } as const;
      const { fileId } = await visitor.value('uploadFile', { clientKey: key(), ...content });
      const view = await visitor.value('appealPreExisting', { queryNo, appealReason: 'outdated', fileIds: [fileId] });
      return view.appeal?.appealNo ?? '';
    };
    const first = await appealed();
    const back = await visitor.value('withdrawPreExistingAppeal', { appealNo: first });
    expect(back).toMatchObject({ mayAppeal: true, appeal: { status: 'withdrawn', paperCount: 0 } });
    const second = await appealed();
    const desk = await signedIn(shop, 'yunying01');
    const verdict = { queue: 'appeal', reviewNo: second, verdict: 'ask-papers', answer: '请补诊断证明' } as const;
    await desk.value('decideReview', verdict);
    shop.clock.advance(15 * DAY);
    await run('pre-existing-sweep');
    const after = await visitor.value('queryPreExistingDetail', { queryNo });
    expect(after).toMatchObject({ mayAppeal: true, appeal: { status: 'lapsed' } });
  });
});

test('the policies of former years are told to the insured, and how they follow one another', async () => {
  const person = somebody(200);
  const visitor = await proven(person);
  const { orderNo } = await placeOrder(visitor, [person]);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    async () => {
      for (const { built } of shop.servers)
        for (const job of built.jobs) if (/outbox|order|polic/.test(job.name)) await job.run();
      return visitor.value('queryHistoryPolicy', {});
    },
    (history) => history.policies.length === 1,
  );
  expect(await visitor.value('queryHistoryPolicy', {})).toMatchObject({
    ...{ name: person.name, yearsInARow: 1 },
    policies: [{ editionYear: 2027, continues: false, statusText: expect.any(String) }],
  });
});
