import { randomUUID } from 'node:crypto';
import { people } from '@huimin/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openToken } from '../../apps/sandbox/src/partner/open-token.ts';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { seedPartnerJumps } from '../../apps/server/seed/partner-jumps.ts';
import { purposeKey, sweepJumps } from '../../apps/server/src/features/partner-jump/index.ts';
import { type Inputs, signedIn } from './desk.ts';
import { ownCopy } from './own-copy.ts';
import { loggedIn, openShop, type RunningServer, resident, type Shop, type Visitor } from './shop.ts';

const MINUTE = 60_000;

let shop: Shop;
let server: RunningServer;
let visitor: Visitor;

beforeAll(async () => {
  shop = await openShop({ jobs: false });
  server = shop.servers[0] as RunningServer;
  await seedPartnerJumps(server.deps, true);
  await seedStaffOfDemonstration(server.deps);
  visitor = await loggedIn(shop, people.linMei);
});
beforeEach(() => shop.clock.advance(61 * MINUTE));
afterAll(() => shop?.close());

const agree = (from = visitor, more: object = {}) =>
  from.call('ybjkJumpSave', {
    ...{ clientKey: randomUUID(), source: 'account', consentVersion: 1, consent: true as const },
    ...more,
  });
const codeOf = async (answer: Promise<{ envelope: { code: number | string } }>) => (await answer).envelope.code;

test('a jump: told what it means, agreed to, the phone handed over, led in by a ticket, and recorded', async () => {
  const offer = await visitor.value('ybjkJumpCheck', {});
  expect(offer).toMatchObject({ consentVersion: 1, jumps: [], targets: [{ source: 'account' }] });
  expect(offer.consentLines.length).toBeGreaterThan(3);
  expect(offer.phoneMasked).not.toContain(people.linMei.phone);
  const clientKey = randomUUID();
  const [first, again] = [await agree(visitor, { clientKey }), await agree(visitor, { clientKey })];
  expect(first.envelope.result).toMatchObject({ status: 'agreed', consentVersion: 1 });
  expect(again.envelope.result).toEqual(first.envelope.result);
  expect(await visitor.value('pushPhone', { source: 'account' })).toMatchObject({ status: 'told' });
  // Safe to repeat: it was handed over.
  expect(await visitor.value('pushPhone', { source: 'account', phone: people.linMei.phone })).toMatchObject({
    status: 'told',
  });
  const [pushed] = shop.sandbox.control.medicalAccount.jumps();
  expect(pushed).toMatchObject({ phone: people.linMei.phone, source: 'account', consentVersion: '1' });
  const { url, host } = await visitor.value('queryParam', { phone: people.linMei.phone });
  expect(host).toBe(new URL(shop.sandbox.origin).host);
  expect((await fetch(url)).status).toBe(200);
  expect(await codeOf(visitor.call('queryParam', {}))).toBe(400211);
  const { jumps } = await visitor.value('ybjkJumpCheck', {});
  expect(jumps).toMatchObject([{ status: 'opened', targetName: '查医保个人账户' }]);
  const [row] = await server.deps.database.query<{ consent_text: string; phone_sealed: Buffer }>(
    `select consent_text, phone_sealed from partner_jumps`,
  );
  expect(row?.consent_text).toBe(offer.consentLines.join('\n'));
  expect(row?.phone_sealed.toString('latin1')).not.toContain(people.linMei.phone);
  expect(shop.logged.join('\n')).not.toContain(people.linMei.phone);
  expect((await ownCopy(shop, visitor, people.linMei)).rowsOf('去医保页面')).toMatchObject([
    { 去哪里: '查医保个人账户', 状态: '已前往', 手机号: people.linMei.phone },
  ]);
});

test('nothing is handed over without a fresh consent, for another phone or to another place', async () => {
  const before = shop.sandbox.control.medicalAccount.jumps().length;
  expect(await codeOf(visitor.call('pushPhone', { source: 'account' }))).toBe(400211);
  expect(await codeOf(visitor.call('queryParam', {}))).toBe(400211);
  expect(await codeOf(agree(visitor, { source: 'elsewhere' }))).toBe(400104);
  expect(await codeOf(agree(visitor, { consentVersion: 2 }))).toBe(400302);
  expect(await codeOf(agree(visitor, { consent: false }))).toBe(400100);
  expect(await codeOf(shop.visitor().call('ybjkJumpCheck', {}))).toBe(400001);
  await agree();
  const foreign = await visitor.call('pushPhone', { source: 'account', phone: people.stranger.phone });
  expect(foreign.envelope).toMatchObject({ code: 400211, message: '只能交出您登录用的手机号' });
  // Somebody else’s consent is nobody’s.
  const stranger = await loggedIn(shop, people.stranger);
  expect(await codeOf(stranger.call('pushPhone', { source: 'account' }))).toBe(400211);
  expect((await stranger.value('ybjkJumpCheck', {})).jumps).toEqual([]);
  await shop.clock.advance(11 * MINUTE);
  expect(await codeOf(visitor.call('pushPhone', { source: 'account' }))).toBe(400211);
  expect(await sweepJumps(server.deps.database.query, shop.clock.now())).toBe(1);
  expect((await visitor.value('ybjkJumpCheck', {})).jumps[0]).toMatchObject({ status: 'lapsed' });
  expect(shop.sandbox.control.medicalAccount.jumps().length).toBe(before);
});

