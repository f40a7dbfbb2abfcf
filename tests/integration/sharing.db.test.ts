import { randomUUID } from 'node:crypto';
import { type Person, people } from '@huimin/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { seedShareContent } from '../../apps/server/seed/share-content.ts';
import { sweepSharing } from '../../apps/server/src/features/sharing/index.ts';
import { type Inputs, signedIn } from './desk.ts';
import {
  agreements,
  keep,
  loggedIn,
  openShop,
  REQUIRED,
  type RunningServer,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

const PARTNER = 'https://buy.partner.example';
const DAY = 86_400_000;

let shop: Shop;
let server: RunningServer;
let sharer: Visitor;
let code: string;

beforeAll(async () => {
  const environment = { PARTNER_PAGE_ORIGINS: PARTNER, WECHAT_ACCOUNT_NAME: '苏民安服务号' };
  shop = await openShop({ jobs: false, servers: 2, environment });
  server = shop.servers[0] as RunningServer;
  await seedShareContent(server.deps, true);
  await seedStaffOfDemonstration(server.deps);
  sharer = await loggedIn(shop, people.linMei);
  code = (await sharer.value('shareId')).shareId ?? '';
});
afterAll(() => shop?.close());

const query = <T extends object>(text: string, values: unknown[] = []) => server.deps.database.query<T>(text, values);

/** A visitor whom the messaging app knows: through its authorisation page and back. */
async function inMessagingApp(openId: string): Promise<Visitor> {
  const visitor = shop.visitor();
  const { authorisationUrl } = await visitor.value('webAuthorisation', { state: `${shop.origin}/#/index` });
  const headers = { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0.47', cookie: `sbx_user=${openId}` };
  const asked = await fetch(authorisationUrl ?? '', { headers, redirect: 'manual' });
  const back = new URL(asked.headers.get('location') ?? '');
  await visitor.raw(`${back.pathname}${back.search}`);
  return visitor;
}

async function order(visitor: Visitor, person: Person, brought: object) {
  const memberId = await keep(visitor, person, '00');
  return visitor.value('saveOrder', {
    clientKey: randomUUID(),
    policyholderMemberId: memberId,
    insuredMemberIds: [memberId],
    agreedDocuments: await agreements(visitor.value, REQUIRED),
    ...brought,
  });
}

test('a sharer has one code, which is nobody else’s and says nothing', async () => {
  expect(code).toMatch(/^[0-9a-f]{16}$/);
  expect((await sharer.value('shareId')).shareId).toBe(code);
  expect((await shop.visitor().value('shareId')).shareId).toBeNull();
  const other = await loggedIn(shop, resident(301));
  const second = (await other.value('shareId', { shareCode: code })).shareId;
  expect(second).not.toBe(code);
  expect(await query('select parent_code from share_codes where share_code = $1', [second])).toEqual([
    { parent_code: code },
  ]);
});

test('steps are counted by day, invented codes leave no trace, and no row says who it was', async () => {
  const visitor = shop.visitor();
  const step = { step: 'open', shareCode: code, shareFrom: 'card', page: '/index' } as const;
  const first = await visitor.value('addTrajectory', step);
  expect(first.recorded).toBe(true);
  await visitor.value('addTrajectory', step);
  await visitor.value('addTrajectory', { ...step, step: 'forward', shareFrom: 'nonsense' });
  expect(await visitor.value('addTrajectory', { ...step, shareCode: 'f'.repeat(16) })).toEqual({
    recorded: false,
    visit: null,
  });
  expect(await visitor.value('addTrajectory', { ...step, shareCode: '<script>' })).toMatchObject({ recorded: false });
  const rows = await query<{ times: number; visitor_hash: Buffer }>(
    'select step, share_from, page, times, visitor_hash from share_steps order by step',
  );
  expect(rows).toEqual([
    { step: 'forward', share_from: '', page: '/index', times: 1, visitor_hash: Buffer.alloc(0) },
    { step: 'open', share_from: 'card', page: '/index', times: 2, visitor_hash: Buffer.alloc(0) },
  ]);
});

test('an order is put down to the last share that counts, once and for all', async () => {
  const visit = async (shareCode: string) =>
    (await shop.visitor().value('addTrajectory', { step: 'open', shareCode, shareFrom: 'poster', page: '/index' }))
      .visit;
  const attribution = async (orderNo: string) => {
    const id = server.deps.numbers.orderId(orderNo);
    const rows = await query<{ attribution: unknown }>('select attribution from orders where id = $1', [id]);
    return rows[0]?.attribution;
  };
  const buy = async (number: number, brought: object) => {
    const person = resident(number);
    return order(await loggedIn(shop, person), person, brought);
  };
  const opened = await visit(code);
  const before = shop.clock.now();
  shop.clock.set(before + 10 * DAY);
  const shared = await buy(310, { shareVisit: opened });
  expect(await attribution(shared.orderNo)).toMatchObject({ by: 'share', shareCode: code, shareFrom: 'poster' });
  expect(shared.premiumFen).toBe((await buy(311, {})).premiumFen);

  const byAgent = await buy(312, { shareVisit: opened, agentCode: 'AG7', shareCode: 'SC1', shareFrom: 'card' });
  expect(await attribution(byAgent.orderNo)).toMatchObject({ by: 'agent', agentCode: 'AG7', shareCode: code });
  expect(await attribution((await buy(313, { shareCode: 'SC1', shareVisit: 'A'.repeat(40) })).orderNo)).toBeNull();
  // Whoever buys for themselves has not been brought by anybody.
  const own = await order(sharer, people.linMei, { shareCode: code });
  expect(await attribution(own.orderNo)).toBeNull();

  shop.clock.set(before + 30 * DAY + 1_000);
  expect(await attribution((await buy(314, { shareVisit: opened })).orderNo)).toBeNull();
  expect(await attribution((await buy(315, { shareVisit: opened, shareCode: code })).orderNo)).toBeNull();
  shop.clock.set(before);
});

test('a poster is drawn once for all replicas, crisp, and ends when its content is recalled', async () => {
  const { shareId, url, posters } = await sharer.value('sharePost');
  expect(shareId).toBe(code);
  expect(url).toBe(`${shop.origin}/#/index?shareCode=${code}&shareFrom=poster`);
  const posterId = posters[0]?.posterId ?? '';
  const answer = await sharer.call('getPosterByUrl', { posterId, url });
  expect(answer.envelope.result).toBeNull();
  const [address = ''] = (answer.envelope.data as { urlList: string[] }).urlList;
  expect(address).toMatch(new RegExp(`^${shop.origin}/poster/[0-9a-f]{32}\\.png$`));
  const picture = await fetch(address);
  expect(picture.headers.get('content-type')).toBe('image/png');
  const png = Buffer.from(await picture.arrayBuffer());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1125, 2001]);
  expect((await fetch(`${address}?save=1`)).headers.get('content-disposition')).toMatch(/^attachment/);

  // The other replica sends the bytes that are kept.
  const marked = Buffer.concat([png, Buffer.from('kept')]);
  await query('update poster_pictures set png = $1', [marked]);
  const elsewhere = await fetch(address.replace(shop.origin, (shop.servers[1] as RunningServer).origin));
  expect(Buffer.from(await elsewhere.arrayBuffer()).equals(marked)).toBe(true);
  expect(await sweepSharing(server.deps, 1_000)).toBe(1);
  expect(Buffer.from(await (await fetch(address)).arrayBuffer()).equals(png)).toBe(true);

  for (const bad of ['https://evil.example/#/index', `${shop.origin}/hmb-js26/console`, `${shop.origin}/#/orders`]) {
    expect((await sharer.call('getPosterByUrl', { posterId, url: bad })).envelope.code).toBe(400100);
  }
  expect((await fetch(`${shop.origin}/poster/${'0'.repeat(32)}.png`)).status).toBe(404);

  const recall = { contentId: posterId, reason: '措辞有误' };
  await (await signedIn(shop, 'hegui01')).value('recallShareContent', recall);
  expect((await fetch(address)).status).toBe(404);
  expect(await (await fetch(address)).text()).toContain('这张海报停用了');
  expect((await sharer.call('getPosterByUrl', { posterId, url })).envelope.code).toBe(400104);
  expect((await sharer.value('sharePost')).posters).toEqual([]);
});

