import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { cardPicture } from '@huimin/sandbox';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FIXED_HEADERS, resident } from '../integration/shop.ts';
import { addMember, arrive, begin, button, heading, query, saveMember } from './journey.ts';
import { look } from './looks.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();

const photo = (buffer: Buffer) => ({ name: 'photo.png', mimeType: 'image/png', buffer });
const album = (page: Page, side: '人像面' | '国徽面') => page.getByLabel(`${side}，从相册选`);

/** A photo too large to send as it is, of nothing in particular. */
function largePhoto(): Buffer {
  const [width, height] = [1_300, 900];
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)];
    head.writeUInt32BE(data.length);
    tail.writeUInt32BE(crc32(named));
    return Buffer.concat([head, named, tail]);
  };
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  const rows = randomBytes((width + 1) * height);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const header = chunk('IHDR', Buffer.concat([size, Buffer.from([8, 0, 0, 0, 0])]));
  return Buffer.concat([signature, header, chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

test('an insured is added by photos of the card; what was read can be changed, what was not is typed', async () => {
  const { shop } = stage;
  const [self, mother] = [resident(8_100), resident(8_102)];
  const visit = await stage.visit();
  const { page } = visit;
  await begin(visit, shop, self);
  await addMember(page, self, 'self');
  await page.getByRole('link', { name: '添加家人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await page.getByRole('radio', { name: '父母' }).check();
  await button(page, /拍身份证，自动填写/).click();
  const sheet = page.getByRole('dialog', { name: '拍身份证' });

  await album(page, '人像面').setInputFiles(photo(largePhoto()));
  await sheet.getByText('照片里没有找到这一面的身份证').waitFor();
  await album(page, '人像面').setInputFiles(photo(Buffer.from('no picture')));
  await sheet.getByText(/请选照片文件|这张图片打不开/).waitFor();
  const front = { side: 'FRONT', name: mother.name, idNum: mother.idNumber, quality: 40 } as const;
  await album(page, '人像面').setInputFiles(photo(cardPicture({ ...front, warnings: [-9102] })));
  await sheet.getByText(`已填好 ${mother.name}`).waitFor();
  await sheet.getByText('这像是复印件').waitFor();
  const back = { side: 'BACK', authority: '某市公安局', validDate: '2005.01.01-2025.01.01' } as const;
  await album(page, '国徽面').setInputFiles(photo(cardPicture(back)));
  await sheet.getByText('这张证件 2025.01.01 已经过期').waitFor();
  await look(page, 'card-photo');

  await button(page, '填好了，去核对').click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByText('号码有效').waitFor();
  expect(await page.getByLabel('姓名').inputValue()).toBe(mother.name);
  await page.getByText('请对照证件核对').waitFor();
  await saveMember(page);
  await page.getByText(mother.name, { exact: true }).waitFor();
  // The way of a purchase keeps no photo and no number in the browser.
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }));
  expect(kept).not.toContain(mother.idNumber);
});

/** From the step that asks for it to the provider's page. */
async function toProvider(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '刷脸' }).check();
  await button(page, '下一步').click();
  await heading(page, '人脸信息处理规则').waitFor();
  await page.getByRole('checkbox', { name: /单独同意/ }).check();
  await button(page, '去刷脸').click();
  await heading(page, '人脸核身').waitFor();
}

async function askFor(visit: Visit, purpose = 'change-phone'): Promise<void> {
  await visit.open(`?area=320500#/faceCheck?purpose=${purpose}&back=/info`);
  await arrive(visit.page, 'faceCheck', '核对是不是您本人');
  await visit.page.getByRole('radio', { name: '刷脸' }).waitFor();
}

const proofOf = (page: Page) => page.evaluate(() => sessionStorage.getItem('huimin-identity-proof'));

