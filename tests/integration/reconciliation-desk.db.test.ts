import { createHash } from 'node:crypto';
import { consoleCalls } from '@huimin/contract/console';
import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import { SETTLEMENT_COLUMNS } from '@huimin/domain/reconciliation';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { takeDueBalance } from '../../apps/server/src/features/ledger/index.ts';
import { type Desk, signedIn } from './desk.ts';
import { openShop, pay, placeOrder, type RunningServer, type Shop, type Visitor } from './shop.ts';

/** Bills, orders and the insurer side by side at the console: what differs, who decides it, and the day's end. */
let shop: Shop;
let finance: Desk;
let compliance: Desk;
let day: string;
const core = () => (shop.servers[0] as RunningServer).deps;
const query = <R extends object>(text: string, values: readonly unknown[] = []): Promise<R[]> =>
  core().database.query<R>(text, values);

async function payByAlipay(visitor: Visitor, orderNo: string): Promise<void> {
  const { payUrl } = await visitor.value('alipayWapPay', { orderNo });
  await (await fetch(payUrl)).text();
  const { numbers } = core();
  const number = numbers.merchantOrderNo(numbers.orderId(orderNo) as bigint, 1);
  shop.sandbox.control.alipay.orders.act(number, 'pay');
  await shop.sandbox.control.settle();
}

async function reconcile(): Promise<void> {
  while ((await shop.runJob('reconciliation')) > 0);
}

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(core());
  shop.clock.set(beijingMs(`${addDays(beijingDate(shop.clock.now()), 1)} 12:00:00`));
  day = beijingDate(shop.clock.now());
  for (const person of [people.linMei, people.father, people.mother]) {
    const visitor = shop.visitor();
    await visitor.logIn(person);
    const { orderNo } = await placeOrder(visitor, [person]);
    if (person !== people.mother) await pay(visitor, orderNo, shop.sandbox);
    else await payByAlipay(visitor, orderNo);
  }
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'bill_extra_row', times: 1 });
  shop.sandbox.control.faults.add({ provider: 'alipay', kind: 'bill_amount_diff', times: 1 });
  shop.clock.set(beijingMs(`${addDays(day, 1)} 10:05:00`));
  await reconcile();
  finance = await signedIn(shop, 'caiwu01');
  compliance = await signedIn(shop, 'hegui01');
});
afterAll(() => shop?.close());

const view = () => finance.value('showReconciliationDay', { day });
const list = (more: object = {}) => finance.value('listDifferences', { day, ...more });
const partSum = (parts: readonly { fen: number }[]) => parts.reduce((sum, { fen }) => sum + fen, 0);

/** Every sum on the page is what its parts come to. */
async function expectSums(): Promise<void> {
  const { bill, book, providers, payments, refunds, classes, insurer } = await view();
  for (const [whole, side] of [
    [bill, 'bill'],
    [book, 'book'],
  ] as const) {
    for (const field of ['payments', 'paymentFen', 'refunds', 'refundFen'] as const) {
      expect(whole[field]).toBe(providers.reduce((sum, one) => sum + one[side][field], 0));
    }
  }
  expect(payments.gapFen).toBe(bill.paymentFen - book.paymentFen);
  expect(refunds.gapFen + 0).toBe(book.refundFen - bill.refundFen + 0);
  expect(payments.gapFen).toBe(partSum(payments.parts));
  expect(refunds.gapFen).toBe(partSum(refunds.parts));
  const { differences } = await list();
  for (const { class: name, count } of classes) {
    expect([name, count]).toEqual([name, differences.filter((one) => one.class === name).length]);
    expect((await list({ class: name })).differences).toEqual(differences.filter((one) => one.class === name));
  }
  if (insurer) expect(insurer.fen).toBe(insurer.shares.reduce((sum, { fen }) => sum + fen, 0));
}

