import type { ReviewQueue, ReviewViewValue } from '@huimin/contract/console';
import { consoleCalls } from '@huimin/contract/console';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { PHOTO } from './change-stage.ts';
import { type Desk, signedIn } from './desk.ts';
import { askAppeal, askDrug, askRecheck } from './review-stage.ts';
import { depsOf, openServiceShop } from './services-stage.ts';
import { resident, type Shop } from './shop.ts';

/** Rechecks, drugs and appeals at the desk: each with its sum, two people where money or a label changes. */
let shop: Shop;
let desk: Desk;
let second: Desk;
beforeAll(async () => {
  shop = await openServiceShop();
  await seedStaffOfDemonstration(depsOf(shop));
  desk = await signedIn(shop, 'yunying01');
  second = await signedIn(shop, 'hegui01');
});
afterAll(() => shop?.close());

const NOT_THERE = 400104;
const RULE = 400707;
const show = (queue: ReviewQueue, reviewNo: string) => desk.value('showReview', { queue, reviewNo });
const agree = async (approvalNo: string | null) =>
  second.call('decideApproval', { approvalNo: approvalNo ?? '', agree: true });
const verdictsOf = ({ verdicts }: ReviewViewValue) =>
  verdicts.map(({ verdict, two }) => `${verdict}${two ? ' 2' : ''}`);
const scopeTo = (scope: object) =>
  depsOf(shop).database.query(`update staff_accounts set scope = $1 where account = 'yunying01'`, [
    JSON.stringify({ insurers: null, cities: null, channels: null, ...scope }),
  ]);

test('a recheck has the sum that the resident sees; a correction counts when another person agrees', async () => {
  const { visitor, caseNo, personKey } = await askRecheck(shop, 701);
  const { reviews, counts } = await desk.value('listReviews', { queue: 'recheck' });
  expect([reviews.length, counts.recheck, (await desk.value('whoAmI')).waiting.reviews]).toEqual([1, 1, 1]);
  expect(reviews[0]).toMatchObject({ number: caseNo, statusLabel: '复核中', dueAt: '2026-11-27 18:00:00' });
  const reviewNo = reviews[0]?.reviewNo ?? '';
  const whole = await show('recheck', reviewNo);
  expect(whole).toMatchObject({ words: '目录外少算了一张发票', rulesFen: 2_720_000, insurerFen: 2_720_000 });
  const { calculation } = await visitor.value('queryClaimDetail', { personKey, caseNo });
  expect(whole.steps.map(({ title, lines, resultFen }) => [title, lines, resultFen])).toEqual(
    calculation?.steps.map(({ title, lines, resultFen }) => [title, lines, resultFen]),
  );
  expect(verdictsOf(whole)).toEqual(['upheld', 'corrected 2']);
  expect(JSON.stringify(whole)).not.toContain(resident(701).idNumber);
  // Whoever is kept to a city sees no claim; of whose city it is nobody can say.
  await scopeTo({ cities: ['320500'] });
  expect((await desk.value('listReviews', { queue: 'recheck' })).counts.recheck).toBe(0);
  expect((await desk.call('showReview', { queue: 'recheck', reviewNo })).code).toBe(NOT_THERE);
  await scopeTo({});
  const decide = (verdict: 'upheld' | 'corrected') =>
    desk.call('decideReview', { queue: 'recheck', reviewNo, verdict, answer: '发票补算进去，多赔的另外到账' });
  const { approvalNo = null } = (await decide('corrected')).result ?? {};
  expect((await decide('upheld')).code).toBe(RULE);
  expect(verdictsOf(await show('recheck', reviewNo))).toEqual([]);
  expect((await desk.value('listReviews', { queue: 'recheck' })).reviews[0]?.waits).toBe(true);
  expect((await desk.call('decideApproval', { approvalNo: approvalNo ?? '', agree: true })).code).not.toBe(200000);
  expect((await visitor.value('queryClaimDetail', { personKey, caseNo })).recheck?.statusLabel).toBe('复核中');
  expect((await agree(approvalNo)).code).toBe(200000);
  expect((await visitor.value('queryClaimDetail', { personKey, caseNo })).recheck).toMatchObject({
    ...{ statusLabel: '需要更正', answer: '发票补算进去，多赔的另外到账' },
  });
  const done = await desk.value('listReviews', { queue: 'recheck', stage: 'done' });
  expect(done.reviews.map(({ statusLabel }) => statusLabel)).toEqual(['需要更正']);
  expect((await show('recheck', reviewNo)).decidedBy).toBe('运营员 01（yunying01），复核 合规 01（hegui01）');
});

