import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectInSight, hasFocus, useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { look as lookAtPhone } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'editions');

/** The framed page may reach nothing, and says so. */
const REACHES_NOTHING = /Content Security Policy|net::ERR_BLOCKED_BY_CSP|request failed: csp/;

/** While the test takes the line away. */
const CUT_OFF = 'net::ERR_INTERNET_DISCONNECTED';

/** As operators type it: 2026.11.24 10:31. */
const beijingMinute = (laterMs: number) =>
  new Date(stage.clock.now() + 8 * 3_600_000 + laterMs).toISOString().slice(0, 16).replace(/-/g, '.').replace('T', ' ');

const typeIn = async (field: Locator, text: string) => {
  await field.fill(text);
  await field.press('Enter');
};

const saved = (page: Page) => page.getByRole('status').filter({ hasText: '已自动存' });

test('an edition is changed, looked at on the phone, approved by two, and is with the residents at its time', async () => {
  const { page } = await signIn('yunying01', '/editions', new RegExp(`${REACHES_NOTHING.source}|${CUT_OFF}`));
  await heading(page, '产品版本').waitFor();
  const first = page.getByRole('row').filter({ hasText: '首页' });
  await first.waitFor();
  await look(page, 'list');
  const name = await first.getByRole('link').innerText();
  await first.getByRole('link').click();
  await button(page, '开始改').click();
  const crumbs = page.getByRole('navigation', { name: '位置' });
  expect(await crumbs.locator('[aria-current]').innerText()).toBe(name);
  await page.getByRole('link', { name: /^\d{4} 版 参保中$/ }).waitFor();
  await button(page, '提交审批').waitFor();
  // What policies say that were sold already is not changed under them.
  const deductible = page.getByLabel('第 1 项起付线（元）');
  const former = await deductible.inputValue();
  await deductible.fill('9000');
  await page.locator('#cover').getByText('卖出的保单写着原来的保障责任，不能再改').waitFor();
  await page.locator('#cover').scrollIntoViewIfNeeded();
  await look(page, 'draft-cover');
  await deductible.fill(former);
  await page.getByLabel('首页一句话').fill('为江苏人再想一步');
  await page.getByRole('switch', { name: '改被保险人' }).click();
  await page.getByRole('textbox', { name: '正文字', exact: true }).fill('#C4574F');
  await page.getByText('7 / 8').waitFor();
  await saved(page).waitFor();
  await page.locator('#naming').scrollIntoViewIfNeeded();
  await look(page, 'draft');
  // Pressed once too often nothing is lost: one begins on what leaves all as it is.
  await button(page, '丢弃草稿').press('Enter');
  const discarding = page.getByRole('dialog', { name: '丢弃这份草稿？' });
  await expect.poll(() => hasFocus(discarding.getByRole('button', { name: /取\s*消/ }))).toBe(true);
  await page.keyboard.press('Enter');
  await discarding.waitFor({ state: 'hidden' });
  // What cannot be published as it is goes before nobody unawares.
  await button(page, '提交审批').click();
  const refused = page.getByRole('dialog', { name: '还有 1 项发布检查没过，不能提交' });
  await refused.getByRole('listitem').first().waitFor();
  await look(page, 'draft-refused');
  await refused.getByRole('button', { name: '去改' }).click();
  await refused.waitFor({ state: 'hidden' });
  const colour = page.getByRole('textbox', { name: '正文字', exact: true });
  await expect.poll(() => colour.evaluate((one) => one === document.activeElement)).toBe(true);
  await button(page, /^改成最接近的 #/).click();
  await page.getByText('8 / 8').waitFor();
  await colour.fill('#C4574F');
  await button(page, /^改回 #1F1B1A/).click();
  await page.getByText('8 / 8').waitFor();
  await button(page, '手机预览').click();
  const phone = page.frameLocator('iframe[title="手机预览"]');
  await phone.getByText('为江苏人再想一步').first().waitFor();
  await look(page, 'preview');
  await button(page, '保障第一天').click();
  await phone
    .getByText(/承保处理中|参保已结束/)
    .first()
    .waitFor();
  await look(page, 'preview-later');
  // Also while the phone has the keys.
  await phone.getByText('承保处理中').or(phone.getByText('参保已结束')).first().click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: /^手机预览/ }).waitFor({ state: 'hidden' });
  // The keys are where they were before the drawer came.
  await expect.poll(() => button(page, '手机预览').evaluate((one) => one === document.activeElement)).toBe(true);
  const address = new URL(page.url()).pathname.replace('/hmb-js26/console', '');
  await button(page, '提交审批').click();
  await page.getByText('等一审').waitFor();

  const compliance = await signIn('hegui01', address);
  await button(compliance.page, '退回修改').waitFor();
  await look(compliance.page, 'review');
  await button(compliance.page, '退回修改').click();
  await compliance.page.getByText('退回要写清楚改什么').waitFor();
  await compliance.page.getByLabel('审批意见').fill('一句话请按备案的写');
  await button(compliance.page, '退回修改').click();
  await compliance.page.getByText('还没有提交').waitFor();
  // Whoever wrote it finds why at the head of the page; what the line does not carry is tried again, not lost.
  await page.reload();
  await page.getByRole('alert').filter({ hasText: '退回修改：一句话请按备案的写' }).waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('首页一句话').fill('为江苏人再想一步。');
  await page.getByText('没有存上').waitFor();
  await page.context().setOffline(false);
  await button(page, '再试一次').click();
  await saved(page).waitFor();
  await page.getByLabel('首页一句话').fill('为江苏人再想一步');
  await saved(page).waitFor();
  await button(page, '提交审批').click();
  await page.getByText('等一审').waitFor();
  await compliance.page.reload();
  await button(compliance.page, '通过').click();
  await compliance.page.getByText('等二审').waitFor();
  const broker = await signIn('jingji01', address);
  await button(broker.page, '通过').click();
  await broker.page.getByText('二审通过').waitFor();

  await page.reload();
  await button(page, '定时发布').click();
  const when = beijingMinute(300_000);
  const dialog = page.getByRole('dialog', { name: '定时发布' });
  await typeIn(dialog.getByLabel('发布时间'), when);
  await look(page, 'schedule');
  await dialog.getByRole('button', { name: '到时发布' }).click();
  await page.getByText('等发布').first().waitFor();
  // Thought better of it, and once more.
  await button(page, '取消定时').click();
  await page.getByText(/^待定时 v/).waitFor();
  await button(page, '定时发布').click();
  await typeIn(dialog.getByLabel('发布时间'), '2027.13.45');
  await dialog.getByText('“2027.13.45”不是日期和时间').waitFor();
  expect(await dialog.getByRole('button', { name: '到时发布' }).isDisabled()).toBe(true);
  await typeIn(dialog.getByLabel('发布时间'), when);
  await dialog.getByRole('button', { name: '到时发布' }).click();
  await page.getByText('等发布').first().waitFor();

  const resident = await stage.visit();
  await resident.open();
  await button(resident.page, '分享').waitFor();
  expect(await resident.page.getByText('为江苏人再想一步').count()).toBe(0);
  const waiting = await stage.visit();
  await waiting.page.clock.install();
  await waiting.open();
  await button(waiting.page, '分享').waitFor();
  stage.clock.advance(6 * 60_000);
  const visitor = stage.shop.visitor();
  await expect
    .poll(async () => (await visitor.value('productInfo')).slogan, { timeout: 20_000 })
    .toBe('为江苏人再想一步');
  // Also on a page that was left open and that nobody touches.
  await waiting.page.clock.fastForward('02:30');
  await waiting.page.getByText('为江苏人再想一步').first().waitFor();
  await resident.page.reload();
  await resident.page.getByText('为江苏人再想一步').first().waitFor();
  await page.reload();
  await button(page, '历史版本').click();
  const versions = page.getByRole('dialog', { name: '历史版本' });
  await versions.getByRole('article').first().getByText('居民看到的').waitFor();
  await versions.getByRole('article').first().locator('ins', { hasText: '为江苏人再想一步' }).waitFor();
  await look(page, 'former');
  // What residents saw before is made anew as a draft, for two people to agree to.
  await versions
    .getByRole('button', { name: /^照 v\d+ 重做草稿$/ })
    .last()
    .click();
  await page.locator('.ed-side del', { hasText: '为江苏人再想一步' }).waitFor();
  await button(page, '丢弃草稿').click();
  await page.getByRole('dialog').getByRole('button', { name: '丢弃', exact: true }).click();
  await button(page, '开始改').waitFor();
  // The page of somebody who is not signed in is not there at all.
  const framed = address.replace('/editions/', '/hmb-js26/console/preview/');
  expect((await visitor.raw(framed)).status).toBe(404);
});

