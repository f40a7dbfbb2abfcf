import { API_BASE_PATH } from '@huimin/contract';
import { CLAIM_HEADINGS } from '@huimin/domain/adjustment';
import { type Person, people } from '@huimin/testing';
import { describe, expect, test } from 'vitest';
import { claimFileById, importDueClaimFile, storeClaimFile } from '../../apps/server/src/features/claims/index.ts';
import { writeXlsx } from '../../apps/server/src/sheets/index.ts';
import { csv, give, insured, OPEN, paid, said, server, settleLogin, shop, useClaims } from './claim-stage.ts';
import { signedIn } from './desk.ts';
import { agreements, keep, loggedIn, pay, REQUIRED, resident } from './shop.ts';

useClaims();

test('a person sees every step of a year, the same fen as the insurer, operator and command work out', async () => {
  const person = resident(1);
  const second = paid(person, {
    ...{ 就诊开始: '2026-05-11', 就诊结束: '2026-05-29', 受理日期: '2026-06-01', 医保数据截至: '2026-06-02' },
    ...{ 总费用: '128000', 医保报销: '68000', 大病保险: '6000', 目录内自付: '36000', 目录外费用: '18000' },
    ...{ 状态: '待支付', 结论日期: '2026-06-10', 到账日期: '', 赔付金额: '30900' },
  });
  const first = paid(person);
  const { file, problems } = await give([second, first], '2026-06-11');
  expect([file.state, file.row_count, file.case_count, file.bad_count, problems]).toEqual(['imported', 2, 2, 0, []]);

  const { visitor, personKey } = await insured(person);
  const { year, years, person: shown } = await visitor.value('queryLiSuan', { personKey });
  expect(shown).toMatchObject({ name: person.name, relation: 'self' });
  expect(shown.idNumberMasked).toMatch(/^\d{3}\*{12}\w{3}$/);
  expect(years).toEqual([{ editionCode: 'js26', editionYear: 2026, productName: '苏民安 2026' }]);
  expect(year?.payableFen).toBe(2_720_000 + 3_090_000);
  const [newest, oldest] = year?.cases ?? expect.fail();
  expect(newest?.claim).toMatchObject({
    ...{ caseNo: second.案件号, ordinal: 2, kindLabel: '住院', statusLabel: '待支付', isEstimate: false, agrees: true },
    ...{ insurerFen: 3_090_000, accountTail: '0000', hospital: '示例市人民医院' },
    clock: { text: '预计 2026.06.20 前到账（同意赔付后 10 天内）', byDay: '2026-06-20', isOver: true },
    sums: {
      totalFen: 12_800_000,
      medicalFen: 7_400_000,
      payableFen: 3_090_000,
      deductibleFen: 1_500_000,
      ownFen: 810_000,
      ratio: null,
    },
  });
  expect(newest?.calculation.steps.map(({ resultFen }) => resultFen)).toEqual([
    5_400_000, 2_880_000, 210_000, 0, 3_090_000,
  ]);
  expect(newest?.calculation.steps[1]?.lines[1]?.label).toBe('起付线 12,000.00，2026 年已用完');
  expect(oldest?.claim).toMatchObject({
    ordinal: 1,
    statusLabel: '已赔付',
    paidOn: '2026-03-18',
    agrees: true,
    clock: null,
  });
  expect(year?.balances[0]).toMatchObject({ limitLeftFen: 100_000_000 - 5_600_000, deductibleUsedFen: 1_200_000 });

  const { claims } = await visitor.value('queryClaims', { personKey });
  expect(claims.map(({ caseNo }) => caseNo)).toEqual([second.案件号, first.案件号]);
  const desk = await signedIn(shop, 'yunying01');
  const rerun = await desk.value('checkClaim', { caseNo: second.案件号 ?? '' });
  expect(rerun).toMatchObject({
    ...{ rulesFen: 3_090_000, insurerFen: 3_090_000, ruleVersion: 1, statusLabel: '待支付' },
    name: expect.stringContaining('*'),
  });
  expect(rerun.steps).toEqual(newest?.calculation.steps);
  expect(JSON.stringify(rerun)).not.toContain(person.idNumber);
  const { query } = server.deps.database;
  const noted = await query<{ detail: string; known: boolean }>(
    `select detail, subject_index is not null as known from staff_audit where what = 'checkClaim' and subject = $1`,
    [`理赔案件 ${second.案件号}`],
  );
  expect(noted).toEqual([{ detail: '重算了一次', known: true }]);
  const again = async () => (await desk.call('checkClaim', { caseNo: second.案件号 ?? '' })).code;
  for (const scope of [{ cities: ['320500'] }, { channels: ['cbc'] }, { insurers: ['别处的保险公司'] }]) {
    const whole = { insurers: null, cities: null, channels: null };
    await query(`update staff_accounts set scope = $1 where account = 'yunying01'`, [{ ...whole, ...scope }]);
    expect([scope, await again()]).toEqual([scope, 400104]);
    await query(`update staff_accounts set scope = $1 where account = 'yunying01'`, [whole]);
  }
  expect(await again()).toBe(200000);
  expect((await desk.call('checkClaim', { caseNo: 'LP999999' })).code).toBe(400104);
});

