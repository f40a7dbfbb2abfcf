import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { HELD, NOT_TOLD } from '../../apps/server/src/features/rights/held/index.ts';
import { PHOTO } from './change-stage.ts';
import { creditCodeOf } from './company-people.ts';
import { signedIn } from './desk.ts';
import { ownCopy } from './own-copy.ts';
import { askAppeal, askDrug, askRecheck } from './review-stage.ts';
import { coveredFamily, depsOf, newKey, openServiceShop } from './services-stage.ts';
import { keep, loggedIn, newestCode, resident, type Shop } from './shop.ts';

/** What a resident is told to be held is all that is held. */
let shop: Shop;

beforeAll(async () => {
  shop = await openServiceShop();
  await seedStaffOfDemonstration(depsOf(shop));
});
afterAll(() => shop?.close());

test('every table with marks of a person is told, or says why not', async () => {
  const rows = await depsOf(shop).database.query<{ name: string }>(
    `select distinct c.table_name as name from information_schema.columns c
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and (c.column_name in ('user_id', 'resident_id', 'holder', 'phone', 'payer')
         or c.column_name ~ '^(person|phone|policyholder|contact|open_id|alipay|looker|asker)_index$'
         or c.column_name ~ '(^|_)sealed$')
     order by 1`,
  );
  const marked = rows.map(({ name }) => name);
  const told = HELD.flatMap(({ tables }) => tables);
  expect(marked.length).toBeGreaterThan(40);
  expect(marked.filter((name) => !told.includes(name) && !(name in NOT_TOLD))).toEqual([]);
  expect(Object.keys(NOT_TOLD).filter((name) => told.includes(name))).toEqual([]);
  expect(Object.keys(NOT_TOLD).filter((name) => !marked.includes(name))).toEqual([]);
  expect(new Set(HELD.map(({ what }) => what)).size).toBe(HELD.length);
});

describe('the copy holds', () => {
  test('drugs, services and the draw, with where things go', async () => {
    const person = resident(611);
    const { visitor } = await askDrug(shop, 611);
    const policyNo = (await visitor.value('drugApplications', {})).people[0]?.policyNo ?? '';
    await visitor.value('bookHealthService', {
      ...{ clientKey: newKey(), policyNo, serviceCode: 'S03', phone: person.phone, wantedOn: '2026-12-30' },
      wish: '上午',
    });
    await visitor.value('earnLuckyChance', { roundCode: 'gift-2026', action: 'health-manual' });
    const { rowsOf } = await ownCopy(shop, visitor, person);
    expect(rowsOf('特药申请')).toMatchObject([{ 用药人: person.name, 证件号码: person.idNumber, 状态: '待审核' }]);
    expect(rowsOf('健康服务预约')).toMatchObject([{ 电话: person.phone, 要求: '上午', 状态: '已预约' }]);
    expect(rowsOf('健康小礼')).toMatchObject([{ 结果: '未抽', 收件: '' }]);
    expect(rowsOf('交上来的材料')).toHaveLength(4);
  });

  test('that somebody asked about their health, and none of what was found', async () => {
    const { visitor } = await askAppeal(shop, 612, PHOTO);
    const { parts, rowsOf } = await ownCopy(shop, visitor, resident(612));
    expect(rowsOf('既往症查询')).toMatchObject([{ 查谁: '本人', 申诉: '归错了类', 申诉结果: '复核中' }]);
    const { caseNo, visitor: claimant } = await askRecheck(shop, 613);
    const claims = await ownCopy(shop, claimant, resident(613));
    expect(JSON.stringify(claims.parts)).not.toContain(caseNo);
    for (const what of ['理赔查询', '既往症查询']) {
      expect(parts.find((part) => part.what === what)?.leftOut).toContain('核验身份');
    }
  });

  test('what is known of a company’s contact, what the desk wrote down, and how the account is changed', async () => {
    const person = resident(614);
    const { visitor } = await coveredFamily(shop, [person]);
    shop.clock.advance(61_000);
    await visitor.value('sendSmsCode', { phone: person.phone, purpose: 'group' });
    await visitor.value('addCompanyOrder', {
      ...{ companyName: '苏州测试有限公司', creditCode: creditCodeOf('91320594MA1ABCDE3'), contactName: person.name },
      ...{ phone: person.phone, code: newestCode(shop.sandbox, person.phone), headCount: 12, regionCode: '320540' },
      consent: true,
    });
    const service = await signedIn(shop, 'kefu01');
    await shop.runJob('people');
    const { people } = await service.value('searchPeople', { idNumber: person.idNumber });
    await service.value('notePersonCall', { person: people[0]?.person ?? '', words: '问电子保单在哪里下载' });
    const phone = resident(699).phone;
    await visitor.value('sendSmsCode', { phone, purpose: 'new-phone' });
    await visitor.value('requestPhoneChange', { phone, code: newestCode(shop.sandbox, phone), statement: '旧号停了' });
    const { rowsOf } = await ownCopy(shop, visitor, person);
    expect(rowsOf('单位团体（联系人）')).toMatchObject([{ 单位: '苏州测试有限公司', 电话: person.phone }]);
    expect(rowsOf('客服记录')).toMatchObject([{ 方式: '来电', 记录: '问电子保单在哪里下载' }]);
    expect(rowsOf('换手机号的申请')).toMatchObject([{ 新手机号: phone, 状态: '等待人工核对', 说明: '旧号停了' }]);
  });

  test('nothing of anybody else', async () => {
    const visitor = await loggedIn(shop, resident(615));
    await keep(visitor, resident(615), '00');
    const { parts } = await ownCopy(shop, visitor, resident(615));
    const held = parts.filter(({ rows }) => rows.length > 0).map(({ what }) => what);
    expect(held).toEqual(['本人和家人', '账户', '登录着的设备', '登录和账户记录', '同意过的文件', '短信记录']);
  });
});