async function decided(differenceNo: string, resolution: 'checked' | 'held' | 'booked' | 'refunded'): Promise<void> {
  const asked = { differenceNo, resolution, reason: '已和渠道核对' };
  const { approvalNo } = await finance.value('askDifferenceDecision', asked);
  // Nobody agrees to what they asked for, and nothing is asked for twice.
  expect((await finance.call('decideApproval', { approvalNo, agree: true })).code).not.toBe(200000);
  expect((await finance.call('askDifferenceDecision', asked)).message).toContain('已经提交处理');
  expect(await shop.runJob('reconciliation-decisions')).toBe(0);
  await compliance.value('decideApproval', { approvalNo, agree: true });
  expect(await shop.runJob('reconciliation-decisions')).toBe(1);
}

test('a day as three sides tell it, whose sums add up, and its differences one by one', async () => {
  const { days } = await finance.value('listReconciliationDays');
  expect(days[0]).toMatchObject({ day, missing: 0, isClosed: false });
  const shown = await view();
  expect(shown.book).toEqual({ payments: 3, paymentFen: 47_400, refunds: 0, refundFen: 0 });
  expect(shown.open).toBe(days[0]?.open);
  expect(shown.open).toBeGreaterThan(0);
  expect(shown.closing.problems).toEqual([`还差 ${shown.open} 笔`]);
  await expectSums();
  const { differences } = await list();
  for (const { differenceNo, classLabel } of differences) {
    const detail = await finance.value('showDifference', { differenceNo });
    expect(detail).toMatchObject({ differenceNo, classLabel, day, decision: null });
    expect(detail.moments.map(({ at }) => at)).toEqual(detail.moments.map(({ at }) => at).toSorted());
    expect(detail.moments.some(({ text }) => text === `对账归为${classLabel}`)).toBe(true);
    expect(detail.ways.length).toBeGreaterThan(1);
  }
  expect((await finance.call('showDifference', { differenceNo: '1' })).message).toBe('没有这笔差异');
  expect((await finance.call('showReconciliationDay', { day: '2026-02-30' })).code).not.toBe(200000);
  const early = await finance.call('askDayClosing', { day, reason: '看看能不能结' });
  expect(early.message).toContain('还不能结清');
  expect((await finance.call('fetchBillsAgain', { day: addDays(day, 1) })).message).toContain('今天以前');
});

