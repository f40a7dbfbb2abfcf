import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { ASSISTED_PHONE_SEAL } from '../../apps/server/src/features/assisted-sale/index.ts';
import { LOVE_NAME_SEAL } from '../../apps/server/src/features/certificate/index.ts';
import { CLAIM_VIEWER_SEAL } from '../../apps/server/src/features/claims/index.ts';
import { GROUP_PERSON_SEAL } from '../../apps/server/src/features/group/index.ts';
import { PERSON_SEAL as MID_YEAR_SEAL } from '../../apps/server/src/features/mid-year/mid-year-view.ts';
import { JUMP_PHONE_SEAL } from '../../apps/server/src/features/partner-jump/index.ts';
import { HELD } from '../../apps/server/src/features/rights/held/index.ts';
import { shareCodeOfUser } from '../../apps/server/src/features/sharing/index.ts';
import { signedIn } from './desk.ts';
import { addRow } from './filled-table.ts';
import { ownCopy } from './own-copy.ts';
import { depsOf, newKey } from './services-stage.ts';
import { agreements, keep, loggedIn, openShop, pay, REQUIRED, resident, type Shop, type Visitor } from './shop.ts';

/**
 * One row at least of every kind that is held, for two people at once: the copy of the one has all of his own, as it is read,
 * and nothing of the other.
 */
let shop: Shop;
const MOMENT = Date.parse('2026-11-20T10:00:00+08:00');

interface One {
  readonly person: ReturnType<typeof resident>;
  readonly father: ReturnType<typeof resident>;
  readonly visitor: Visitor;
  readonly orderNo: string;
  /** Of an order that came to nothing. */
  readonly unpaidNo: string;
  readonly policyNo: string;
  /** What only rows of this one hold. */
  readonly mark: string;
}
let own: One;
let other: One;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  shop.clock.set(MOMENT);
  await seedStaffOfDemonstration(depsOf(shop));
  own = await somebody(9_800, 'MINE');
  other = await somebody(9_810, 'THEIRS');
  const desk = await signedIn(shop, 'kefu01');
  for (const one of [own, other]) {
    await fill(one);
    await desk.value('searchOrders', { idType: '01', idNumber: one.person.idNumber });
  }
});
afterAll(() => shop?.close());

async function somebody(index: number, mark: string): Promise<One> {
  const [person, father, aunt] = [resident(index), resident(index + 1), resident(index + 2)];
  const visitor = await loggedIn(shop, person);
  const self = await keep(visitor, person, '00');
  const about = { idType: '01' as const, regionCode: '320540' as const, consent: true as const };
  const insured = [self];
  for (const [one, relationship] of [
    [father, '02'],
    [aunt, '05'],
  ] as const) {
    const more = relationship === '05' ? { relationshipNote: '姨妈' as const } : {};
    const { name, idNumber, phone } = one;
    const kept = { ...about, ...more, relationship, name, idNumber, phone, medicalType: '390' as const };
    insured.push((await visitor.value('addMember', kept)).memberId);
  }
  const order = async (memberIds: string[]) =>
    visitor.value('saveOrder', {
      ...{ clientKey: newKey(), policyholderMemberId: self, insuredMemberIds: memberIds },
      agreedDocuments: await agreements(visitor.value, REQUIRED),
    });
  const { orderNo } = await order(insured.slice(0, 2));
  await pay(visitor, orderNo, shop.sandbox);
  for (const job of shop.servers[0]?.built.jobs ?? []) if (job.name.startsWith('outbox')) await job.run();
  const { orderNo: unpaidNo } = await order(insured.slice(2));
  await visitor.value('cancelOrder', { orderNo: unpaidNo });
  const { people } = await visitor.value('queryOrderDetail', { orderNo });
  await visitor.value('saveBooking', {
    ...{ productId: 'soon28', regionCode: '320540', headCount: 4, privacyVersion: 1, consent: true },
  });
  await visitor.value('fileComplaint', { clientKey: randomUUID(), category: 'sale', words: `${mark} 没有人接电话` });
  const policyNo = people.find(({ name }) => name === person.name)?.policyNo ?? '';
  return { person, father, visitor, orderNo, unpaidNo, policyNo, mark };
}

