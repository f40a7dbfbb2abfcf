import { people } from '@huimin/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../apps/server/src/papers/read-pdf.ts';
import { ownCopy } from './own-copy.ts';
import {
  eventually,
  loggedIn,
  newestCode,
  openShop,
  pay,
  placeOrder,
  resident,
  type Shop,
  type Visitor,
} from './shop.ts';

let shop: Shop;
let visitor: Visitor;
let stranger: Visitor;
let orderNo: string;

beforeAll(async () => {
  shop = await openShop();
  [visitor, stranger] = [shop.visitor(), shop.visitor()];
  await visitor.logIn(people.linMei);
  await stranger.logIn(people.father);
  ({ orderNo } = await placeOrder(visitor, [people.linMei, people.mother]));
  expect((await visitor.call('listPaperFiles', { orderNo })).envelope.message).toBe('付款后才有保单和凭证');
  expect((await visitor.call('queryPolicyCertificate', { orderNo })).envelope.code).toBe(400501);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === 2,
  );
});
afterAll(() => shop?.close());

/** As somebody without a login opens a link. */
const open = (url: string) => fetch(url, { redirect: 'manual' });
const pdfText = async (response: Response) =>
  (await readPdf(Buffer.from(await response.arrayBuffer()))).text.replace(/\s/g, '');
/** A page's HTML without the places where a long number may go on in the next line. */
const page = async (url: string) => (await (await open(url)).text()).replaceAll('<wbr>', '');
const codeOf = (text: string) => /(?:查询码)([0-9A-HJKMNP-TV-Z-]{32})/.exec(text)?.[1]?.replaceAll('-', '') ?? '';