test('what is decided is done once, by a job, after another person; then two people close the day', async () => {
  const { differences } = await list();
  const told = async (which: 'open' | 'done') =>
    (await finance.value('listAlerts', { which, kind: 'bill-difference' })).alerts;
  const before = await told('open');
  // In the desk's own words, with the way to the day.
  expect(before.map(({ about }) => about.day)).toEqual(before.map(() => day));
  expect(before.flatMap(({ details }) => details)).toContainEqual({ label: '渠道', value: '微信支付' });
  expect(before.flatMap(({ details }) => details)).toContainEqual({ label: '差异', value: '1 笔' });
  const stranger = differences.find((one) => one.class === 'provider-only');
  // Money that is no order of ours cannot be booked: whoever asked reads why, and may decide otherwise.
  if (!stranger) throw new Error('no line of the bill alone');
  await decided(stranger.differenceNo, 'booked');
  const refused = await finance.value('showDifference', { differenceNo: stranger.differenceNo });
  expect(refused.decision).toMatchObject({ stateLabel: '没办成' });
  expect(refused.decision?.problem).toContain('不是我方的订单号');
  expect(refused.ways.length).toBeGreaterThan(0);
  const wrong = { differenceNo: stranger.differenceNo, resolution: 'corrected' as const, reason: '改一下状态' };
  expect((await finance.call('askDifferenceDecision', wrong)).message).toContain('只能这样处理');
  await decided(stranger.differenceNo, 'held');
  const others = differences.filter(({ differenceNo }) => differenceNo !== stranger.differenceNo);
  for (const { differenceNo } of others) {
    expect((await told('open')).length).toBeGreaterThan(0);
    await decided(differenceNo, 'checked');
  }
  // Nobody has to say once more that all of it was seen to.
  expect(await told('open')).toEqual([]);
  expect(new Set((await told('done')).map(({ alertNo }) => alertNo))).toEqual(
    new Set(before.map(({ alertNo }) => alertNo)),
  );
  expect((await told('done'))[0]).toMatchObject({ resolvedBy: null, note: '差异都处理了，提醒自动消掉' });

  const [held] = (await list({ class: 'provider-only' })).differences;
  expect(held).toMatchObject({ state: 'held', decided: '挂账' });
  const [row] = await query<{ resolved_by: string }>(
    `select resolved_by from reconciliation_differences where state = 'resolved' and resolution = 'checked'`,
  );
  expect(row?.resolved_by).toBe('财务 01、合规 01');
  await expectSums();

  const { approvalNo } = await finance.value('askDayClosing', { day, reason: '差异都处理完了' });
  expect((await view()).closing).toMatchObject({ problems: [], isAsked: true, closedAt: null });
  expect((await finance.call('askDayClosing', { day, reason: '差异都处理完了' })).message).toContain('已经提交');
  await compliance.value('decideApproval', { approvalNo, agree: true });
  expect((await view()).closing).toMatchObject({ closedBy: '财务 01、合规 01', hasChanged: false, isAsked: false });
  expect((await finance.value('listReconciliationDays')).days[0]?.isClosed).toBe(true);

  // The true bill comes after all: the day says that it is another one than was closed.
  await finance.value('fetchBillsAgain', { day });
  expect((await view()).isPending).toBe(true);
  await reconcile();
  const after = await view();
  expect(after.closing.hasChanged).toBe(true);
  expect(after.gone).toBe(differences.length);
  expect((await list({ gone: 'yes' })).differences).toHaveLength(differences.length);
  expect(after).toMatchObject({ open: 0, held: 0, bill: after.book });
  await expectSums();
});

/** A table, given by finance and agreed to by somebody else. */
async function give(desk: Desk, table: readonly (readonly string[])[], more: { kind: string; day?: string }) {
  const bytes = Buffer.from(table.map((cells) => cells.join(',')).join('\n'));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { ...more, fileName: '到账.csv', sizeBytes: bytes.length, sha256 };
  const { importNo } = await desk.value('beginImport', file);
  await desk.value('sendImportPiece', { importNo, piece: 0, content: bytes.toString('base64') });
  await shop.runJob('imports');
  const read = await desk.value('showImport', { importNo });
  if (read.rows.good === 0) return read;
  const { approvalNo } = await desk.value('askImport', { importNo, reason: '银行流水' });
  await compliance.value('decideApproval', { approvalNo, agree: true });
  while ((await shop.runJob('imports')) > 0);
  return desk.value('showImport', { importNo });
}

/** A statement of what came into the account. */
const settle = (desk: Desk, rows: readonly (readonly string[])[]) =>
  give(desk, [SETTLEMENT_COLUMNS, ...rows], { kind: 'settlements' });