/** What calls make in weeks, or providers alone: put where it would lie. */
async function fill({ person, orderNo, policyNo, mark }: One): Promise<void> {
  const { database, vault, numbers, index } = depsOf(shop);
  const { query } = database;
  const [user] = await query<{ id: bigint; shard: number }>('select id, shard from users where phone_index = $1', [
    index.phone(person.phone),
  ]);
  const { id: user_id, shard } = user ?? expect.fail();
  const order_id = numbers.orderId(orderNo) ?? expect.fail();
  const policy_id = numbers.policyId(policyNo) ?? expect.fail();
  const ofUser = { shard, user_id };
  const ofOrder = { shard, order_id };
  const at = (moment: string) => new Date(Date.parse(`2026-11-${moment}:00+08:00`));
  const add = (table: string, said: Record<string, unknown>) => addRow(query, table, said, MOMENT);
  const [payment] = await query<{ id: bigint }>('select id from payments where shard = $1 and order_id = $2', [
    shard,
    order_id,
  ]);
  const refundId = order_id + 7n;
  const refund = { ...ofOrder, id: refundId, payment_id: payment?.id, refund_no: `R-${mark}`, amount_fen: 15_800 };
  await add('refunds', { ...refund, state: 'SETTLED', created_at: at('21T09:00'), settled_at: at('22T09:00') });
  await add('refund_hand_payouts', { ...ofOrder, refund_id: refundId, route: '银行转账', reference: `BANK-${mark}` });
  await add('payment_attempts', {
    ...{ ...ofOrder, provider: 'wechat-pay', method: 'wechat-h5', state: 'CLOSED', amount_fen: 31_600 },
    ...{ attempt_no: 9, merchant_order_no: `ATTEMPT-${mark}`, created_at: at('20T11:00') },
  });
  await add('upgrades', {
    ...{ shard, order_id: order_id + 8n, policy_id, premium_fen: 10_000, issued_at: at('21T10:00') },
  });
  await add('changes', {
    ...{ ...ofUser, order_id, subject: 'payer', status: 'APPROVED', submitted_at: at('21T11:00') },
    items_sealed: vault.sealJson('change', [
      { field: 'sex', before: 'm', after: 'f' },
      { field: 'address', before: null, after: `${mark} 路 1 号` },
    ]),
  });
  const contract = { ...ofUser, id: order_id + 9n };
  await add('withholding_contracts', {
    ...{ ...contract, order_id, contract_code: `K-${mark}`, status: 'ENDED_BY_USER', limit_fen: 50_000 },
    ...{
      insured_ids: '{}',
      open_id_sealed: vault.seal('open-id', `payer ${mark}`),
      consent_at: at('20T10:00'),
      ended_at: at('25T10:00'),
    },
  });
  await add('withholding_runs', {
    ...{ ...ofUser, contract_id: contract.id, edition_code: `edition ${mark}`, status: 'SKIPPED' },
    ...{ amount_fen: 31_600, charge_on: '2027-11-20', reasons: '{}', agreed_documents: '[]' },
  });
  await add('love_certificates', { ...ofUser, order_id, nickname_sealed: vault.seal(LOVE_NAME_SEAL, `${mark} 一家`) });
  await add('renewal_reminders', { ...ofUser, edition_code: `edition ${mark}`, told_at: at('23T09:00') });
  await add('paper_mails', { ...ofUser, order_id, address_masked: `${mark[0]}***@example.com`, state: 'sent' });
  const { name, idNumber, phone } = person;
  await add('claim_viewers', {
    ...{
      ...ofUser,
      confirmed_at: at('24T09:00'),
      person_sealed: vault.sealJson(CLAIM_VIEWER_SEAL, { name, idNumber }),
    },
  });
  await add('pre_existing_consents', { ...ofUser, basis: 'guardian', agreed_at: at('24T10:00') });
  await add('mid_year_applications', {
    ...{ ...ofUser, status: 'refused', answer: `${mark} 缺材料`, created_at: at('24T11:00') },
    person_sealed: vault.sealJson(MID_YEAR_SEAL, { name, idNumber, memberNo: '1' }),
  });
  await add('medical_consents', { ...ofOrder, wording: 3, consented_at: at('20T10:30') });
  await add('face_checks', { ...{ shard, user_id, status: 'PASSED', started_at: at('24T12:00') } });
  await add('group_people', {
    ...{ person_index: index.person('01', idNumber), status: 'declined', created_at: at('25T10:00') },
    details_sealed: vault.sealJson(GROUP_PERSON_SEAL, { name, idType: '01', idNumber, phone }),
  });
  const staff_no = `G-${mark}`;
  await add('assisting_staff', { staff_no });
  await add('assistances', {
    ...{ assistance_no: `XZ-${mark}`, resident_id: user_id, status: 'ended', joined_at: at('25T11:00'), staff_no },
    resident_phone_sealed: vault.seal(ASSISTED_PHONE_SEAL, phone),
  });
  await add('partner_jumps', {
    ...{ ...ofUser, target_name: `医保页面 ${mark}`, status: 'opened', agreed_at: at('25T12:00') },
    phone_sealed: vault.seal(JUMP_PHONE_SEAL, phone),
  });
  await add('open_id_bindings', {
    ...ofUser,
    open_id_sealed: vault.seal('open-id', `open-${mark}`),
    bound_at: at('20T10:01'),
  });
  // What is over, not begun, or taken back a moment ago is not held any more, or not yet.
  await add('sessions', { user_id, user_shard: shard, device: `over ${mark}`, expires_at: at('19T10:00') });
  const [fathers] = await query<{ id: bigint }>(
    'select id from policies where shard = $1 and order_id = $2 and id <> $3',
    [shard, order_id, policy_id],
  );
  await add('insured_consents', {
    ...{ shard, id: fathers?.id, order_id, status: 'agreed', asked_at: at('21T09:00'), answered_at: at('21T09:05') },
  });
  const undone = { shard, order_id: order_id + 11n, policy_id: fathers?.id, premium_fen: 5_000 };
  await add('upgrades', { ...undone, issued_at: at('21T10:00'), cancelled_at: at('22T10:00') });
  const beside = { shard, id: policy_id + 1_000n, order_id: order_id + 12n };
  await add('insured', {
    ...beside,
    details_sealed: vault.sealJson('insured', { name, idType: '01', idNumber, phone }),
  });
  await add('policies', { ...beside, user_id, issued_at: null });
  const gone = { name: `gone ${mark}`, idType: '01', idNumber, phone, birthDate: '1990-01-01', relationshipNote: null };
  await add('members', {
    ...{ ...ofUser, relationship: '01', region_code: '320500', removed_at: at('20T10:00') },
    details_sealed: vault.sealJson('member', gone),
  });
  await add('alipay_bindings', { ...ofUser, bound_at: at('20T10:02') });
  await add('share_codes', { share_code: shareCodeOfUser({ index }, user_id), user_id, created_at: at('20T10:03') });
}