test('the picture of a share card is drawn', async () => {
  const { card } = await shop.visitor().value('shareContents');
  expect(card?.imageUrl).toBe(`${shop.origin}/share-card.png`);
  const png = Buffer.from(await (await fetch(card?.imageUrl ?? '')).arrayBuffer());
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([500, 500]);
});

test('content is written by one, approved by another, and never with a barred word', async () => {
  const { card } = await shop.visitor().value('shareContents');
  expect(card?.approval).toMatchObject({ productName: expect.stringContaining('苏民安'), approvalNo: /./ });
  const text = { title: '支持自动 续保', desc: '陪伴江苏人', copyText: '先看清楚再参保：' };
  const writer = await signedIn(shop, 'yunying01');
  const broker = await signedIn(shop, 'jingji01');
  const approver = await signedIn(shop, 'hegui01');
  const edition = server.deps.editions.edition()?.code ?? '';
  const put = (card: object, desk = writer) =>
    desk.call('writeShareContent', { contentId: 'card-zz', contentKind: 'card', edition, card: card as typeof text });
  const approve = (version: number, more: object = {}, desk = approver) =>
    desk.call('approveShareContent', {
      ...{ contentId: 'card-zz', version, approvalNo: 'XC-2026-0009', expiresOn: '2099-12-31' },
      ...more,
    });
  expect((await put({ ...text, title: '长'.repeat(41) })).code).toBe(400100);
  expect((await put({ title: '<b>' })).code).toBe(400100);
  const drafted = await put(text);
  expect(drafted.result).toMatchObject({ version: 1, findings: [{ field: 'title', word: '自动续保' }] });
  expect((await approve(1)).code).toBe(400707);
  expect((await put({ ...text, title: '苏民安，政府指导' })).result).toMatchObject({ version: 2, findings: [] });
  expect((await approve(2, {}, writer)).code).toBe(400702);
  expect((await approve(2, { expiresOn: '2020-01-01' })).code).toBe(400707);
  expect((await approve(1)).code).toBe(400707);
  expect((await approve(9)).code).toBe(400104);
  expect((await approve(2)).code).toBe(200000);
  const titles = async () => (await shop.visitor().value('shareContents')).card?.title;
  expect(await titles()).toBe('苏民安，政府指导');

  // A word that is barred later takes down what was approved before.
  const barred = await approver.value('keepBarredWord', { word: '苏民安，', reason: '试一下' });
  expect(barred.noLongerShown).toContain('card-zz');
  expect(await titles()).not.toBe('苏民安，政府指导');
  await approver.value('dropBarredWord', { word: '苏民安，', reason: '试完了去掉' });
  expect(await titles()).toBe('苏民安，政府指导');

  // Another insurer in the consortium: what was approved with other names is not shown any more.
  const rename = (from: string, to: string) =>
    query(
      `update editions set document = replace(document::text, $1, $2)::jsonb, config_version = config_version + 1`,
      [from, to],
    );
  await rename('丁信养老', '庚信养老');
  await server.deps.editions.refresh();
  expect(await shop.visitor().value('shareContents')).toMatchObject({ card: null, articles: [] });
  await rename('庚信养老', '丁信养老');
  await server.deps.editions.refresh();

  const { articles } = await shop.visitor().value('shareContents');
  const articleId = articles[0]?.articleId ?? '';
  expect((await shop.visitor().value('shareArticle', { articleId })).blocks.length).toBeGreaterThan(5);
  const now = shop.clock.now();
  shop.clock.set(Date.UTC(2099, 0, 1));
  expect((await shop.visitor().call('shareArticle', { articleId })).envelope.code).toBe(400104);
  shop.clock.set(now);
  const { contents } = await writer.value('listShareContents');
  expect(contents.map(({ standing }) => standing)).toContain('shown');
  expect((await writer.value('showShareContent', { contentId: 'card-zz' })).versions).toHaveLength(2);
  expect((await writer.call('showShareContent', { contentId: 'none' })).code).toBe(400104);
  // Two at once: one version each, or the later one is told; nothing is lost or doubled.
  const codes = (await Promise.all([put(text), put(text, broker)])).map((answer) => answer.code);
  expect(codes).toContain(200000);
  expect(codes.filter((one) => one !== 200000 && one !== 400707)).toEqual([]);
});

