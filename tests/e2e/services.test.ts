import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seedServices } from '../../apps/server/seed/services.ts';
import { openRound } from '../../apps/server/src/features/lucky/index.ts';
import { decideDrugApplication } from '../../apps/server/src/features/special-drugs/index.ts';
import { PHOTO } from '../integration/change-stage.ts';
import { eventually, loggedIn, pay, placeOrder, resident, type Visitor } from '../integration/shop.ts';
import { arrive, button } from './journey.ts';
import { look } from './looks.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();
const FIRST = 2_300;
const deps = () => {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('the shop has a server');
  return server;
};

/** The visitor's login in a phone. */
async function phoneOf(visitor: Visitor, elder = false): Promise<Visit> {
  const visit = await stage.visit({ elder });
  const [name = '', value = ''] = visitor.cookie.split('=');
  await visit.context.addCookies([{ name, value, url: stage.shop.origin }]);
  return visit;
}

let family: Promise<Visitor> | null = null;

/** Two who are covered, bought once for all tests. */
function coveredFamily(): Promise<Visitor> {
  family ??= covered(FIRST);
  return family;
}

async function covered(index: number): Promise<Visitor> {
  const visitor = await loggedIn(stage.shop, resident(index));
  const { orderNo } = await placeOrder(visitor, [resident(index), resident(index + 1)]);
  await pay(visitor, orderNo, stage.shop.sandbox);
  await eventually(
    () => visitor.value('selectListPolicy', {}),
    (list) => list.policies.length === 2,
  );
  return visitor;
}

/** A closed sheet takes its entry off the history a moment later; a reload before that would be undone. */
async function layersGone(page: Page, sheet: Locator): Promise<void> {
  await sheet.waitFor({ state: 'detached' });
  await page.waitForFunction(() => !(history.state as { openLayer?: number } | null)?.openLayer);
}

test('a drug is found, asked for, approved and fetched; a service is booked and given back', async () => {
  await seedServices(deps().deps);
  const visitor = await coveredFamily();
  const visit = await phoneOf(visitor);
  const { page } = visit;

  await visit.open('#/myAccount');
  await page.getByRole('link', { name: /特药目录/ }).click();
  await arrive(page, 'cart-shop', '特药目录');
  await page.getByLabel('找药名、厂家或病名').fill('肺');
  await page.getByText(/^找到 \d+ 种和“肺”有关的药$/).waitFor();
  await look(page, 'special-drugs');
  await button(page, '指定药房').click();
  await page.getByRole('dialog', { name: '指定药房' }).getByLabel('城市').selectOption('苏州');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  await button(page, '看详情，申请用药：示例替尼片').click();
  await look(page, 'special-drugs-detail');
  const apply = page.getByRole('dialog').getByRole('link', { name: '申请用药' });
  await apply.click();
  await arrive(page, 'drugApply', '申请用药');
  await page.goBack();
  await arrive(page, 'cart-shop', '特药目录');
  await page.getByText(/^找到 \d+ 种和“肺”有关的药$/).waitFor();
  await button(page, '看详情，申请用药：示例替尼片').click();
  await apply.click();

  await arrive(page, 'drugApply', '申请用药');
  for (const [kind, label] of [
    ['prescription', '处方'],
    ['report', '病理或基因报告'],
    ['summary', '病历小结'],
    ['identity', '用药人身份证'],
  ] as const) {
    // The button names what is missing next.
    await page
      .getByRole('button', { name: `上传${label}`, exact: true })
      .last()
      .click();
    const sheet = page.getByRole('dialog', { name: label });
    const photo = { name: `${kind}.jpg`, mimeType: 'image/jpeg', buffer: PHOTO };
    await sheet.locator(`#drug-paper-${kind}-album`).setInputFiles(photo);
    await sheet.getByText('已上传', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: '好了' }).click();
    await layersGone(page, sheet);
  }
  // What has arrived is there again when the camera cost the page its memory.
  await page.reload();
  await page.getByText('4 样，已有 4 样').waitFor();
  await button(page, '提交申请').click();
  await page.getByText('请先勾选同意，再提交').waitFor();
  await look(page, 'drug-apply-ready');
  await page.getByRole('checkbox', { name: /我同意为这次申请处理这些健康材料/ }).check();
  await button(page, '提交申请').click();
  await arrive(page, 'drugCases', '我的用药申请');
  await page.getByText('待审核').waitFor();

  const { applications } = await visitor.value('drugApplications', {});
  const number = applications[0]?.drugApplicationNo ?? '';
  const decision = { kind: 'approve', by: '张药师', cycles: 3, preExisting: false } as const;
  const { limiter } = { limiter: { allows: async () => true, allowsAddress: async () => true } };
  const desk = { ...deps().deps, limiter, tellsNews: true };
  const decided = await desk.database.transaction((query) => decideDrugApplication(desk, query, number, decision));
  expect(decided).toBe('done');
  await page.reload();
  await page.getByText('已通过').waitFor();
  await button(page, /^选药房/).click();
  await button(page, '选这家，演示大药房玄武区店').click();
  await page.getByRole('radio', { name: '送药上门' }).check();
  await button(page, '就这家').click();
  await page.getByText('请写收件人姓名').waitFor();
  await look(page, 'drug-place');
  await page.getByRole('radio', { name: '到药房取' }).check();
  await button(page, '就这家').click();
  await page.getByText('到演示大药房玄武区店取').waitFor();
  await look(page, 'drug-arranged');

  await visit.open('#/lsjsfwsc');
  await arrive(page, 'lsjsfwsc', '健康服务手册');
  await page.getByText('一年 2 次，还剩 2 次').waitFor();
  await button(page, '预约：就医协助').click();
  const sheet = page.getByRole('dialog', { name: '预约就医协助' });
  await sheet.getByRole('button', { name: '确认预约' }).click();
  await sheet.getByText(/之间的一天/).waitFor();
  await look(page, 'health-book');
  const { people } = await visitor.value('myHealthServices', {});
  await sheet.getByLabel('想哪天用').fill(people[0]?.services[0]?.firstDay ?? '');
  await sheet.getByLabel('联系电话').fill(resident(FIRST).phone);
  await sheet.getByRole('button', { name: '确认预约' }).click();
  const service = page.getByRole('article', { name: '就医协助' });
  await service.getByText('已预约').waitFor();
  await service.getByText('一年 2 次，还剩 1 次').waitFor();
  await service.getByRole('button', { name: /^取消预约/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '取消预约' }).click();
  await service.getByText('一年 2 次，还剩 2 次').waitFor();
});

