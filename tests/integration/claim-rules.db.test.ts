import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { people } from '@huimin/testing';
import { afterAll, expect, test, vi } from 'vitest';
import { seedClaims } from '../../apps/server/seed/demonstration-claims.ts';
import { importDueClaimFile } from '../../apps/server/src/features/claims/index.ts';
import { csv, give, insured, OPEN, paid, server, shop, useClaims } from './claim-stage.ts';
import { signedIn } from './desk.ts';
import { resident } from './shop.ts';

// Commands are processes of their own; on a busy machine they take a while.
vi.setConfig({ testTimeout: 120_000 });
useClaims();
const folder = mkdtempSync(join(tmpdir(), 'huimin-claims-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a plain start shows claims of the demonstration’s people', async () => {
  await seedClaims(server.deps);
  await seedClaims(server.deps);
  const { visitor, personKey } = await insured({ ...people.linMei, phone: '13900000000' });
  const { claims } = await visitor.value('queryClaims', { personKey });
  expect(claims.map(({ statusLabel, agrees }) => [statusLabel, agrees])).toEqual([
    ['资料待补', null],
    ['审核中', null],
    ['待支付', true],
    ['已赔付', true],
  ]);
  expect(claims.some(({ clock }) => clock?.isOver)).toBe(false);
});

test('a year below the deductible is told in the words of the product, and counts on', async () => {
  const person = resident(30);
  const below = paid(person, {
    ...{ 总费用: '25000', 医保报销: '8840', 大病保险: '', 目录内自付: '3860', 目录外费用: '12300' },
    ...{ 状态: '不予赔付', 不予赔付原因: '未达到免赔额', 到账日期: '', 赔付金额: '', 收款账户尾号: '' },
  });
  await give([below, paid(person, { ...OPEN, 状态: '已撤案' })]);
  const { visitor, personKey } = await insured(person);
  const { year } = await visitor.value('queryLiSuan', { personKey });
  expect(year?.cases).toHaveLength(1);
  expect(year?.cases[0]?.calculation.steps[2]?.note).toBe('未达到免赔额：已累计12,300.00元，免赔额15,000.00元');
  expect(year?.cases[0]?.claim.shortfalls.map(({ accumulatedFen }) => accumulatedFen)).toEqual([386_000, 1_230_000]);
  const { claims } = await visitor.value('queryClaims', { personKey });
  expect(claims.map(({ statusLabel, refusal, sums }) => [statusLabel, refusal, sums === null])).toEqual([
    ['已撤案', null, true],
    ['不予赔付', '未达到免赔额', false],
  ]);
});

test('rules are published in versions, and a claim stays with its own', async () => {
  const person = resident(40);
  await give([paid(person)]);
  const desk = await signedIn(shop, 'yunying01');
  const { editions } = await desk.value('listClaimRules');
  const [{ rules: first } = expect.fail()] = editions.find(({ edition }) => edition === 'js26')?.versions ?? [];
  const next = structuredClone(first);
  Object.assign(next, { version: 2, label: '2026 版第 1 次修订' });
  const [inScope] = next.plans[0]?.categories ?? [];
  if (!inScope) throw new Error('no rule');
  inScope.ratio.normal = 9_000;
  const control = {
    ...{ name: '目录内 4.6 万元', plan: next.plans[0]?.code ?? '', ratioClass: 'normal' as const },
    ...{ inScopeFen: 4_600_000, outOfScopeFen: 0, specialDrugFen: 0, expectedFen: 3_060_000 },
  };
  next.cases = [control];
  const ask = (rules: object, more: object = {}) =>
    desk.call('askClaimRules', { rules: { ...next, ...rules }, reason: '按补充协议调整比例', ...more } as never);
  expect((await ask({}, { reason: '' })).code).toBe(400100);
  expect((await ask({ version: 4 })).code).toBe(400707);
  expect((await ask({ editionCode: 'js99' })).code).toBe(400104);
  const garbage = [{ plans: [null] }, { plans: [{ code: 1, categories: [null, 2] }] }, { rounding: null }];
  for (const rules of [...garbage, { plans: [] }, { version: '2' }]) expect((await ask(rules)).code).toBe(400100);
  const { approvalNo = '' } = (await ask({})).result ?? {};
  await (await signedIn(shop, 'hegui01')).value('decideApproval', { approvalNo, agree: true });
  expect((await ask({})).code).toBe(400707);
  const later = paid(person, {
    ...{
      就诊开始: '2026-05-01',
      就诊结束: '2026-05-02',
      受理日期: '2026-05-03',
      结论日期: '2026-05-04',
      到账日期: '2026-05-05',
    },
    ...{ 总费用: '1000', 医保报销: '0', 大病保险: '', 目录内自付: '1000', 赔付金额: '900', 医保数据截至: '2026-05-04' },
  });
  await give([later], '2026-05-06');
  const { visitor, personKey } = await insured(person);
  const { year } = await visitor.value('queryLiSuan', { personKey });
  expect(
    year?.cases.map(({ claim, calculation }) => [claim.sums?.payableFen, claim.agrees, calculation.ruleLabel]),
  ).toEqual([
    [90_000, true, '2026 版第 1 次修订'],
    [2_720_000, true, '2026 版第 1 次发布'],
  ]);
});

test('the desk’s rules open with the edition on sale, not with one that is not sold yet', async () => {
  const desk = await signedIn(shop, 'yunying01');
  const { inForce, editions } = await desk.value('listClaimRules');
  const shownFirst = (await desk.value('showEditionOnSale')).onSale;
  const coming = editions.filter(({ saleLabel }) => saleLabel === '未开售');
  expect(inForce).toBe(shownFirst?.edition);
  expect(editions.find(({ edition }) => edition === inForce)).toMatchObject({ saleLabel: '参保中' });
  expect(coming.map(({ edition }) => edition)).toEqual(['soon28']);
  // What is shown first before its own sale opens is not in force either.
  const { query } = server.deps.database;
  await query(`update editions set is_default = (code = 'soon28')`);
  await server.deps.editions.refresh();
  try {
    const early = await desk.value('listClaimRules');
    expect(early.editions.find(({ edition }) => edition === early.inForce)).toMatchObject({ saleLabel: '参保中' });
  } finally {
    await query('update editions set is_default = (code = $1)', [inForce]);
    await server.deps.editions.refresh();
  }
});

test('a claim of an older policy is shown in its own year, with its own rules, also beside a newer one', async () => {
  const person = resident(60);
  const days = (year: string) => ({
    ...{
      就诊开始: `${year}-03-02`,
      就诊结束: `${year}-03-11`,
      受理日期: `${year}-03-12`,
      医保数据截至: `${year}-03-14`,
    },
  });
  const newer = paid(person, OPEN);
  const older = paid(person, { 版本: 'js25', 方案: 'basic', ...OPEN, ...days('2025') });
  expect((await give([newer, older], '2026-06-20')).problems).toEqual([]);
  const { visitor, personKey } = await insured(person);
  const shown = async (asked: { editionCode?: string; caseNo?: string }) => {
    const { year } = await visitor.value('queryLiSuan', { personKey, ...asked });
    return [year?.editionCode, year?.cases.map(({ claim }) => claim.caseNo)];
  };
  expect(await shown({ caseNo: older.案件号 ?? '' })).toEqual(['js25', [older.案件号]]);
  expect(await shown({ caseNo: newer.案件号 ?? '' })).toEqual(['js26', [newer.案件号]]);
  expect(await shown({ editionCode: 'js25', caseNo: newer.案件号 ?? '' })).toEqual(['js25', [older.案件号]]);
  // Another's number leads nowhere.
  expect(await shown({ caseNo: 'LP99999999' })).toEqual(['js26', [newer.案件号]]);
  expect(await shown({})).toEqual(['js26', [newer.案件号]]);
});

test('a second look is asked for once, answered by a person, and told without a word of what it is about', async () => {
  const person = resident(50);
  await give([paid(person, { 规则版本: '1' })]);
  const { visitor, personKey } = await insured(person);
  const [claim] = (await visitor.value('queryClaims', { personKey })).claims;
  const asked = { personKey, caseNo: claim?.caseNo ?? '' };
  const first = await visitor.value('requestRecheck', { ...asked, note: '目录外少算了一张发票' });
  expect(first).toMatchObject({
    statusLabel: '复核中',
    answer: null,
    tellsByMessage: true,
    until: expect.stringMatching(/^\d{4}\.\d\d\.\d\d 18:00/),
  });
  expect(await visitor.value('requestRecheck', asked)).toEqual(first);
  expect(await visitor.value('withdrawRecheck', asked)).toMatchObject({ statusLabel: '已撤回' });
  await visitor.value('requestRecheck', { ...asked, note: '目录外少算了一张发票' });
  const desk = await signedIn(shop, 'yunying01');
  const { reviews } = await desk.value('listReviews', { queue: 'recheck' });
  expect(reviews.map(({ number }) => number)).toEqual([asked.caseNo]);
  const reviewNo = reviews[0]?.reviewNo ?? '';
  expect((await desk.value('showReview', { queue: 'recheck', reviewNo })).words).toBe('目录外少算了一张发票');
  const answer = (verdict: 'upheld' | 'corrected', words: string) =>
    desk.call('decideReview', { queue: 'recheck', reviewNo, verdict, answer: words });
  expect((await answer('upheld', '发票已经算在内，结果不变')).code).toBe(200000);
  expect((await answer('corrected', '再看一次')).code).toBe(400707);
  const news = () => shop.runJob('claim-recheck-news');
  // Two servers at the same moment tell it once.
  await Promise.all([news(), news()]);
  expect(await news()).toBe(0);
  const told = shop.sandbox.control.sms(person.phone).filter(({ text }) => text.includes('复核'));
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('理算复核有结果了，请到理算结果页面查看')]);
  expect(told[0]?.text).not.toMatch(/住院|医院|发票/);
  const { recheck, mayAskRecheck } = await visitor.value('queryClaimDetail', asked);
  expect(recheck).toMatchObject({ statusLabel: '复核无误', answer: '发票已经算在内，结果不变', until: null });
  expect(mayAskRecheck).toBe(true);
  expect((await visitor.call('withdrawRecheck', asked)).envelope.code).toBe(400303);
});

