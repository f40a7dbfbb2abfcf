import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Review, reviewChangeWithin } from '../../apps/server/src/features/endorsement/index.ts';
import { eventually, loggedIn, newestCode, pay, placeOrder, resident, type Shop } from '../integration/shop.ts';
import { greyPicture } from './grey-picture.ts';
import { arrive, button, heading, query } from './journey.ts';
import { look } from './looks.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();

const PHOTO = { name: '户口簿.png', mimeType: 'image/png', buffer: greyPicture() };
const TEXT = { name: '不是照片.pdf', mimeType: 'application/pdf', buffer: Buffer.from('hello') };

/** A visit of somebody who has bought for themselves and their mother before. */
async function insured(shop: Shop, first: number, elder = false): Promise<{ visit: Visit; orderNo: string }> {
  const [self, mother] = [resident(first), resident(first + 2)];
  const visitor = await loggedIn(shop, self);
  const { orderNo } = await placeOrder(visitor, [self, mother]);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryOrderDetail', { orderNo }),
    ({ people }) => people.every(({ policyNo }) => policyNo !== null),
  );
  const visit = await stage.visit({ elder });
  const [name = '', value = ''] = visitor.cookie.split('=');
  await visit.context.addCookies([{ name, value, url: shop.origin }]);
  return { visit, orderNo };
}

/** Asks for a code next to this field and types what the phone shows. */
async function confirm(page: Page, shop: Shop, label: string, phone: string): Promise<void> {
  stage.clock.advance(61_000);
  const field = page.locator('.field', { hasText: label });
  await field.getByRole('button', { name: '获取验证码' }).click();
  await field.getByText('分钟内有效').waitFor();
  await page.getByRole('textbox', { name: label }).fill(newestCode(shop.sandbox, phone));
}

/** What somebody at the insurer decides. */
async function review(shop: Shop, changeNo: string, decision: Review): Promise<void> {
  const [server] = shop.servers;
  if (!server) throw new Error('a shop has a server');
  const { deps } = server;
  const changes = { ...deps, limiter: {} as never, codes: {} as never, prepareCheck: {} as never, tellsResults: true };
  const done = await deps.database.transaction((query) => reviewChangeWithin(changes, query, changeNo, decision));
  expect(done.ok).toBe(true);
}

test('a new phone is saved with both codes; a wrong name is corrected with papers, which are asked for once more', async () => {
  const { shop } = stage;
  const { visit, orderNo } = await insured(shop, 400);
  const { page } = visit;
  await visit.open(`#/orderDetail?orderNo=${orderNo}`);
  await arrive(page, 'orderDetail', '已付款');
  await page.getByRole('link', { name: '修改缴费人' }).click();
  await arrive(page, 'update', '修改缴费人信息');
  const phone = '19000004321';
  await page.getByLabel('新手机号').first().fill(phone);
  await page.getByLabel('电子邮箱').fill('lin@example.com');
  await page.getByLabel('联系地址').fill('苏州工业园区星湖街 1 号');
  // Away and back: what was typed is there again.
  await visit.open(`#/orderDetail?orderNo=${orderNo}`);
  await arrive(page, 'orderDetail', '已付款');
  await page.getByRole('link', { name: '修改缴费人' }).click();
  await page.getByText('上次没填完的内容还在').waitFor();
  expect((await page.getByLabel('新手机号').first().inputValue()).replace(/\D/g, '')).toBe(phone);
  expect(await page.getByLabel('联系地址').inputValue()).toBe('苏州工业园区星湖街 1 号');
  await confirm(page, shop, '新手机号的验证码', phone);
  await confirm(page, shop, '登录手机号的验证码', resident(400).phone);
  await look(page, 'update-payer');
  await button(page, '保存新手机号').click();
  await heading(page, '已经更正').waitFor();
  await page.getByText('190****4321').first().waitFor();
  await page.getByText(/批单号 PD/).waitFor();

  await visit.open(`#/orderDetail?orderNo=${orderNo}`);
  await page.getByRole('link', { name: `改信息，${resident(402).name}` }).click();
  await arrive(page, 'fixInfoDetail', '修改个人信息');
  await button(page, '下一步').click();
  await page.getByText('还没有填要改的内容').waitFor();
  await page.getByLabel('正确的姓名').fill(`${resident(402).name.slice(0, 2)}珍`);
  await page.getByRole('radio', { name: '填错了字' }).check();
  await look(page, 'fix-insured-form');
  // Left and come back to, it has been kept; then a reload finds it too.
  await button(page, '返回').click();
  await arrive(page, 'orderDetail', '已付款');
  await page.getByRole('link', { name: `改信息，${resident(402).name}` }).click();
  await page.getByText('上次没填完的内容还在').waitFor();
  await page.reload();
  await page.getByText('上次没填完的内容还在').waitFor();
  expect(await page.getByLabel('正确的姓名').inputValue()).toBe(`${resident(402).name.slice(0, 2)}珍`);
  expect(await page.getByRole('radio', { name: '填错了字' }).isChecked()).toBe(true);
  await button(page, '下一步').click();
  await heading(page, '提交更正申请').waitFor();
  await page.locator('#change-papers-album').setInputFiles([PHOTO, TEXT]);
  await page.getByText('只收 JPG、PNG 照片和 PDF 文件').waitFor();
  await page.getByText('已上传', { exact: true }).waitFor();
  await look(page, 'fix-insured-papers');
  await button(page, '重试，不是照片.pdf').click();
  await page.getByText('只收 JPG、PNG 照片和 PDF 文件').waitFor();
  await button(page, '删除，不是照片.pdf').click();
  await confirm(page, shop, '短信验证码', resident(400).phone);
  await button(page, '提交申请').click();
  await heading(page, '更正审核中').waitFor();
  await look(page, 'fix-insured');

  const changeNo = query(page).get('changeNo') ?? '';
  await review(shop, changeNo, { kind: 'ask-papers', by: '王审核', note: '请补本人身份证人像面' });
  await page.reload();
  await heading(page, '请补充材料').waitFor();
  await button(page, '补充材料').click();
  const sheet = page.getByRole('dialog', { name: '补充材料' });
  await sheet.getByText('请补本人身份证人像面').waitFor();
  await sheet.locator('#more-papers-camera').setInputFiles([PHOTO]);
  await sheet.getByText('已上传', { exact: true }).waitFor();
  await look(page, 'fix-insured-more');
  await sheet.getByRole('button', { name: '交上去' }).click();
  await heading(page, '更正审核中').waitFor();
  await review(shop, changeNo, { kind: 'approve', by: '王审核' });
  await page.reload();
  await heading(page, '已经更正').waitFor();
  const endorsement = page.getByRole('link', { name: /^看批单/ }).first();
  const pdf = await page.request.get(new URL((await endorsement.getAttribute('href')) ?? '', page.url()).href);
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  await look(page, 'fix-insured-done');
  await button(page, /^保存批单/).click();
  await page.getByRole('link', { name: /^保存图片/ }).click();
  await arrive(page, 'paper', /保险批单$/);
  await page.getByRole('img', { name: /第 1 页，共 1 页/ }).waitFor();
  await visit.open(`#/orderDetail?orderNo=${orderNo}`);
  await page.getByRole('heading', { level: 3, name: `${resident(402).name.slice(0, 2)}珍` }).waitFor();
});

