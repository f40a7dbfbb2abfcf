import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { signedIn } from './desk.ts';
import { ownCopy } from './own-copy.ts';
import { recordSale, seal } from './recorded-visit.ts';
import { loggedIn, newestCode, openShop, resident, type Shop, type Visitor } from './shop.ts';

/** A restriction that was granted is taken back by whoever asked for it, as easily, and sets free what it had kept, nothing else. */
let shop: Shop;
const deps = () => (shop.servers[0] as Shop['servers'][number]).deps;
type Person = ReturnType<typeof resident>;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  await seedStaffOfDemonstration(deps());
});
afterAll(() => shop?.close());

async function codeFor(visitor: Visitor, { phone }: Person): Promise<string> {
  // A phone gets so many codes an hour.
  shop.clock.advance(3_600_000);
  await visitor.value('sendOwnDataCode');
  return newestCode(shop.sandbox, phone);
}

async function granted(visitor: Visitor, person: Person, right: 'restrict' | 'erase'): Promise<string> {
  await visitor.value('askRight', { right, words: '请按要求办', code: await codeFor(visitor, person) });
  const compliance = await signedIn(shop, 'hegui01');
  const rightsNo = (await compliance.value('listRightsRequests')).requests.at(-1)?.rightsNo ?? '';
  return (await compliance.value('answerRightsRequest', { rightsNo, agree: true, answer: '已按要求办好' })).answer;
}

const lift = async (visitor: Visitor, person: Person) =>
  visitor.value('liftRestriction', { code: await codeFor(visitor, person) });

/** What the console says of these recordings. */
async function states(...traces: string[]): Promise<(string | undefined)[]> {
  const rows = await deps().database.query<{ trace: string; state: string; restricted: boolean }>(
    `select trace, coalesce(e.state, 'collecting') as state, r.restricted_at is not null as restricted
     from recordings r left join evidence_recordings e using (shard, trace) where trace = any($1::text[])`,
    [traces],
  );
  return traces.map((trace) => {
    const row = rows.find((one) => one.trace === trace);
    return row && `${row.state}${row.restricted ? ' restricted' : ''}`;
  });
}

test('what was restricted is used again at once, sealed or not, told, and seen at the desk', async () => {
  const person = resident(9_800);
  const sealed = await recordSale(shop, person);
  const other = await recordSale(shop, resident(9_801));
  const { visitor } = sealed.visit;
  shop.clock.advance(31 * 60_000);
  await seal(shop);
  for (const job of shop.servers[0]?.built.jobs ?? []) if (job.name.startsWith('outbox')) await job.run();
  const [before] = await states(sealed.trace);
  expect((await visitor.value('showOwnData')).restrictedSince).toBeNull();

  expect(await granted(visitor, person, 'restrict')).toContain('1 份改为只存不用');
  expect(await states(sealed.trace)).toEqual(['restricted restricted']);
  const desk = async () => signedIn(shop, 'yunying01');
  const titles = async () => (await (await desk()).value('listInboxMessages', {})).messages.map(({ title }) => title);
  expect(await titles()).toContain('本人要求停止使用');
  const own = await visitor.value('showOwnData');
  expect(own.restrictedSince).not.toBeNull();
  expect(own.requests[0]).toMatchObject({ right: 'restrict', statusLabel: '已办', lifted: null });

  const right = await codeFor(visitor, person);
  const wrong = right === '000000' ? '000001' : '000000';
  expect((await visitor.call('liftRestriction', { code: wrong })).envelope.code).not.toBe(200000);
  expect(await states(sealed.trace)).toEqual(['restricted restricted']);
  const done = await visitor.value('liftRestriction', { code: right });
  expect(done).toMatchObject({ right: 'restrict', statusLabel: '已恢复使用', open: false });
  expect(done.lifted?.words).toContain(
    '参保过程记录 1 份、消息 1 条恢复使用。取消了的开售预约不会恢复，营销短信还是关的',
  );
  expect(await states(sealed.trace, other.trace)).toEqual([before, before]);
  expect(await titles()).not.toContain('本人要求停止使用');
  // A consent does not come back by itself.
  expect((await visitor.value('profile')).marketingWanted).toBe(false);
  expect(await visitor.value('showOwnData')).toMatchObject({
    restrictedSince: null,
    requests: [{ right: 'restrict', statusLabel: '已恢复使用', lifted: done.lifted }],
  });
  const [row] = (await ownCopy(shop, visitor, person)).rowsOf('我的申请') ?? [];
  expect(row).toMatchObject({ 状态: '已恢复使用', 恢复使用: expect.stringContaining('参保过程记录 1 份') });

  await shop.runJob('account-notices');
  const event = '个人信息已恢复使用，不是您本人办的请打客服电话';
  expect(shop.sandbox.control.sms(person.phone)[0]?.params).toEqual({ event });
  expect((await visitor.value('queryInbox', {})).messages[0]).toMatchObject({ screen: '/ownData' });

  const compliance = await signedIn(shop, 'hegui01');
  expect((await compliance.value('listRightsRequests', { which: 'done' })).requests[0]).toMatchObject({
    ...{
      right: 'restrict',
      statusLabel: '已恢复使用',
      open: false,
      answeredBy: '合规 01 hegui01',
      lifted: done.lifted,
    },
  });
  // Over is over, and it can be asked for again.
  expect((await visitor.call('liftRestriction', { code: right })).envelope.message).toContain('现在没有停止使用');
  expect(await granted(visitor, person, 'restrict')).toContain('1 份改为只存不用');
  expect(await states(sealed.trace)).toEqual(['restricted restricted']);
});