test('what came into the account stands beside the bill it is for', async () => {
  const of = async (provider: string) => (await view()).settlements.find((one) => one.provider === provider);
  const { providers } = await view();
  const wechat = providers.find(({ provider }) => provider === 'wechat-pay');
  const billFen = wechat?.bill.paymentFen ?? 0;
  expect(billFen).toBeGreaterThan(0);
  expect(await of('wechat-pay')).toMatchObject({ billFen, grossFen: 0, stateLabel: '待到账', transfers: [] });

  const next = addDays(day, 1);
  const yuan = (fen: number) => (fen / 100).toFixed(2);
  const line = (reference: string, gross: number, fee: number) =>
    ['微信支付', day, yuan(gross), yuan(fee), yuan(gross - fee), next, reference] as const;
  const [first, second] = [10_000, billFen - 10_000];
  const done = await settle(finance, [
    line('BANK-0001', first, 60),
    [...line('BANK-0002', second, 100)].with(4, '1.00'),
  ]);
  expect(done).toMatchObject({ status: 'done', rows: { bad: 1, live: 1 } });
  expect(await of('wechat-pay')).toMatchObject({
    stateLabel: '少结算',
    grossFen: first,
    feeFen: 60,
    netFen: first - 60,
  });

  // The same line again is known and the rest is taken: nothing counts twice.
  const both = [line('BANK-0001', first, 60), line('BANK-0002', second, 100)];
  expect(await settle(finance, both)).toMatchObject({ rows: { bad: 1, live: 1 } });
  const settled = await of('wechat-pay');
  expect(settled).toMatchObject({ stateLabel: '相符', billFen, grossFen: billFen, netFen: billFen - 160 });
  expect(settled?.netFen).toBe(settled?.transfers.reduce((sum, { netFen }) => sum + netFen, 0));
  // A statement that says otherwise of the same transfer stands in place of it.
  await settle(finance, [line('BANK-0002', second + 100, 100)]);
  expect(await of('wechat-pay')).toMatchObject({ stateLabel: '多结算', grossFen: billFen + 100 });
  // Nobody else's work.
  const operations = await signedIn(shop, 'yunying01');
  const refused = { kind: 'settlements', fileName: 'a.csv', sizeBytes: 10, sha256: '0'.repeat(64) };
  expect((await operations.call('beginImport', refused)).message).toContain('不由您的角色导入');
  expect((await finance.call('beginImport', { ...refused, kind: 'outlets' })).message).toContain('不由您的角色导入');
});

test('a policy that the insurer has otherwise is decided by two people, and once', async () => {
  await query(
    `insert into issue_differences (shard, id, edition_code, day, class, policy_no, own_fen, own_state, finding, state,
       opened_at, opened_run_id, run_id)
     values (1, 77, 'js26', $1, 'ours-only', 'SMA-EXAMPLE', 9900, 'valid', '保司的文件里没有', 'open', $2, 1, 1)`,
    [day, new Date(shop.clock.now())],
  );
  await query(`insert into operator_alerts (id, kind, details, created_at) values (77, 'issue-difference', $1, $2)`, [
    JSON.stringify({ edition: 'js26', latestDay: day, opened: 1 }),
    new Date(shop.clock.now()),
  ]);
  const stillTold = () => query(`select from operator_alerts where kind = 'issue-difference' and resolved_at is null`);
  finance = await signedIn(shop, 'caiwu01');
  compliance = await signedIn(shop, 'hegui01');
  expect((await view()).issues).toMatchObject([{ issueNo: '77', policyNo: 'SMA-EXAMPLE', isUnderWay: false }]);
  const wish = { issueNo: '77', issueResolution: 'insurer-corrects', reason: '保司确认漏报，明天补' } as const;
  const { approvalNo } = await finance.value('askIssueDecision', wish);
  expect((await finance.call('askIssueDecision', wish)).message).toContain('等第二个人');
  expect((await view()).issues).toMatchObject([{ isUnderWay: true }]);
  expect((await finance.call('decideApproval', { approvalNo, agree: true })).code).not.toBe(200000);
  expect(await stillTold()).toHaveLength(1);
  await compliance.value('decideApproval', { approvalNo, agree: true });
  expect((await view()).issues).toEqual([]);
  expect(await stillTold()).toHaveLength(0);
  expect((await finance.call('askIssueDecision', wish)).code).toBe(400104);
  await query(`insert into issue_editions (edition_code, latest_day) values ('js26', $1)`, [day]);
  const file = { kind: 'issue-differences', format: 'csv', filter: {}, reason: '和保司核对用' } as const;
  const { approvalNo: agreed } = await finance.value('askTableExport', file);
  await compliance.value('decideApproval', { approvalNo: agreed, agree: true });
  while ((await shop.runJob('table-exports')) > 0);
  const [{ exportNo } = { exportNo: '' }] = (await finance.value('listTableExports')).exports;
  const text = await (await finance.send(consoleCalls.downloadTableExport, { exportNo })).text();
  expect(text).toContain('js26,');
  expect(text).toContain(',我有保司无,SMA-EXAMPLE,');
  expect(text).toContain(',已结清,保司更正,');
  // Asked for again, the edition is compared again too.
  await finance.value('fetchBillsAgain', { day });
  expect(await query(`select 1 from issue_editions where due_at is not null`)).toHaveLength(1);
});