test('two people write one draft: both are kept, and where both wrote one field it is asked whose counts', async () => {
  const { page } = await signIn('yunying01', '/editions');
  const first = page.getByRole('row').filter({ hasText: '首页' });
  await first.getByRole('link').click();
  await button(page, '开始改').click();
  await button(page, '提交审批').waitFor();
  const other = (await signIn('yunying01', new URL(page.url()).pathname.replace('/hmb-js26/console', ''))).page;
  await other.getByLabel('分享标题').fill('另一位写的标题');
  await saved(other).waitFor();
  await page.getByLabel('备案编号').fill('TEST-2099-000001');
  await page.getByText('也在改这份草稿，两边改的都存上了').waitFor();
  await saved(page).waitFor();
  await expect.poll(() => page.getByLabel('分享标题').inputValue()).toBe('另一位写的标题');
  // Now both the same field.
  await other.reload();
  await expect.poll(() => other.getByLabel('备案编号').inputValue()).toBe('TEST-2099-000001');
  await other.getByLabel('服务电话').fill('400-065-1000');
  await saved(other).waitFor();
  await page.getByLabel('首页一句话').fill('一句没有人动的话');
  await page.getByLabel('服务电话').fill('400-065-2000');
  await page.getByText('对方：400-065-1000　您：400-065-2000').waitFor();
  await look(page, 'clash');
  await button(page, '用我的').click();
  await saved(page).waitFor();
  await other.reload();
  await expect.poll(() => other.getByLabel('服务电话').inputValue()).toBe('400-065-2000');
  expect(await other.getByLabel('首页一句话').inputValue()).toBe('一句没有人动的话');
  // What is handed in is not taken back by whoever still types.
  await button(page, '提交审批').click();
  await page.getByText('等一审').waitFor();
  const subtitle = await other.getByLabel('副标题').inputValue();
  await other.getByLabel('副标题').fill('晚了一步');
  await other.getByText('这一稿刚刚提交审批了').waitFor();
  await button(other, '不改了').click();
  await other.getByText('等一审').waitFor();
  await expect.poll(() => other.getByLabel('副标题').inputValue()).toBe(subtitle);
  await button(page, '丢弃草稿').click();
  await page.getByRole('dialog').getByRole('button', { name: '丢弃', exact: true }).click();
  await button(page, '开始改').waitFor();
});

