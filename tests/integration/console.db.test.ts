import { lockMsAfter, STAFF_IDLE_MS, STAFF_SESSION_MS } from '@huimin/domain/staff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import {
  DEMONSTRATION_PASSWORD,
  makeFirstAdministrator,
  renewFirstPassword,
  stopDemonstrationStaff,
} from '../../apps/server/src/features/staff/index.ts';
import { codeOf, type Desk, demonstrationCode, deskAt, signedIn } from './desk.ts';
import { openShop, type Shop } from './shop.ts';

const MINUTE_MS = 60_000;
const WHOLE = { insurers: null, cities: null, channels: null };
const OWN_PASSWORD = 'four plain words together';

/** The first sign-in of an account with the password that was handed out. */
async function enrol(shop: Shop, account: string, password: string) {
  const desk = deskAt(shop.origin);
  const step = await desk.value('beginSignIn', { account, password });
  expect(step.step).toBe('enrol');
  const { secret, address } = await desk.value('prepareEnrolment');
  expect(address).toContain(`secret=${secret}`);
  const code = codeOf(secret, shop.clock.now());
  const { recoveryCodes } = await desk.value('finishEnrolment', { password: OWN_PASSWORD, code });
  return { desk, secret, recoveryCodes };
}

/** Signs in with the second step of the next half minute: no code works twice. */
async function signIn(shop: Shop, account: string, secret: string): Promise<Desk> {
  const desk = deskAt(shop.origin);
  await desk.value('beginSignIn', { account, password: OWN_PASSWORD });
  shop.clock.advance(30_000);
  await desk.value('finishSignIn', { code: codeOf(secret, shop.clock.now()) });
  return desk;
}

const addition = (account: string, role: 'compliance' | 'audit' | 'security' | 'operations') => ({
  ...{ account, name: '陈示范', company: '甲信财产', roles: [role], scope: WHOLE, reason: '新同事入职' },
});

describe('the first administrator of a new shop', () => {
  let shop: Shop;
  let security: Desk;
  let first: { account: string; password: string };
  const deps = () => shop.servers[0]?.deps as NonNullable<Shop['servers'][0]>['deps'];
  beforeAll(async () => {
    shop = await openShop({ jobs: false });
  });
  afterAll(() => shop?.close());

  test('is made where a demonstration was before, of whose people nobody gets in any more', async () => {
    await seedStaffOfDemonstration(deps());
    const before = await signedIn(shop, 'hegui01');
    await stopDemonstrationStaff(deps());
    expect((await before.call('whoAmI')).code).toBe(400701);
    const again = { account: 'hegui01', password: DEMONSTRATION_PASSWORD };
    expect((await deskAt(shop.origin).call('beginSignIn', again)).code).toBe(400703);
  });

  test('is made once, and the lost password is replaced only while nobody has signed in', async () => {
    const [one, other] = await Promise.all([makeFirstAdministrator(deps()), makeFirstAdministrator(deps())]);
    expect([one, other].filter((made) => made !== null)).toHaveLength(1);
    expect(await makeFirstAdministrator(deps())).toBeNull();
    first = (await renewFirstPassword(deps())) as typeof first;
    const lost = await deskAt(shop.origin).call('beginSignIn', {
      ...first,
      password: one?.password ?? other?.password ?? '',
    });
    expect(lost.code).toBe(400703);
  });

  test('signs in for the first time: own password, code app, recovery codes', async () => {
    const desk = deskAt(shop.origin);
    await desk.value('beginSignIn', first);
    expect(desk.setCookie).toMatch(/^hm_console=[\w-]{43}; Path=\/hmb-js26\/console; HttpOnly; SameSite=Strict$/);
    const atDoor = desk.cookie;
    expect((await desk.call('whoAmI')).code).toBe(400701);
    const { secret } = await desk.value('prepareEnrolment');
    expect((await desk.value('prepareEnrolment')).secret).toBe(secret);
    const code = codeOf(secret, shop.clock.now());
    for (const password of ['short', 'aaaaaaaaaaaaaaa', `my ${first.account} is it`, 'qwertyuiop asdf']) {
      expect([password, (await desk.call('finishEnrolment', { password, code })).code]).toEqual([password, 400707]);
    }
    expect((await desk.call('finishEnrolment', { password: first.password, code })).code).toBe(400707);
    expect((await desk.call('finishEnrolment', { password: OWN_PASSWORD, code: '000000' })).code).toBe(400705);
    const { self, recoveryCodes } = await desk.value('finishEnrolment', { password: OWN_PASSWORD, code });
    expect(self).toMatchObject({ account: first.account, roles: ['security'], lastSignInAt: null });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(desk.cookie).not.toBe(atDoor);
    security = desk;
    // The password that was handed out and the session at the door are over.
    expect((await deskAt(shop.origin).call('beginSignIn', first)).code).toBe(400703);
    const old = deskAt(shop.origin);
    old.cookie = atDoor;
    expect((await old.call('whoAmI')).code).toBe(400701);
    expect(await renewFirstPassword(deps())).toBeNull();
  });

  test('adds alone nobody but the first person who could agree', async () => {
    expect((await security.value('addStaff', addition('hegui02', 'compliance'))).status).toBe('waiting');
    const added = await Promise.all([
      security.value('addStaff', addition('shenji03', 'audit')),
      security.value('addStaff', addition('anquan02', 'security')),
    ]);
    expect(added.map(({ status }) => status).sort()).toEqual(['approved', 'waiting']);
    expect((await security.value('addStaff', addition('shenji02', 'audit'))).status).toBe('waiting');
    const { staff } = await security.value('listStaff', {});
    expect(staff.filter(({ status }) => status !== 'stopped')).toHaveLength(2);
    const second = staff.find(({ status }) => status === 'invited');
    const handed = await security.value('handOutPassword', { staffNo: second?.staffNo ?? '' });
    const other = await enrol(shop, handed.account, handed.password);
    const { approvals } = await other.desk.value('listApprovals', {});
    expect(approvals.map(({ title, mayDecide }) => [title, mayDecide])).toEqual(
      Array.from({ length: 3 }, () => ['新建用户', true]),
    );
  });
});

