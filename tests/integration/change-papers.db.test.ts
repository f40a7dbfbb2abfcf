import { expect, test } from 'vitest';
import { sweepChanges } from '../../apps/server/src/features/endorsement/index.ts';
import { readPdf } from '../../apps/server/src/papers/read-pdf.ts';
import {
  agreedTo,
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
import { loggedIn, type Visitor } from './shop.ts';

useChangeShop();

test('files: the same key is one file, what nobody uses goes after a day, what it is decides its own content', async () => {
  const who = await insuredPair();
  const clientKey = newKey();
  const input = {
    clientKey,
    use: 'change' as const,
    fileName: '../../etc/<b>照片</b>.exe',
    content: PHOTO.toString('base64'),
  };
  const [one, twice] = await Promise.all([
    who.visitor.value('uploadFile', input),
    who.visitor.value('uploadFileWb', input),
  ]);
  expect(one).toEqual(twice);
  expect(one).toMatchObject({ mediaType: 'image/jpeg', fileName: 'b.jpg' });
  const refused = await who.visitor.call('uploadFile', {
    ...input,
    clientKey: newKey(),
    content: Buffer.from('<html>').toString('base64'),
  });
  expect(refused.envelope).toMatchObject({ code: 400601, message: '只收 JPG、PNG 照片和 PDF 文件，请换一个' });
  const deps = serverDeps();
  const chunks = () =>
    deps.database.query('select sealed from upload_chunks where upload_id = $1', [deps.numbers.fileId(one.fileId)]);
  const [kept] = (await chunks()) as { sealed: Buffer }[];
  expect(kept?.sealed.includes(PHOTO.subarray(0, 20))).toBe(false);
  await who.visitor.value('removeFile', { fileId: await upload(who.visitor) });
  theShop().clock.advance(25 * 3_600_000);
  while ((await sweepChanges(deps)) > 0);
  expect(await chunks()).toEqual([]);
});

test('an endorsement is a signed paper that tells what was so when it was made', async () => {
  const who = await insuredPair();
  const [, motherNo] = who.policyNos;
  // Where somebody is insured changes at once; who they are is looked at.
  const { changeNo: moved } = await inReview(who, { regionCode: '320100' }, motherNo);
  const { changeNo: renamed } = await inReview(who, { name: '欧阳秀英' }, motherNo);
  const early = await who.visitor.call('downloadEndorsement', { orderNo: who.orderNo, changeNo: renamed });
  expect(early.envelope.code).toBe(400104);
  expect(await agreedTo(renamed)).toBe(200000);
  const { changes } = await overview(who);
  const fileOf = (changeNo: string, from: Visitor = who.visitor) =>
    from.raw(`/hmb-js26/api/v1/insure/policy/endorsement?orderNo=${who.orderNo}&changeNo=${changeNo}`);
  const squeezed = async (answer: Response) => {
    const pdf = await readPdf(Buffer.from(await answer.arrayBuffer()));
    expect(pdf.warnings).toEqual([]);
    return pdf.text.replace(/\s/g, '');
  };
  const first = await squeezed(await fileOf(moved));
  const second = await squeezed(await fileOf(renamed));
  for (const part of [changes[1]?.endorsementNo, motherNo, `被保险人${who.mother.name}`, '医保所在地', '南京']) {
    expect(first).toContain(part);
  }
  for (const part of ['被保险人欧阳秀英', `姓名${who.mother.name}欧阳秀英`, `投保人${who.self.name}`]) {
    expect(second).toContain(part);
  }
  expect(first + second).not.toContain(who.mother.idNumber);

  // Every way to have it is the owner's, and nobody else's.
  const stranger = await loggedIn(theShop(), other(6500));
  const asked = { orderNo: who.orderNo, paper: 'endorsement', changeNo: moved } as const;
  for (const answer of [
    await stranger.call('drawPaperPictures', asked),
    await stranger.call('downloadEndorsement', asked),
    await who.visitor.call('downloadEndorsement', { ...asked, changeNo: `GZ${'1'.repeat(19)}` }),
  ]) {
    expect(answer.envelope.code).toBe(400104);
  }
  const { pictures } = await who.visitor.value('drawPaperPictures', asked);
  expect(pictures).toHaveLength(1);
  const { files } = await who.visitor.value('listPaperFiles', { orderNo: who.orderNo });
  const linked = files.filter(({ paper }) => paper === 'endorsement');
  expect(linked.map(({ changeNo }) => changeNo)).toEqual([moved, renamed]);
  const behindLink = await fetch(linked[0]?.url ?? '');
  expect(await squeezed(behindLink)).toBe(first);

  // Anybody holding it learns from its code that it is true, and nothing of what was changed.
  const code = /查询码([0-9A-Z-]{32})/.exec(first)?.[1] ?? '';
  const answer = await fetch(`${theShop().origin}/v/${code}`);
  // Where a long number may go on in the next line is no part of it.
  const verified = (await answer.text()).replaceAll('<wbr>', '');
  for (const part of ['这份批单是真的', '被保险人的医保所在地', changes[1]?.endorsementNo ?? '']) {
    expect(verified).toContain(part);
  }
  for (const secret of ['南京', who.mother.name, who.self.name]) expect(verified).not.toContain(secret);
});
