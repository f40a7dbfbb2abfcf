import { randomUUID } from 'node:crypto';
import { consoleCalls } from '@huimin/contract/console';
import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { seedSaleChannels } from '../../apps/server/seed/sale-channels.ts';
import { type Desk, signedIn } from './desk.ts';
import { type InventedSale, invent } from './report-people.ts';
import { agreements, keep, loggedIn, openShop, REQUIRED, type RunningServer, resident, type Shop } from './shop.ts';

/** The register of channels and agents, to whom orders are put down by it, and the report of what they brought. */
let shop: Shop;
let operations: Desk;
let channel: Desk;
let edition: string;
const core = () => (shop.servers[0] as RunningServer).deps;
const reason = '合作协议已签';
const agent = (code: string, more = {}) => ({
  ...{
    channelCode: code,
    channelKind: 'agent' as const,
    name: '示范业务员',
    parentCode: 'demo-bank',
    isNew: true,
    reason,
  },
  ...{ licenceNo: '00000132000000002026000001', licenceUntil: '2099-12-31', ...more },
});

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(core());
  operations = await signedIn(shop, 'yunying01');
  channel = await signedIn(shop, 'qudao01');
  edition =
    core()
      .editions.all()
      .find(({ isDefault }) => isDefault)?.code ?? '';
  const bank = { channelCode: 'demo-bank', channelKind: 'bank' as const, name: '示例银行', isNew: true, reason };
  await operations.value('keepSaleChannel', bank);
  await operations.value('keepSaleChannel', { ...bank, channelCode: 'other-bank', name: '别家银行' });
  await operations.value('keepSaleChannel', agent('AG_7'));
  await operations.value('keepSaleChannel', agent('AG_8', { parentCode: 'other-bank', name: '别家业务员' }));
});
afterAll(() => shop?.close());

test('the register is kept by those who may, within their channels, and says what was changed', async () => {
  const { channels, figures } = await operations.value('listSaleChannels', {});
  expect(channels.map(({ channelCode, name, agents }) => [channelCode, name, agents])).toEqual([
    ['AG_7', '示范业务员', 0],
    ['AG_8', '别家业务员', 0],
    ['demo-bank', '示例银行', 1],
    ['other-bank', '别家银行', 1],
  ]);
  expect(figures).toEqual({ institutions: 2, agents: 2, stopped: 0, expired: 0, expiring: 0 });
  expect((await operations.value('listSaleChannels', { number: '00000132000000002026000001' })).channels).toHaveLength(
    2,
  );
  expect((await operations.value('listSaleChannels', { after: 'AG_8', channelKind: 'bank' })).channels).toHaveLength(2);
  // Somebody of one bank sees it and its people, and nobody else's.
  const own = await channel.value('listSaleChannels', {});
  expect(own.channels.map(({ channelCode }) => channelCode)).toEqual(['AG_7', 'demo-bank']);
  expect(own.figures).toMatchObject({ institutions: 1, agents: 1 });
  expect((await channel.call('showSaleChannel', { channelCode: 'AG_8' })).code).toBe(400104);
  expect((await channel.call('showSaleChannel', { channelCode: 'other-bank' })).code).toBe(400104);
  const shown = await channel.value('showSaleChannel', { channelCode: 'AG_7' });
  expect(shown).toMatchObject({ mayChange: false, channel: { parentName: '示例银行', standing: 'active' } });
  expect(shown.links[0]?.url).toContain('/#/index?agentCode=AG_7');
  for (const [wish, words] of [
    [agent('AG_7'), '已经有了'],
    [agent('AG_9', { parentCode: 'no-bank' }), '没有这个所属渠道'],
    [agent('AG_9', { parentCode: 'AG_7' }), '没有这个所属渠道'],
    [agent('AG_9', { licenceUntil: '2020-01-01' }), '过期'],
    [{ ...agent('AG_7'), channelKind: 'bank' as const, parentCode: undefined, isNew: false }, '种类不能改'],
  ] as const) {
    expect((await operations.call('keepSaleChannel', wish)).message).toContain(words);
  }
  const { channel: before } = await operations.value('showSaleChannel', { channelCode: 'AG_7' });
  const { name, parentCode, licenceNo, licenceUntil } = before;
  const former = { name, parentCode, licenceNo, licenceUntil };
  const change = { ...agent('AG_7'), licenceUntil: '2098-12-31', isNew: false, former };
  await operations.value('keepSaleChannel', change);
  // Whoever opened it before that writes nothing over it unasked.
  const late = await operations.call('keepSaleChannel', { ...change, name: '陈后写', licenceUntil: '2099-12-31' });
  expect(late.message).toContain('刚被别人改过');
  const { changes } = await operations.value('showSaleChannel', { channelCode: 'AG_7' });
  expect(changes.map(({ what }) => what)).toEqual(['有效到 2099-12-31 → 2098-12-31', '新加业务员']);
});