test('what proves nothing may be asked again under the same number; what is refused is told', async () => {
  await agree();
  shop.sandbox.control.faults.add({ provider: 'medical-account', kind: 'bad_response_sign', call: 'jump.push' });
  expect(await codeOf(visitor.call('pushPhone', { source: 'account' }))).toBe(500201);
  const before = shop.sandbox.control.medicalAccount.jumps().length;
  expect(await visitor.value('pushPhone', { source: 'account' })).toMatchObject({ status: 'told' });
  expect(shop.sandbox.control.medicalAccount.jumps().length).toBe(before);
  // Two tabs at once: one goes on.
  const codes = await Promise.all([1, 2].map(() => codeOf(visitor.call('queryParam', {}))));
  expect(codes.filter((code) => code === 200000)).toHaveLength(1);

  const unknown = await loggedIn(shop, { phone: '19000009061' });
  await agree(unknown);
  expect(await codeOf(unknown.call('pushPhone', { source: 'account' }))).toBe(400303);
  expect((await unknown.value('ybjkJumpCheck', {})).jumps[0]).toMatchObject({ status: 'refused' });
  const elsewhere = await loggedIn(shop, { phone: '19000009062' });
  await agree(elsewhere);
  await elsewhere.value('pushPhone', { source: 'account' });
  expect(await codeOf(elsewhere.call('queryParam', {}))).toBe(500201);
  expect(shop.logged.join('\n')).toContain('outside the origins');
});

test('an operator keeps the targets; what is switched off is not offered', async () => {
  const desk = await signedIn(shop, 'yunying01');
  const second = await signedIn(shop, 'hegui01');
  const wish: Inputs['askExitChange'] = {
    ...{ exitKind: 'medical-app', exitCode: 'account', name: '查医保个人账户', note: '去医保页面看余额' },
    ...{ isNew: false, isActive: false, reason: '对方维护一天' },
  };
  const ask = (more: Partial<typeof wish>) => desk.call('askExitChange', { ...wish, ...more });
  const keep = async (more: Partial<typeof wish>) => (await ask(more)).code;
  expect(await keep({ name: '' })).toBe(400100);
  expect(await keep({ exitCode: 'A' })).toBe(400100);
  expect(await keep({ exitCode: '1st', isNew: true })).toBe(400100);
  expect(await keep({ exitCode: 'other' })).toBe(400104);
  expect(await keep({ isNew: true })).toBe(400707);
  expect((await desk.call('askExitChange', { ...wish, note: undefined } as never)).message).toBe('请填说明');
  const { approvalNo } = await desk.value('askExitChange', wish);
  // Nothing is another until a second person has agreed, and who asked is none.
  expect((await visitor.value('ybjkJumpCheck', {})).targets).toHaveLength(1);
  expect((await desk.value('listExits')).waiting).toMatchObject([
    {
      subject: '医保 App 里的去处 account（查医保个人账户）',
      details: '改：说明从 去医保页面看余额和共济 改成 去医保页面看余额，关',
    },
  ]);
  expect((await desk.call('decideApproval', { approvalNo, agree: true })).message).toContain('另一个人');
  // Asked for twice, the second comes too late: it was asked about another place than there is now.
  const late = await desk.value('askExitChange', { ...wish, name: '医保账户' });
  await second.value('decideApproval', { approvalNo, agree: true });
  expect((await second.call('decideApproval', { approvalNo: late.approvalNo, agree: true })).message).toContain(
    '刚刚改过了',
  );
  expect((await visitor.value('ybjkJumpCheck', {})).targets).toEqual([]);
  expect((await ask({})).message).toBe('和现在的一样，没有要改的');
  expect(await codeOf(agree())).toBe(400104);
  // The way out of the shop is the same in the whole province.
  const { query } = server.deps.database;
  const scope = (insurers: string) =>
    query(`update staff_accounts set scope = jsonb_set(scope, '{insurers}', $1::jsonb) where account = 'yunying01'`, [
      insurers,
    ]);
  await scope('["别处的保险公司"]');
  expect(await keep({ isActive: true })).toBe(400707);
  expect((await desk.value('listExits')).mayChange).toBe(false);
  await scope('null');
  const again = await desk.value('askExitChange', { ...wish, isActive: true });
  await second.value('decideApproval', { approvalNo: again.approvalNo, agree: true });
  const { exits, medicalOrigins } = await desk.value('listExits');
  expect(exits.filter(({ exitKind }) => exitKind === 'medical-app')).toMatchObject([
    { exitCode: 'account', isActive: true, changedBy: 'yunying01' },
  ]);
  expect(medicalOrigins).toEqual([shop.sandbox.origin]);
  const noted = await query<{ detail: string }>(
    `select detail from staff_audit where what = 'askExitChange' and outcome = 'done' order by number`,
  );
  expect(noted.map(({ detail }) => detail)).toEqual([
    '改：说明从 去医保页面看余额和共济 改成 去医保页面看余额，关。对方维护一天',
    '改：名称从 查医保个人账户 改成 医保账户，说明从 去医保页面看余额和共济 改成 去医保页面看余额，关。对方维护一天',
    '改：开。对方维护一天',
  ]);
  // In a hurry nobody is waited for: closing is one person's.
  const shut = { exitKind: 'medical-app' as const, exitCode: 'account', reason: '对方的页面被人换了' };
  expect((await second.call('closeExit', shut)).code).not.toBe(200000);
  await desk.value('closeExit', shut);
  expect((await visitor.value('ybjkJumpCheck', {})).targets).toEqual([]);
  expect((await desk.call('closeExit', shut)).message).toBe('已经关着');
  expect((await desk.call('closeExit', { ...shut, exitCode: 'other' })).code).toBe(400104);
});