test('a clause gets a new version: what differs is looked through, approved by two, and seen again as it was', async () => {
  const { page } = await signIn('yunying01', '/pages?page=exclusions', REACHES_NOTHING);
  await button(page, '新建版本').click();
  const form = page.getByRole('dialog', { name: /^改正文/ });
  const text = form.getByLabel('正文', { exact: false });
  await text.fill((await text.inputValue()).replace('战争、军事冲突', '战争、军事冲突、恐怖活动'));
  await form.getByLabel('为什么改').fill('按保司函补全免责条目');
  await look(page, 'page-text');
  // Somebody else keeps the same text meanwhile: theirs is shown, and this one is not lost.
  const other = (await signIn('yunying01', '/pages?page=exclusions', REACHES_NOTHING)).page;
  await button(other, '改正文').click();
  const otherForm = other.getByRole('dialog', { name: /^改正文/ });
  await otherForm.getByLabel('正文', { exact: false }).press('End');
  await otherForm.getByLabel('为什么改').fill('另一位写的原因');
  await otherForm.getByRole('button', { name: '存草稿' }).click();
  await otherForm.waitFor({ state: 'hidden' });
  await form.getByRole('button', { name: '存草稿' }).click();
  await form.getByText('刚存过这份正文，您写的还没有存').waitFor();
  await look(page, 'page-text-clash');
  await form.getByRole('button', { name: '存草稿' }).click();
  await page.getByText('改 1 处').waitFor();
  await page.locator('ins').filter({ hasText: '恐怖活动' }).waitFor();
  await page.getByText('手机样子').click();
  await page.locator('iframe').nth(1).contentFrame().getByText('恐怖活动').first().waitFor();
  const online = page.locator('iframe').first().contentFrame();
  await online.getByText('战争、军事冲突').first().waitFor();
  expect(await online.getByText('恐怖活动').count()).toBe(0);
  await look(page, 'page-phones');
  await button(page, '提交审批').click();
  await page.getByText('等一审').waitFor();
  for (const account of ['hegui01', 'jingji01']) {
    const other = await signIn(account, '/pages?page=exclusions');
    await button(other.page, '通过，还有 1 处没看').waitFor();
    await other.page.keyboard.press('n');
    await look(other.page, `page-${account}`);
    // However long the text is: the page does not scroll, its heads and what decides stay.
    const { page: desk } = other;
    await expectInSight(
      desk,
      ...[desk.getByRole('heading', { name: /^全部/ }), desk.getByRole('button', { name: '下一处' })],
      ...[button(desk, '退回'), button(desk, '通过')],
    );
    expect(await desk.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);
    await button(other.page, '通过').click();
    await other.page.getByText(account === 'hegui01' ? '等二审' : '二审通过').waitFor();
  }
  // Where the list has no room for all, the chosen one is in sight.
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.reload();
  await expectInSight(page, page.getByRole('button', { name: /免除责任/ }));
  const before = beijingMinute(0);
  await typeIn(page.getByLabel('生效时间'), beijingMinute(120_000));
  await button(page, '到时发布').click();
  await page.getByText('等发布').first().waitFor();
  stage.clock.advance(180_000);
  const visitor = stage.shop.visitor();
  await expect
    .poll(async () => JSON.stringify(await visitor.value('queryPage', { pageKey: 'exclusions' })), { timeout: 20_000 })
    .toContain('恐怖活动');
  await page.reload();
  await page.getByText('按保司函补全免责条目').waitFor();
  await typeIn(page.getByLabel('查看当日所见'), before);
  await button(page, '看当时页面').click();
  await page.getByText('看到的').waitFor();
  // What residents read then and what they read now, each as on their phone.
  const phones = page.locator('iframe');
  const former = phones.first().contentFrame();
  await former.getByText('战争、军事冲突').first().waitFor();
  expect(await former.getByText('恐怖活动').count()).toBe(0);
  await phones.nth(1).contentFrame().getByText('恐怖活动').first().waitFor();
  await look(page, 'page-as-seen');
});