test('in elder mode a place is changed at once; a request is taken back; without an order it is asked for which', async () => {
  const { shop } = stage;
  const { visit, orderNo } = await insured(shop, 410, true);
  const { page } = visit;
  await visit.open('#/fixInfoDetail');
  await heading(page, '修改个人信息').waitFor();
  await page.getByRole('link', { name: /苏民安/ }).click();
  await page.getByRole('link', { name: new RegExp(resident(412).name) }).click();
  await page.getByRole('button', { name: /医保所在地/ }).click();
  const sheet = page.getByRole('dialog', { name: '选择医保所在地' });
  await sheet.getByRole('radio', { name: '无锡' }).check();
  await sheet.getByRole('button', { name: '确认添加' }).click();
  await page.getByRole('radio', { name: '医保所在地变了' }).check();
  await look(page, 'fix-insured-form', { elder: true });
  await button(page, '下一步').click();
  await heading(page, '确认修改').waitFor();
  await confirm(page, shop, '短信验证码', resident(410).phone);
  await button(page, '确认修改').click();
  await heading(page, '已经更正').waitFor();
  await page.getByText('无锡').first().waitFor();

  await visit.open(`#/beforeOther?orderNo=${orderNo}`);
  await arrive(page, 'beforeOther', '修改缴费人信息');
  await look(page, 'update-payer', { elder: true });
  await button(page, '更正姓名证件').click();
  await page.getByLabel('正确的姓名').fill(`${resident(410).name.slice(0, 2)}珍`);
  await page.getByRole('radio', { name: '改了名字' }).check();
  await button(page, '下一步').click();
  await page.locator('#change-papers-album').setInputFiles([PHOTO]);
  await page.getByText('已上传', { exact: true }).waitFor();
  await confirm(page, shop, '短信验证码', resident(410).phone);
  await button(page, '提交申请').click();
  await heading(page, '更正审核中').waitFor();
  await look(page, 'fix-insured', { elder: true });
  await button(page, '撤回申请').click();
  await page.getByRole('dialog').getByRole('button', { name: '撤回', exact: true }).click();
  await heading(page, '已经撤回').waitFor();
});

test('whoever is corrected proves it by their face, and it is done at once without papers', async () => {
  const { shop } = stage;
  const { visit, orderNo } = await insured(shop, 420);
  const { page } = visit;
  await visit.open(`#/fixInfoDetail?orderNo=${orderNo}`);
  await page.getByRole('link', { name: new RegExp(resident(422).name) }).click();
  await page.getByLabel('正确的姓名').fill(`${resident(422).name.slice(0, 2)}珍`);
  await page.getByRole('radio', { name: '填错了字' }).check();
  await button(page, '下一步').click();
  await button(page, /改用刷脸核对/).click();
  await arrive(page, 'faceCheck', '核对是不是您本人');
  await page.getByRole('radio', { name: '刷脸' }).check();
  await button(page, '下一步').click();
  await page.getByRole('checkbox', { name: /单独同意/ }).check();
  await button(page, '去刷脸').click();
  await page.getByTestId('face-pass').click();
  await heading(page, '核对通过').waitFor();
  await button(page, '接着办').click();
  await page.getByText('已经核对是本人').waitFor();
  await confirm(page, shop, '短信验证码', resident(420).phone);
  await button(page, '确认修改').click();
  await heading(page, '已经更正').waitFor();
});