test('an insurer’s issue file is given at the desk, agreed to, read row by row and compared', async () => {
  const heading = ['保单号', '版本', '出单日期', '保费', '状态', '份额:甲信财产'];
  const edition = (core().editions.edition()?.code ?? expect.fail()) as string;
  const line = (policyNo: string, premium: string) => [policyNo, edition, day, premium, '有效', premium];
  const more = { kind: 'issues', day };
  const done = await give(finance, [heading, line('XX-000001', '158.00'), line('XX-000002', '一百')], more);
  expect(done).toMatchObject({ status: 'done', rows: { bad: 1, live: 1 } });
  expect((await finance.value('listImportProblems', { importNo: done.importNo })).problems).toMatchObject([
    { line: 3, column: '保费' },
  ]);
  while ((await shop.runJob('issue-files')) > 0);
  const told = (await view()).issues;
  expect(told).toMatchObject([{ policyNo: 'XX-000001', classLabel: '保司有我无', insurerFen: 15_800, ownFen: null }]);
  // The same content is known, and what an earlier day's file says is not heard any more.
  expect(await give(finance, [heading, line('XX-000001', '158.00'), line('XX-000002', '一百')], more)).toMatchObject({
    status: 'refused',
  });
  const late = { ...more, day: addDays(day, -1) };
  expect(await give(finance, [heading, line('XX-000001', '99.00')], late)).toMatchObject({ rows: { bad: 1, live: 0 } });
  const operations = await signedIn(shop, 'yunying01');
  const theirs = { kind: 'issues', day, fileName: 'a.csv', sizeBytes: 10, sha256: '1'.repeat(64) };
  expect((await operations.call('beginImport', theirs)).message).toContain('不由您的角色导入');
});

test('the ledger as the desk sees it: every account in words, every provider’s money, and that all agrees', async () => {
  while ((await shop.runJob('ledger')) > 0);
  const shown = () => finance.value('showTrialBalance');
  expect(await shown()).toEqual({ balance: null, isAwaited: true, mayAsk: true });
  expect(await shop.runJob('trial-balance')).toBe(1);
  const { balance, isAwaited } = await shown();
  if (balance === null) expect.fail();
  expect(isAwaited).toBe(false);
  expect(balance).toMatchObject({ totalFen: 0, overdrawnGroups: 0, facts: { overdue: 0, wrong: 0 } });
  expect(balance.accounts.map(({ label }) => label)).toEqual(expect.arrayContaining(['保费', '渠道待清算·微信支付']));
  expect(balance.accounts.reduce((sum, { balanceFen }) => sum + balanceFen, 0)).toBe(0);
  const wechat = balance.clearing.find(({ provider }) => provider === 'wechat-pay');
  expect(wechat).toMatchObject({ label: '微信支付', paymentsFen: 31_600, refundsFen: 0, isRight: true });
  expect(balance.isRight).toBe(true);

  // Once a night, and whenever finance asks: by one server, once.
  expect(await shop.runJob('trial-balance')).toBe(0);
  await query(`update trial_balance set taken_at = taken_at - interval '1 day'`);
  expect(await shop.runJob('trial-balance')).toBe(1);
  await query(`update payments set amount_fen = amount_fen - 100 where provider = 'alipay'`);
  await finance.value('takeTrialBalance', {});
  await finance.value('takeTrialBalance', {});
  expect(await shown()).toMatchObject({ isAwaited: true, balance: { isRight: true } });
  // One looks whether it is due, and before it goes on another one does it.
  const { database } = core();
  const overtaken: typeof database.query = async (text, values) => {
    const rows = await database.query(text, values);
    if (text.startsWith('select due_at')) expect(await shop.runJob('trial-balance')).toBe(1);
    return rows as never;
  };
  const watch = { taken: () => expect.fail('done a second time'), stands() {} };
  expect(await takeDueBalance({ ...core(), database: { ...database, query: overtaken } }, watch)).toBe(0);
  expect(await shown()).toMatchObject({ isAwaited: false, balance: { isRight: false, facts: { wrong: 2 } } });
  expect((await (await signedIn(shop, 'hegui01')).call('takeTrialBalance', {})).code).not.toBe(200000);
});

