import { consoleCalls } from '@huimin/contract/console';
import { maskName } from '@huimin/domain/person';
import { expect, test } from 'vitest';
import {
  desk,
  inReview,
  insuredPair,
  newKey,
  other,
  overview,
  PHOTO,
  serverDeps,
  theShop,
  upload,
  useChangeShop,
} from './change-stage.ts';
import { keep, loggedIn, newestCode } from './shop.ts';

/** The desk where people decide what the rules leave to them: corrections, other phones, joining mid-year. */
useChangeShop();

const notesOf = async (what: string, subject: string): Promise<string[]> =>
  (
    await serverDeps().database.query<{ detail: string }>(
      `select detail from staff_audit where what = $1 and subject = $2 and outcome = 'done' order by number`,
      [what, subject],
    )
  ).map(({ detail }) => detail);

test('a correction is compared with its papers, gets further ones, and is made by two people', async () => {
  const who = await insuredPair();
  const [, motherNo] = who.policyNos;
  const name = `${who.mother.name.slice(0, 1)}改${who.mother.name.slice(2)}`;
  const { changeNo } = await inReview(who, { name }, motherNo);
  const [operations, service, compliance] = [await desk('yunying01'), await desk('kefu01'), await desk('hegui01')];
  const [outlet, finance] = [await desk('wangdian01'), await desk('caiwu01')];

  const listed = await operations.value('listDeskRequests');
  expect(listed).toMatchObject({
    topics: { data: 1, phone: 0, 'mid-year': 0 },
    counts: { review: 1, second: 0, waiting: 0 },
    requests: [
      {
        ...{ requestNo: changeNo, topic: 'data', who: maskName(who.mother.name), what: '姓名', why: '填错了字' },
        ...{ place: '苏州 - 市区', orderNo: who.orderNo, papers: 1, statusLabel: '待审核' },
        dueAt: expect.stringMatching(/^2026-.* 18:00:00$/),
      },
    ],
  });
  for (const [filter, found] of [
    [{ kind: 'identity' }, 1],
    [{ kind: 'region' }, 0],
    [{ city: '320500' }, 1],
    [{ city: '320100' }, 0],
    [{ stand: 'done' }, 0],
  ] as const) {
    expect((await operations.value('listDeskRequests', filter)).requests).toHaveLength(found);
  }
  // Another city's desk finds nothing and opens nothing; a role that has nothing to do with it is refused.
  expect(await outlet.value('listDeskRequests')).toMatchObject({ requests: [], counts: { review: 0 } });
  expect((await outlet.call('showDeskRequest', { requestNo: changeNo })).code).toBe(400104);
  expect((await finance.call('showDeskRequest', { requestNo: changeNo })).code).toBe(400702);
  expect((await operations.value('whoAmI')).waiting).toMatchObject({ changes: 1 });

  const shown = await service.value('showDeskRequest', { requestNo: changeNo });
  expect(shown).toMatchObject({
    rows: [
      // Both read the same when masked.
      { label: '姓名', after: maskName(name), changed: true, differs: '第 2 个字不同' },
      {},
      { label: '证件号码', after: null, differs: null },
      {},
      {},
    ],
    checks: expect.arrayContaining([{ good: true, text: '只差一个字或一位，像是写错' }]),
    ...{ twoNeeded: '改的是身份信息，要另一个人复核', approval: null, whyNotMine: null, mayRead: true },
    decisions: ['approve', 'ask-papers', 'refuse'],
  });
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${who.mother.name}|${name}|${who.mother.idNumber}`));
  const whole = await service.value('readDeskRequest', { requestNo: changeNo, purpose: 'review' });
  expect(whole.rows[0]).toMatchObject({ before: who.mother.name, after: name });
  expect(whole.rows[2]).toMatchObject({ before: who.mother.idNumber });
  expect(await notesOf('readDeskRequest', changeNo)).toEqual(['看完整内容：对照材料审核']);
  const [file] = shown.files;
  const paper = (fileId: string) =>
    service.send(consoleCalls.showDeskPaper, { requestNo: changeNo, fileId, purpose: 'review' });
  const picture = await paper(file?.fileId ?? '');
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PHOTO);
  expect(((await (await paper(`W${'0'.repeat(19)}`)).json()) as { code: number }).code).toBe(400104);
  expect(await notesOf('showDeskPaper', changeNo)).toEqual([`看材料 ${file?.fileId}：对照材料审核`]);

  // A cause by the list, and words for the resident.
  const ask = { requestNo: changeNo, deskVerdict: 'ask-papers' as const };
  for (const bad of [
    {},
    { cause: 'not-shown', note: '请补户口簿' },
    { cause: 'household' },
    { cause: 'household', note: '一\n二三四' },
  ]) {
    expect((await operations.call('decideDeskRequest', { ...ask, ...bad })).code).toBe(400707);
  }
  const words = '请补户口簿首页和本人页的照片';
  expect(await operations.value('decideDeskRequest', { ...ask, cause: 'household', note: words })).toEqual({
    approvalNo: null,
  });
  expect((await overview(who)).changes[0]).toMatchObject({ statusLabel: '补充材料', note: words });
  expect(await operations.value('listDeskRequests', { stand: 'waiting' })).toMatchObject({
    counts: { review: 0, waiting: 1 },
    requests: [{ requestNo: changeNo, dueAt: null }],
  });
  await who.visitor.value('supplementPapers', { changeNo, fileIds: [await upload(who.visitor)] });

  // Agreed to by one, it waits for another; nobody is both, and nothing is done before.
  const agree = { requestNo: changeNo, deskVerdict: 'approve' as const };
  const { approvalNo } = await operations.value('decideDeskRequest', { ...agree, note: '户口簿一致' });
  expect(approvalNo).toMatch(/^\d+$/);
  expect((await service.call('decideDeskRequest', { ...agree })).message).toContain('等第二个人复核');
  expect((await overview(who)).people[1]?.name).toBe(who.mother.name);
  expect(await compliance.value('listDeskRequests', { stand: 'second' })).toMatchObject({
    counts: { review: 0, second: 1 },
    requests: [{ requestNo: changeNo }],
  });
  const decision = { approvalNo: approvalNo ?? '', agree: true };
  expect((await operations.call('decideApproval', decision)).message).toContain('另一个人');
  expect((await service.call('decideApproval', decision)).code).not.toBe(200000);
  const second = await compliance.value('showDeskRequest', { requestNo: changeNo });
  expect(second).toMatchObject({ approval: { reason: '户口簿一致', mayDecide: true }, decisions: [], mayRead: true });
  await compliance.value('decideApproval', decision);
  expect((await overview(who)).people[1]?.name).toBe(name);
  const done = await operations.value('showDeskRequest', { requestNo: changeNo });
  expect(done.history.map(({ what, note }) => [what, note])).toEqual([
    ['提交申请', null],
    ['要求补材料', words],
    ['补了材料', null],
    ['通过', null],
  ]);
  expect(done.history.at(-1)?.who).toMatch(/yunying01.*hegui01/);
  expect(await operations.value('listDeskRequests', { stand: 'done' })).toMatchObject({
    requests: [{ requestNo: changeNo, statusLabel: '已通过' }],
  });
});

test('what does not move an identity takes one; agreed to twice or taken back, nothing is made; a refusal is told', async () => {
  const [operations, service, compliance] = [await desk('yunying01'), await desk('kefu01'), await desk('hegui01')];
  const who = await insuredPair();
  const [, motherNo] = who.policyNos;
  const { changeNo: named } = await inReview(who, { name: `${who.mother.name.slice(0, 2)}珍` }, motherNo);
  const { approvalNo } = await service.value('decideDeskRequest', { requestNo: named, deskVerdict: 'approve' });
  await who.visitor.value('withdrawChange', { changeNo: named });
  const late = await compliance.call('decideApproval', { approvalNo: approvalNo ?? '', agree: true });
  expect(late.message).toContain('不在等审核');
  theShop().clock.advance(60_000);
  const { changeNo } = await inReview(who, { name: `${who.mother.name.slice(0, 2)}珍` }, motherNo);
  const refusal = {
    requestNo: changeNo,
    deskVerdict: 'refuse' as const,
    cause: 'not-shown',
    note: '户口簿上的名字没有变',
  };
  expect((await operations.call('decideDeskRequest', { ...refusal, cause: 'not-eligible' })).code).toBe(400707);
  await operations.value('decideDeskRequest', refusal);
  expect((await overview(who)).changes[0]).toMatchObject({ statusLabel: '已驳回', note: refusal.note });
  expect(await notesOf('decideDeskRequest', changeNo)).toEqual(['驳回：材料证明不了']);
  expect((await operations.call('decideDeskRequest', refusal)).code).toBe(400303);
});

test('another phone and joining mid-year: compared, decided, within the cities', async () => {
  const [operations, service, outlet] = [await desk('yunying01'), await desk('kefu01'), await desk('wangdian01')];
  const who = await insuredPair();
  const phone = other(9000).phone;
  await who.visitor.value('sendSmsCode', { phone, purpose: 'new-phone' });
  const asked = { phone, code: newestCode(theShop().sandbox, phone), statement: '旧手机丢了，号码停了' };
  await who.visitor.value('requestPhoneChange', asked);
  const { requests } = await operations.value('listDeskRequests', { topic: 'phone' });
  const [line] = requests;
  expect(line).toMatchObject({
    who: `${maskName(who.self.name)}（缴费人）`,
    place: '苏州 - 市区',
    statusLabel: '等待人工核对',
  });
  const requestNo = line?.requestNo ?? '';
  expect((await outlet.call('showDeskRequest', { requestNo })).code).toBe(400104);
  const shown = await service.value('showDeskRequest', { requestNo });
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${phone}|${who.self.phone}|旧手机丢了`));
  const { rows } = await service.value('readDeskRequest', { requestNo, purpose: 'call' });
  expect(rows[0]).toMatchObject({ before: who.self.phone, after: phone });
  expect(rows.at(-1)).toMatchObject({ before: asked.statement });
  const { approvalNo } = await service.value('decideDeskRequest', { requestNo, deskVerdict: 'approve' });
  await operations.value('decideApproval', { approvalNo: approvalNo ?? '', agree: true });
  expect((await operations.value('listDeskRequests', { topic: 'phone', stand: 'waiting' })).requests).toMatchObject([
    { requestNo, statusLabel: '已核对，等待生效' },
  ]);

  const discharged = { code: 'discharged', label: '退役军人', detail: '当年退役', proof: 'paper' };
  await serverDeps().database.query(
    `update editions set document = document || $1::jsonb, config_version = config_version + 1 where is_default`,
    [
      JSON.stringify({
        ...{ insureStart: '2025-10-01', insureEnd: '2025-12-31 23:59:59', underwriteEnd: '2026-01-10 23:59:59' },
        ...{ validDate: '2026-01-01', invalidDate: '2026-12-31' },
        flows: { mid: { from: '2026-11-01', until: '2026-12-31', waitingDays: 0, reasons: [discharged] } },
      }),
    ],
  );
  await serverDeps().editions.refresh();
  const soldier = other(9500);
  const visitor = await loggedIn(theShop(), soldier);
  const memberId = await keep(visitor, soldier, '00');
  const file = await visitor.value('uploadFile', {
    ...{ clientKey: newKey(), use: 'mid-year', fileName: '退役证.jpg', content: PHOTO.toString('base64') },
  });
  const { applicationNo } = await visitor.value('applyMidYear', {
    ...{ memberId, reason: 'discharged', fileIds: [file.fileId] },
  });
  expect((await outlet.call('showDeskRequest', { requestNo: applicationNo })).code).toBe(400104);
  expect((await operations.value('listDeskRequests', { topic: 'mid-year' })).requests).toMatchObject([
    { requestNo: applicationNo, who: maskName(soldier.name), why: '退役军人', papers: 1, place: '苏州 - 市区' },
  ]);
  // The service desk's word needs another one; theirs of operations is enough.
  const whose = await service.value('showDeskRequest', { requestNo: applicationNo });
  expect(whose.twoNeeded).toContain('复核');
  expect(await operations.value('decideDeskRequest', { requestNo: applicationNo, deskVerdict: 'approve' })).toEqual({
    approvalNo: null,
  });
  expect((await visitor.value('queryMidYear')).applications).toMatchObject([{ status: 'approved' }]);
});
