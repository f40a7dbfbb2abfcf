import { expect, test } from 'vitest';
import { seedServices } from '../../apps/server/seed/services.ts';
import { expectInSight, useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-catalogue');

/** The framed page may reach nothing, and says so. */
const REACHES_NOTHING = /Content Security Policy|net::ERR_BLOCKED_BY_CSP|request failed: csp/;

test('a drug is changed in a draft, sent to a second person, agreed to; the outlets and services stand beside it', async () => {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
  await seedServices(server.deps);
  const { page } = await signIn('yunying01', '/drugs?edition=demo27', REACHES_NOTHING);
  await page.getByRole('heading', { name: '第 1 版' }).waitFor();
  await page.getByLabel('编号或名称').fill('YF001');
  await page.keyboard.press('Enter');
  await page.getByText('符合条件 1').waitFor();
  await button(page, '改 YF001').click();
  const editor = page.getByRole('dialog', { name: '改 YF001' });
  await editor.getByLabel('参考价（元）').fill('一万六');
  await editor.getByRole('button', { name: '存进草稿' }).click();
  await editor.getByText('参考价写元，最多两位小数').waitFor();
  await look(page, 'editor');
  await editor.getByLabel('参考价（元）').fill('16000');
  await editor.getByLabel('年度限额（元）（选填）').fill('200000');
  await editor.getByRole('button', { name: '存进草稿' }).click();
  await editor.waitFor({ state: 'hidden' });
  await button(page, '去掉 YF001').waitFor();
  await page.getByText('18,000.00').waitFor();
  // What the table has no room for is said beside it.
  await page.getByText('年度限额（元）：200,000.00').waitFor();
  await page.goto(`${stage.shop.origin}/hmb-js26/console/drugs?edition=demo27`);
  const leaving = await page.getByRole('row', { name: /YF002/ }).getByRole('cell').nth(1).innerText();
  await button(page, '去掉 YF002').click();
  await page.getByText('改 1 行，去掉 1 行').waitFor();
  await button(page, '手机预览').click();
  const phone = page.locator('iframe[title="手机预览"]').contentFrame();
  await phone.getByRole('heading', { name: '特药目录' }).waitFor();
  const details = phone.getByText('看详情，申请用药').first();
  await details.waitFor();
  expect(await phone.getByRole('heading', { name: leaving, exact: true }).count()).toBe(0);
  await details.click();
  await phone.getByText('16,000').first().waitFor();
  await look(page, 'preview');
  // Whose focus is in the frame, its keys are too.
  await page.getByRole('dialog', { name: '手机预览：草稿' }).getByRole('button').first().click();
  await page.getByRole('switch', { name: '只看改动' }).click();
  await page.getByText('符合条件 2').waitFor();
  await look(page, 'draft');
  await button(page, '送审').click();
  const submit = page.getByRole('dialog', { name: '送审' });
  await submit.getByRole('textbox').fill('按厂家通知调价');
  await submit.getByRole('button', { name: /送\s*审/ }).click();
  await submit.waitFor({ state: 'hidden' });
  await page.getByText('等第二个人同意').waitFor();

  const other = await signIn('hegui01', '/drugs?edition=demo27&which=changes');
  await button(other.page, '同意并发布').click();
  const agree = other.page.getByRole('dialog', { name: '同意并发布' });
  await agree.getByRole('button', { name: '同意并发布' }).click();
  await other.page.getByRole('heading', { name: '第 2 版' }).waitFor();
  await other.page.goto(`${stage.shop.origin}/hmb-js26/console/drugs?edition=demo27`);
  await button(other.page, '历史版本').click();
  await other.page.getByText('原因：按厂家通知调价').waitFor();
  await look(other.page, 'versions');

  await page.goto(`${stage.shop.origin}/hmb-js26/console/outlets`);
  await heading(page, '网点').waitFor();
  await button(page, '下一页').waitFor();
  await look(page, 'outlets');
  await page.getByRole('tab', { name: '协助人员' }).click();
  await button(page, '新加协助人员').click();
  const adding = page.getByRole('dialog', { name: '新加协助人员' });
  await adding.getByLabel('工号').fill('NJ0001');
  await adding.getByLabel('姓名').fill('李示范');
  await adding.getByLabel('手机号，用来登录').fill('13900000088');
  await adding.getByLabel('网点编号').fill('NJ-01-01');
  await adding.getByLabel('原因').fill('网点报来的新人');
  await look(page, 'assistant-add');
  await adding.getByRole('button', { name: /加\s*上/ }).click();
  await adding.waitFor({ state: 'hidden' });
  const assistant = page.getByRole('row', { name: /NJ0001/ });
  await assistant.getByText('139****0088').waitFor();
  await look(page, 'assistants');
  await assistant.getByRole('button', { name: '改 NJ0001' }).click();
  const change = page.getByRole('dialog', { name: '改 NJ0001' });
  await change.getByRole('switch', { name: '可以协助' }).click();
  await change.getByLabel('原因').fill('调到别处去了');
  await change.getByRole('button', { name: /保\s*存/ }).click();
  await assistant.getByText('不再协助').waitFor();
  await page.goto(`${stage.shop.origin}/hmb-js26/console/services?part=bookings`);
  await page.getByText('没有等着办的预约').waitFor();
  await page.getByRole('tab', { name: '服务目录' }).click();
  await page.getByRole('heading', { name: '第 1 版' }).waitFor();
  await look(page, 'services');
  expect(await page.getByRole('link', { name: '看居民的页面' }).getAttribute('href')).toBe('/hmb-js26/#/lsjsfwsc');
});

test('a filter that no list offers leaves the address, and a switch of words is one stop of Tab', async () => {
  // What is asked for with it may be refused before.
  const { page } = await signIn('yunying01', '', /400|404/);
  const addresses = [
    '/agreements?edition=gone&kind=gone',
    '/share-content?edition=gone&kind=gone&standing=gone',
    '/drugs?edition=gone&choice=gone',
    '/lucky?edition=gone&round=gone&sent=gone',
    '/channels?part=report&edition=gone&city=9999&by=gone',
    '/complaints?category=gone',
  ];
  for (const address of addresses) {
    await page.goto(`${stage.shop.origin}/hmb-js26/console${address}`);
    await expect.poll(() => new URL(page.url()).search, { message: address }).not.toContain('=gone');
    expect(page.url()).not.toContain('9999');
    await expect.poll(() => page.locator('.ant-alert-warning').count(), { message: address }).toBe(0);
  }
  await page.goto(`${stage.shop.origin}/hmb-js26/console/channels?part=report`);
  await page.getByRole('radio', { name: '按渠道' }).focus();
  await page.keyboard.press('Shift+Tab');
  expect(await page.getByRole('radiogroup').evaluate((group) => group.contains(document.activeElement))).toBe(false);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => new URL(page.url()).search).toContain('by=agent');
});

test('a long list scrolls below its headings, which stay', async () => {
  const { page } = await signIn('yunying01', '/outlets');
  const rows = page.getByRole('row');
  await expect.poll(() => rows.count()).toBeGreaterThan(40);
  await rows.last().scrollIntoViewIfNeeded();
  await expectInSight(page, page.getByRole('columnheader', { name: '网点名称' }), button(page, '下一页'));
});