test('consents are taken back at once: nothing more is advertised, the answer is gone, nothing more is charged', async () => {
  const { visitor } = await askAppeal(shop, 616, PHOTO);
  const ask = async (more: object) => {
    // Beyond the limit of codes an hour.
    shop.clock.advance(20 * 60_000);
    await visitor.value('sendOwnDataCode');
    const code = newestCode(shop.sandbox, resident(616).phone);
    return visitor.value('askRight', { right: 'consent', words: '撤回', code, ...more });
  };
  const standing = async () => (await visitor.value('showOwnData')).consents.map(({ consent }) => consent);
  expect(await standing()).toEqual(['marketing', 'pre-existing']);
  // Somebody else's words wait for people, and are in nobody's way.
  expect(await ask({})).toMatchObject({ open: true, answer: null });
  const done = await ask({ consents: ['pre-existing'] });
  expect(done).toMatchObject({
    open: false,
    statusLabel: '已办',
    answer: expect.stringContaining('既往症查询授权，1 次'),
  });
  expect(await standing()).toEqual(['marketing']);
  const { rowsOf } = await ownCopy(shop, visitor, resident(616));
  expect(rowsOf('既往症查询')).toMatchObject([{ 查询: '已撤回同意', 申诉结果: '已撤销' }]);
  const [row] = await depsOf(shop).database.query<{ answers: number; files: number }>(
    `select count(answer_sealed)::integer as answers,
       (select count(*)::integer from uploads u where u.user_id = q.user_id) as files
     from pre_existing_queries q where status = 'withdrawn' group by q.user_id`,
  );
  expect(row).toEqual({ answers: 0, files: 0 });
  expect(await ask({ consents: ['marketing', 'pre-existing'] })).toMatchObject({
    answer: expect.not.stringContaining('既往症'),
  });
  expect((await visitor.value('profile')).marketingWanted).toBe(false);
  expect(await standing()).toEqual([]);
  expect((await ask({ consents: ['marketing'] })).answer).toBe('这些同意已经撤回过了。');
});

test('an account that closes takes its authorisations back: what was found under them is gone, and the papers too', async () => {
  const { visitor } = await askAppeal(shop, 617, PHOTO);
  const { query } = depsOf(shop).database;
  const [user] = await query<{ id: bigint }>('select id from users where phone_index = $1', [
    depsOf(shop).index.phone(resident(617).phone),
  ]);
  const kept = () =>
    query(
      `select q.status, q.answer_sealed is not null as answered, c.withdrawn_at is not null as withdrawn,
         (select count(*)::integer from uploads u where u.user_id = q.user_id) as files
       from pre_existing_queries q join pre_existing_consents c on c.shard = q.shard and c.id = q.id
       where q.user_id = $1`,
      [user?.id],
    );
  expect(await kept()).toMatchObject([{ answered: true, withdrawn: false, files: 1 }]);
  shop.clock.advance(20 * 60_000);
  await visitor.value('sendOwnDataCode');
  await visitor.value('closeAccount', { code: newestCode(shop.sandbox, resident(617).phone) });
  expect(await kept()).toEqual([{ status: 'withdrawn', answered: false, withdrawn: true, files: 0 }]);
});
