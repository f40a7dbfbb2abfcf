import { consoleCalls } from '@huimin/contract/console';
import { people, syntheticIdNumber } from '@huimin/testing';
import { describe, expect, test } from 'vitest';
import { identityProofs } from '../../apps/server/src/features/identity/index.ts';
import { readPdf } from '../../apps/server/src/papers/read-pdf.ts';
import {
  agreedTo,
  claimsOf,
  code,
  desk,
  inReview,
  insuredPair,
  newKey,
  orderFor,
  other,
  overview,
  prepare,
  refusal,
  serverDeps,
  slipOf,
  theShop,
  upload,
  useChangeShop,
} from './change-stage.ts';
import { ownCopy } from './own-copy.ts';
import { eventually, keep, loggedIn, newestCode, pay, placeOrder } from './shop.ts';

useChangeShop();

describe('contact data', () => {
  test('change at once with both codes, in all of the payer’s orders; the old phone is told', async () => {
    const who = await insuredPair();
    const sister = other(5000);
    const memberId = await keep(who.visitor, sister, '01');
    const second = await who.visitor.value('saveOrder', await orderFor(who.visitor, memberId));
    await pay(who.visitor, second.orderNo, theShop().sandbox);
    await eventually(
      () => who.visitor.value('queryChanges', { orderNo: second.orderNo }),
      ({ payer }) => payer.offered,
    );
    const phone = other(7000).phone;
    const { change, way, newPhoneCodeNeeded, policyCount, papersNeeded } = await prepare(who, {
      ...{ phone, email: 'lin@example.com', address: '苏州市姑苏区人民路 1 号' },
    });
    expect({ way, newPhoneCodeNeeded, policyCount, papersNeeded }).toEqual({
      ...{ way: 'at-once', newPhoneCodeNeeded: true, policyCount: 3, papersNeeded: false },
    });
    expect(change).toMatchObject({ status: 'DRAFT', statusLabel: '待提交' });
    const { changeNo } = change;
    const elsewhere = await who.visitor.value('prepareChange', {
      ...{ orderNo: second.orderNo, clientKey: newKey(), reason: 'other', newValues: { email: 'wang@example.com' } },
    });
    await who.visitor.value('sendChangeCode', { changeNo, to: 'new-phone' });
    for (const [given, field] of [
      [{ newPhoneCode: '000000' }, 'code'],
      [{ code: '000000' }, 'newPhoneCode'],
    ] as const) {
      const half = await who.visitor.call('updatePolicyholder', { changeNo, ...given });
      expect(half.envelope).toMatchObject({ code: 400100, result: { fields: [{ path: field }] } });
    }
    const right = { changeNo, code: await code(who, changeNo), newPhoneCode: newestCode(theShop().sandbox, phone) };
    const wrong = await who.visitor.call('updatePolicyholder', {
      ...right,
      code: right.code === '000000' ? '000001' : '000000',
    });
    expect(wrong.envelope).toMatchObject({ code: 400201, result: { field: 'code' } });
    // The other code was right and still is. Pressed twice at once, it is one change.
    const [one, twice] = await Promise.all([
      who.visitor.value('updatePolicyholder', right),
      who.visitor.value('updatePolicyholder', right),
    ]);
    expect(one).toMatchObject({ status: 'APPROVED', endorsementNo: expect.stringMatching(/^PD\d{19}$/) });
    expect(twice.endorsementNo).toBe(one.endorsementNo);
    // What was prepared in the other order before is of data that are no more.
    const late = await who.visitor.call('updatePolicyholder', { changeNo: elsewhere.change.changeNo, code: '000000' });
    expect(late.envelope).toMatchObject({ code: 400303, message: expect.stringContaining('已经变了') });
    for (const orderNo of [who.orderNo, second.orderNo]) {
      const { payer, changes } = await who.visitor.value('queryChanges', { orderNo });
      expect(payer).toMatchObject({
        phoneMasked: `${phone.slice(0, 3)}****${phone.slice(7)}`,
        emailMasked: 'l***@example.com',
      });
      expect(changes.map(({ items }) => items.map(({ field }) => field))).toEqual([['phone', 'email', 'address']]);
    }
    expect(JSON.stringify(await overview(who))).not.toContain('人民路 1 号');
    expect((await ownCopy(theShop(), who.visitor, who.self)).rowsOf('信息变更')).toMatchObject([
      { 订单号: who.orderNo, 改谁的: '缴费人', 状态: '已通过', 改了什么: expect.stringContaining('人民路 1 号') },
      { 订单号: second.orderNo, 改谁的: '缴费人', 状态: '待提交' },
    ]);
    for (const to of [phone, who.self.phone]) {
      await eventually(
        async () =>
          theShop()
            .sandbox.control.sms(to)
            .map(({ params }) => params.result),
        (results) => results.includes('联系电话等3项已修改'),
      );
    }
    expect(theShop().logged.join()).not.toContain(phone);
  });

  test('an insured’s phone and place; one’s own phone is changed as the payer’s', async () => {
    const who = await insuredPair();
    const [selfNo, motherNo] = who.policyNos;
    const { change, policyCount } = await prepare(who, { regionCode: '320100', phone: '19000009999' }, motherNo);
    expect(policyCount).toBe(1);
    const { changeNo } = change;
    expect((await who.visitor.call('updatePolicyholder', { changeNo, code: '000000' })).envelope.code).toBe(400104);
    await who.visitor.value('updateInsurant', { changeNo, code: await code(who, changeNo) });
    expect((await overview(who)).people[1]).toMatchObject({ regionText: '南京', phoneMasked: '190****9999' });
    expect(await refusal(who, { phone: '19000009999' }, selfNo)).toEqual([
      400100,
      expect.stringContaining('缴费人信息'),
    ]);
    expect(await refusal(who, { regionCode: '320100' })).toEqual([400100, '这一项不能在这里改']);
    expect(await refusal(who, { phone: who.self.phone })).toEqual([400100, '和原来的一样，没有要改的内容']);
    expect(await refusal(who, { email: 'no' })).toEqual([400100, '邮箱格式不对，应该像 name@example.com']);
    expect(await refusal(who, { address: '人民路' })).toEqual([400100, '地址太短，请写到门牌号']);
    expect(await refusal(who, { phone: '1234' })).toEqual([400100, expect.stringContaining('手机号')]);
    expect(await refusal(who, { regionCode: '329900' }, motherNo)).toEqual([400100, '请从列表里选择医保所在地']);
    // A message for a new phone goes only where the phone is what changes.
    const placed = await prepare(who, { regionCode: '320200' }, motherNo);
    const toNew = { changeNo: placed.change.changeNo, to: 'new-phone' } as const;
    expect((await who.visitor.call('sendChangeCode', toNew)).envelope.code).toBe(400303);
  });

  test('are handed in once: what they are then stays, whatever is asked for under their key', async () => {
    const who = await insuredPair();
    const [, motherNo] = who.policyNos;
    const clientKey = newKey();
    const { changeNo } = (await prepare(who, { regionCode: '320100' }, motherNo, clientKey)).change;
    const { endorsementNo } = await who.visitor.value('updateInsurant', { changeNo, code: await code(who, changeNo) });
    const again = await prepare(who, { regionCode: '320200' }, motherNo, clientKey);
    expect(again.change).toMatchObject({ changeNo, status: 'APPROVED', endorsementNo });
    expect((await who.visitor.call('sendChangeCode', { changeNo, to: 'login-phone' })).envelope.code).toBe(400303);
    const further = { changeNo, fileIds: [await upload(who.visitor)] };
    expect((await who.visitor.call('supplementPapers', further)).envelope.code).toBe(400303);
    expect((await overview(who)).people[1]?.regionText).toBe('南京');
  });
});

