import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signedIn } from '../integration/desk.ts';
import { publishPages } from '../integration/edition-pages.ts';
import { resident } from '../integration/shop.ts';
import { useConsole } from './console-visit.ts';
import {
  addMember,
  arrive,
  button,
  choose,
  heading,
  logIn,
  openCashier,
  pickRegion,
  placeOrder,
  pressAtCashier,
  readDocuments,
} from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const desk = useConsole(stage, 'edition-plans');

/** The framed page may reach nothing, and says so. */
const REACHES_NOTHING = /Content Security Policy|net::ERR_BLOCKED_BY_CSP|request failed: csp/;
const CODE = 'demo99';

const plans = (page: Page) => page.getByRole('region', { name: '方案', exact: true });

async function addPlan(page: Page, typed: { name: string; code: string; premium: string; adds: string }) {
  await button(page, '加方案').click();
  const dialog = page.getByRole('dialog', { name: '加方案' });
  await dialog.getByLabel('方案名称').fill(typed.name);
  await dialog.getByLabel('方案编码').fill(typed.code);
  await dialog.getByLabel('保费（元 / 人）').fill(typed.premium);
  await dialog.getByLabel('比便宜一档多什么').fill(typed.adds);
  return dialog;
}

test('an edition is copied, a third plan is added, taken out, put back and sold at its own premium', async () => {
  const { shop } = stage;
  const { page } = await desk.signIn('yunying01', '/editions', REACHES_NOTHING);
  const two = page.getByRole('row').filter({ hasText: '两款版' });
  await two.getByRole('button', { name: '复制为下一年版' }).click();
  const copying = page.getByRole('dialog', { name: /^复制为下一年版/ });
  await copying.getByLabel('产品编码').fill(CODE);
  await copying.getByRole('button', { name: /复\s*制/ }).click();
  await plans(page).getByText('从“基础款”升级，补').waitFor();

  const dialog = await addPlan(page, { name: '升级款', code: 'upgraded', premium: '三百', adds: '' });
  await dialog.getByRole('button', { name: /加\s*上/ }).click();
  await dialog.getByText('方案编码 upgraded 已经有了').waitFor();
  await dialog.getByText('请填写保费').waitFor();
  await dialog.getByLabel('方案编码').fill('top');
  await dialog.getByLabel('保费（元 / 人）').fill('358.5元');
  await dialog.getByLabel('比便宜一档多什么').fill('特药从 60 种增加到 80 种；海外救援');
  await dialog.getByRole('button', { name: /加\s*上/ }).click();
  await dialog.getByRole('alert').filter({ hasText: '已经有一个方案叫“升级款”' }).waitFor();
  await desk.look(page, 'add');
  await dialog.getByLabel('方案名称').fill('至尊款');
  await dialog.getByRole('button', { name: /加\s*上/ }).click();
  await plans(page).getByText('358.50 元 / 人').waitFor();
  await plans(page).getByText('从“升级款”升级，补').waitFor();
  // Its own figures, in a table of its own.
  await page.getByLabel('至尊款第 3 项说明').fill('目录内 80 种药品');
  await page.getByLabel('至尊款第 3 项种数').fill('80');
  await page.getByText('已自动存').waitFor();

  // Somebody else writes in the same draft meanwhile: what both do is kept.
  const other = (await desk.signIn('yunying01', `/editions/${CODE}`)).page;
  await other.getByLabel('分享标题').fill('三款任您选');
  await other.getByText('已自动存').waitFor();
  await plans(page).getByRole('button', { name: '至尊款往前' }).click();
  await page.getByText('也在改这份草稿，两边改的都存上了').waitFor();
  await expect.poll(() => page.getByLabel('方案 2 名称').inputValue()).toBe('至尊款');
  expect(await page.getByLabel('分享标题').inputValue()).toBe('三款任您选');
  // What is typed for a plan where somebody else moved it goes to that plan.
  await other.getByLabel('升级款保费').fill('268');
  await other.getByText('也在改这份草稿，两边改的都存上了').waitFor();
  await expect.poll(() => other.getByLabel('升级款保费').inputValue()).toBe('268.00');
  expect(await other.getByLabel('至尊款保费').inputValue()).toBe('358.50');
  await page.reload();
  await plans(page).getByText('268.00 元 / 人').waitFor();
  await plans(page).scrollIntoViewIfNeeded();
  await desk.look(page, 'three');

  // Of which another one speaks it stays; the last is not asked about.
  await plans(page).getByRole('button', { name: '删掉“基础款”' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*掉/ })
    .click();
  await page.getByText('“升级款”的“多什么”里写着“基础款”').waitFor();
  await plans(page).getByRole('button', { name: '删掉“至尊款”' }).click();
  await desk.look(page, 'remove');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /删\s*掉/ })
    .click();
  await plans(page).getByText('已删：至尊款').waitFor();
  expect(
    await plans(page)
      .getByLabel(/^方案 \d 名称/)
      .count(),
  ).toBe(2);
  await desk.look(page, 'removed');
  await plans(page).getByRole('button', { name: '放回“至尊款”' }).click();
  await expect.poll(() => page.getByLabel('方案 3 名称').inputValue()).toBe('至尊款');
  expect(await page.getByLabel('至尊款第 3 项种数').inputValue()).toBe('80');

  // As residents will compare them.
  await button(page, '手机预览').click();
  const phone = page.frameLocator('iframe[title="手机预览"]');
  await phone.getByRole('link', { name: '放在一起比' }).click();
  await phone.getByRole('heading', { name: /3 款$/ }).waitFor();
  await phone.getByRole('cell', { name: '80 种' }).waitFor();
  await desk.look(page, 'preview');
  await page.keyboard.press('Escape');

  const operations = await signedIn(shop, 'yunying01');
  const compliance = await signedIn(shop, 'hegui01');
  const broker = await signedIn(shop, 'jingji01');
  await publishPages(shop, { operations, compliance, broker }, CODE);
  const today = new Date(stage.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const { draft, fields } = await operations.value('showEdition', { edition: CODE });
  await operations.value('saveEditionDraft', {
    edition: CODE,
    revision: draft?.revision ?? 0,
    fields: {
      ...{ insureStart: today, recordFilingCode: 'TEST-2099-000001' },
      ...(fields.earlyFrom === '' ? {} : { earlyFrom: today }),
    },
  });
  await page.reload();
  await page.getByText('8 / 8').waitFor();
  await button(page, '提交审批').click();
  await page.getByText('等一审').waitFor();
  for (const [account, next] of [
    ['hegui01', '等二审'],
    ['jingji01', '二审通过'],
  ] as const) {
    const reader = (await desk.signIn(account, `/editions/${CODE}`)).page;
    const differs = reader.getByRole('region', { name: '和线上比' });
    await differs.getByText('至尊款（top），358.50 元 / 人').waitFor();
    expect(await plans(reader).getByRole('button').count()).toBe(0);
    if (account === 'hegui01') await desk.look(reader, 'review');
    await button(reader, '通过').click();
    await reader.getByText(next).first().waitFor();
  }
  const { draft: agreed } = await operations.value('showEdition', { edition: CODE });
  const at = new Date(stage.clock.now() + 8 * 3_600_000 + 120_000).toISOString().slice(0, 16).replace('T', ' ');
  await operations.value('scheduleEdition', { edition: CODE, revision: agreed?.revision ?? 0, at });
  stage.clock.advance(180_000);
  await expect
    .poll(async () => (await shop.visitor().value('productInfo', { productId: CODE })).editionCode, { timeout: 20_000 })
    .toBe(CODE);

  const self = resident(733);
  const visit = await stage.visit();
  await visit.page.goto(`${shop.origin}/?productId=${CODE}`);
  await heading(visit.page, /两款版/).waitFor();
  await look(visit.page, 'index-three-plans');
  await visit.page.getByRole('link', { name: '放在一起比' }).click();
  await arrive(visit.page, 'editions', /3 款$/);
  await look(visit.page, 'editions-three-plans');
  await visit.page.getByRole('link', { name: /^至尊款/ }).click();
  await arrive(visit.page, 'login', '手机号登录');
  await logIn(visit, shop, self);
  await pickRegion(visit.page);
  await arrive(visit.page, 'beforeAuthUser', '为谁参保');
  await addMember(visit.page, self, 'self');
  const choice = visit.page.getByRole('group', { name: /选方案/ });
  expect(await choice.getByRole('radio', { name: /^至尊款/ }).isChecked()).toBe(true);
  await look(visit.page, 'choose-of-three');
  await choose(visit.page, self);
  await readDocuments(visit.page);
  await placeOrder(visit.page);
  await openCashier(visit.page);
  expect(await visit.page.getByTestId('amount').textContent()).toContain('358.50');
  await pressAtCashier(visit.page, 'pay');
  await arrive(visit.page, 'paySuccess', '支付成功');
  await visit.page.getByText('电子保单已生成').waitFor();
});
