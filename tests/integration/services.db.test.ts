import type { DrugApplicationValue } from '@huimin/contract';
import { consoleCalls } from '@huimin/contract/console';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { seedServices } from '../../apps/server/seed/services.ts';
import { wholeDrugApplication } from '../../apps/server/src/features/special-drugs/index.ts';
import { type Desk, type Inputs, signedIn } from './desk.ts';
import { coveredFamily, depsOf, drugPapers, newKey, openServiceShop, runJob } from './services-stage.ts';
import { loggedIn, resident, type Shop, type Visitor } from './shop.ts';

type Applied = { code: number; message: string; result: DrugApplicationValue };

let shop: Shop;
let visitor: Visitor;
let stranger: Visitor;
/** Of the buyer and of the mother. */
let policyNos: string[];
let strangersPolicy: string;

beforeAll(async () => {
  shop = await openServiceShop();
  await seedStaffOfDemonstration(depsOf(shop));
  ({ visitor, policyNos } = await coveredFamily(shop, [resident(101), resident(102)]));
  const other = await coveredFamily(shop, [resident(103)]);
  stranger = other.visitor;
  strangersPolicy = other.policyNos[0] ?? '';
});
afterAll(() => shop?.close());
/** An hour later each time, so that limits of the hour begin anew; what a test has moved further is undone, so that logins last. */
let minutes = 0;
beforeEach(() => {
  minutes += 65;
  shop.clock.set(Date.parse('2026-12-01T10:00:00+08:00') + minutes * 60_000);
});

const newestSms = (person: { phone: string }) => JSON.stringify(shop.sandbox.control.sms(person.phone)[0]?.params);

describe('lists from files', () => {
  const list = { list: 'drugs', edition: 'demo27' } as const;
  const drugs = async () => (await visitor.value('specialDrugs', {})).drugs;
  let writer: Desk;
  const fileOf = async (name: 'drugs' | 'pharmacies' | 'health-services', version: number) => {
    const { send } = writer;
    return (await send(consoleCalls.downloadCatalogue, { list: name, edition: 'demo27', version })).text();
  };
  const take = async (file: string, name: 'drugs' | 'pharmacies' = 'drugs') => {
    const of = { ...list, list: name };
    const { draft } = await writer.value('listCatalogue', of);
    const content = Buffer.from(file).toString('base64');
    return writer.call('takeCatalogueFile', {
      ...of,
      fileName: '一.csv',
      file: content,
      revision: draft?.revision ?? 0,
    });
  };
  /** What is written goes to residents. */
  const publish = async () => {
    const { draft } = await writer.value('listCatalogue', list);
    const wish = { ...list, revision: draft?.revision ?? 0, reason: '按厂家通知改' };
    const { approvalNo } = await writer.value('submitCatalogueDraft', wish);
    const agreer = await signedIn(shop, 'hegui01');
    await agreer.value('decideApproval', { approvalNo, agree: true });
  };

  test('a file is taken whole or not at all, and every wrong line is told', async () => {
    const before = await visitor.value('specialDrugs', {});
    expect([before.version, before.drugs.length, before.pharmacies.length]).toEqual([1, 40, 14]);
    expect(before).toMatchObject({ deductibleFen: 1_000_000, limitFen: 100_000_000 });
    const sent = await visitor.raw('/hmb-js26/api/v1/drug/list?t=1', { headers: { 'accept-encoding': 'gzip' } });
    expect([sent.headers.get('content-encoding'), (await sent.json()).result.drugs.length]).toEqual(['gzip', 40]);
    writer = await signedIn(shop, 'yunying01');
    const lines = (await fileOf('drugs', 1)).trimEnd().split('\r\n');
    const broken = [lines[0], lines[1], lines[1], lines[2]?.replace('70%', '170%')];
    broken.push(lines[4]?.replace(/^([^,]+),[^,]+/, '$1,3.20102E+17'));
    const refused = await take(broken.join('\r\n'));
    expect(refused.result?.problems.map(({ line, why }) => [line, why])).toEqual([
      [3, '编号 YF001 在前面已经有了'],
      [4, '赔付比例写 0 到 100 的整数，如 70%'],
      [5, '长号码的后几位被表格软件改成了 0，请把这一列设成“文本”再填'],
    ]);
    for (const file of ['a\u0000b', '编号,通用名\n']) {
      expect((await take(file)).result?.problems.length ?? 1).toBeGreaterThan(0);
    }
    expect((await writer.value('listCatalogue', list)).draft).toBeNull();
    expect(await drugs()).toEqual(before.drugs);
  });

  test('a new version counts at once, and a former one is put back', async () => {
    writer = await signedIn(shop, 'yunying01');
    const two = (await fileOf('drugs', 1)).split('\r\n').slice(0, 3).join('\r\n');
    await take(two.replace('示例替尼片', '示例换名片'));
    await publish();
    expect((await drugs()).map(({ genericName }) => genericName)).toEqual(['示例换名片', '样本西利片']);
    const few = (await fileOf('pharmacies', 1)).split('\r\n').slice(0, 3).join('\r\n');
    const misfit = (await take(few, 'pharmacies')).result?.problems[0];
    expect(misfit?.why).toContain('特药 YF001 还写着药房 P03');
    await writer.value('restoreCatalogue', { ...list, version: 1, revision: 0 });
    await publish();
    expect((await writer.call('restoreCatalogue', { ...list, version: 9, revision: 0 })).code).toBe(400104);
    const { versions } = await writer.value('listCatalogueVersions', list);
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(await drugs()).toHaveLength(40);
    await seedServices(depsOf(shop));
    expect((await visitor.value('specialDrugs', {})).version).toBe(3);
    expect(await fileOf('health-services', 0)).toMatch(/^\uFEFF?编号,分组,/);
  });
});