describe('identity', () => {
  test('a slip with a proof is corrected at once: payer and insured self are one, the cover moves, papers are replaced', async () => {
    const who = await insuredPair();
    const corrected = slipOf(who.self.idNumber, who.self.sex === 'male' ? 203 : 202);
    const papersOf = async () => {
      const { people: all } = await who.visitor.value('queryCertificate', { orderNo: who.orderNo });
      return all.map(({ verificationCode }) => verificationCode);
    };
    const [oldVoucher = ''] = await papersOf();
    const plan = await prepare(who, { idNumber: corrected }, who.policyNos[0]);
    expect(plan).toMatchObject({ way: 'review', proofPurpose: 'correct-identity', papersNeeded: true });
    const deps = serverDeps();
    const [user] = await deps.database.query<{ id: bigint }>('select id from users where phone_index = $1', [
      deps.index.phone(who.self.phone),
    ]);
    const grant = (idNumber: string) =>
      identityProofs(deps).grant({
        ...{ kind: 'face', purpose: 'correct-identity', userId: user?.id ?? null, sessionHash: null, source: 'test' },
        ...{ personIndex: deps.index.person('01', idNumber), name: who.self.name },
      });
    const { changeNo } = plan.change;
    const check = await who.visitor.value('prepareChangeCheck', { changeNo });
    expect(check.idNumberMasked).toBe(`${corrected.slice(0, 3)}************${corrected.slice(-3)}`);
    const { draft } = await who.visitor.value('queryChanges', { orderNo: who.orderNo, draftNo: changeNo });
    expect(draft).toEqual(plan);
    const given = { changeNo, code: await code(who, changeNo) };
    const foreign = { ...given, proofToken: await grant(who.mother.idNumber) };
    expect((await who.visitor.call('updateInsurant', foreign)).envelope.code).toBe(400303);
    const done = await who.visitor.value('updateInsurant', { ...given, proofToken: await grant(corrected) });
    expect(done.status).toBe('APPROVED');
    expect([await claimsOf(who.self.idNumber), await claimsOf(corrected)]).toEqual([0, 1]);
    const { payer, people: insured } = await overview(who);
    const shown = `${corrected.slice(0, 3)}************${corrected.slice(-3)}`;
    expect([payer.idNumberMasked, insured[0]?.idNumberMasked]).toEqual([shown, shown]);
    const family = await who.visitor.value('queryFamily', {});
    expect(family[0]?.idNumberMasked).toBe(shown);
    const versions = await deps.database.query(
      'select paper_version from policies where issued_at is not null and id = any($1)',
      [who.policyNos.map((policyNo) => deps.numbers.policyId(policyNo))],
    );
    expect(versions).toEqual([{ paper_version: 1 }, { paper_version: 1 }]);
    const verify = async (paper: string) => (await who.visitor.raw(`/v/${paper}`)).text();
    expect(await verify(oldVoucher)).toContain('已经换了新的');
    expect(await verify((await papersOf())[0] ?? '')).toContain('是真的');
    const link = `/hmb-js26/api/v1/insure/order/downloadPolicy?orderNo=${who.orderNo}&policyNo=${who.policyNos[0]}`;
    const paper = await readPdf(Buffer.from(await (await who.visitor.raw(link)).arrayBuffer()));
    expect(paper.text.replace(/\s/g, '')).toContain(`${done.endorsementNo}`);
    // The old number is free for whom it belongs to; with the new one nobody can be insured a second time.
    const owner = await loggedIn(theShop(), other(2000));
    await placeOrder(owner, [{ ...who.self, name: other(2000).name }]);
    expect(await claimsOf(who.self.idNumber)).toBe(1);
    const spouse = await keep(owner, { ...who.self, idNumber: corrected }, '01');
    const { envelope } = await owner.call('saveOrder', await orderFor(owner, spouse));
    expect([envelope.code, envelope.message]).toEqual([400301, expect.stringContaining('已参加本年度保障')]);
    expect(await claimsOf(corrected)).toBe(1);
  });

  test('a number that somebody else is insured with, or has in the order, is not taken', async () => {
    const [who, neighbour] = [await insuredPair(), await insuredPair()];
    const [, motherNo] = who.policyNos;
    const { name, idNumber } = other(8001);
    expect(await refusal(who, { name, idNumber }, motherNo)).toEqual([
      400303,
      expect.stringContaining('不能换成另一个人'),
    ]);
    expect(await refusal(who, { idNumber: who.self.idNumber }, motherNo)).toEqual([
      400100,
      expect.stringContaining(`和${who.self.name}的一样`),
    ]);
    const twin = slipOf(who.mother.idNumber, who.mother.sex === 'male' ? 203 : 202);
    const stranger = neighbour.visitor;
    const memberId = await keep(stranger, { ...neighbour.mother, name: who.mother.name, idNumber: twin }, '02');
    const saved = await stranger.value('saveOrder', await orderFor(stranger, memberId));
    expect(saved.insuredCount).toBe(1);
    expect(await refusal(who, { idNumber: twin }, motherNo)).toEqual([
      400301,
      expect.stringContaining('已参加本年度保障'),
    ]);
    expect([await claimsOf(who.mother.idNumber), await claimsOf(twin)]).toEqual([1, 1]);
  });

  test('what is no paper or no adult’s is not taken, nor a file that is gone: the code stays good', async () => {
    const who = await insuredPair();
    const [, motherNo] = who.policyNos;
    expect(await refusal(who, { idType: '02' }, motherNo)).toEqual([400100, '换了证件类型，请填写新的证件号码']);
    expect(await refusal(who, { name: '1' }, motherNo)).toEqual([400100, expect.stringContaining('姓名')]);
    expect(await refusal(who, { idNumber: `${who.mother.idNumber.slice(0, 17)}Y` }, motherNo)).toEqual([
      400100,
      expect.any(String),
    ]);
    const child = syntheticIdNumber({ district: '320102', birthDate: '2015-03-01', sequence: 101 });
    expect(await refusal(who, { idNumber: child })).toEqual([400210, '缴费人要年满 18 周岁']);
    const { changeNo } = (await prepare(who, { name: `${who.mother.name.slice(0, 2)}珍` }, motherNo)).change;
    const removed = await upload(who.visitor);
    await who.visitor.value('removeFile', { fileId: removed });
    const given = { changeNo, code: await code(who, changeNo) };
    const gone = await who.visitor.call('updateInsurant', { ...given, fileIds: [removed, await upload(who.visitor)] });
    expect(gone.envelope).toMatchObject({ code: 400100, result: { fields: [{ path: 'fileIds' }] } });
    // The code was right and still is.
    const sent = await who.visitor.value('updateInsurant', { ...given, fileIds: [await upload(who.visitor)] });
    expect([sent.status, sent.files.length]).toEqual(['REVIEWING', 1]);
  });

  test('without a proof a person looks at it, asks for papers, and approves what the papers show', async () => {
    const who = await insuredPair();
    const [, motherNo] = who.policyNos;
    const name = `${who.mother.name.slice(0, 2)}珍`;
    const { change } = await prepare(who, { name }, motherNo);
    const withoutPapers = { changeNo: change.changeNo, code: await code(who, change.changeNo) };
    expect((await who.visitor.call('updateInsurant', withoutPapers)).envelope).toMatchObject({
      ...{ code: 400100, message: '请上传证件照片，审核要对照' },
    });
    const fileId = await upload(who.visitor);
    const sent = await who.visitor.value('updateInsurant', { ...withoutPapers, fileIds: [fileId] });
    expect(sent).toMatchObject({ status: 'REVIEWING', statusLabel: '待审核', withdrawable: true, endorsementNo: null });
    expect(sent.latestResult).toMatch(/^\d{4}\.\d\d\.\d\d 18:00/);
    expect(sent.steps.map(({ state }) => state)).toEqual(['done', 'now', 'next']);
    expect((await overview(who)).people[1]?.name).toBe(who.mother.name);
    expect(await refusal(who, { name: `${who.mother.name.slice(0, 2)}真` }, motherNo)).toEqual([
      400303,
      expect.stringContaining('正在审核'),
    ]);

    const { changeNo } = sent;
    const [operations, service, compliance] = [await desk('yunying01'), await desk('kefu01'), await desk('hegui01')];
    const note = '请补户口簿本人页';
    const papers = { requestNo: changeNo, deskVerdict: 'ask-papers', cause: 'household', note } as const;
    await service.value('decideDeskRequest', papers);
    const [waiting] = (await overview(who)).changes;
    expect(waiting).toMatchObject({ statusLabel: '补充材料', note: '请补户口簿本人页', latestResult: null });
    await who.visitor.value('supplementPapers', { changeNo, fileIds: [await upload(who.visitor)] });
    const { approvalNo } = await service.value('decideDeskRequest', { requestNo: changeNo, deskVerdict: 'approve' });
    // Two agree in the same moment: it is made once.
    const decision = { approvalNo: approvalNo ?? '', agree: true };
    const both = await Promise.all([operations, compliance].map((second) => second.call('decideApproval', decision)));
    expect(both.map((answer) => answer.code === 200000).sort()).toEqual([false, true]);
    const after = await overview(who);
    expect(after.people[1]?.name).toBe(name);
    expect(after.changes[0]).toMatchObject({ status: 'APPROVED', files: [{}, {}], endorsementNo: expect.any(String) });
    const told = () =>
      Promise.resolve(
        theShop()
          .sandbox.control.sms(who.self.phone)
          .map(({ params }) => params.result),
      );
    await eventually(told, (results) => results.includes('姓名更正还缺材料') && results.includes('姓名更正已通过'));
    expect(theShop().logged.join()).not.toContain(name);
  });

  test('turned down with a reason; taken back with its papers gone; nothing is decided twice', async () => {
    const who = await insuredPair();
    const [, motherNo] = who.policyNos;
    const change = await inReview(who, { name: `${who.mother.name.slice(0, 2)}珍` }, motherNo);
    const { changeNo } = change;
    const operations = await desk('yunying01');
    const refused = { deskVerdict: 'refuse', cause: 'unreadable', note: '照片看不清姓名' } as const;
    await operations.value('decideDeskRequest', { requestNo: changeNo, ...refused });
    const [rejected] = (await overview(who)).changes;
    expect(rejected).toMatchObject({ statusLabel: '已驳回', note: '照片看不清姓名', withdrawable: false });
    expect((await who.visitor.call('withdrawChange', { changeNo })).envelope.code).toBe(400303);
    theShop().clock.advance(60_000);
    const again = await inReview(who, { name: `${who.mother.name.slice(0, 2)}珍` }, motherNo);
    const fileId = again.files[0]?.fileId ?? '';
    expect(
      (await who.visitor.raw(`/hmb-js26/api/v1/insure/policy/file/view?fileId=${fileId}`)).headers.get('content-type'),
    ).toBe('image/jpeg');
    const taken = await who.visitor.value('withdrawChange', { changeNo: again.changeNo });
    expect(taken).toMatchObject({ status: 'WITHDRAWN', files: [] });
    expect((await who.visitor.value('withdrawChange', { changeNo: again.changeNo })).status).toBe('WITHDRAWN');
    expect(await agreedTo(again.changeNo)).toBe(400303);
    const paper = { requestNo: again.changeNo, fileId, purpose: 'review' };
    const gone = (await (await operations.send(consoleCalls.showDeskPaper, paper)).json()) as { code: number };
    expect(gone.code).toBe(400104);
    expect((await who.visitor.call('viewFile', { fileId })).envelope.code).toBe(400104);
  });
});