describe('a listed drug', () => {
  test('papers are asked for by one, an approval needs two, what was taken too; papers are looked at and noted', async () => {
    const { visitor, number, fileId } = await askDrug(shop, 702);
    shop.clock.advance(61_000);
    const other = await askDrug(shop, 703);
    const list = await desk.value('listReviews', { queue: 'drug' });
    expect(list.reviews.map((one) => one.reviewNo)).toEqual([number, other.number]);
    expect(JSON.stringify(list)).not.toMatch(/替尼|YF001/);
    const whole = await show('drug', number);
    const [, ill] = whole.steps;
    expect(whole.steps.map(({ title, resultFen }) => [title, resultFen])).toEqual([
      ['一期，按正常比例', 1_240_000],
      ['一期，按既往症比例', ill?.resultFen],
    ]);
    expect(ill?.resultFen).toBeGreaterThan(1_240_000);
    const application = async () => (await visitor.value('drugApplications', {})).applications[0];
    expect((await application())?.coPay.ownFen).toBe(1_240_000);
    expect(whole.papers.map(({ files }) => files.length)).toEqual([1, 1, 1, 1]);
    const paper = await desk.send(consoleCalls.showReviewPaper, { queue: 'drug', reviewNo: number, fileId });
    expect(paper.headers.get('content-type')).toBe('image/jpeg');
    const theirs = await desk.send(consoleCalls.showReviewPaper, {
      ...{ queue: 'drug', reviewNo: number, fileId: other.fileId },
    });
    expect(((await theirs.json()) as { code: number }).code).toBe(NOT_THERE);

    const decide = (verdict: 'approve' | 'ask-papers' | 'refuse' | 'collected' | 'upheld', more: object = {}) =>
      desk.call('decideReview', { queue: 'drug', reviewNo: number, verdict, answer: '材料齐，适应症符合', ...more });
    expect((await decide('upheld')).code).toBe(400100);
    expect((await decide('approve')).code).toBe(400100);
    expect((await decide('collected')).code).toBe(RULE);
    const asked = await decide('approve', { cycles: 2, preExisting: false });
    expect((await application())?.status).toBe('reviewing');
    const waiting = (await second.value('showReview', { queue: 'drug', reviewNo: number })).approvals[0];
    expect(waiting).toMatchObject({ mayDecide: true, reason: '通过 2 期，按正常比例：材料齐，适应症符合' });
    await agree(asked.result?.approvalNo ?? null);
    expect(await application()).toMatchObject({ status: 'approved', cycles: 2 });
    await visitor.value('chooseDrugPlace', { drugApplicationNo: number, pharmacyCode: 'P05', way: 'collect' });
    expect((await desk.value('listReviews', { queue: 'drug', stage: 'collect' })).reviews).toHaveLength(1);
    const taken = await decide('collected', { priceFen: 1_700_000 });
    await agree(taken.result?.approvalNo ?? null);
    expect(await application()).toMatchObject({ status: 'collected', cyclesDone: 1 });
    const [cycle] = await depsOf(shop).database.query('select deducted_fen, paid_fen from drug_cycles');
    expect(cycle).toEqual({ deducted_fen: 1_000_000n, paid_fen: 490_000n });

    // Refused by one person; what was agreed to meanwhile by the resident's taking it back is not done.
    const late = await desk.value('decideReview', {
      ...{ queue: 'drug', reviewNo: other.number, verdict: 'approve', cycles: 1, answer: '材料齐' },
    });
    await other.visitor.value('withdrawDrug', { drugApplicationNo: other.number });
    expect((await agree(late.approvalNo)).message).toContain('已经有结果');
  });

  test('lies within a city; what somebody of another city sends by hand finds nothing', async () => {
    const { number } = await askDrug(shop, 704);
    await scopeTo({ cities: ['320600'] });
    expect((await desk.value('listReviews', { queue: 'drug' })).reviews).toEqual([]);
    const decision = { queue: 'drug', reviewNo: number, verdict: 'refuse', answer: '不在目录' } as const;
    expect((await desk.call('decideReview', decision)).code).toBe(NOT_THERE);
    await scopeTo({ cities: ['320500'] });
    expect((await desk.value('listReviews', { queue: 'drug' })).reviews.map((one) => one.place)).toEqual([
      expect.stringContaining('苏州'),
    ]);
    await scopeTo({});
    expect((await desk.call('decideReview', decision)).result).toEqual({ approvalNo: null });
  });
});