test('no order is put down to whoever is stopped, whose institution is, or whose registration ran out', async () => {
  const buy = async (number: number, agentCode: string) => {
    const person = resident(number);
    const visitor = await loggedIn(shop, person);
    const memberId = await keep(visitor, person, '00');
    const { orderNo, premiumFen } = await visitor.value('saveOrder', {
      ...{ clientKey: randomUUID(), policyholderMemberId: memberId, insuredMemberIds: [memberId], agentCode },
      agreedDocuments: await agreements(visitor.value, REQUIRED),
    });
    const [row] = await core().database.query<{ channel: string | null }>('select channel from orders where id = $1', [
      core().numbers.orderId(orderNo),
    ]);
    return [row?.channel ?? null, premiumFen] as const;
  };
  const [first, premiumFen] = await buy(700, 'AG_8');
  expect(first).toBe('AG_8');
  expect(await buy(701, 'nobody-registered')).toEqual(['nobody-registered', premiumFen]);
  const stop = { channelCode: 'AG_8', reason: '离职交接完毕' };
  await operations.value('stopSaleChannel', stop);
  expect((await operations.call('stopSaleChannel', stop)).message).toContain('已经停用');
  const channel = async (channelCode: string) => (await operations.value('showSaleChannel', { channelCode })).channel;
  expect(await channel('AG_8')).toMatchObject({ isOwnStopped: true, standing: 'stopped' });
  expect(await buy(702, 'AG_8')).toEqual([null, premiumFen]);
  await operations.value('resumeSaleChannel', stop);
  await operations.value('stopSaleChannel', { ...stop, channelCode: 'other-bank' });
  expect(await channel('AG_8')).toMatchObject({ isOwnStopped: false, standingText: '所属渠道已停用' });
  expect(await buy(703, 'AG_8')).toEqual([null, premiumFen]);
  await operations.value('resumeSaleChannel', { ...stop, channelCode: 'other-bank' });
  await core().database.query(`update sale_channels set licence_until = '2020-01-01' where code = 'AG_8'`);
  expect(await buy(704, 'AG_8')).toEqual([null, premiumFen]);
  expect((await operations.value('listSaleChannels', { standing: 'expired' })).figures.expired).toBe(1);
});

test('the report adds up what each brought, exactly, within one’s channels, and goes out as a file', async () => {
  const today = beijingDate(shop.clock.now());
  const at = (day: number) => new Date(beijingMs(addDays(today, day)) + 10 * 3_600_000).toISOString();
  const sale = (channelCode: string | null, more: Partial<InventedSale> = {}): InventedSale => ({
    ...{ at: at(-1), city: '320500', channel: channelCode, method: 'wxpay', born: [1980], premiumFen: 10_000, ...more },
  });
  await invent(core(), edition, [
    ...[sale('demo-bank'), sale('AG_7', { born: [1980, 1985] }), sale('AG_7', { at: at(-2), city: '320100' })],
    ...[sale('AG_7', { refundedAt: at(-1) }), sale('AG_8'), sale('strange'), sale(null), sale(null, { isPaid: false })],
    // Before the days that are asked for.
    sale('AG_7', { at: at(-20) }),
  ]);
  await core().database.query(
    `update orders set attribution = '{"by":"share","shareFrom":"poster"}' where channel = 'strange'`,
  );
  while ((await shop.runJob('reports')) > 0);
  const days = { from: addDays(today, -9), to: addDays(today, -1) };
  const brief = async (desk: Desk, more = {}) => {
    const { rows, sum } = await desk.value('showChannelReport', { ...days, ...more });
    return [...rows, { key: 'sum', ...sum }].map(({ key, orders, people, fen, backOrders, backFen }) =>
      [key, orders, people, fen, backOrders, backFen].join(' '),
    );
  };
  expect(await brief(operations)).toEqual([
    ...['demo-bank 4 5 50000 1 10000', ' 2 2 20000 0 0', 'other-bank 1 1 10000 0 0', 'sum 7 8 80000 1 10000'],
  ]);
  expect(await brief(operations, { by: 'agent' })).toEqual([
    ...['AG_7 3 4 40000 1 10000', ' 2 2 20000 0 0', 'AG_8 1 1 10000 0 0', 'demo-bank 1 1 10000 0 0'],
    'sum 7 8 80000 1 10000',
  ]);
  expect(await brief(operations, { by: 'way' })).toEqual([
    ...['agent 5 6 60000  ', ' 1 1 10000  ', 'share poster 1 1 10000  ', 'sum 7 8 80000  '],
  ]);
  expect(await brief(operations, { by: 'day', city: '320100' })).toEqual([
    ...[`${addDays(today, -2)} 1 1 10000 0 0`, 'sum 1 1 10000 0 0'],
  ]);
  expect(await brief(channel)).toEqual(['demo-bank 4 5 50000 1 10000', 'sum 4 5 50000 1 10000']);
  // What its agents bring is seen on every page.
  expect((await channel.value('showDashboard', { period: 'week' })).orders).toBe(4);
  expect((await operations.call('showChannelReport', { from: today, to: addDays(today, -1) })).message).toContain(
    '早于',
  );

  const compliance = await signedIn(shop, 'hegui01');
  const { approvalNo } = await operations.value('askTableExport', {
    ...{ kind: 'channel-report', format: 'csv', filter: { ...days, by: 'agent' }, reason: '月度结算用' },
  });
  await compliance.value('decideApproval', { approvalNo, agree: true });
  await shop.runJob('table-exports');
  const { exports } = await operations.value('listTableExports', {});
  const file = await operations.send(consoleCalls.downloadTableExport, { exportNo: exports[0]?.exportNo });
  const text = new TextDecoder('utf-8').decode(await file.arrayBuffer());
  expect(text).toContain('AG_7,示范业务员,示例银行,在用,3,4,400.00,1,100.00');
});