test('what is not sealed yet is sealed as if nothing had been', async () => {
  const person = resident(9_810);
  const { trace, visit } = await recordSale(shop, person);
  await granted(visit.visitor, person, 'restrict');
  expect(await states(trace)).toEqual(['collecting restricted']);
  await lift(visit.visitor, person);
  expect(await states(trace)).toEqual(['collecting']);
  await seal(shop);
  const [state] = await states(trace);
  expect(state).toMatch(/^sealed(-with-gaps)?$/);
});

test('what an erasure asked for stays as it is, before the restriction or after it', async () => {
  const person = resident(9_820);
  const first = await recordSale(shop, person);
  const { visitor } = first.visit;
  shop.clock.advance(31 * 60_000);
  await seal(shop);
  await granted(visitor, person, 'restrict');
  await granted(visitor, person, 'erase');
  const done = await lift(visitor, person);
  expect(done.lifted?.words).toContain('参保过程记录 0 份');
  expect(done.lifted?.words).toContain('另有 1 份参保过程记录按删除的要求仍然只存不用');
  expect(await states(first.trace)).toEqual(['restricted restricted']);
});

test('nothing is lifted of nobody, for another, or while the desk has a request of the kind', async () => {
  const person = resident(9_830);
  const visitor = await loggedIn(shop, person);
  const refusal = async () =>
    (await visitor.call('liftRestriction', { code: await codeFor(visitor, person) })).envelope.message;
  expect(await refusal()).toContain('现在没有停止使用');
  await visitor.value('askRight', { right: 'restrict', words: '不要再用', code: await codeFor(visitor, person) });
  // Asked for and not granted: that is withdrawn, not lifted.
  expect(await refusal()).toContain('现在没有停止使用');
  await visitor.value('withdrawRight', { right: 'restrict' });
  await granted(visitor, person, 'restrict');
  await visitor.value('askRight', { right: 'erase', words: '删掉', code: await codeFor(visitor, person) });
  expect(await refusal()).toContain('先撤回它，或等它办完');
  await visitor.value('withdrawRight', { right: 'erase' });

  const stranger = resident(9_831);
  const other = await loggedIn(shop, stranger);
  const code = await codeFor(other, stranger);
  expect((await other.call('liftRestriction', { code })).envelope.code).not.toBe(200000);
  expect((await visitor.value('showOwnData')).restrictedSince).not.toBeNull();
  // Two taps at once: one of them does it, and both may say so.
  const own = await codeFor(visitor, person);
  const both = await Promise.all([0, 1].map(() => visitor.call('liftRestriction', { code: own })));
  expect(both.map(({ envelope }) => envelope.code)).toContain(200000);
  expect((await visitor.value('showOwnData')).requests.filter(({ lifted }) => lifted !== null)).toHaveLength(1);
});