/** Of what other tests see in the copy, come about as residents make it. */
const SEEN_ELSEWHERE = [
  ...['特药申请', '健康服务预约', '单位团体（联系人）', '健康小礼', '交上来的材料', '客服记录', '我的申请'],
  ...['参保过程记录', '换手机号的申请'],
];

/** What is read of the one, kind by kind. */
function expected({ person, father, orderNo, unpaidNo, policyNo, mark }: One): Record<string, readonly object[]> {
  const papers = { 姓名: person.name, 证件类型: '居民身份证', 证件号码: person.idNumber, 手机号: person.phone };
  const born = { 关系: '本人', 出生日期: person.birthDate };
  const parent = { 姓名: father.name, 关系: '父母', 医保类型: '居民医保', 医保所在地: '苏州 - 工业园区' };
  const aunt = { 关系: expect.stringContaining('姨妈'), 医保类型: '居民医保' };
  const payer = { 缴费人: person.name, 缴费人证件号码: person.idNumber, 缴费人手机号: person.phone };
  return {
    本人和家人: [{ ...papers, ...born }, parent, aunt],
    订单: [
      { 订单号: orderNo, 产品: expect.stringContaining('苏民安'), 人数: '2', 金额: '316.00', ...payer },
      { 订单号: unpaidNo, 人数: '1', 金额: '158.00', 状态: '已取消', ...payer },
    ],
    订单里的被保险人: [
      { 订单号: orderNo, ...papers, ...born },
      { 订单号: orderNo, ...parent, 手机号: father.phone, 本人确认: '本人已同意，2026.11.21 09:05' },
      { 订单号: unpaidNo, ...aunt },
    ],
    付款: [
      { 订单号: orderNo, 方式: '微信支付', 金额: '316.00', 结果: '成功', 交易单号: expect.stringMatching(/^\d{20,}$/) },
      { 订单号: orderNo, 金额: '316.00', 结果: '已关闭', 商户单号: `ATTEMPT-${mark}`, 交易单号: '' },
    ],
    退款: [
      {
        ...{ 时间: '2026.11.21 09:00', 订单号: orderNo, 退款单号: `R-${mark}`, 金额: '158.00', 状态: '已退款' },
        ...{ 到账: '2026.11.22 09:00', 人工退款: `银行转账 BANK-${mark}` },
      },
    ],
    保单: [
      { 保单号: policyNo, 年度: '2027', 保费: '158.00', 升级补交: '100.00', 被保险人: person.name },
      { 升级补交: '', 被保险人: father.name, 证件号码: father.idNumber, 退保时间: '' },
    ],
    信息变更: [
      {
        ...{ 时间: '2026.11.21 11:00', 订单号: orderNo, 改谁的: '缴费人', 状态: '已通过' },
        改了什么: `性别：男 改为 女；联系地址：没有填 改为 ${mark} 路 1 号`,
      },
    ],
    自动扣费: [
      {
        ...{ 委托编号: `K-${mark}`, 订单号: orderNo, 状态: '已解约（用户）', 一次最多扣: '500.00' },
        ...{ 同意时间: '2026.11.20 10:00', 关闭时间: '2026.11.25 10:00', 微信的编号: `payer ${mark}` },
      },
      { 产品: `edition ${mark}`, 状态: '这一年不扣', 金额: '316.00', 扣费日: '2027.11.20' },
    ],
    爱心证书: [{ 订单号: orderNo, 证书上的名字: `${mark} 一家` }],
    续保提醒: [{ 产品: `edition ${mark}`, 提醒时间: '2026.11.23 09:00' }],
    发到邮箱的文件: [{ 订单号: orderNo, 邮箱: `${mark[0]}***@example.com` }],
    理赔查询: [{ 时间: '2026.11.24 09:00', 您说您是: person.name, 证件号码: person.idNumber }],
    既往症查询: [{ 授权时间: '2026.11.24 10:00', 查谁: '未成年子女', 查询: '已删除' }],
    中途参保申请: [{ 时间: '2026.11.24 11:00', 姓名: person.name, 状态: '不符合条件', 答复: `${mark} 缺材料` }],
    医保账户授权: [{ 同意时间: '2026.11.20 10:30', 订单号: orderNo, 同意书版本: '3' }],
    刷脸核验: [{ 时间: '2026.11.24 12:00', 结果: '已通过' }],
    开售预约: [{ 人数: '4', 状态: '已预约', 手机号: person.phone, 医保所在地: '苏州 - 工业园区' }],
    单位给您报的参保名单: [{ 时间: '2026.11.25 10:00', ...papers, 状态: '本人不参加' }],
    网点协助: [{ 协助编号: `XZ-${mark}`, 时间: '2026.11.25 11:00', 订单号: '', 手机号: person.phone, 状态: '已结束' }],
    去医保页面: [{ 同意时间: '2026.11.25 12:00', 去哪里: `医保页面 ${mark}`, 状态: '已前往', 手机号: person.phone }],
    投诉: [{ 分类: '销售过程', 内容: `${mark} 没有人接电话`, 状态: '待受理', 经过: '收到投诉' }],
    账户: [{ 手机号: person.phone, 营销短信: '没有关' }],
    绑定的微信和支付宝: [
      { 哪一个: '微信', 绑定时间: '2026.11.20 10:01', 对方的编号: `open-${mark}` },
      { 哪一个: '支付宝', 绑定时间: '2026.11.20 10:02' },
    ],
    登录着的设备: [{ 设备: expect.stringMatching(/./) }],
    登录和账户记录: [{ 事项: '验证码登录', 网络地址: '127.0.0.1' }],
    同意过的文件: expect.arrayContaining([expect.objectContaining({ 什么时候同意的: `参保时，订单 ${unpaidNo}` })]),
    消息: [{ 标题: '保单已生成' }],
    短信记录: expect.arrayContaining([expect.objectContaining({ 短信: '保单已生成' })]),
    分享码: [{ 分享码: expect.stringMatching(/./), 时间: '2026.11.20 10:03' }],
    谁查过我: [{ 谁: '客服', 做了什么: '查订单', 原因: '按证件' }],
  };
}