test('a list’s words are residents’ when a second person agreed; a list of the code is nobody’s', async () => {
  const compliance = await signedIn(shop, 'hegui01');
  const reasons = async () => {
    const shown = await shop.visitor().value('dictData', { code: 'change_reason' });
    return shown.map(({ value, label }) => `${value} ${label}`);
  };
  const before = await operations.value('showDictionary', { dictionary: 'change_reason' });
  expect(before).toMatchObject({ mayChange: true, versions: [], line: { isOurs: true, version: 1, isWaiting: false } });
  const entries = before.entries.map(({ value, label, isOffered }) => ({ value, label, isOffered }));
  const changed = entries
    .toReversed()
    .map((one) =>
      one.value === 'typing-error' ? { ...one, label: '写错了' } : { ...one, isOffered: one.value !== 'moved' },
    );
  const wish = { dictionary: 'change_reason' as const, reason: '按居民说法改' };
  for (const [entriesOf, words] of [
    [entries, '没有要改的'],
    [entries.slice(1), '条目变了'],
    [entries.map((one) => ({ ...one, isOffered: false })), '不能关掉'],
  ] as const) {
    expect((await operations.call('askDictionaryChange', { ...wish, entries: entriesOf })).message).toContain(words);
  }
  const fixed = await operations.call('askDictionaryChange', { ...wish, dictionary: 'sex', entries });
  expect(fixed.message).toContain('程序固定');
  const { approvalNo } = await operations.value('askDictionaryChange', { ...wish, entries: changed });
  const other = await operations.value('askDictionaryChange', { ...wish, entries: entries.toReversed() });
  expect(await reasons()).toEqual(entries.map(({ value, label }) => `${value} ${label}`));
  const waiting = await compliance.value('showDictionary', { dictionary: 'change_reason' });
  expect(waiting.versions.map(({ status, mayDecide }) => [status, mayDecide])).toEqual([
    ['waiting', true],
    ['waiting', true],
    ['current', false],
  ]);
  expect(waiting.versions[1]?.differences).toContain('“填错了字” → “写错了”');
  expect((await operations.call('decideApproval', { approvalNo, agree: true })).code).not.toBe(200000);
  await compliance.value('decideApproval', { approvalNo, agree: true });
  expect(await reasons()).toEqual(
    changed.filter(({ isOffered }) => isOffered).map(({ value, label }) => `${value} ${label}`),
  );
  // Whoever chose it before is still told what it is.
  expect((await shop.visitor().value('dictValue', { code: 'change_reason' })).moved).toBe('医保所在地变了');
  // The other one was written when the first was not in force.
  const late = await compliance.call('decideApproval', { approvalNo: other.approvalNo, agree: true });
  expect(late.message).toContain('刚刚改过了');
  const { dictionaries } = await operations.value('listDictionaries', {});
  expect(dictionaries.filter(({ isOurs }) => isOurs)).toMatchObject([
    { dictionary: 'refund_reason', isWaiting: false, version: 1 },
    { dictionary: 'change_reason', isWaiting: true, version: 2 },
    { dictionary: 'complaint_category', isWaiting: false, version: 1 },
  ]);
  const after = await operations.value('showDictionary', { dictionary: 'change_reason' });
  expect(after.line).toMatchObject({ version: 2, offered: 5, entries: 6 });
  // What was refused is gone from the page; the words of the beginning can be gone back to.
  await compliance.value('decideApproval', { approvalNo: other.approvalNo, agree: false, note: '按新的重写' });
  const { versions } = await operations.value('showDictionary', { dictionary: 'change_reason' });
  expect(versions.map(({ version, status }) => [version, status])).toEqual([
    [2, 'current'],
    [1, 'former'],
  ]);
  expect(versions[0]?.differences).toContain('“填错了字” → “写错了”');
  expect(versions[1]?.entries).toEqual(entries);
});