test('a face check is failed, given up, left to run out, and passed; its proof is for the step that asked', async () => {
  const { shop } = stage;
  const self = resident(8_110);
  const visit = await stage.visit();
  const { page } = visit;
  await begin(visit, shop, self);
  await addMember(page, self, 'self');

  await askFor(visit);
  await look(page, 'face-check');
  // Nothing is chosen for anybody.
  await button(page, '下一步').click();
  await heading(page, '核对是不是您本人').waitFor();
  expect(await page.getByRole('radio', { name: '刷脸' }).isChecked()).toBe(false);
  await page.getByRole('radio', { name: '人工核对' }).check();
  await button(page, '下一步').click();
  await heading(page, '人工核对').waitFor();
  await button(page, '换一种办法').click();
  await page.getByRole('radio', { name: '刷脸' }).check();
  await button(page, '下一步').click();
  await button(page, '去刷脸').click();
  await page.getByText('请先勾选同意').waitFor();
  await look(page, 'face-check-consent');
  await button(page, '换一种办法').click();

  await toProvider(page);
  await page.getByTestId('face-fail').click();
  await heading(page, '没有通过').waitFor();
  await page.getByText('拍到的人和身份证照片对不上').waitFor();
  await page.getByText('今天还能刷 2 次').waitFor();
  await look(page, 'face-check-failed');

  await button(page, '重新核对，或换一种办法').click();
  await page.getByText('还能试 2 次').waitFor();
  await toProvider(page);
  await page.getByTestId('face-quit').click();
  await heading(page, '刷脸没有完成').waitFor();
  expect(query(page).get('area')).toBe('320500');

  await button(page, '重新核对，或换一种办法').click();
  await toProvider(page);
  const provider = page.url();
  const { h5faceId, url } = Object.fromEntries(new URL(provider).searchParams) as { h5faceId: string; url: string };
  stage.clock.advance(15 * 60_000);
  shop.sandbox.control.identity.wbface.end(h5faceId, 'pass');
  await page.goto(url);
  await heading(page, '这次核对已经过期').waitFor();
  expect(await proofOf(page)).toBeNull();

  await button(page, '重新核对，或换一种办法').click();
  await toProvider(page);
  await page.getByTestId('face-pass').click();
  await heading(page, '核对通过').waitFor();
  // Not in the address, and the same after a reload.
  const proof = await proofOf(page);
  expect(JSON.parse(proof ?? '{}')).toEqual({ purpose: 'change-phone', token: expect.stringMatching(/^.{16,64}$/) });
  expect(page.url()).not.toContain(JSON.parse(proof ?? '{}').token);
  await page.reload();
  await heading(page, '核对通过').waitFor();
  expect(await proofOf(page)).toBe(proof);
  await button(page, '接着办').click();
  await page.waitForURL(/#\/info/);
});

test('a visitor says who they are inside WeChat; a forged way back proves nothing; the carrier’s word does', async () => {
  const { shop } = stage;
  const person = resident(8_120);
  const visit = await stage.visit({ elder: true, browser: 'wechat' });
  const { page } = visit;
  await visit.open('#/faceCheck?purpose=recover-account&back=/agreement');
  await arrive(page, 'faceCheck', '核对是不是您本人');
  await button(page, '下一步').click();
  await page.getByText('请填写身份证号').waitFor();
  await look(page, 'face-check-who', { elder: true });
  await page.getByLabel('姓名').fill(person.name);
  await page.getByRole('textbox', { name: '身份证号' }).fill(person.idNumber);
  await button(page, '下一步').click();
  await page.getByRole('radio', { name: '刷脸' }).waitFor();
  shop.sandbox.control.faults.add({ provider: 'tencent', kind: 'return_forged' });
  await toProvider(page);
  expect(page.url()).toContain('/faceid/detect');
  await page.getByTestId('face-pass').click();
  await heading(page, '还没有结果').waitFor();
  expect(await proofOf(page)).toBeNull();
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }) + window.location.href);
  expect(kept).not.toContain(person.idNumber);

  // As a page asks that has a phone the carrier can be asked about.
  await page.evaluate(
    async ([headers, asked]) => {
      const init = { method: 'POST', headers, body: JSON.stringify(asked) };
      const answer = await (await fetch('/hmb-js26/api/v1/identity/subject', init)).json();
      const request = { purpose: 'recover-account', ...answer.result, backTo: '/agreement', manualTo: '/agreement' };
      sessionStorage.setItem('huimin-identity-request', JSON.stringify(request));
    },
    [
      { ...FIXED_HEADERS, 'content-type': 'application/json' },
      { purpose: 'recover-account', name: person.name, idNumber: person.idNumber, phone: person.phone },
    ] as const,
  );
  await button(page, '重新核对，或换一种办法').click();
  await page.getByRole('radio', { name: '新手机号实名核对' }).check();
  await look(page, 'face-check', { elder: true });
  await button(page, '下一步').click();
  await button(page, '核对').click();
  await arrive(page, 'agreement', /./);
  expect(JSON.parse((await proofOf(page)) ?? '{}')).toMatchObject({ purpose: 'recover-account' });
});