describe('a listed drug', () => {
  const apply = async (from: Visitor, policyNo: string, more: object = {}) => {
    const { envelope } = await from.call('applyDrug', {
      ...{ clientKey: newKey(), policyNo, drugCode: 'YF001', papers: await drugPapers(from), consent: true },
      ...more,
    } as never);
    return { envelope: envelope as unknown as Applied };
  };
  const newest = async () => (await visitor.value('drugApplications', {})).applications[0];
  type Wish = Inputs['decideReview'];
  /** Decided by one person; answers the request that waits for another one. */
  const decide = async (number: string, verdict: Wish['verdict'], more: Partial<Wish> = {}) => {
    const desk = await signedIn(shop, 'yunying01');
    return desk.call('decideReview', { queue: 'drug', reviewNo: number, verdict, answer: '材料齐', ...more });
  };
  const decideByTwo = async (...wish: Parameters<typeof decide>) => {
    const { approvalNo } = (await decide(...wish)).result ?? expect.fail();
    const desk = await signedIn(shop, 'hegui01');
    // Pressed twice, it counts once.
    const both = await Promise.all(
      [1, 2].map(() => desk.call('decideApproval', { approvalNo: approvalNo ?? '', agree: true })),
    );
    expect(both.filter(({ code }) => code === 200000)).toHaveLength(1);
  };
  const whole = (number: string) => wholeDrugApplication(depsOf(shop), number);

  test('is asked for with all papers, reviewed, fetched, paid for by the rules, and fetched again in the next cycle', async () => {
    const [self] = [resident(101)];
    const [own = ''] = policyNos;
    expect((await visitor.value('drugApplications', {})).people).toMatchObject([
      { policyNo: own, name: self.name, isOpen: true, deductibleLeftFen: 1_000_000, limitLeftFen: 100_000_000 },
      { policyNo: policyNos[1] },
    ]);
    const short = await apply(visitor, own, { papers: await drugPapers(visitor, ['prescription', 'identity']) });
    expect(short.envelope).toMatchObject({ code: 400100, message: '还缺病理或基因报告、病历小结，交齐才能提交' });
    const clientKey = newKey();
    const papers = await drugPapers(visitor);
    const [first, again] = await Promise.all([
      apply(visitor, own, { clientKey, papers }),
      apply(visitor, own, { clientKey, papers }),
    ]);
    expect([first.envelope.code, again.envelope.code]).toEqual([200000, 200000]);
    const { drugApplicationNo: number } = first.envelope.result;
    expect(again.envelope.result.drugApplicationNo).toBe(number);
    expect((await apply(visitor, own)).envelope.code).toBe(400303);
    expect(await newest()).toMatchObject({
      ...{ status: 'reviewing', statusLabel: '待审核', drugName: '示例替尼片', personName: self.name },
      papers: [{ count: 1 }, { count: 1 }, { count: 1 }, { count: 1 }],
      coPay: { priceFen: 1_800_000, deductedFen: 1_000_000, paidFen: 560_000, ownFen: 1_240_000 },
      pharmacies: [],
    });

    const desk = await signedIn(shop, 'yunying01');
    const { reviews } = await desk.value('listReviews', { queue: 'drug' });
    expect(reviews).toMatchObject([{ reviewNo: number, statusLabel: '待审核' }]);
    expect(JSON.stringify(reviews)).not.toMatch(/替尼|YF001|钱/);
    const shown = await desk.value('showReview', { queue: 'drug', reviewNo: number });
    expect(shown.papers.flatMap(({ files }) => files)).toHaveLength(4);
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${self.phone}|${self.idNumber}`));
    const fileId = papers[0]?.fileIds[0] ?? '';
    const paper = await desk.send(consoleCalls.showReviewPaper, { queue: 'drug', reviewNo: number, fileId });
    expect([
      paper.status,
      Buffer.from(await paper.arrayBuffer())
        .subarray(0, 2)
        .toString('hex'),
    ]).toEqual([200, 'ffd8']);

    for (const [verdict, more] of [
      ['approve', {}],
      ['approve', { cycles: 25 }],
      ['refuse', { answer: '' }],
      ['collected', { priceFen: 0.5 }],
    ] as const) {
      expect((await decide(number, verdict, more)).code).toBe(400100);
    }
    expect((await decide(number, 'collected')).code).toBe(400707);
    expect((await decide(number.replace(/.$/, 'X'), 'approve', { cycles: 2 })).code).toBe(400104);
    expect((await decide(number, 'ask-papers', { answer: '报告缺第二页' })).code).toBe(200000);
    await runJob(shop, 'drug-news');
    expect(newestSms(self)).toContain('服务申请还缺材料，请登录查看');
    expect(await newest()).toMatchObject({ status: 'papers-wanted', answer: '报告缺第二页' });
    const more = await drugPapers(visitor, ['report']);
    await visitor.value('supplementDrug', { drugApplicationNo: number, papers: more });
    expect((await newest())?.papers[1]).toMatchObject({ count: 2 });
    await decideByTwo(number, 'approve', { cycles: 2 });
    await runJob(shop, 'drug-news');
    expect(newestSms(self)).toContain('服务申请有了结果，请登录查看');
    expect(
      shop.sandbox.control
        .sms(self.phone)
        .map(({ params }) => JSON.stringify(params))
        .join(),
    ).not.toMatch(/药|瘤/);

    const choose = (pharmacyCode: string, place: object = { way: 'collect' }) =>
      visitor.call('chooseDrugPlace', { drugApplicationNo: number, pharmacyCode, ...place } as never);
    const recipient = { name: '钱收', phone: self.phone, address: '苏州市姑苏区观前街 9 号' };
    expect((await newest())?.pharmacies.map(({ code }) => code)).toContain('P05');
    expect((await choose('P14')).envelope.code).toBe(400104);
    expect((await choose('P02', { way: 'deliver', recipient })).envelope.message).toContain('不送药');
    expect((await choose('P05', { way: 'deliver' })).envelope.code).toBe(400100);
    expect((await choose('P05', { way: 'deliver', recipient })).envelope.result).toMatchObject({
      status: 'arranged',
      place: { way: 'deliver', pharmacy: { code: 'P05' }, recipient: { name: '钱收' } },
    });
    await visitor.value('giveUpDrugPlace', { drugApplicationNo: number });
    expect((await choose('P05')).envelope.result).toMatchObject({ status: 'arranged', place: { recipient: null } });
    await decideByTwo(number, 'collected');
    expect(await newest()).toMatchObject({ status: 'collected', cyclesDone: 1, nextDueOn: '2026.12.31' });

    shop.clock.set('2026-12-23T23:50:00+08:00');
    await runJob(shop, 'drug-sweep');
    expect((await newest())?.status).toBe('collected');
    shop.clock.set('2026-12-24T00:10:00+08:00');
    await runJob(shop, 'drug-sweep');
    const told = newestSms(self);
    await runJob(shop, 'drug-news');
    // Nobody is woken at night.
    expect(newestSms(self)).toBe(told);
    shop.clock.set('2026-12-24T08:10:00+08:00');
    await runJob(shop, 'drug-news');
    expect(newestSms(self)).toContain('服务申请可以办下一期了');
    // The deductible is taken once a year.
    expect(await newest()).toMatchObject({
      ...{ status: 'approved', place: null },
      coPay: { deductedFen: 0, paidFen: 1_260_000, ownFen: 540_000 },
    });
    await choose('P01');
    await decideByTwo(number, 'collected', { priceFen: 1_700_001 });
    expect(await newest()).toMatchObject({ status: 'finished', cyclesDone: 2, nextDueOn: null });
    const { query } = depsOf(shop).database;
    expect(await query('select cycle_no, deducted_fen, paid_fen from drug_cycles order by cycle_no')).toEqual([
      { cycle_no: 1, deducted_fen: 1_000_000n, paid_fen: 560_000n },
      { cycle_no: 2, deducted_fen: 0n, paid_fen: 1_190_001n },
    ]);
    expect((await visitor.value('drugApplications', {})).people[0]).toMatchObject({
      ...{ deductibleLeftFen: 0, limitLeftFen: 98_249_999 },
    });
  });

  test('is nobody else’s, neither the application nor its papers, and the database names no drug', async () => {
    const [, mothers = ''] = policyNos;
    const { envelope } = await apply(visitor, mothers);
    const { drugApplicationNo } = envelope.result;
    expect((await apply(visitor, strangersPolicy)).envelope).toMatchObject({ code: 400104 });
    expect((await apply(stranger, mothers)).envelope).toMatchObject({ code: 400104 });
    expect((await apply(visitor, mothers, { drugCode: 'YF999' })).envelope).toMatchObject({ code: 400104 });
    const papers = await drugPapers(stranger);
    expect((await apply(visitor, mothers, { drugCode: 'YF002', papers })).envelope).toMatchObject({ code: 400104 });
    const absent = drugApplicationNo.replace(/\d$/, (digit: string) => String((Number(digit) + 1) % 10));
    for (const name of ['withdrawDrug', 'giveUpDrugPlace'] as const) {
      const theirs = (await stranger.call(name, { drugApplicationNo })).envelope;
      const nobodys = (await stranger.call(name, { drugApplicationNo: absent })).envelope;
      expect([theirs.code, theirs.message]).toEqual([nobodys.code, nobodys.message]);
    }
    const foreign = { drugApplicationNo, pharmacyCode: 'P01', way: 'collect' } as const;
    expect((await stranger.call('chooseDrugPlace', foreign)).envelope.code).toBe(400104);
    expect((await stranger.call('supplementDrug', { drugApplicationNo, papers })).envelope.code).toBe(400104);
    expect((await stranger.value('drugApplications', {})).applications).toEqual([]);

    const { query } = depsOf(shop).database;
    const [dump] = await query<{ text: string }>(
      `select string_agg(a::text, '') || coalesce((select string_agg(l::text, '') from drug_cycles l), '') as text
       from drug_applications a`,
    );
    for (const secret of ['YF001', '替尼', resident(102).name, Buffer.from('YF001').toString('hex')]) {
      expect(dump?.text).not.toContain(secret);
    }
    expect(shop.logged.join()).not.toMatch(/YF001|替尼/);

    // Taken back: the papers are gone, and after a month the rest.
    await visitor.value('withdrawDrug', { drugApplicationNo });
    expect(await visitor.value('withdrawDrug', { drugApplicationNo })).toMatchObject({ status: 'withdrawn' });
    expect((await whole(drugApplicationNo))?.files).toEqual([]);
    shop.clock.advance(31 * 86_400_000);
    await runJob(shop, 'drug-sweep');
    expect(await whole(drugApplicationNo)).toBeNull();
  });

  test('needs a cover that stands, and ends with it', async () => {
    const { query } = depsOf(shop).database;
    const [, mothers = ''] = policyNos;
    const early = (on: boolean) =>
      query(`update editions set config_version = config_version + 1,
        document = jsonb_set(document, '{servicesBeforeCover}', '${on}') where code = 'demo27'`);
    await early(false);
    await depsOf(shop).editions.refresh();
    expect((await apply(visitor, mothers)).envelope).toMatchObject({
      code: 400303,
      message: `${resident(102).name}的保障还没开始，开始后再申请`,
    });
    shop.clock.set('2027-06-01T10:00:00+08:00');
    const buyer = await loggedIn(shop, resident(101));
    const shown = async () => (await buyer.value('drugApplications', {})).applications[0];
    const { drugApplicationNo } = (await apply(buyer, mothers)).envelope.result;
    await decideByTwo(drugApplicationNo, 'approve', { cycles: 6, preExisting: true });
    expect((await shown())?.coPay).toMatchObject({ ratioPercent: 35, paidFen: 280_000 });
    await buyer.value('chooseDrugPlace', { drugApplicationNo, pharmacyCode: 'P01', way: 'collect' });
    shop.clock.set('2028-01-01T10:00:00+08:00');
    await runJob(shop, 'drug-sweep');
    expect((await whole(drugApplicationNo))?.status).toBe('lapsed');
    // Kept five years from the end of the cover, papers too.
    shop.clock.set('2032-12-31T23:00:00+08:00');
    await runJob(shop, 'drug-sweep');
    expect((await whole(drugApplicationNo))?.files).toHaveLength(4);
    shop.clock.set('2033-01-01T00:00:01+08:00');
    await runJob(shop, 'drug-sweep');
    expect(await whole(drugApplicationNo)).toBeNull();
    await early(true);
    await depsOf(shop).editions.refresh();
  });
});

describe('health services', () => {
  const book = (from: Visitor, serviceCode: string, more: object = {}) =>
    from.call('bookHealthService', {
      ...{
        clientKey: newKey(),
        policyNo: policyNos[0],
        serviceCode,
        phone: resident(101).phone,
        wantedOn: '2026-12-30',
      },
      ...more,
    } as never);
  const mine = async () => (await visitor.value('myHealthServices', {})).people[0];
  const rightOf = async (code: string) => (await mine())?.services.find((service) => service.code === code);

  test('many at once never book more often than a service is offered', async () => {
    expect((await visitor.value('healthServices', {})).services.map(({ icon }) => icon)).toEqual([
      ...['hospital', 'stethoscope', 'nurse', 'magnifier', 'heart', 'check-up'],
    ]);
    expect(await rightOf('S03')).toMatchObject({ times: 3, left: 3, whyNot: null, firstDay: '2026-12-03' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => book(visitor, 'S03')));
    const codes = answers.map(({ envelope }) => envelope.code).sort();
    expect(codes).toEqual([200000, 200000, 200000, 400303, 400303, 400303, 400303, 400303]);
    expect(new Set(answers.flatMap(({ envelope }) => envelope.result?.serviceBookingNo ?? [])).size).toBe(3);
    expect((await rightOf('S03'))?.left).toBe(0);
    const clientKey = newKey();
    const same = await Promise.all([1, 2, 3].map(() => book(visitor, 'S01', { clientKey })));
    expect(same.map(({ envelope }) => envelope.code)).toEqual([200000, 200000, 200000]);
    expect((await rightOf('S01'))?.left).toBe(1);
  });

  test('a day, an age and a policy have to fit', async () => {
    for (const wantedOn of [undefined, '2026-12-01', '2026-02-31', '2027-12-01']) {
      expect((await book(visitor, 'S02', { wantedOn })).envelope.code).toBe(400100);
    }
    expect((await book(visitor, 'S09')).envelope.code).toBe(400104);
    expect((await book(visitor, 'S02', { policyNo: strangersPolicy })).envelope.code).toBe(400104);
    const year = Number(resident(101).birthDate.slice(0, 4));
    const enrolled = (await book(visitor, 'S05', { wantedOn: undefined })).envelope;
    expect(enrolled.code).toBe(2026 - year >= 60 ? 200000 : 400303);
    const { query } = depsOf(shop).database;
    const [dump] = await query<{ text: string }>(`select string_agg(t::text, '') as text from health_service_times t`);
    expect(dump?.text).not.toMatch(/S03|护士|钱/);
  });

  test('a time is given back, used, missed, or cancelled by the provider, and who booked is told', async () => {
    const bookings = (await mine())?.bookings.filter(({ serviceCode }) => serviceCode === 'S03') ?? [];
    const [first, second, third] = bookings.map(({ serviceBookingNo }) => serviceBookingNo) as [string, string, string];
    expect((await stranger.call('cancelHealthService', { serviceBookingNo: first })).envelope.code).toBe(400104);
    const given = await visitor.value('cancelHealthService', { serviceBookingNo: first });
    expect(given).toMatchObject({ status: 'available', statusLabel: '可用' });
    expect((await rightOf('S03'))?.left).toBe(1);
    expect((await book(visitor, 'S03')).envelope.code).toBe(200000);
    const desk = await signedIn(shop, 'kefu01');
    const { bookings: listed } = await desk.value('listServiceBookings');
    expect(listed.map(({ serviceBookingNo }) => serviceBookingNo)).toContain(second);
    expect(JSON.stringify(listed)).not.toMatch(/护士|钱|1390/);
    const named = { serviceBookingNo: second, reason: '机构回话，告诉本人' };
    expect(await desk.value('readServiceBooking', named)).toMatchObject({
      ...{ name: resident(101).name, phone: resident(101).phone },
    });
    const settle = async (serviceBookingNo: string, outcome: 'used' | 'missed' | 'cancel') =>
      (await desk.call('settleServiceBooking', { serviceBookingNo, outcome, reason: '机构回的话' })).code;
    expect(await settle(second, 'used')).toBe(200000);
    expect(await settle(second, 'missed')).toBe(400707);
    expect(await settle(first, 'used')).toBe(400104);
    expect((await visitor.call('cancelHealthService', { serviceBookingNo: second })).envelope.code).toBe(400303);
    expect(await settle(third, 'cancel')).toBe(200000);
    await runJob(shop, 'health-service-news');
    expect(newestSms(resident(101))).toContain('预约的服务有变化，请登录查看');
    expect(newestSms(resident(101))).not.toContain('护士');
    expect((await rightOf('S03'))?.left).toBe(1);
    shop.clock.set('2027-01-01T00:10:00+08:00');
    await runJob(shop, 'health-service-sweep');
    shop.clock.set('2026-12-20T10:00:00+08:00');
    const states = (await mine())?.bookings.map(({ serviceCode, status }) => `${serviceCode} ${status}`) ?? [];
    expect(states).toContain('S03 expired');
    expect(states).toContain('S03 used');
    expect(states).toContain('S01 expired');
  });
});