test('the answer names no diagnosis, and the log no person', async () => {
  const person = resident(2);
  const wrong = await give([{ ...paid(person), 不予赔付原因: '某种大病' }]);
  expect(wrong.problems.join()).not.toContain('大病');
  expect(JSON.stringify(wrong.file)).not.toContain(person.name);
  const logged = shop.logged.join();
  for (const secret of [person.name, person.idNumber, person.phone]) expect(logged).not.toContain(secret);
  const parts = await server.deps.database.query<{ text: string }>(
    `select encode(person_sealed, 'escape') as text from claim_cases union all select why from claim_file_problems`,
  );
  for (const { text } of parts) expect(text).not.toContain(resident(1).name);
});

describe('who sees a claim', () => {
  const stranger = resident(3);

  test('not somebody who says that they are the person, without that person’s phone', async () => {
    const person = resident(4);
    await give([paid(person)]);
    const { visitor } = await insured({ ...stranger, phone: resident(5).phone });
    expect(
      (await visitor.call('confirmClaimPerson', { name: person.name, idType: '01', idNumber: person.idNumber }))
        .envelope.code,
    ).toBe(400104);
    const fresh = await insured({ ...person, phone: resident(6).phone });
    expect((await fresh.visitor.value('queryClaims', { personKey: fresh.personKey })).claims).toEqual([]);
    const own = await insured(person);
    expect((await own.visitor.value('queryClaims', { personKey: own.personKey })).claims).toHaveLength(1);
    // Somebody else's key is answered like one that is nobody's.
    const answers = await Promise.all(
      [own.personKey, '0000000000000000001'].map((personKey) => visitor.call('queryClaims', { personKey })),
    );
    expect(said(answers[0])).toEqual(said(answers[1]));
    expect(answers[0]?.envelope.code).toBe(400104);
    const [claim] = (await own.visitor.value('queryClaims', { personKey: own.personKey })).claims;
    for (const call of ['queryClaimDetail', 'requestRecheck', 'withdrawRecheck'] as const) {
      const input = { personKey: fresh.personKey, caseNo: claim?.caseNo ?? '' };
      const foreign = await fresh.visitor.call(call, input);
      const nobodys = await fresh.visitor.call(call, { ...input, caseNo: 'LP00000000XX' });
      expect(said(foreign)).toEqual(said(nobodys));
    }
  });

  test('not another adult of the family, not even for who paid; of a minor the parent, until they are of age', async () => {
    const child = { ...people.almostAdult, phone: people.linMei.phone };
    await give([paid(people.mother), paid(child)]);
    const { visitor } = await insured(people.linMei);
    await keep(visitor, people.mother, '02');
    await visitor.value('addMember', {
      ...{
        relationship: '03',
        name: child.name,
        idType: '01',
        idNumber: child.idNumber,
        regionCode: '320500',
        consent: true,
      },
    });
    const { people: shown, maySay } = await visitor.value('queryClaimPeople', {});
    expect([shown.map(({ name }) => name), maySay]).toEqual([[people.linMei.name, child.name], false]);
    const childKey = shown[1]?.personKey ?? '';
    expect((await visitor.value('queryClaims', { personKey: childKey })).claims).toHaveLength(1);
    shop.clock.advance(24 * 3_600_000);
    expect((await visitor.value('queryClaimPeople', {})).people).toHaveLength(1);
    expect((await visitor.call('queryClaims', { personKey: childKey })).envelope.code).toBe(400104);
  });

  test('by the policy where the insurer knows no phone: the insured, and of a child the parent who bought it', async () => {
    const [self, child] = [resident(60), people.child];
    shop.clock.advance(61_000);
    const visitor = await loggedIn(shop, self);
    const own = await keep(visitor, self, '00');
    const kept = await visitor.value('addMember', {
      ...{ relationship: '03', name: child.name, idType: '01', idNumber: child.idNumber, regionCode: '320500' },
      ...{ consent: true, guardianConsent: true },
    });
    const claims = async (personKey: string) => (await visitor.value('queryClaims', { personKey })).claims.length;
    const noPhone = { 手机号: '' };
    await give([paid(self, noPhone), paid(child, noPhone)]);
    expect([await claims(own), await claims(kept.memberId)]).toEqual([0, 0]);
    const { orderNo } = await visitor.value('saveOrder', {
      clientKey: 'a-parent-and-a-child-0001',
      policyholderMemberId: own,
      insuredMemberIds: [own, kept.memberId],
      agreedDocuments: await agreements(visitor.value, REQUIRED),
    });
    await pay(visitor, orderNo, shop.sandbox);
    for (let more = 1; more > 0; ) {
      more = 0;
      for (const job of server.built.jobs.filter(({ name }) => /^outbox /.test(name))) more += await job.run();
    }
    expect([await claims(own), await claims(kept.memberId)]).toEqual([1, 1]);
    const [policy] = (await visitor.value('selectListPolicy', {})).policies;
    const foreign = await give([paid(resident(61), { 保单号: policy?.policyNo ?? '' })]);
    expect(foreign.file.problem).toBe('没有一行能读');
    expect(foreign.problems).toEqual(['2,保单号是别人的：和姓名、证件号码对不上']);
  });

  test('who has only a phone logs in for claims alone, says who they are, and stays that person', async () => {
    const person = resident(7);
    const partner = resident(8);
    await give([paid(person), paid({ ...partner, phone: person.phone })]);
    const visitor = await settleLogin(person.phone);
    expect(await visitor.value('queryClaimPeople', {})).toEqual({ people: [], maySay: true });
    const say = (who: Person) =>
      visitor.call('confirmClaimPerson', { name: who.name, idType: '01', idNumber: who.idNumber });
    const wrongName = await say({ ...person, name: partner.name });
    expect(said(await say(resident(9)))).toEqual(said(wrongName));
    const own = await visitor.value('confirmClaimPerson', {
      name: person.name,
      idType: '01',
      idNumber: person.idNumber,
    });
    expect((await visitor.value('queryClaims', { personKey: own.personKey })).claims).toHaveLength(1);
    expect(said(await say(partner))).toEqual(said(wrongName));
    expect((await visitor.value('queryClaimPeople', {})).people).toEqual([own]);
    const bad = await visitor.call('confirmClaimPerson', { name: '张', idType: '01', idNumber: '123456' });
    expect(bad.envelope.code).toBe(400100);
    for (let tries = 0; tries < 8; tries++) await say(partner);
    expect((await say(person)).envelope.code).toBe(400129);
  });
});

