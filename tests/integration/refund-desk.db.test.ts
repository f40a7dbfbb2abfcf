import type { InputOf } from '@huimin/contract';
import { consoleCalls } from '@huimin/contract/console';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { trialBalance } from '../../apps/server/src/features/ledger/index.ts';
import { type Desk, signedIn } from './desk.ts';
import {
  eventually,
  newestCode,
  openShop,
  pay,
  placeOrder,
  type RunningServer,
  type Shop,
  type Visitor,
} from './shop.ts';

/** Refunds that people decide: two for each, never whoever started it, the money by the same way as any other. */
let shop: Shop;
let finance: Desk;
let compliance: Desk;
let service: Desk;
const core = () => (shop.servers[0] as RunningServer).deps;
const UNIT_FEN = 15_800;
const MAY_NOT = 400702;
const RULE = 400707;

beforeAll(async () => {
  shop = await openShop();
  await seedStaffOfDemonstration(core());
  await signInAgain();
  await core().database.query(
    `update editions set document = document || '{"refundReview": true}', config_version = config_version + 1`,
  );
  await core().editions.refresh();
});
afterAll(() => shop?.close());

/** Nobody stays signed in for an hour. */
async function signInAgain(): Promise<void> {
  finance = await signedIn(shop, 'caiwu01');
  compliance = await signedIn(shop, 'hegui01');
  service = await signedIn(shop, 'kefu01');
}

interface Bought {
  readonly visitor: Visitor;
  readonly orderNo: string;
  readonly policyNos: readonly string[];
}

async function bought(payer: (typeof people)['linMei'], family: readonly (typeof people)['linMei'][]): Promise<Bought> {
  const visitor = shop.visitor();
  await visitor.logIn(payer);
  const { orderNo } = await placeOrder(visitor, family);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === family.length,
  );
  const detail = await visitor.value('queryOrderDetail', { orderNo });
  return { visitor, orderNo, policyNos: detail.people.map(({ policyNo }) => policyNo as string) };
}

async function applied(
  { visitor, orderNo }: Bought,
  payer: { phone: string },
  policyNos: readonly string[],
  key: string,
) {
  shop.clock.advance(61_000);
  const choice = { orderNo, policyNos: [...policyNos], reason: 'duplicate' as const };
  await visitor.value('saveRefundSubmission', choice);
  const code = newestCode(shop.sandbox, payer.phone);
  const expectedFen = UNIT_FEN * policyNos.length;
  const refund = await visitor.value('applyRefund', { ...choice, expectedFen, clientKey: key, code });
  return refund.refundNo;
}

const settled = ({ visitor, orderNo }: Bought, status: number) =>
  eventually(
    async () => {
      shop.clock.advance(4_000);
      await shop.sandbox.control.settle();
      return (await visitor.value('queryOrderDetail', { orderNo })).order.status;
    },
    (now) => now === status,
  );

interface Standing {
  readonly refund_no: string;
  readonly state: string;
  readonly refusal: string | null;
  /** Who recorded that it was paid by hand. */
  readonly by: string | null;
}

async function standing({ orderNo }: Bought): Promise<Standing | undefined> {
  const [row] = await core().database.query<Standing>(
    `select r.refund_no, r.state, r.refusal, h.recorded_by as by from refunds r
     left join refund_hand_payouts h on h.shard = r.shard and h.refund_id = r.id
     where r.order_id = $1 order by r.id desc limit 1`,
    [core().numbers.orderId(orderNo)],
  );
  return row;
}

/** Starts a refund that two people agree to and its provider refuses; answers its number. */
async function refusedByProvider(order: Bought): Promise<string> {
  const { orderNo, policyNos } = order;
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_account_empty', call: 'refund.create' });
  const asked = { orderNo, policyNos: [...policyNos], refundReason: 'not-needed' as const, expectedFen: UNIT_FEN };
  const started = await service.value('askOrderRefund', { ...asked, reason: '缴费人来电要求退' });
  await compliance.value('decideApproval', { approvalNo: started.approvalNo, agree: true });
  const refused = await eventually(
    () => standing(order),
    (row) => row?.refusal != null,
  );
  return refused?.refund_no as string;
}