test('a refund withdraws what is under way, and nothing of it can be changed after', async () => {
  const who = await insuredPair();
  const [, motherNo] = who.policyNos;
  const change = await inReview(who, { name: `${who.mother.name.slice(0, 2)}珍` }, motherNo);
  const moved = await prepare(who, { regionCode: '320200' }, motherNo);
  theShop().clock.advance(60_000);
  const submission = { orderNo: who.orderNo, policyNos: [motherNo ?? ''], reason: 'other' as const };
  await who.visitor.value('saveRefundSubmission', submission);
  const confirmation = {
    ...submission,
    expectedFen: 15_800,
    code: newestCode(theShop().sandbox, who.self.phone),
    clientKey: newKey(),
  };
  await who.visitor.value('applyRefund', confirmation);
  const after = await overview(who);
  expect(after.changes[0]).toMatchObject({
    changeNo: change.changeNo,
    status: 'WITHDRAWN',
    note: '您申请了退保，更正随之撤销',
  });
  expect(after.people.map(({ offered }) => offered)).toEqual([true, false]);
  expect(await refusal(who, { regionCode: '320100' }, motherNo)).toEqual([400303, expect.stringMatching(/退保/)]);
  const prepared = { changeNo: moved.change.changeNo, code: '000000' };
  expect((await who.visitor.call('updateInsurant', prepared)).envelope).toMatchObject({
    ...{ code: 400303, message: expect.stringContaining('退保') },
  });
  expect(await agreedTo(change.changeNo)).toBe(400303);
});