describe('a file', () => {
  const person = resident(20);

  test('is taken once, and each line that cannot be read is named without what stands in it', async () => {
    const right = paid(person);
    const other = paid(person, { 版本: 'js99' });
    const rows = [
      right,
      other,
      paid(person, { 目录内自付: '99999' }),
      { ...right, 结算单号: 'JS2', 总费用: '1000', 医保报销: '1000', 大病保险: '0', 目录内自付: '0' },
      { ...right, 结算单号: 'JS2' },
      { ...right, 结算单号: 'JS3', 就诊机构: '别的医院' },
      paid(person, { 状态: '不予赔付', 不予赔付原因: '病历里写的', 赔付金额: '' }),
    ];
    const { file, problems, isKnown } = await give(rows);
    expect([isKnown, file.state, file.row_count, file.case_count, file.bad_count]).toEqual([
      false,
      'imported',
      2,
      1,
      5,
    ]);
    expect(problems.map((line) => Number(line.split(',')[0]))).toEqual([3, 4, 6, 7, 8]);
    expect(problems[2]).toContain('两行');
    expect(problems[3]).toContain('不一样');
    expect(problems[4]).not.toContain('病历');
    expect((await give(rows)).isKnown).toBe(true);
    const { visitor, personKey } = await insured(person);
    const { settlements, claim } = await visitor.value('queryClaimDetail', { personKey, caseNo: right.案件号 ?? '' });
    expect(settlements.map(({ settlementNo }) => settlementNo)).toEqual(['JS1', 'JS2']);
    expect(claim.totalFen).toBe(9_700_000);
  });

  test('of a later day corrects a claim, one of an earlier day does not, and no status goes backwards', async () => {
    const who = resident(21);
    const claim = paid(who, OPEN);
    await give([claim], '2026-04-02');
    const { visitor, personKey } = await insured(who);
    const [open] = (await visitor.value('queryClaims', { personKey })).claims;
    expect(open).toMatchObject({
      isEstimate: true,
      agrees: null,
      sums: { payableFen: 2_720_000 },
      clock: { isOver: true },
    });
    const done = { ...paid(who), 案件号: claim.案件号 ?? '', 赔付金额: '27200.01' };
    expect((await give([done], '2026-04-01')).problems).toEqual(['2,2026-04-02 的文件已有这个案件，比这份新']);
    expect((await give([done], '2026-04-03')).problems).toEqual([]);
    const [decided] = (await visitor.value('queryClaims', { personKey })).claims;
    expect(decided).toMatchObject({
      statusLabel: '已赔付',
      agrees: false,
      insurerFen: 2_720_001,
      sums: { payableFen: 2_720_000 },
    });
    const back = await give([{ ...claim, 状态: '资料待补', 缺少资料: '发票' }], '2026-04-04');
    expect(back.problems).toEqual([]);
    const accepted = await give([{ ...claim, 状态: '已受理' }], '2026-04-05');
    expect(accepted.problems).toEqual(['2,状态不能从资料待补变成已受理']);
    // The person was corrected: the first one loses the claim.
    const right = resident(22);
    await give([{ ...claim, 姓名: right.name, 证件号码: right.idNumber, 手机号: right.phone }], '2026-04-06');
    expect((await visitor.value('queryClaims', { personKey })).claims).toEqual([]);
    const other = await insured(right);
    expect((await other.visitor.value('queryClaims', { personKey: other.personKey })).claims).toHaveLength(1);
  });

  test('may be an XLSX table, and what is no table is refused', async () => {
    const who = resident(23);
    const row = paid(who);
    const rows = [CLAIM_HEADINGS.map((heading) => row[heading] ?? '')];
    const xlsx = await writeXlsx({ headings: CLAIM_HEADINGS, rows });
    expect((await give(xlsx)).file).toMatchObject({ state: 'imported', row_count: 1 });
    expect((await give(Buffer.from('not a table'))).file).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining('表头'),
    });
    const { headings } = { headings: [...CLAIM_HEADINGS, '诊断'] };
    const named = await writeXlsx({ headings, rows: [[...(rows[0] ?? []), '甲']] });
    expect((await give(named)).file.problem).toContain('不需要的列');
  });

  test('of many lines is read in pieces', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) =>
      paid(resident(1_000 + (index % 500)), { 结算单号: `N${index}` }),
    );
    const stored = await storeClaimFile(
      server.deps,
      Buffer.from(csv(rows)),
      { day: '2026-04-01', by: '张理赔' },
      shop.clock.now(),
    );
    await importDueClaimFile(server.deps);
    expect(await claimFileById(server.deps.database.query, stored.id)).toMatchObject({
      row_count: 2_500,
      case_count: 2_500,
      bad_count: 0,
    });
    const [left] = await server.deps.database.query<{ count: bigint }>(
      'select count(*) as count from claim_file_parts',
    );
    expect(left?.count).toBe(0n);
  });
});

test('nobody asks without a login', async () => {
  const visitor = shop.visitor();
  for (const call of ['queryClaimPeople', 'queryClaims', 'queryLiSuan', 'queryClaimDetail'] as const) {
    expect(
      (await visitor.call(call, { personKey: 'ACCOUNTSOWNPERSON', caseNo: 'LP00000001' } as never)).envelope.code,
    ).toBe(400001);
  }
  const noHeaders = await fetch(`${server.origin}${API_BASE_PATH}/api/v1/claims/people`);
  expect((await noHeaders.json()).code).toBe(400101);
});