/** Runs a command as npm does, on the shop's database with its keys; the shop's job works meanwhile. */
async function command(name: string, args: readonly string[] = []): Promise<{ code: number | null; output: string }> {
  const root = join(import.meta.dirname, '..', '..');
  const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');
  const { PATH = '', HOME = '' } = process.env;
  const DATA_KEYS = `t1:${Buffer.alloc(32, 1).toString('base64')}`;
  const child = spawn(
    existsSync(pinnedNode) ? pinnedNode : process.execPath,
    [join(root, 'apps', 'server', 'src', 'commands', `${name}.ts`), ...args],
    { cwd: root, env: { PATH, HOME, DATA_DIR: folder, DATABASE_URL: shop.database.url, DATA_KEYS } },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  let code: number | null | undefined;
  child.once('close', (ended) => {
    code = ended;
  });
  await vi.waitUntil(async () => (await importDueClaimFile(server.deps)) > 0 || code !== undefined, {
    timeout: 60_000,
    interval: 50,
  });
  await vi.waitUntil(() => code !== undefined, { timeout: 60_000, interval: 50 });
  return { code: code ?? null, output };
}

test('the commands give a file to the running program, and compare every decided claim to the fen', async () => {
  const [right, wrong] = [resident(70), resident(71)];
  const file = join(folder, 'claims.csv');
  const first = { 规则版本: '1' };
  const differing = paid(wrong, { ...first, 赔付金额: '27200.01' });
  writeFileSync(file, csv([paid(right, first), differing, paid(right, { 状态: '已完成' })]));
  const imported = await command('import-claims', [file, '--day', '2026-04-01', '--by', '张理赔']);
  expect(imported.output).toMatch(/导入 2 行、2 个案件，不能读 1 行[\s\S]*第 4 行：状态应为/);
  expect(imported.code).toBe(1);
  const checked = await command('claims-check');
  expect(checked.output).toContain(`js26 ${differing.案件号} 规则第`);
  expect(checked.output).toMatch(/不同 1 个/);
  expect(checked.code).toBe(1);
  // More than fit on a screen stand in a file beside the one that was given.
  const broken = Array.from({ length: 60 }, () => paid(right, { 状态: '已完成' }));
  writeFileSync(file, csv([paid(right, first), ...broken]));
  const many = await command('import-claims', [file, '--day', '2026-04-02']);
  expect(many.output).toContain(`还有 10 行，全部写在 ${file}.problems.csv`);
  expect(readFileSync(`${file}.problems.csv`, 'utf8').trimEnd().split('\r\n')).toHaveLength(61);
  const usage = await command('import-claims', ['nowhere.csv']);
  expect([usage.code, usage.output]).toEqual([1, expect.stringContaining('不明白')]);
});