test('links lead to every paper without a login, for half an hour', async () => {
  const all = await visitor.value('listPaperFiles', { orderNo });
  expect(all.mailOffered).toBe(true);
  expect(all.files.map(({ paper, position, state }) => [paper, position, state])).toEqual([
    ['policy', 1, 'ready'],
    ['voucher', 1, 'ready'],
    ['policy', 2, 'ready'],
    ['voucher', 2, 'ready'],
    ['money', null, 'ready'],
  ]);
  for (const [index, title] of [
    '电子保险单',
    '保险费付款凭证',
    '电子保险单',
    '保险费付款凭证',
    '付款和退款记录',
  ].entries()) {
    const answer = await open(all.files[index]?.url ?? '');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await pdfText(answer);
    expect(text).toContain(title);
    // Signed for trying out: nothing says that it counts like paper.
    expect(text).not.toContain('同等法律效力');
    const verified = await page(`${shop.origin}/v/${codeOf(text)}`);
    expect(verified).toMatch(/这份(保单|凭证|记录)是真的/);
    expect(verified).toContain('文件带数字签名');
    expect(verified).not.toContain(people.linMei.name);
    expect(verified).not.toContain(people.linMei.idNumber);
  }
  const policies = await visitor.value('listPolicyFiles', { orderNo });
  const vouchers = await visitor.value('listVoucherFiles', { orderNo });
  expect([policies, vouchers].map(({ files }) => files.map(({ title }) => title))).toEqual([
    ['电子保单', '电子保单'],
    ['保险费付款凭证', '保险费付款凭证'],
  ]);
  const num = policies.files[1]?.policyNo ?? '';
  const byNumber = await visitor.value('listPolicyFilesByNumber', { num });
  expect(byNumber.files.map(({ paper, insuredName }) => [paper, insuredName])).toEqual([
    ['policy', people.mother.name],
    ['voucher', people.mother.name],
  ]);

  // As older clients send it: without a body.
  const path = `/hmb-js26/api/v1/insure/policy/insureUrlListByNum?num=${num}`;
  const asked = await visitor.raw(path, { method: 'POST' });
  expect((await asked.json()).result.files.map(({ paper }: { paper: string }) => paper)).toEqual(['policy', 'voucher']);

  const url = all.files[0]?.url ?? '';
  const forged = `${url.slice(0, -3)}${url.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  for (const wrong of [forged, `${shop.origin}/p/x`, `${shop.origin}/p/${'A'.repeat(42)}`]) {
    const refused = await open(wrong);
    expect([refused.status, (await refused.text()).includes('这个链接不能用了')]).toEqual([404, true]);
  }
  shop.clock.advance(30 * 60_000 + 1_000);
  expect((await open(url)).status).toBe(404);
});

test('the pages of a paper come as pictures', async () => {
  const drawn = await visitor.value('drawPaperPictures', { orderNo, paper: 'policy', position: 2 });
  expect(drawn).toMatchObject({ title: '电子保单', insuredName: people.mother.name, state: 'ready' });
  expect(drawn.pictures.map(({ width, height }) => [width, height])).toEqual([
    [1240, 1754],
    [1240, 1754],
  ]);
  for (const { url } of drawn.pictures) {
    const answer = await open(url);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1', 1, 4)).toBe('PNG');
  }
  const saved = await open(`${drawn.pictures[1]?.url}?save=1`);
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="picture.png"/);
  expect((await visitor.call('drawPaperPictures', { orderNo, paper: 'voucher', position: 9 })).envelope.code).toBe(
    400104,
  );
});

test('the two forms of the certificate: the cover itself, and masked for a partner', async () => {
  const whole = await visitor.value('queryPolicyCertificate', { orderNo });
  expect(whole).toMatchObject({ policyholderName: people.linMei.name, countsLikePaper: false });
  expect(whole.people.map(({ name, state, status }) => [name, state, status])).toEqual([
    [people.linMei.name, 'ready', 0],
    [people.mother.name, 'ready', 0],
  ]);
  expect(whole.insurers.reduce((sum, { shareBasisPoints }) => sum + shareBasisPoints, 0)).toBe(10_000);
  const partner = JSON.stringify(await visitor.value('queryPartnerCertificate', { orderNo }));
  expect(partner).toContain('林*');
  // Numbers of orders and policies hold any three digits now and then.
  const shown = partner.replaceAll(/\w*\d{16,}\w*/g, '');
  for (const secret of [people.linMei.name, people.mother.name, people.linMei.idNumber])
    expect(partner).not.toContain(secret);
  for (const premium of ['158', 'Fen']) expect(shown).not.toContain(premium);
});

test('somebody else’s papers answer exactly like absent ones', async () => {
  const { files } = await visitor.value('listPolicyFiles', { orderNo });
  const absent = 'JS0000000000000000001';
  const loveInput = { nickname: '小张', gift: 'guard', withShareCode: false } as const;
  const mail = { paper: 'policy', address: 'a@qq.com', clientKey: 'stranger-0123456789' } as const;
  const asks = (number: string) =>
    [
      stranger.call('listPaperFiles', { orderNo: number }),
      stranger.call('listPolicyFiles', { orderNo: number }),
      stranger.call('listVoucherFiles', { orderNo: number }),
      stranger.call('queryPolicyCertificate', { orderNo: number }),
      stranger.call('queryPartnerCertificate', { orderNo: number }),
      stranger.call('drawPaperPictures', { orderNo: number, paper: 'policy' }),
      stranger.call('sendPaperMail', { orderNo: number, ...mail }),
      stranger.call('getOrderLove', { orderNo: number }),
      stranger.call('saveOrderLove', { orderNo: number, ...loveInput }),
    ] as const;
  const [foreign, missing] = await Promise.all([Promise.all(asks(orderNo)), Promise.all(asks(absent))]);
  const shown = (answers: readonly { envelope: { code: unknown; message: unknown } }[]) =>
    answers.map(({ envelope }) => [envelope.code, envelope.message]);
  expect(shown(foreign)).toEqual(shown(missing));
  expect(new Set(foreign.map(({ envelope }) => envelope.code))).toEqual(new Set([400104]));
  const num = files[0]?.policyNo ?? '';
  expect((await stranger.call('listPolicyFilesByNumber', { num })).envelope.code).toBe(400104);
  expect((await stranger.value('listOrderLoves', {})).certificates).toEqual([]);
});

describe('by e-mail', () => {
  const send = (clientKey: string, address = 'lin.mei@qq.com', from = visitor) =>
    from.value('sendPaperMail', { orderNo, paper: 'policy', position: 2, address, clientKey });
  /** Looks, after everything due has been sent. */
  const look = async (mailNo: string) => {
    await shop.runJob('paper-mails');
    return visitor.value('queryPaperMail', { mailNo });
  };
  const settled = (mailNo: string) =>
    eventually(
      () => look(mailNo),
      ({ state }) => state !== 'waiting',
    );

  test('the paper goes once, whole, and the text names nobody', async () => {
    const mail = await send('mail-key-00000000001');
    expect(mail).toMatchObject({ state: 'waiting', addressMasked: 'lin***@qq.com', title: '电子保单' });
    expect(await send('mail-key-00000000001', 'other@qq.com')).toMatchObject({ mailNo: mail.mailNo });
    expect(await settled(mail.mailNo)).toMatchObject({ state: 'sent', tries: 1 });
    const [got, ...others] = shop.sandbox.control.mails('lin.mei@qq.com');
    expect(others).toEqual([]);
    expect(got).toMatchObject({ subject: expect.stringContaining('电子保单') });
    for (const secret of [people.mother.name, people.linMei.name, people.mother.idNumber])
      expect(got?.text).not.toContain(secret);
    const [attachment] = got?.attachments ?? [];
    expect(attachment).toMatchObject({ fileName: '电子保单.pdf', contentType: 'application/pdf' });
    const pdf = await readPdf(attachment?.bytes ?? Buffer.alloc(0));
    expect(pdf.warnings).toEqual([]);
    expect(pdf.text.replace(/\s/g, '')).toContain(people.mother.name);
    expect((await stranger.call('queryPaperMail', { mailNo: mail.mailNo })).envelope.code).toBe(400104);
    const { rows } = { rows: await shop.servers[0]?.deps.database.query('select * from paper_mails', []) };
    expect(rows).toMatchObject([{ state: 'SENT', address_sealed: null, next_try_at: null }]);
    expect(shop.logged.join()).not.toContain('lin.mei@qq.com');
  });

  test.each([
    ['mailbox_unknown', 'wrong-address', '不存在'],
    ['mail_refused', 'given-up', '没有发成'],
  ] as const)('%s ends it as %s', async (kind, state, words) => {
    shop.sandbox.control.faults.add({ provider: 'smtp', kind });
    const { mailNo } = await send(`mail-key-${kind.replace('_', '-')}-1`);
    expect(await settled(mailNo)).toMatchObject({ state, stateText: expect.stringContaining(words) });
  });

  test.each(['busy_code', 'rate_limit', 'timeout_before'] as const)('%s: it is tried again later', async (kind) => {
    shop.sandbox.control.faults.add({ provider: 'smtp', kind });
    const { mailNo } = await send(`mail-key-${kind.replace('_', '-')}-1`);
    const postponed = await eventually(
      () => look(mailNo),
      ({ stateText }) => stateText.includes('再试'),
    );
    expect(postponed.state).toBe('waiting');
    const sent = await eventually(
      async () => {
        shop.clock.advance(61_000);
        return look(mailNo);
      },
      ({ state }) => state === 'sent',
    );
    expect(sent.tries).toBeGreaterThan(1);
  });

  test('addresses that cannot be are refused in words; a mailbox is not filled by strangers', async () => {
    const wrong = await visitor.call('sendPaperMail', {
      ...{ orderNo, paper: 'policy', address: '林梅@qq.com', clientKey: 'mail-key-wrong-0001' },
    });
    expect(wrong.envelope).toMatchObject({ code: 400100, message: '邮箱里不能有汉字，请检查后再填' });
    const answers: unknown[] = [];
    for (let index = 0; index < 11; index += 1) {
      const input = {
        orderNo,
        paper: 'money',
        address: 'full@163.com',
        clientKey: `mail-key-full-${1000 + index}`,
      } as const;
      answers.push((await visitor.call('sendPaperMail', input)).envelope.code);
    }
    expect(answers.filter((code) => code === 200000)).toHaveLength(10);
    expect(answers.at(-1)).toBe(400129);
  });
});

test('a love certificate: made by its giver, checked by anybody, replaced by a change, void after the refund', async () => {
  expect(await visitor.value('getOrderLove', { orderNo })).toMatchObject({
    ...{ state: 'none', pictureUrl: null, nickname: null, peopleCount: 2, gift: 'guard', donationPossible: false },
  });
  const wish = { orderNo, nickname: '小林', gift: 'guard', withShareCode: false } as const;
  for (const [change, words] of [
    [{ nickname: '江苏医保局' }, '这个称呼不能用'],
    [{ nickname: '小林13900' }, '号码'],
    [{ gift: 'donation' }, '守护'],
  ] as const) {
    const refused = await visitor.call('saveOrderLove', { ...wish, ...change });
    expect(refused.envelope).toMatchObject({ code: 400100, message: expect.stringContaining(words) });
  }
  const made = await visitor.value('saveOrderLove', wish);
  expect(made).toMatchObject({ state: 'ready', nickname: '小林', selfOnly: false, landingUrl: `${shop.origin}/` });
  const picture = await open(made.pictureUrl ?? '');
  expect(picture.headers.get('content-type')).toBe('image/png');
  const verified = await page(made.verificationUrl ?? '');
  for (const part of ['这份爱心证书是真的', made.certificateNo, '2 人']) expect(verified).toContain(part);
  for (const secret of ['小林', people.linMei.name, '¥', people.linMei.idNumber])
    expect(verified).not.toContain(secret);

  // The same again is the same; a change makes the former picture an old one.
  expect((await visitor.value('saveOrderLove', wish)).verificationUrl).toBe(made.verificationUrl);
  const changed = await visitor.value('saveOrderLove', { ...wish, nickname: '晚风', withShareCode: true });
  expect(changed.landingUrl).toMatch(/\?shareCode=[0-9a-f]{16}$/);
  expect(changed.landingUrl).not.toContain(orderNo);
  expect(await page(made.verificationUrl ?? '')).toContain('已经换了新的');
  expect(await page(changed.verificationUrl ?? '')).toContain('是真的');
  expect((await ownCopy(shop, visitor, people.linMei)).rowsOf('爱心证书')).toMatchObject([{ 证书上的名字: '晚风' }]);
  const { certificates, nextCursor } = await visitor.value('listOrderLoves', {});
  expect([certificates.length, certificates[0]?.nickname, nextCursor]).toEqual([1, '晚风', null]);

  await giveEverythingBack();
  expect(await visitor.value('getOrderLove', { orderNo })).toMatchObject({ state: 'void', nickname: '晚风' });
  expect(await page(changed.verificationUrl ?? '')).toContain('这份爱心证书已经作废');
  expect((await visitor.call('saveOrderLove', { ...wish, nickname: '又来' })).envelope.code).toBe(400303);
  const { files } = await visitor.value('listPaperFiles', { orderNo });
  expect(files.map(({ state }) => state)).toEqual(['void', 'void', 'void', 'void', 'ready']);
  expect(files[0]?.voided).toMatchObject({ reason: '已退保' });
  expect(await pdfText(await open(files[0]?.url ?? ''))).toContain('已作废：已退保');
  expect(await pdfText(await open(files[4]?.url ?? ''))).toContain('已经退给您316.00元');
});

test('of an order that nobody paid no love certificate is on its way', async () => {
  const payer = await loggedIn(shop, resident(20));
  const { orderNo: unpaid } = await placeOrder(payer, [resident(20)]);
  expect((await payer.call('getOrderLove', { orderNo: unpaid })).envelope).toMatchObject({
    code: 400303,
    message: expect.stringContaining('没有付款'),
  });
});

test('of an order that could not be covered it is told that the money goes back, and nothing is said to be on its way', async () => {
  const payer = await loggedIn(shop, resident(21));
  const { orderNo: lapsed } = await placeOrder(payer, [resident(21)]);
  const { index, database } = (shop.servers[0] as (typeof shop.servers)[number]).deps;
  const person = index.person('01', resident(21).idNumber);
  await database.query('delete from person_claims where person_index = $1', [person]);
  await pay(payer, lapsed, shop.sandbox);
  const love = await eventually(
    () => payer.value('getOrderLove', { orderNo: lapsed }),
    ({ state }) => state !== 'making',
  );
  expect(love).toMatchObject({ state: 'uncovered', nickname: null, pictureUrl: null });
  const wish = { orderNo: lapsed, nickname: '晚风', gift: 'guard', withShareCode: false } as const;
  expect((await payer.call('saveOrderLove', wish)).envelope).toMatchObject({
    code: 400303,
    message: '这笔订单没能承保，不能做爱心证书',
  });
  const { files } = await payer.value('listPaperFiles', { orderNo: lapsed });
  expect(files[0]).toMatchObject({ state: 'void', voided: { reason: '未能承保，全额退款' } });
  expect((await payer.call('downloadPolicy', { orderNo: lapsed })).envelope.message).toBe(
    '没有这份保单：未能承保，全额退款',
  );
  // While an operator looks, neither is said.
  await database.query('update orders set status = 90 where issued_at is null and status in (85, 60, 62)');
  expect(await payer.value('getOrderLove', { orderNo: lapsed })).toMatchObject({ state: 'held' });
});

test('a policy changed since says on its former paper that there is a new one', async () => {
  const { orderNo: other } = await placeOrder(stranger, [people.father]);
  await pay(stranger, other, shop.sandbox);
  await eventually(
    () => stranger.value('queryInsureOrder', { orderNo: other }),
    (state) => state.issuedCount === 1,
  );
  const before = await stranger.value('queryPolicyCertificate', { orderNo: other });
  const url = before.people[0]?.verificationUrl ?? '';
  expect(await page(url)).toContain('这份保单是真的');
  const [server] = shop.servers;
  await server?.deps.database.query('update policies set paper_version = 1 where id = $1', [
    server.deps.numbers.policyId(before.people[0]?.policyNo ?? ''),
  ]);
  expect(await page(url)).toContain('这份保单已经换了新的');
  const after = await stranger.value('queryPolicyCertificate', { orderNo: other });
  expect(await page(after.people[0]?.verificationUrl ?? '')).toContain('这份保单是真的');
});

test('codes of nothing are told as such, and too many questions are not answered', async () => {
  const unknown = await open(`${shop.origin}/v/${'7'.repeat(26)}`);
  expect([unknown.status, (await unknown.text()).includes('没有查到这份凭证')]).toEqual([404, true]);
  let last = unknown;
  for (let index = 0; index < 61 && last.status !== 429; index += 1) last = await open(`${shop.origin}/v/AAAA`);
  expect(last.status).toBe(429);
  expect(await last.text()).toContain('查得太多了');
});

async function giveEverythingBack(): Promise<void> {
  const { people: insured } = await visitor.value('queryOrderDetail', { orderNo });
  const policyNos = insured.map(({ policyNo }) => policyNo as string);
  // A number gets one code a minute.
  shop.clock.advance(61_000);
  await visitor.value('saveRefundSubmission', { orderNo, policyNos, reason: 'other' });
  const code = newestCode(shop.sandbox, people.linMei.phone);
  const confirmed = { orderNo, reason: 'other' as const, expectedFen: 31_600, clientKey: 'all-back-0000000001', code };
  await visitor.value('refundOrder', confirmed);
  await eventually(
    async () => {
      shop.clock.advance(4_000);
      await shop.sandbox.control.settle();
      return visitor.value('queryOrderDetail', { orderNo });
    },
    ({ people: shown }) => shown.every(({ policyStatus }) => policyStatus === 4),
  );
}