test('somebody else’s order, change and file answer like absent ones', async () => {
  const who = await insuredPair();
  const change = await inReview(who, { name: `${who.mother.name.slice(0, 2)}珍` }, who.policyNos[1]);
  const fileId = await upload(who.visitor);
  const stranger = await loggedIn(theShop(), people.stranger);
  const { orderNo } = who;
  const { changeNo } = change;
  const absentNo = `GZ${'0'.repeat(19)}`;
  const clientKey = newKey();
  const [absentFile, absentOrder] = [`W${'0'.repeat(19)}`, `JS${'0'.repeat(19)}`];
  const pairs = [
    [await stranger.call('queryChanges', { orderNo }), await stranger.call('queryChanges', { orderNo: absentOrder })],
    [
      await stranger.call('withdrawChange', { changeNo }),
      await stranger.call('withdrawChange', { changeNo: absentNo }),
    ],
    [
      await stranger.call('updateInsurant', { changeNo, code: '000000' }),
      await stranger.call('updateInsurant', { changeNo: absentNo, code: '000000' }),
    ],
    [
      await stranger.call('sendChangeCode', { changeNo, to: 'login-phone' }),
      await stranger.call('sendChangeCode', { changeNo: absentNo, to: 'login-phone' }),
    ],
    [
      await stranger.call('supplementPapers', { changeNo, fileIds: [fileId] }),
      await stranger.call('supplementPapers', { changeNo: absentNo, fileIds: [fileId] }),
    ],
    [
      await stranger.call('prepareChange', { orderNo, clientKey, reason: 'other', newValues: { email: 'a@b.cn' } }),
      await stranger.call('prepareChange', {
        orderNo: absentOrder,
        clientKey,
        reason: 'other',
        newValues: { email: 'a@b.cn' },
      }),
    ],
    [
      await stranger.call('prepareChangeCheck', { changeNo }),
      await stranger.call('prepareChangeCheck', { changeNo: absentNo }),
    ],
    [await stranger.call('viewFile', { fileId }), await stranger.call('viewFile', { fileId: absentFile })],
    [await stranger.call('removeFile', { fileId }), await stranger.call('removeFile', { fileId: absentFile })],
  ] as const;
  for (const [theirs, absent] of pairs) {
    expect(theirs.envelope.code).toBe(400104);
    expect({ ...theirs.envelope, subMessage: '' }).toEqual({ ...absent.envelope, subMessage: '' });
  }
  // Somebody else's paper is none of one's own.
  const mine = await upload(stranger);
  const stolen = await who.visitor.call('supplementPapers', { changeNo, fileIds: [fileId, mine] });
  expect(stolen.envelope.code).toBe(400104);
  expect((await overview(who)).changes[0]?.files).toHaveLength(1);
});