test('whoever has read the manual draws once, claims, and can work the draw out again', async () => {
  await seedServices(deps().deps);
  const visitor = await loggedIn(stage.shop, resident(2_310));
  const year = (await visitor.value('productInfo', {})).editionYear - 1;
  const productId = `demo${String(year + 1).slice(2)}plus`;
  const nowMs = stage.clock.now();
  await openRound(deps().deps, {
    ...{ editionCode: productId, by: '测试' },
    rules: {
      ...{ code: 'sure', title: '健康小礼', organiser: '甲信财产保险江苏分公司', approvalNo: 'HD-011（演示）' },
      ...{ startsAtMs: nowMs - 60_000, endsAtMs: nowMs + 3_600_000, claimDays: 30, actions: ['health-manual'] },
      prizes: [{ code: 'cup', name: '保温杯', unit: '个', valueFen: 3_900, stock: 20, oddsPpm: 1_000_000 }],
    },
  });
  // Nothing of it where the edition does not offer it.
  const visit = await phoneOf(visitor);
  const { page } = visit;
  await visit.open('#/lucky');
  await page.getByText('现在没有抽签活动').waitFor();
  await visit.open(`?productId=${productId}#/lucky`);
  await arrive(page, 'lucky', '健康小礼');
  await page.getByRole('link', { name: '去看《健康服务手册》' }).click();
  await arrive(page, 'lsjsfwsc', '健康服务手册');
  await button(page, '领一次机会').click();
  await page.getByText('您有 1 次机会').waitFor();
  await look(page, 'lucky');
  await button(page, '抽一次').click();
  await page.getByText('抽中了：保温杯').waitFor();
  await page.getByText('19 / 20 个').waitFor();
  await button(page, '领奖品').click();
  await page.getByText('请写收件人姓名').waitFor();
  await look(page, 'lucky-won');
  await page.getByLabel('收件人').fill('钱安邦');
  await page.getByLabel('手机号').fill(resident(2_310).phone);
  await page.getByLabel('收件地址').fill('苏州市姑苏区观前街 9 号');
  await button(page, '领奖品').click();
  await page.getByText('已领：保温杯').waitFor();
  await visit.open('#/luckyCheck?round=unknown');
  await page.getByText('没有找到这一轮抽签').waitFor();
  await page.getByRole('link', { name: '去健康小礼' }).click();
  await page.getByRole('link', { name: '看抽签记录' }).click();
  await arrive(page, 'luckyCheck', '核对抽签');
  await button(page, '在手机上核对一遍').click();
  await page.getByText('种子还没公布').waitFor();

  stage.clock.advance(2 * 3_600_000);
  await stage.shop.runJob('lucky-sweep');
  await page.reload();
  await button(page, '在手机上核对一遍').click();
  await page.getByText('都对得上').waitFor();
  await look(page, 'lucky-check');
});

test('in elder mode', async () => {
  await seedServices(deps().deps);
  // The manual is for everybody: whoever is not logged in is told so there, and not interrupted.
  const stranger = await stage.visit({ elder: true });
  await stranger.open('#/lsjsfwsc');
  await stranger.page.getByText('登录后可以预约').waitFor();
  expect(await stranger.page.getByText('未登录，请重新登录').count()).toBe(0);
  const visitor = await coveredFamily();
  const { page, open } = await phoneOf(visitor, true);
  for (const [route, title, name] of [
    ['cart-shop', '特药目录', 'special-drugs'],
    ['drugApply?drug=YF001', '申请用药', 'drug-apply'],
    ['lsjsfwsc', '健康服务手册', 'health-manual'],
  ] as const) {
    await open(`#/${route}`);
    await arrive(page, route.split('?')[0] ?? '', title);
    if (route === 'lsjsfwsc') await page.getByText('一年 3 次，还剩 3 次').waitFor();
    await look(page, name, { elder: true });
  }
});