test('a row of every kind is looked for', () => {
  const kinds = HELD.map(({ what }) => what);
  expect([...Object.keys(expected(own)), ...SEEN_ELSEWHERE].toSorted()).toEqual(kinds.toSorted());
});

test.each([
  ['the one', () => [own, other]],
  ['the other', () => [other, own]],
] as const)('the copy of %s has all of their own and nothing of anybody else', async (_, both) => {
  const [mine, theirs] = both() as [One, One];
  const { parts, page, rowsOf } = await ownCopy(shop, mine.visitor, mine.person);
  for (const [what, rows] of Object.entries(expected(mine))) expect(rowsOf(what), what).toMatchObject(rows);
  const whole = JSON.stringify(parts);
  expect(whole).not.toMatch(/over M|over T|gone M|gone T/);
  for (const text of [theirs.mark, theirs.person.idNumber, theirs.person.phone, theirs.father.name, theirs.orderNo]) {
    expect(whole).not.toContain(text);
    expect(page).not.toContain(text);
  }
  // The page counts what the copy holds.
  const { held } = await mine.visitor.value('showOwnData');
  const apart = ['我的申请', '谁查过我'];
  const counted = (what: string) => parts.find((part) => part.what === what)?.rows.length;
  expect(held.map(({ what }) => what)).toEqual(parts.map(({ what }) => what).filter((what) => !apart.includes(what)));
  // The code for the copy was one message more.
  for (const { what, count } of held.filter(({ what: kind }) => kind !== '短信记录'))
    expect(count, what).toBe(counted(what));
});