test('switches off, not paid yet, lists out, cover begun and over: said in words', async () => {
  const who = await insuredPair();
  const unpaidVisitor = await loggedIn(theShop(), other(6000));
  const unpaid = await placeOrder(unpaidVisitor, [other(6000)]);
  const asked = await unpaidVisitor.call('queryChanges', {
    orderNo: unpaid.orderNo,
  });
  expect(asked.envelope).toMatchObject({ code: 400303, message: expect.stringContaining('还没有付款') });
  await unpaidVisitor.value('cancelOrder', { orderNo: unpaid.orderNo });
  const closed = await unpaidVisitor.call('queryChanges', { orderNo: unpaid.orderNo });
  expect(closed.envelope).toMatchObject({ code: 400303, message: '订单已经关闭，没有可以改的信息' });
  const deps = serverDeps();
  const set = async (values: object) => {
    await deps.database.query(
      `update editions set document = document || $1::jsonb, config_version = config_version + 1 where code = 'demo27'`,
      [JSON.stringify(values)],
    );
    await deps.editions.refresh();
  };
  const [, motherNo] = who.policyNos;
  const { changeNo } = (await prepare(who, { regionCode: '320100' }, motherNo)).change;
  await set({ updateInsured: false, updatePolicyholder: false });
  expect((await who.visitor.call('updateInsurant', { changeNo, code: '000000' })).envelope.code).toBe(400304);
  expect(await refusal(who, { regionCode: '320100' }, motherNo)).toEqual([
    400304,
    expect.stringContaining('不能在网上修改被保险人信息'),
  ]);
  expect(await refusal(who, { email: 'a@b.cn' })).toEqual([
    400304,
    expect.stringContaining('不能在网上修改缴费人信息'),
  ]);
  expect((await overview(who)).payer).toMatchObject({ offered: false });
  // Was it to be done at once and is now looked at, it waits for what is looked at already.
  const looked = await insuredPair();
  await set({ updateInsured: true, updatePolicyholder: true });
  await inReview(looked, { name: `${looked.mother.name.slice(0, 2)}珍` }, looked.policyNos[1]);
  const plan = await prepare(looked, { regionCode: '320100' }, looked.policyNos[1]);
  expect(plan.way).toBe('at-once');
  await set({ updateInsured: true, updatePolicyholder: true, insureEnd: '2026-01-02', underwriteEnd: '2026-12-31' });
  expect(await prepare(who, { regionCode: '320100' }, motherNo)).toMatchObject({
    way: 'review',
    proofPurpose: null,
    why: expect.stringContaining('名单'),
  });
  const second = {
    ...{ changeNo: plan.change.changeNo, code: await code(looked, plan.change.changeNo) },
    fileIds: [await upload(looked.visitor)],
  };
  expect((await looked.visitor.call('updateInsurant', { ...second, fileIds: undefined })).envelope.code).toBe(400100);
  expect((await looked.visitor.call('updateInsurant', second)).envelope).toMatchObject({
    ...{ code: 400303, message: expect.stringContaining('正在审核') },
  });
  await set({ validDate: '2026-01-03' });
  expect(await prepare(who, { regionCode: '320100' }, motherNo)).toMatchObject({
    why: '保障期内仅可修改联系方式，如需更正证件信息请上传材料',
  });
  expect(await prepare(who, { email: 'a@b.cn' })).toMatchObject({ way: 'at-once' });
  await set({ invalidDate: '2026-01-04' });
  expect(await refusal(who, { regionCode: '320100' }, motherNo)).toEqual([400303, '保障已经结束，只能修改联系方式']);
});