test('what a resident asks for waits for two people; turned down, the policies stand and the reason is read', async () => {
  const { linMei, mother } = people;
  const family = await bought(linMei, [linMei, mother]);
  const refundNo = await applied(family, linMei, [family.policyNos[1] as string], 'reviewed-refund-0001');
  const listed = await finance.value('listRefunds', {});
  expect(listed.counts).toMatchObject({ review: 1, second: 0 });
  expect(listed.refunds).toMatchObject([
    { refundNo, orderNo: family.orderNo, payer: '林*', people: 1, amountFen: UNIT_FEN, statusLabel: '审核中' },
  ]);
  expect((await finance.value('whoAmI')).waiting).toMatchObject({ refunds: 1 });
  const shown = await finance.value('showRefund', { refundNo });
  expect(shown).toMatchObject({ applicant: '林*（缴费人本人，短信验证）', standing: 1, whyNotMine: null, stuck: null });
  expect(shown.checks.every(({ good }) => good)).toBe(true);
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${linMei.name}|${mother.idNumber}`));
  expect((await service.call('agreeRefunds', { refundNos: [refundNo] })).code).toBe(MAY_NOT);

  // Turned down: the policy stands again, the payer reads why, and the same can be asked for anew.
  await finance.value('returnRefunds', { refundNos: [refundNo], reason: '证件号可以直接改，不用退' });
  expect((await family.visitor.value('queryOrderDetail', { orderNo: family.orderNo })).order.status).toBe(50);
  const told = (await family.visitor.value('queryRefundSubmission', { orderNo: family.orderNo })).refunds[0];
  expect(told).toMatchObject({
    status: 'REJECTED',
    steps: [{}, { note: expect.stringContaining('证件号可以直接改') }],
  });
  expect((await finance.call('agreeRefunds', { refundNos: [refundNo] })).code).toBe(RULE);
  expect((await finance.value('listRefunds', { tab: 'returned' })).refunds).toMatchObject([{ refundNo }]);

  // The same list as a file, as masked, once another person has agreed.
  const file = { kind: 'refunds', format: 'csv', filter: { tab: 'returned' }, reason: '给保司看退回的' } as const;
  const linesOf = async (wanted: InputOf<typeof consoleCalls.askTableExport>): Promise<string[]> => {
    const { approvalNo } = await finance.value('askTableExport', wanted);
    await compliance.value('decideApproval', { approvalNo, agree: true });
    await shop.runJob('table-exports');
    const { exports } = await eventually(
      () => finance.value('listTableExports'),
      (list) => list.exports[0]?.status === 'ready',
    );
    const made = await finance.send(consoleCalls.downloadTableExport, { exportNo: exports[0]?.exportNo ?? '' });
    return (await made.text()).trim().split('\r\n');
  };
  const lines = await linesOf(file);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`${refundNo},${family.orderNo},`);
  expect(lines[1]).toContain(',林*,1,158.00,');
  expect((await finance.call('askTableExport', { ...file, filter: { tab: 'all' } })).message).toBe('没有这一栏退款');
  // So are the orders of a filter.
  const orders = { ...file, kind: 'orders', filter: { method: 'wxpay', group: 'issued' } };
  const [headings, ...sold] = await linesOf(orders);
  expect(headings).toBe('订单号,下单时间,缴费人,人数,医保地,付款方式,金额（元）,状态,来源');
  expect(sold.filter((line) => line.includes(family.orderNo))).toHaveLength(1);
  expect(sold.every((line) => line.includes(',微信支付,'))).toBe(true);
  expect(sold.join()).not.toContain(linMei.name);
  const wrong: Record<string, string>[] = [
    { method: 'cash' },
    { group: 'constructor' },
    { from: '2026-02-30' },
    { phone: linMei.phone },
  ];
  for (const filter of wrong) {
    expect((await finance.call('askTableExport', { ...orders, filter })).code).toBe(400100);
  }

  // Agreed to by one, it waits for another, and nobody is both; then the money goes back as ever.
  const again = await applied(family, linMei, [family.policyNos[1] as string], 'reviewed-refund-0002');
  const { approvalNo } = await finance.value('agreeRefunds', { refundNos: [again], note: '已电话说明' });
  expect((await finance.call('agreeRefunds', { refundNos: [again] })).code).toBe(RULE);
  expect((await compliance.call('returnRefunds', { refundNos: [again], reason: '改主意了吗' })).code).toBe(RULE);
  expect((await finance.call('decideApproval', { approvalNo, agree: true })).code).not.toBe(200000);
  const second = await compliance.value('listRefunds', { tab: 'second' });
  expect(second).toMatchObject({ counts: { review: 0, second: 1 }, batches: [{ refunds: [{ refundNo: again }] }] });
  // Refused by the second, it is back at the beginning.
  await compliance.value('decideApproval', { approvalNo, agree: false, note: '请再核对付款' });
  expect((await finance.value('listRefunds', {})).refunds).toMatchObject([{ refundNo: again }]);
  const anew = await compliance.value('agreeRefunds', { refundNos: [again] });
  expect((await finance.value('decideApproval', { approvalNo: anew.approvalNo, agree: true })).status).toBe('approved');
  await settled(family, 61);
  expect((await finance.value('listRefunds', { tab: 'done' })).refunds).toMatchObject([{ refundNo: again }]);
  expect((await finance.value('showOrder', { orderNo: family.orderNo })).money).toMatchObject({
    ...{ channelFen: UNIT_FEN, orderFen: UNIT_FEN, insurerFen: UNIT_FEN },
  });
});

test('what was paid by hand is in the books when a second person agrees; until then nothing sends it', async () => {
  const { father } = people;
  const order = await bought(father, [father]);
  const { orderNo } = order;
  const { query } = core().database;
  const stillHeld = async () => {
    await shop.runJob('hand-payouts');
    shop.clock.advance(2 * 60 * 60_000);
    await shop.runJob('refunds');
    await shop.sandbox.control.settle();
    expect(await standing(order)).toMatchObject({ state: 'CREATED', by: null });
    await signInAgain();
  };
  const refundNo = await refusedByProvider(order);
  // Whoever sees to it reads why, and that nobody has to pay it by hand.
  expect((await finance.value('showRefund', { refundNo })).stuck?.meaning).toMatch(/能退的钱不够，充值.*NOT_ENOUGH/);
  const { alerts } = await finance.value('listAlerts', { kind: 'refund-refused' });
  expect(JSON.stringify(alerts[0])).toMatch(/能退的钱不够，充值/);
  const paid = { refundNo, reference: 'BANK-0132', paidOn: '2026-11-01', reason: '商户余额不足，柜台转账' };
  expect((await service.call('recordHandRefund', paid)).code).toBe(MAY_NOT);
  const first = await finance.value('recordHandRefund', paid);
  expect((await finance.call('recordHandRefund', paid)).code).toBe(RULE);
  expect((await finance.call('decideApproval', { approvalNo: first.approvalNo, agree: true })).code).toBe(RULE);
  // The provider would take it now, an hour later; nobody hands it over.
  shop.sandbox.control.faults.remove();
  shop.clock.advance(61 * 60_000);
  await shop.runJob('refunds');
  expect(await standing(order)).toMatchObject({ state: 'CREATED', by: null });
  await signInAgain();
  expect((await finance.call('releaseHeldRefund', { refundNo, reason: '没有付出去' })).code).toBe(RULE);
  // Refused by the second person, the money may have left all the same: nothing sends it, and the console is told.
  await compliance.value('decideApproval', { approvalNo: first.approvalNo, agree: false, note: '回单号不对' });
  await stillHeld();
  const held = () => query(`select 1 from operator_alerts where kind = 'refund-held'`, []);
  expect(await held()).toHaveLength(1);
  expect(await finance.value('showRefund', { refundNo })).toMatchObject({ held: 'unsettled' });
  expect((await finance.call('sendStuckRefund', { refundNo, reason: '再发一次吧' })).code).toBe(RULE);
  // Nor does it when the second person never comes; and who says meanwhile that nothing was paid speaks of the older one.
  const { approvalNo: release } = await finance.value('releaseHeldRefund', { refundNo, reason: '没有付出去' });
  const unanswered = await finance.value('recordHandRefund', { ...paid, reference: 'BANK-0130' });
  expect((await compliance.call('decideApproval', { approvalNo: release, agree: true })).code).toBe(RULE);
  shop.clock.advance(3 * 24 * 60 * 60_000 + 1);
  await stillHeld();
  expect((await compliance.call('decideApproval', { approvalNo: unanswered.approvalNo, agree: true })).code).not.toBe(
    200000,
  );
  expect((await compliance.call('decideApproval', { approvalNo: release, agree: true })).code).not.toBe(200000);
  expect(await held()).toHaveLength(2);
  const right = await finance.value('recordHandRefund', { ...paid, reference: 'BANK-0133' });
  await compliance.value('decideApproval', { approvalNo: right.approvalNo, agree: true });
  const done = await eventually(
    () => standing(order),
    (row) => row?.state === 'SETTLED',
  );
  expect(done?.by).toMatch(/^.+（caiwu01）、.+（hegui01）$/);
  expect((await order.visitor.value('queryOrderDetail', { orderNo })).order.status).toBe(62);
  expect(shop.sandbox.control.refunds.list().filter(({ outRefundNo }) => outRefundNo === refundNo)).toEqual([]);
  // Agreed to when the provider has given it back meanwhile: told, because the house has paid twice.
  await query(
    `insert into hand_payout_requests (approval_id, shard, refund_id, refund_no, reference, paid_on, reason, state, next_try_at, asked_at)
     select 0, shard, id, refund_no, 'BANK-0134', '2026-11-01', '再付', 'agreed', now() - interval '9 years', now()
     from refunds where state = 'SETTLED' and not by_hand order by id desc limit 1`,
    [],
  );
  const twice = () => query<{ kind: string }>(`select kind from operator_alerts where kind = 'refund-twice'`, []);
  expect(await eventually(twice, (alerts) => alerts.length > 0)).toHaveLength(1);
});

test('what two agreed to is recorded by itself when its row was being worked on, or its provider was not clear', async () => {
  const { father } = people;
  const order = await bought(father, [father]);
  const { query } = core().database;
  const refundNo = await refusedByProvider(order);
  shop.sandbox.control.faults.remove();
  await signInAgain();
  const paid = { refundNo, reference: 'BANK-0150', paidOn: '2026-11-01', reason: '商户余额不足，柜台转账' };
  const { approvalNo } = await finance.value('recordHandRefund', paid);
  await query('update refunds set lease_until = $2 where refund_no = $1', [
    refundNo,
    new Date(shop.clock.now() + 60_000),
  ]);
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'http_500', call: 'refund.query', times: 50 });
  await compliance.value('decideApproval', { approvalNo, agree: true });
  const againMs = 95_000;
  // Over, too: while a try goes on, the next one stands further off.
  const tried = async (times: number) =>
    eventually(
      () =>
        query<{ tries: number; next_try_at: number }>(
          'select tries, next_try_at from hand_payout_requests where refund_no = $1',
          [refundNo],
        ),
      ([row]) => row?.tries === times && row.next_try_at <= shop.clock.now() + againMs,
    );
  await tried(1);
  shop.clock.advance(againMs);
  await tried(2);
  expect(await standing(order)).toMatchObject({ state: 'CREATED', refusal: expect.any(String), by: null });
  shop.sandbox.control.faults.remove();
  shop.clock.advance(againMs);
  const done = await eventually(
    () => standing(order),
    (row) => row?.state === 'SETTLED',
  );
  expect(done?.by).toContain('（hegui01）');
  expect(
    await query(`select 1 from operator_alerts where kind = 'refund-held' and details->>'refundNo' = $1`, [refundNo]),
  ).toEqual([]);
});

test('a refund that two people say was not paid by hand after all goes back by its provider, once', async () => {
  const { father } = people;
  const order = await bought(father, [father]);
  const refundNo = await refusedByProvider(order);
  const paid = { refundNo, reference: 'BANK-0140', paidOn: '2026-11-01', reason: '商户余额不足，柜台转账' };
  const byHand = await finance.value('recordHandRefund', paid);
  await compliance.value('decideApproval', { approvalNo: byHand.approvalNo, agree: false, note: '没有转成' });
  shop.sandbox.control.faults.remove();
  const { approvalNo } = await finance.value('releaseHeldRefund', { refundNo, reason: '查过流水，没有付出去' });
  // Not by whoever asked, and nothing is sent before the second person.
  expect((await finance.call('decideApproval', { approvalNo, agree: true })).code).toBe(RULE);
  expect((await standing(order))?.state).toBe('CREATED');
  await compliance.value('decideApproval', { approvalNo, agree: true });
  expect(await finance.value('showRefund', { refundNo })).toMatchObject({ held: null });
  // The provider had refused it: it is tried again after an hour.
  shop.clock.advance(61 * 60_000);
  await shop.runJob('refunds');
  await settled(order, 62);
  await signInAgain();
  const sent = shop.sandbox.control.refunds.list().filter((refund) => refund.outRefundNo.startsWith(refundNo));
  expect(sent.map(({ status }) => status)).toEqual(['SUCCESS']);
  expect((await finance.call('releaseHeldRefund', { refundNo, reason: '再放行一次' })).code).toBe(RULE);
});

test('what one of the staff starts another decides, and it goes back in full', async () => {
  const { father } = people;
  const order = await bought(father, [father]);
  const { orderNo, policyNos } = order;
  const asked = { orderNo, policyNos: [...policyNos], refundReason: 'not-needed' as const, reason: '缴费人来电要求退' };
  expect((await service.call('askOrderRefund', { ...asked, expectedFen: 1 })).code).not.toBe(200000);
  const { approvalNo } = await finance.value('askOrderRefund', { ...asked, expectedFen: UNIT_FEN });
  expect((await service.call('askOrderRefund', { ...asked, expectedFen: UNIT_FEN })).code).toBe(RULE);
  // Nothing changes before the second person, and the first is not the second.
  expect((await order.visitor.value('queryOrderDetail', { orderNo })).order.status).toBe(50);
  expect((await finance.call('decideApproval', { approvalNo, agree: true })).code).not.toBe(200000);
  expect((await service.call('decideApproval', { approvalNo, agree: true })).code).not.toBe(200000);
  expect((await compliance.value('listRefunds', { tab: 'second' })).batches).toMatchObject([
    { approval: { subject: orderNo, mayDecide: true } },
  ]);
  // Who asked must still be one whom the order is in reach of when it is done.
  const { query } = core().database;
  const scopeOfFinance = (cities: string) =>
    query(`update staff_accounts set scope = jsonb_set(scope, '{cities}', $1::jsonb) where account = 'caiwu01'`, [
      cities,
    ]);
  await scopeOfFinance('["320600"]');
  const outOfReach = await compliance.call('decideApproval', { approvalNo, agree: true });
  expect([outOfReach.code, outOfReach.message]).toEqual([RULE, expect.stringContaining('数据范围')]);
  expect((await order.visitor.value('queryOrderDetail', { orderNo })).order.status).toBe(50);
  await scopeOfFinance('null');
  expect((await compliance.value('decideApproval', { approvalNo, agree: true })).status).toBe('approved');
  await settled(order, 62);
  const [refund] = (await finance.value('listRefunds', { tab: 'done', reason: 'not-needed' })).refunds;
  const refundNo = refund?.refundNo as string;
  expect(await compliance.value('showRefund', { refundNo })).toMatchObject({
    applicant: expect.stringContaining('财务'),
  });
  // A refund that came through is sent by nobody again, and outside somebody's scope it is not there.
  const by = { refundNo, reason: '渠道说没有退成' };
  expect((await finance.call('sendStuckRefund', by)).code).toBe(RULE);
  const paid = { ...by, reference: 'BANK-0001', paidOn: '2026-11-01' };
  expect((await finance.call('recordHandRefund', paid)).code).toBe(RULE);
  await scopeOfFinance('["320600"]');
  const far = await signedIn(shop, 'caiwu01');
  for (const answer of [
    await far.call('showRefund', { refundNo }),
    await far.call('agreeRefunds', { refundNos: [refundNo] }),
    await far.call('returnRefunds', { refundNos: [refundNo], reason: '范围以外的' }),
    await far.call('sendStuckRefund', by),
    await far.call('recordHandRefund', paid),
  ]) {
    expect(answer.code).toBe(400104);
  }
  expect(await far.value('listRefunds', { tab: 'done' })).toMatchObject({
    refunds: [],
    counts: { review: 0, done: null },
  });
  const balance = await trialBalance(core().database, shop.clock.now());
  expect(balance).toMatchObject({ totalFen: 0, facts: { overdue: 0, wrong: 0 } });
});