describe('signing in', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop({ jobs: false });
    await seedStaffOfDemonstration(shop.servers[0]?.deps as NonNullable<Shop['servers'][0]>['deps']);
  });
  afterAll(() => shop?.close());

  const wrong = (account: string) =>
    deskAt(shop.origin).call('beginSignIn', { account, password: 'not the right one' });

  test('answers the same for an account that is not there, wrong tries and the lock included', async () => {
    for (const account of ['kefu01', 'nobody-at-all']) {
      const answers = [];
      for (let nth = 1; nth <= 7; nth++) answers.push((await wrong(account)).code);
      expect([account, answers]).toEqual([account, [400703, 400703, 400703, 400703, 400704, 400704, 400704]]);
    }
    const right = await deskAt(shop.origin).call('beginSignIn', {
      account: 'kefu01',
      password: DEMONSTRATION_PASSWORD,
    });
    expect(right.code).toBe(400704);
    // One wrong try after the wait doubles it.
    shop.clock.advance(15 * MINUTE_MS);
    expect((await wrong('kefu01')).code).toBe(400704);
    shop.clock.advance(29 * MINUTE_MS);
    expect((await wrong('kefu01')).code).toBe(400704);
    shop.clock.advance(MINUTE_MS);
    await signedIn(shop, 'kefu01');
    expect((await wrong('kefu01')).message).toContain('还可以试 4 次');
    const locks = (
      await (await signedIn(shop, 'shenji01')).value('listAuditLog', { subject: 'kefu01', what: 'beginSignIn' })
    ).entries;
    expect(locks.filter(({ outcome, detail }) => outcome === 'refused' && detail.includes('锁到'))).toHaveLength(2);
    expect([4, 5, 6, 7, 30].map((failures) => lockMsAfter(failures) / MINUTE_MS)).toEqual([0, 15, 30, 60, 1440]);
  });

  test('lets nobody guess codes by giving the password again and again, nor many at once', async () => {
    const guess = async () => {
      const desk = deskAt(shop.origin);
      const { code } = await desk.call('beginSignIn', { account: 'jingji01', password: DEMONSTRATION_PASSWORD });
      return code === 200000 ? (await desk.call('finishSignIn', { code: '000000' })).code : code;
    };
    const answers = [];
    for (let nth = 1; nth <= 6; nth++) answers.push(await guess());
    expect(answers).toEqual([400705, 400705, 400705, 400705, 400704, 400704]);
    const atOnce = await Promise.all(Array.from({ length: 12 }, () => wrong('caiwu01')));
    expect(atOnce.filter(({ code }) => code === 400703).length).toBeLessThanOrEqual(4);
  });

  test('takes each code and each recovery code once', async () => {
    const desk = await signedIn(shop, 'hegui01');
    const self = await desk.value('whoAmI');
    expect(self).toMatchObject({ recoveryCodesLeft: 10, roles: ['compliance'] });
    shop.clock.advance(30_000);
    const { recoveryCodes } = await desk.value('renewRecoveryCodes', { code: demonstrationCode(shop, 'hegui01') });
    const [code = ''] = recoveryCodes;
    // The code of the app was taken with it: neither in the same half minute nor in the next does it do more.
    const second = { code: demonstrationCode(shop, 'hegui01') };
    expect((await desk.call('renewRecoveryCodes', second)).code).toBe(400705);
    const door = deskAt(shop.origin);
    await door.value('beginSignIn', { account: 'hegui01', password: DEMONSTRATION_PASSWORD });
    expect((await door.call('finishSignIn', second)).code).toBe(400705);
    shop.clock.advance(30_000);
    expect((await door.call('finishSignIn', second)).code).toBe(400705);
    const use = async () => {
      const again = deskAt(shop.origin);
      await again.value('beginSignIn', { account: 'hegui01', password: DEMONSTRATION_PASSWORD });
      return again.call('finishSignIn', { recoveryCode: code.toUpperCase().replaceAll('-', ' ') });
    };
    expect((await use()).code).toBe(200000);
    expect((await use()).code).toBe(400705);
    const [wrongly] = (await (await signedIn(shop, 'shenji01')).value('listAuditLog', { what: 'renewRecoveryCodes' }))
      .entries;
    expect(wrongly).toMatchObject({ outcome: 'refused', detail: '口令不对' });
  });

  test('begins anew where it is begun again: the step before it leads nowhere', async () => {
    const desk = deskAt(shop.origin);
    const begin = () => desk.value('beginSignIn', { account: 'yunying01', password: DEMONSTRATION_PASSWORD });
    await begin();
    const before = deskAt(shop.origin);
    Object.assign(before, { cookie: desk.cookie, token: desk.token });
    await begin();
    expect(desk.cookie).not.toBe(before.cookie);
    shop.clock.advance(30_000);
    const second = { code: demonstrationCode(shop, 'yunying01') };
    expect((await before.call('finishSignIn', second)).code).toBe(400701);
    expect((await desk.call('finishSignIn', second)).code).toBe(200000);
  });

  test('lasts half an hour without use and twelve hours with it', async () => {
    const desk = await signedIn(shop, 'yunying01');
    shop.clock.advance(STAFF_IDLE_MS - 1);
    expect((await desk.call('whoAmI')).code).toBe(200000);
    for (let passed = STAFF_IDLE_MS; passed < STAFF_SESSION_MS - 2 * STAFF_IDLE_MS; passed += 25 * MINUTE_MS) {
      shop.clock.advance(25 * MINUTE_MS);
      expect((await desk.call('whoAmI')).code).toBe(200000);
    }
    shop.clock.advance(2 * STAFF_IDLE_MS);
    expect((await desk.call('whoAmI')).code).toBe(400701);
    const idle = await signedIn(shop, 'yunying01');
    shop.clock.advance(STAFF_IDLE_MS);
    expect((await idle.call('whoAmI')).code).toBe(400701);
  });

  test('shows and ends one’s other sessions, by hand and with another password', async () => {
    const [one, two, three] = [
      await signedIn(shop, 'shenji01'),
      await signedIn(shop, 'shenji01'),
      await signedIn(shop, 'shenji01'),
    ];
    const { sessions } = await one.value('listOwnStaffSessions');
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions).toHaveLength(3);
    const [, , last] = sessions;
    expect(await one.value('endOwnStaffSessions', { sessionId: last?.sessionId })).toEqual({ ended: 1 });
    const change = { oldPassword: DEMONSTRATION_PASSWORD, password: OWN_PASSWORD };
    expect((await one.call('changeOwnPassword', { ...change, oldPassword: 'not it at all' })).code).toBe(400703);
    const same = { oldPassword: DEMONSTRATION_PASSWORD, password: DEMONSTRATION_PASSWORD };
    expect((await one.call('changeOwnPassword', same)).code).toBe(400707);
    expect((await one.value('listOwnStaffSessions')).sessions).toHaveLength(2);
    await one.value('changeOwnPassword', change);
    const standing = await Promise.all([one, two, three].map(async (desk) => (await desk.call('whoAmI')).code));
    expect(standing).toEqual([200000, 400701, 400701]);
    await one.value('signOutStaff');
    expect(one.setCookie).toContain('Max-Age=0');
    expect((await one.call('whoAmI')).code).toBe(400701);
  });
});

