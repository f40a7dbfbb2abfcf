import type { Person } from '@huimin/testing';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHOTO } from '../integration/change-stage.ts';
import { resident } from '../integration/shop.ts';
import { arrive, askForCode, button, heading, logIn, readCode } from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();
/** From the question who it is to the list of ways, and by the carrier back. */
async function proveByPhone(page: Page, person: Person): Promise<void> {
  await button(page, '核对本人，开始查').click();
  await arrive(page, 'faceCheck', '核对是不是您本人');
  await page.getByLabel('姓名').fill(person.name);
  await page.getByLabel('身份证号').fill(person.idNumber);
  await button(page, '下一步').click();
  await page.getByRole('radio', { name: '登录的手机号实名核对' }).check();
  await button(page, '下一步').click();
  await button(page, '核对').click();
}

test('somebody logs in, proves who they are, agrees, sees a label and no disease, keeps a receipt and appeals', async () => {
  const { shop } = stage;
  const person = resident(8_300);
  const { name: userName, idNumber: idNo } = person;
  shop.sandbox.control.preExisting.people.set({ idNo, userName, label: 'Y', classCode: 'C2' });
  const visit = await stage.visit();
  const { page } = visit;
  await visit.open('#/order_search_new');
  await arrive(page, 'order_search_new', '既往症查询');
  await button(page, '去登录').click();
  await logIn(visit, shop, person);
  await arrive(page, 'order_search_new', '既往症查询');
  await look(page, 'pre-existing-begin');
  await proveByPhone(page, person);

  await arrive(page, 'order_search_new', '既往症查询');
  await page.getByText('这次用密算查询').waitFor();
  await look(page, 'pre-existing-consent');
  await button(page, '同意并查询').click();
  await page.getByText('请先勾选同意').waitFor();
  await page.getByRole('checkbox', { name: /单独同意/ }).check();
  await button(page, '同意并查询').click();
  await page.getByRole('heading', { name: '是，属于既往症人群' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('是，属于既往症人群');
  await page.getByRole('cell', { name: '40%' }).waitFor();
  await page.getByText(`您本人 ${userName[0]}*`).waitFor();
  await look(page, 'pre-existing-answer');

  await page.getByRole('link', { name: '《健康告知》' }).click();
  await page.getByRole('dialog').getByText('哪些算既往症').waitFor();
  await page.getByRole('button', { name: '关闭' }).click();

  await button(page, '查询回执').click();
  const receipt = page.getByRole('dialog', { name: '查询回执' });
  await receipt.getByText('本人同意，告知书第 1 版').waitFor();
  expect(await receipt.getByRole('link', { name: '下载 PDF' }).getAttribute('href')).toMatch(/disposition=attachment/);
  await look(page, 'pre-existing-receipt');
  await page.getByRole('button', { name: '关闭' }).click();
  await receipt.waitFor({ state: 'detached' });

  await button(page, '申请复核').click();
  await button(page, '交复核申请').click();
  await page.getByText('请选哪里不对').waitFor();
  await page.getByRole('radio', { name: '按条款不该算既往症' }).check();
  await page.locator('#pe-papers-album').setInputFiles({ name: '病历.jpg', mimeType: 'image/jpeg', buffer: PHOTO });
  await page.getByText('已上传', { exact: true }).waitFor();
  await look(page, 'pre-existing-appeal');
  await button(page, '交复核申请').click();
  await page.getByText('复核中').waitFor();
  await page.getByText('最晚出结果').waitFor();

  // The consent is taken back: nothing is left, and the question can be asked anew.
  await button(page, '撤回同意并删除').click();
  await page.getByRole('dialog', { name: '撤回同意' }).getByRole('button', { name: '撤回并删除' }).click();
  await page.getByText('这次用密算查询').waitFor();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }));
  expect(kept).not.toContain(idNo);
});

test('with nothing but a phone, in large letters: the data centre is silent first, then says no', async () => {
  const { shop, clock } = stage;
  const person = resident(8_302);
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  await visit.open('#/order_search_new1');
  await arrive(page, 'order_search_new1', '查既往症');
  await look(page, 'pre-existing-phone', { elder: true });
  await button(page, '用手机验证码查').click();
  await heading(page, '查理赔和结算').waitFor();
  await askForCode(page, person.phone);
  await page.getByLabel('短信验证码').fill(readCode(shop, person.phone));
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await arrive(page, 'order_search_new1', '查既往症');
  await proveByPhone(page, person);

  await page.getByText('这次用密算查询').waitFor();
  await look(page, 'pre-existing-consent', { elder: true });
  shop.sandbox.control.faults.add({ provider: 'pre-existing', kind: 'busy_code', times: 3 });
  await page.getByRole('checkbox', { name: /单独同意/ }).check();
  await button(page, '同意并查询').click();
  await page.getByRole('heading', { name: '正在查' }).waitFor();
  await look(page, 'pre-existing-asking', { elder: true });
  shop.sandbox.control.faults.remove();
  clock.advance(60_000);
  await page.getByRole('heading', { name: '否，不属于既往症人群' }).waitFor();
  await look(page, 'pre-existing-answer', { elder: true });
  expect(await button(page, '申请复核').count()).toBe(0);
});