test('a token holds nothing but a number of the partner’s own, once, for a few minutes', async () => {
  const sealed = await visitor.value('aesEncrypt', { purpose: 'demo-partner' });
  expect(new URL(sealed.url).origin).toBe(shop.sandbox.origin);
  const [key] = server.deps.settings.partnerTokenKeys ?? [];
  const open = (token: string, purpose: string) =>
    openToken(token, {
      purpose,
      keyOf: () => purposeKey(key?.key ?? Buffer.alloc(0), purpose),
      nowMs: shop.clock.now(),
    });
  const content = open(sealed.token, 'demo-partner');
  expect(Object.keys(content).sort()).toEqual(
    ['purpose', 'outerId', 'product', 'issuedAt', 'expiresAt', 'tokenNo'].sort(),
  );
  expect(content.expiresAt - content.issuedAt).toBe(300);
  const second = open((await visitor.value('aesEncrypt', { purpose: 'demo-partner' })).token, 'demo-partner');
  expect(second.outerId).toBe(content.outerId);
  expect(second.tokenNo).not.toBe(content.tokenNo);
  expect((await fetch(sealed.url)).status).toBe(200);
  expect((await fetch(sealed.url)).status).toBe(400);

  const desk = await signedIn(shop, 'yunying01');
  const wish: Inputs['askExitChange'] = {
    ...{ exitKind: 'token', exitCode: 'other', name: '另一家', url: `${shop.sandbox.origin}/partner/other` },
    ...{ lifeSeconds: 60, isActive: true, isNew: true, reason: '新的合作' },
  };
  const keep = async (more: Partial<typeof wish>) => (await desk.call('askExitChange', { ...wish, ...more })).code;
  expect(await keep({ url: 'https://evil.example/' })).toBe(400707);
  expect(await keep({ lifeSeconds: 86_400 })).toBe(400100);
  const { approvalNo } = await desk.value('askExitChange', wish);
  expect(await codeOf(visitor.call('aesEncrypt', { purpose: 'other' }))).toBe(400104);
  await (await signedIn(shop, 'hegui01')).value('decideApproval', { approvalNo, agree: true });
  const other = open((await visitor.value('aesEncrypt', { purpose: 'other' })).token, 'other');
  expect(other.outerId).not.toBe(content.outerId);
  const person = resident(7);
  const another = await loggedIn(shop, person);
  const theirs = open((await another.value('aesEncrypt', { purpose: 'demo-partner' })).token, 'demo-partner');
  expect(theirs.outerId).not.toBe(content.outerId);
  await desk.value('closeExit', { exitKind: 'token', exitCode: 'other', reason: '合作结束' });
  expect(await codeOf(visitor.call('aesEncrypt', { purpose: 'other' }))).toBe(400104);
  expect(await codeOf(visitor.call('aesEncrypt', { purpose: 'no-such' }))).toBe(400104);
  expect(await codeOf(shop.visitor().call('aesEncrypt', { purpose: 'demo-partner' }))).toBe(400001);
  const tokens = (await desk.value('listExits')).exits.filter(({ exitKind }) => exitKind === 'token');
  expect(tokens).toMatchObject([{ exitCode: 'demo-partner' }, { exitCode: 'other', isActive: false }]);
});

test('where nothing is set, nothing is offered', async () => {
  const bare = await openShop({
    jobs: false,
    environment: { MEDICAL_APP_ORIGINS: '', PARTNER_TOKEN_KEYS: '', PARTNER_PAGE_ORIGINS: '' },
  });
  try {
    const [plain] = bare.servers;
    if (plain) await seedPartnerJumps(plain.deps, true);
    const guest = await loggedIn(bare, people.linMei);
    expect((await guest.value('ybjkJumpCheck', {})).targets).toEqual([]);
    for (const answer of [
      guest.call('pushPhone', { source: 'account' }),
      guest.call('queryParam', {}),
      guest.call('aesEncrypt', { purpose: 'demo-partner' }),
    ]) {
      expect(await codeOf(answer)).toBe(400304);
    }
  } finally {
    await bare.close();
  }
});