describe('two people', () => {
  let shop: Shop;
  let security: Desk;
  let audit: Desk;
  beforeAll(async () => {
    shop = await openShop({ jobs: false });
    await seedStaffOfDemonstration(shop.servers[0]?.deps as NonNullable<Shop['servers'][0]>['deps']);
    security = await signedIn(shop, 'anquan01');
    audit = await signedIn(shop, 'shenji01');
  });
  afterAll(() => shop?.close());

  const staffOf = async (account: string) =>
    (await security.value('listStaff', {})).staff.find((one) => one.account === account);

  test('are needed for a new account, which then signs in for the first time', async () => {
    const { approvalNo, status } = await security.value('addStaff', addition('hegui02', 'compliance'));
    expect(status).toBe('waiting');
    expect(await staffOf('hegui02')).toBeUndefined();
    expect((await security.call('decideApproval', { approvalNo, agree: true })).code).toBe(400707);
    const compliance = await signedIn(shop, 'hegui01');
    expect((await compliance.call('decideApproval', { approvalNo, agree: true })).code).toBe(400104);
    // Sent by hand, at once and again: it is done once.
    const both = await Promise.all([1, 2, 3].map(() => audit.call('decideApproval', { approvalNo, agree: true })));
    expect(both.map(({ code }) => code).sort()).toEqual([200000, 400708, 400708]);
    const member = await staffOf('hegui02');
    expect(member).toMatchObject({ status: 'invited', secondFactor: false, roles: ['compliance'] });
    const staffNo = member?.staffNo ?? '';
    const { password } = await security.value('handOutPassword', { staffNo });
    const { password: newer } = await security.value('handOutPassword', { staffNo });
    expect((await deskAt(shop.origin).call('beginSignIn', { account: 'hegui02', password })).code).toBe(400703);
    const { desk, secret } = await enrol(shop, 'hegui02', newer);
    expect((await security.call('handOutPassword', { staffNo })).code).toBe(400707);
    await signIn(shop, 'hegui02', secret);

    await security.value('stopStaff', { staffNo, reason: '离职办理中' });
    expect((await desk.call('whoAmI')).code).toBe(400701);
    expect((await staffOf('hegui02'))?.status).toBe('stopped');
    const reset = await security.value('resetStaff', { staffNo, reason: '离职撤销，手机也换了' });
    await audit.value('decideApproval', { approvalNo: reset.approvalNo, agree: true });
    const again = await security.value('handOutPassword', { staffNo });
    await enrol(shop, 'hegui02', again.password);
  });

  test('are not needed to lift the lock after wrong tries: nothing else of the account changes', async () => {
    const wrong = () =>
      deskAt(shop.origin).call('beginSignIn', { account: 'wangdian01', password: 'not the right one' });
    const lift = async (by: Desk, account: string) =>
      by.call('unlockStaff', { staffNo: (await staffOf(account))?.staffNo ?? '', reason: '本人来电，核过身份' });
    expect((await lift(security, 'wangdian01')).code).toBe(400707);
    for (let nth = 1; nth <= 5; nth++) await wrong();
    expect((await wrong()).code).toBe(400704);
    expect((await staffOf('wangdian01'))?.status).toBe('locked');
    // The audit administrator may agree to what others ask, and does not manage.
    expect((await lift(audit, 'wangdian01')).code).not.toBe(200000);
    expect((await lift(security, 'anquan01')).message).toContain('另一位管理员');
    expect((await lift(security, 'wangdian01')).code).toBe(200000);
    expect((await staffOf('wangdian01'))?.status).toBe('active');
    expect((await wrong()).message).toContain('还可以试 4 次');
    await signedIn(shop, 'wangdian01');
    const { entries } = await audit.value('listAuditLog', { subject: 'wangdian01', what: 'unlockStaff' });
    expect(entries.map(({ outcome, detail }) => [outcome, detail])).toContainEqual(['done', '本人来电，核过身份']);
  });

  test('are needed for other roles, which count from the next call on', async () => {
    const desk = await signedIn(shop, 'caiwu01');
    const member = await staffOf('caiwu01');
    const roles = { staffNo: member?.staffNo ?? '', scope: WHOLE, reason: '转到合规部门' };
    expect((await security.call('changeStaffRoles', { ...roles, roles: ['audit', 'finance'] })).message).toContain(
      '不能兼任',
    );
    expect((await security.call('changeStaffRoles', { ...roles, roles: ['outlet'] })).message).toContain('限定城市');
    const own = await staffOf('anquan01');
    const self = { ...roles, roles: ['audit' as const], staffNo: own?.staffNo ?? '' };
    expect((await security.call('changeStaffRoles', self)).code).toBe(400707);
    const { approvalNo } = await security.value('changeStaffRoles', { ...roles, roles: ['compliance'] });
    expect((await desk.value('whoAmI')).permissions).not.toContain('audit.view');
    const decided = await audit.value('decideApproval', { approvalNo, agree: true, note: '看过调令' });
    expect(decided).toMatchObject({ status: 'approved', note: '看过调令', decidedBy: '审计 01 shenji01' });
    expect((await desk.value('whoAmI')).permissions).toContain('audit.view');
  });

  test('are asked for once, and only for what both have seen', async () => {
    const member = await staffOf('caiwu01');
    const wish = { staffNo: member?.staffNo ?? '', scope: WHOLE, roles: ['finance' as const], reason: '换岗到财务' };
    // Whose answer was lost is pressed again: one request waits, not two of which the second would count much later.
    const first = await security.value('changeStaffRoles', wish);
    expect((await security.call('changeStaffRoles', wish)).message).toContain('已经有一份“改角色和范围”在等');
    const reset = await security.value('resetStaff', { staffNo: wish.staffNo, reason: '手机丢了，本人来办' });
    expect((await security.call('resetStaff', { staffNo: wish.staffNo, reason: '再办一次' })).code).toBe(400707);
    await security.value('withdrawApproval', { approvalNo: reset.approvalNo });
    // What it was shown to take the place of is another one by now.
    await shop.servers[0]?.deps.database.query(
      `update staff_accounts set roles = '{operations}' where account = 'caiwu01'`,
    );
    const late = await audit.call('decideApproval', { approvalNo: first.approvalNo, agree: true });
    expect(late.message).toContain('刚刚改过了');
    await shop.servers[0]?.deps.database.query(
      `update staff_accounts set roles = '{compliance}' where account = 'caiwu01'`,
    );
    await audit.value('decideApproval', { approvalNo: first.approvalNo, agree: true });
    expect((await staffOf('caiwu01'))?.roles).toEqual(['finance']);
    const back = await security.value('changeStaffRoles', { ...wish, roles: ['compliance'], reason: '转回合规部门' });
    await audit.value('decideApproval', { approvalNo: back.approvalNo, agree: true });
  });

  test('are needed still: nobody decides what is about themselves, and it runs out', async () => {
    const about = await staffOf('shenji01');
    const asked = { staffNo: about?.staffNo ?? '', roles: ['operations' as const], scope: WHOLE, reason: '换岗到运营' };
    const { approvalNo } = await security.value('changeStaffRoles', asked);
    expect((await audit.call('decideApproval', { approvalNo, agree: true })).message).toContain('关于您自己');
    expect((await audit.value('whoAmI')).waitingApprovals).toBe(0);
    expect((await audit.call('withdrawApproval', { approvalNo })).code).toBe(400104);
    expect((await security.value('withdrawApproval', { approvalNo })).status).toBe('withdrawn');

    const late = await security.value('addStaff', addition('yunying09', 'operations'));
    expect((await audit.call('decideApproval', { approvalNo: late.approvalNo, agree: false })).code).toBe(400707);
    // What was refused or ran out calls whoever asked, until they have looked.
    const refusals = async (desk: Desk) => (await desk.value('whoAmI')).unseenRefusals;
    const denied = await security.value('addStaff', addition('yunying10', 'operations'));
    expect(await refusals(security)).toBe(0);
    await audit.value('decideApproval', { approvalNo: denied.approvalNo, agree: false, note: '人已经够了' });
    expect([await refusals(security), await refusals(audit)]).toEqual([1, 0]);
    await security.value('listApprovals', { which: 'waiting' });
    expect(await refusals(security)).toBe(1);
    await security.value('listApprovals', { which: 'mine' });
    expect(await refusals(security)).toBe(0);
    shop.clock.advance(3 * 86_400_000);
    expect(await refusals(await signedIn(shop, 'anquan01'))).toBeGreaterThanOrEqual(1);
    const auditLater = await signedIn(shop, 'shenji01');
    expect((await auditLater.call('decideApproval', { approvalNo: late.approvalNo, agree: true })).code).toBe(400708);
    expect(await (await signedIn(shop, 'anquan01')).value('listApprovals', { which: 'mine' })).toMatchObject({
      approvals: expect.arrayContaining([expect.objectContaining({ approvalNo: late.approvalNo, status: 'expired' })]),
    });
  });

  test('are needed for oneself too, and what cannot be is refused before anybody is asked', async () => {
    // Days have gone by since they signed in.
    security = await signedIn(shop, 'anquan01');
    const own = { staffNo: (await staffOf('anquan01'))?.staffNo ?? '', reason: '给自己办' };
    for (const name of ['stopStaff', 'resetStaff', 'endStaffSessions', 'unlockStaff'] as const) {
      expect([name, (await security.call(name, own)).code]).toEqual([name, 400707]);
    }
    const absent = { staffNo: '999999999', reason: '没有这个人' };
    for (const name of ['stopStaff', 'resetStaff', 'endStaffSessions', 'unlockStaff'] as const) {
      expect([name, (await security.call(name, absent)).code]).toEqual([name, 400104]);
    }
    const entry = addition('kefu09', 'operations');
    expect((await security.call('addStaff', { ...entry, account: 'caiwu01' })).message).toContain('已经有人用了');
    expect((await security.call('addStaff', { ...entry, roles: ['audit', 'finance'] })).message).toContain('不能兼任');
    expect(await staffOf('anquan01')).toMatchObject({ status: 'active', roles: ['security'] });
  });

  test('are both needed when it is done: who asked and may no more, or is stopped, gets nothing done', async () => {
    [security, audit] = [await signedIn(shop, 'anquan01'), await signedIn(shop, 'shenji01')];
    const query = (sql: string) => shop.servers[0]?.deps.database.query(sql);
    const { approvalNo } = await security.value('addStaff', addition('yunying11', 'operations'));
    const agree = () => audit.call('decideApproval', { approvalNo, agree: true });
    for (const [change, back] of [
      [`status = 'stopped'`, `status = 'active'`],
      [`roles = '{operations}'`, `roles = '{security}'`],
    ]) {
      await query(`update staff_accounts set ${change} where account = 'anquan01'`);
      const answer = await agree();
      expect([answer.code, answer.message]).toEqual([400707, expect.stringContaining('没有这个权限')]);
      await query(`update staff_accounts set ${back} where account = 'anquan01'`);
      expect(await staffOf('yunying11')).toBeUndefined();
    }
    // Nothing was decided by that: the request waits as before.
    expect((await agree()).code).toBe(200000);
    expect((await staffOf('yunying11'))?.status).toBe('invited');
  });

  test('see in the log who asked, who agreed and what was refused', async () => {
    const desk = await signedIn(shop, 'shenji01');
    const { entries } = await desk.value('listAuditLog', { what: 'decideApproval' });
    expect(entries.length).toBeGreaterThanOrEqual(3);
    expect(entries[0]).toMatchObject({ who: '审计 01 shenji01', title: '审申请', outcome: 'done' });
    expect(entries.map(({ detail }) => detail).join()).toContain('同意：新建用户');
    const about = await desk.value('listAuditLog', { subject: 'hegui02' });
    expect(about.entries.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['新建用户', '审申请', '发首次登录密码', '停用用户', '重置登录']),
    );
    const all = await desk.value('listAuditLog', {});
    expect(all.entries[0]).toMatchObject({ what: 'listAuditLog', title: '看审计日志' });
    const page = await desk.value('listAuditLog', { before: all.entries[5]?.number });
    expect(page.entries[0]).toEqual(all.entries[6]);
    expect((await desk.call('listAuditLog', { from: '2026-02-31' })).code).toBe(400100);
  });

  test('do not keep somebody from stopping their own account', async () => {
    const desk = deskAt(shop.origin);
    await desk.value('beginSignIn', { account: 'kefu01', password: DEMONSTRATION_PASSWORD });
    await desk.value('stopOwnAccount');
    const again = await deskAt(shop.origin).call('beginSignIn', {
      account: 'kefu01',
      password: DEMONSTRATION_PASSWORD,
    });
    expect(again.code).toBe(400703);
  });
});