test('the sale is stopped at once, residents read why and until when, and it goes on when a second person agrees', async () => {
  const { page } = await signIn('yunying01', '/editions');
  const pauses = page.getByRole('region', { name: '暂停参保' });
  await pauses.getByText('现在没有暂停，各地都能参保。').waitFor();
  await pauses.getByRole('button', { name: '暂停参保' }).click();
  const dialog = page.getByRole('dialog', { name: '暂停参保' });
  await dialog.getByRole('button', { name: '现在就停' }).click();
  await dialog.getByText('请写给居民看的话，至少 4 个字').waitFor();
  await dialog.getByLabel('给居民看的话').fill('支付通道在抢修');
  // What is no time must not go as none: the sale would be stopped without the words that were typed.
  await dialog.getByLabel('预计恢复（可以不写）').fill('明天八点');
  await dialog.getByLabel('原因').fill('支付通道故障');
  await dialog.getByRole('button', { name: '现在就停' }).click();
  await dialog.getByText('“明天八点”不是日期和时间，请写成 2027.12.31 23:59').waitFor();
  await dialog.getByLabel('预计恢复（可以不写）').fill('2020.1.1 8:00');
  await dialog.getByLabel('原因').fill('支付通道故障，报过总部');
  await look(page, 'pause');
  await dialog.getByRole('button', { name: '现在就停' }).click();
  await dialog.getByText('预计恢复的时间要晚于现在').waitFor();
  await dialog.getByLabel('预计恢复（可以不写）').fill('2099-01-01 08:00');
  await dialog.getByRole('button', { name: '现在就停' }).click();
  await pauses.getByText(/全省暂停参保，.*对居民说 2099\.01\.01 08:00 恢复/).waitFor();
  await look(page, 'paused');

  const resident = await stage.visit();
  await expect
    .poll(async () => {
      const { salePauses } = await stage.shop.visitor().value('productInfo', {});
      return salePauses?.length ?? 0;
    })
    .toBe(1);
  await resident.open('#/beforeAuthUser');
  await heading(resident.page, '暂停参保').waitFor();
  await resident.page.getByText('支付通道在抢修').waitFor();
  await resident.page.getByText('2099.01.01 08:00').waitFor();
  await lookAtPhone(resident.page, 'sale-paused');
  await resident.open('');
  await resident.page.getByText('支付通道在抢修').first().waitFor();
  await resident.page.getByRole('link', { name: '看恢复时间' }).first().waitFor();
  await lookAtPhone(resident.page, 'home-paused');

  await pauses.getByRole('button', { name: '恢复参保' }).click();
  const resuming = page.getByRole('dialog', { name: /^恢复参保：/ });
  await resuming.getByLabel('原因').fill('通道修好了，试付过');
  await resuming.getByRole('button', { name: '提交，等第二个人同意' }).click();
  await pauses.getByRole('link', { name: '等第二个人同意' }).waitFor();
  const { page: second } = await signIn('hegui01', '/approvals');
  await second.getByText('恢复参保').first().waitFor();
  await second
    .getByRole('button', { name: /^同\s*意$/ })
    .first()
    .click();
  await second.getByRole('dialog').getByRole('button', { name: '同意并办理' }).click();
  await page.reload();
  await pauses.getByText('现在没有暂停，各地都能参保。').waitFor();
  await pauses.getByRole('button', { name: '看以前的 1 次' }).click();
  await pauses.getByText('通道修好了，试付过').waitFor();
  await look(page, 'pauses-before');
});