test('what residents agree to is listed with how often, as it was counted', async () => {
  while ((await shop.runJob('reports')) > 0);
  const { agreements: lines, edition: shown } = await operations.value('listAgreements', {});
  expect(shown).toBe(edition);
  const of = (key: string) => lines.find((one) => one.key === key);
  const orders = await core().database.query<{ count: number }>(
    `select count(*)::integer as count from orders where jsonb_array_length(agreed_documents) > 0 and edition_code = $1`,
    [edition],
  );
  expect(of('clauses')).toMatchObject({ kindLabel: '必读条款', isWithheld: false, hasPage: true });
  expect(of('clauses')?.confirmed).toBe(orders[0]?.count);
  expect(of('user-agreement')?.confirmed).toBeGreaterThan(0);
  expect(of('withholding')).toMatchObject({ kindLabel: '授权书', validFrom: null, confirmed: 0 });
});

test('a round of the draw needs two people, and prizes are sent without a name', async () => {
  const compliance = await signedIn(shop, 'hegui01');
  const today = beijingDate(shop.clock.now());
  const prize = { code: 'cup', name: '水杯', unit: '个', valueFen: 2_000, stock: 3, oddsPpm: 5_000 };
  const wish = {
    ...{ edition, roundCode: 'desk-1', roundTitle: '看手册抽水杯', organiser: '甲信财产保险江苏分公司' },
    ...{ activityNo: 'HD-2026-1', startsOn: today, endsOn: addDays(today, 20), claimDays: 10, prizes: [prize], reason },
  };
  const refused = await operations.call('askLuckyRound', { ...wish, prizes: [prize, prize] });
  expect(refused.message).toContain('奖品编号有重复');
  expect((await operations.call('askLuckyRound', { ...wish, endsOn: '2020-01-01' })).code).not.toBe(200000);
  const { approvalNo } = await operations.value('askLuckyRound', wish);
  const own = async () => {
    const { rounds, waiting } = await operations.value('listLuckyRounds', {});
    return { round: rounds.find(({ code }) => code === 'desk-1'), waiting };
  };
  expect(await own()).toMatchObject({ round: undefined, waiting: [{ approvalNo }] });
  expect((await operations.call('decideApproval', { approvalNo, agree: true })).code).not.toBe(200000);
  await compliance.value('decideApproval', { approvalNo, agree: true });
  expect(await own()).toMatchObject({
    waiting: [],
    round: { isOffered: false, isOpen: true, isOver: false, prizes: [{ name: '水杯', left: 3 }], toSend: 0 },
  });
  expect((await operations.call('askLuckyRound', wish)).message).toContain('已经用过');
  const id = core().orderIds.next(3);
  await core().database.query(
    `insert into lucky_chances (shard, id, user_id, round_code, action, tag, status, earned_at, prize_code, claimed_at)
     values (3, $1, 1, 'desk-1', 'health-manual', 't', 'claimed', now(), 'cup', now())`,
    [id],
  );
  expect(await own()).toMatchObject({ round: { toSend: 1, chances: { claimed: 1 } } });
  const claims = (sent?: 'yes' | 'no') =>
    operations.value('listLuckyClaims', { roundCode: 'desk-1', ...(sent && { sent }) });
  const [claim] = (await claims('no')).claims;
  expect(claim).toMatchObject({ prizeName: '水杯', sentAt: null });
  await operations.value('markLuckySent', { luckyNo: claim?.luckyNo ?? '' });
  expect((await operations.call('markLuckySent', { luckyNo: claim?.luckyNo ?? '' })).code).toBe(400104);
  expect((await claims('no')).claims).toEqual([]);
  expect((await claims()).claims[0]?.sentBy).toContain('yunying01');
  await compliance.value('closeLuckyRound', { roundCode: 'desk-1', reason: '奖品停产，提前结束' });
  expect(await own()).toMatchObject({ round: { isOpen: false, isOver: true } });
  expect((await compliance.call('closeLuckyRound', { roundCode: 'desk-1', reason: '再结束一次' })).code).toBe(400104);
});

test('the demonstration’s register is sound, and put in once', async () => {
  await core().database.query('delete from sale_channels');
  await seedSaleChannels(core());
  await seedSaleChannels(core());
  const { figures, channels } = await operations.value('listSaleChannels');
  expect(figures).toMatchObject({ institutions: 3, agents: 4, expiring: 1, stopped: 0, expired: 0 });
  expect(channels.find(({ channelCode }) => channelCode === 'YW1001')).toMatchObject({ parentName: '示例银行' });
});