test('an appeal: the look is in the resident’s list, the label changes when two people said so', async () => {
  const { visitor, appealNo, queryNo } = await askAppeal(shop, 705, PHOTO);
  const whole = await show('appeal', appealNo);
  expect(whole.line).toMatchObject({ about: '归错了类', dueAt: '2026-11-27 18:00:00' });
  expect(verdictsOf(whole)).toEqual(['confirm', 'correct 2', 'ask-papers']);
  expect(whole.facts.find(({ label }) => label === '现在的结果')?.text).toContain('是，第 2 类');
  const { lookups } = await visitor.value('preExistingOverview', {});
  expect(lookups[0]).toMatchObject({ who: '工作人员 甲信财产 运营员 01', how: '处理复核申请' });
  const { approvalNo } = await desk.value('decideReview', {
    ...{ queue: 'appeal', reviewNo: appealNo, verdict: 'correct', classCode: 'C4', answer: '按材料更正分类' },
  });
  const label = async () => (await visitor.value('queryPreExistingDetail', { queryNo })).answer;
  expect(await label()).toMatchObject({ classText: '第 2 类', reviewed: false });
  await agree(approvalNo);
  expect(await label()).toMatchObject({ classText: '第 4 类', reviewed: true });
});

test('rules: tried beside those that count, published when their cases come out and another person agrees', async () => {
  const { editions } = await desk.value('listClaimRules');
  const now = editions.find(({ edition }) => edition === 'js26');
  const [{ rules } = expect.fail()] = now?.versions ?? [];
  const next = structuredClone(rules);
  const [inScope] = next.plans[0]?.categories ?? [];
  if (!inScope) throw new Error('no rule');
  Object.assign(next, { version: rules.version + 1, label: '2026 版第 2 次发布' });
  inScope.deductibleFen = 1_000_000;
  const control = {
    ...{ name: '目录内 4.6 万元', plan: next.plans[0]?.code ?? '', ratioClass: 'normal' as const },
    ...{ inScopeFen: 4_600_000, outOfScopeFen: 0, specialDrugFen: 0 },
  };
  next.cases = [{ ...control, expectedFen: 2_720_000 }];
  const trial = await desk.value('tryClaimRules', { rules: next });
  expect(trial.problems).toEqual(['对照案例“目录内 4.6 万元”按规则赔 28,800.00 元，您写的是 27,200.00 元']);
  expect(trial.changes).toEqual([
    { what: expect.stringContaining('目录内自付 起付线'), before: '12,000.00', after: '10,000.00' },
  ]);
  expect(trial.cases[0]).toMatchObject({ beforeFen: 2_720_000, afterFen: 2_880_000, expectedFen: 2_720_000 });
  expect(trial.cases.filter(({ beforeFen, afterFen }) => beforeFen !== afterFen).length).toBeGreaterThan(2);
  expect(trial.claims).toEqual({ worked: 1, changed: 1, beforeFen: 2_720_000, afterFen: 2_880_000 });
  const ask = (more: object = {}) =>
    desk.call('askClaimRules', { rules: { ...next, ...more }, reason: '按补充协议调整起付线' });
  expect((await ask()).code).toBe(400100);
  next.cases = [];
  expect((await ask()).message).toContain('请至少写一个对照案例');
  next.cases = [{ ...control, expectedFen: 2_880_000 }];
  expect((await ask({ version: 7 })).code).toBe(RULE);
  expect((await ask({ plans: [] })).code).toBe(400100);
  const { approvalNo = null } = (await ask()).result ?? {};
  expect((await ask()).code).toBe(RULE);
  const seen = await second.value('showAskedClaimRules', { edition: 'js26' });
  expect([seen.rules, seen.trial.problems]).toEqual([next, []]);
  expect((await agree(approvalNo)).code).toBe(200000);
  const after = (await desk.value('listClaimRules')).editions.find(({ edition }) => edition === 'js26');
  expect(after?.versions.map(({ rules: { version } }) => version)).toEqual([2, 1]);
  expect(after?.versions[0]).toMatchObject({
    publishedBy: '运营员 01（yunying01），复核 合规 01（hegui01）',
    rules: next,
  });
  await scopeTo({ insurers: ['别处的保险公司'] });
  expect((await desk.value('listClaimRules')).editions).toEqual([]);
  expect((await desk.call('tryClaimRules', { rules: next })).code).toBe(NOT_THERE);
  await scopeTo({});
});

test('each look and each decision is in the audit log, with the person it is about', async () => {
  const rows = await depsOf(shop).database.query<{ what: string; detail: string; known: boolean }>(
    `select what, detail, subject_index is not null as known from staff_audit
     where what in ('showReview', 'showReviewPaper', 'decideReview') and outcome = 'done'`,
  );
  expect(rows.filter(({ known }) => !known)).toEqual([]);
  expect(rows.map(({ detail }) => detail)).toEqual(
    expect.arrayContaining(['申请：需要更正', '申请：通过 2 期，按正常比例', '不通过', '申请：更正为既往症第 4 类']),
  );
  expect(JSON.stringify(rows)).not.toMatch(/替尼|发票/);
});