test('what does not agree is told from then on, settled by nobody, and ends when it agrees again', async () => {
  const system = await signedIn(shop, 'yunwei01');
  const standing = async (desk: Desk) => (await desk.value('listStandingAlerts')).alerts;
  const measured = async () => {
    const told = await (await fetch(`${shop.servers[0]?.origin}/metrics`)).text();
    return told.split('\n').find((line) => line.startsWith('hm_ledger_right '));
  };
  const since = (await standing(finance))[0]?.createdAt;
  for (const desk of [finance, system]) {
    expect(await standing(desk)).toMatchObject([
      {
        ...{ kind: 'ledger-unbalanced', title: '账不平', clearsItself: true, resolvedAt: null },
        details: [
          { label: '待清算和收退款对不上', value: '支付宝账上多 1.00 元' },
          { label: '与事实不符的分录', value: '2 笔' },
        ],
      },
    ]);
  }
  expect(await measured()).toBe('hm_ledger_right 0');
  const [{ alertNo } = { alertNo: '' }] = await standing(finance);
  expect((await finance.call('resolveAlert', { alertNo, note: '看过了' })).message).toContain('自己消掉');
  expect((await finance.value('whoAmI')).waiting.alerts).toBeGreaterThan(0);
  // Without being asked for it is added up again an hour later, and says of what began then what is wrong now.
  expect(await shop.runJob('trial-balance')).toBe(0);
  await query(`update payments set amount_fen = amount_fen - 150 where provider = 'alipay'`);
  await query(`update trial_balance set taken_at = taken_at - interval '1 hour'`);
  expect(await shop.runJob('trial-balance')).toBe(1);
  expect(await standing(finance)).toMatchObject([
    { alertNo, createdAt: since, details: [{ value: '支付宝账上多 2.50 元' }, {}] },
  ]);

  await query(`update payments set amount_fen = amount_fen + 250 where provider = 'alipay'`);
  await finance.value('takeTrialBalance', {});
  expect(await shop.runJob('trial-balance')).toBe(1);
  expect(await standing(finance)).toEqual([]);
  expect(await measured()).toBe('hm_ledger_right 1');
  const { alerts } = await finance.value('listAlerts', { which: 'done', kind: 'ledger-unbalanced' });
  expect(alerts).toMatchObject([{ alertNo, resolvedBy: null, note: '再查已经对上，提醒自动消掉' }]);
});

test('only who sees the whole province sees its bills', async () => {
  await query(`update staff_accounts set scope = '{"insurers": null, "cities": ["320500"], "channels": null}'
    where id = (select asked_by from staff_approvals where kind = 'reconciliation-decision' limit 1)`);
  for (const answer of [
    await finance.call('listReconciliationDays'),
    await finance.call('showReconciliationDay', { day }),
    await finance.call('listDifferences', { day }),
    await finance.call('fetchBillsAgain', { day }),
    await finance.call('showTrialBalance'),
    await finance.call('takeTrialBalance', {}),
  ]) {
    expect(answer.message).toContain('全省');
  }
  expect(await finance.value('listStandingAlerts')).toEqual({ alerts: [] });
});