test('the official account is named, and asked whether somebody follows it', async () => {
  expect(await shop.visitor().value('officialAccount')).toEqual({
    appId: shop.sandbox.keys.wechatAccount.appId,
    name: '苏民安服务号',
  });
  expect(await shop.visitor().value('officialAccountUser')).toEqual({ known: false, follows: null });
  const follower = await inMessagingApp('oSandboxOpenid000000000001');
  // A token that ended early is fetched anew, once.
  shop.sandbox.control.faults.add({ provider: 'wechat-account', call: 'user.info', kind: 'token_expired_early' });
  expect(await follower.value('officialAccountUser')).toEqual({ known: true, follows: true });
  const other = await inMessagingApp('oSandboxOpenid000000000002');
  expect(await other.value('officialAccountUser')).toEqual({ known: true, follows: false });
  shop.sandbox.control.faults.add({ provider: 'wechat-account', call: 'user.info', kind: 'busy_code', times: 3 });
  expect(await other.value('officialAccountUser')).toEqual({ known: true, follows: null });
  expect((await follower.value('shareId')).shareId).toMatch(/^[0-9a-f]{16}$/);
});

test('a partner gets somebody only by its own page, on an allowed origin, and only when they agree', async () => {
  const operations = await signedIn(shop, 'yunying01');
  const wish: Inputs['askExitChange'] = {
    ...{ exitKind: 'partner-page', exitCode: 'mall', name: '示例健康商城', url: `${PARTNER}/buy?from=huimin` },
    ...{ productCode: 'SMA26', isActive: true, isNew: true, reason: '合作上线' },
  };
  const keep = async (more: Partial<typeof wish>) =>
    (await operations.call('askExitChange', { ...wish, ...more })).code;
  for (const url of [
    'https://evil.example/',
    `${PARTNER}.evil.example/`,
    'javascript:alert(1)',
    `https://x@buy.partner.example/`,
  ])
    expect(await keep({ url })).toBe(400707);
  const { approvalNo } = await operations.value('askExitChange', wish);
  await (await signedIn(shop, 'hegui01')).value('decideApproval', { approvalNo, agree: true });

  const someone = await inMessagingApp('oSandboxOpenid000000000003');
  const input = { channel: 'mall', area: '320500', confirmed: false };
  expect(await someone.value('recordsChannel', input)).toEqual({
    name: '示例健康商城',
    host: 'buy.partner.example',
    url: null,
  });
  expect(await query('select 1 as one from channel_records')).toEqual([]);
  expect((await shop.visitor().call('recordsChannel', { ...input, confirmed: true })).envelope.code).toBe(400403);
  const borrowed = { ...input, confirmed: true, openId: 'oSandboxOpenid000000000001' };
  expect((await someone.call('recordsChannel', borrowed)).envelope.code).toBe(400403);
  const { url } = await someone.value('recordsChannel', { ...input, confirmed: true });
  const target = new URL(url ?? '');
  expect(`${target.origin}${target.pathname}`).toBe(`${PARTNER}/buy`);
  const { outerId, ...rest } = Object.fromEntries(target.searchParams);
  expect(rest).toEqual({ from: 'huimin', productCode: 'SMA26', cityCode: '320500' });
  expect(outerId).toMatch(/^[0-9a-f]{32}$/);
  expect(await query('select channel, outer_id, city_code, times from channel_records')).toEqual([
    { channel: 'mall', outer_id: outerId, city_code: '320500', times: 1 },
  ]);
  expect((await someone.call('recordsChannel', { ...input, channel: 'other' })).envelope.code).toBe(400104);
  await operations.value('closeExit', { exitKind: 'partner-page', exitCode: 'mall', reason: '合作结束' });
  expect((await someone.call('recordsChannel', { ...input, confirmed: true })).envelope.code).toBe(400104);
  expect((await operations.value('listExits')).partnerOrigins).toEqual([PARTNER]);
});
