import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { seedShareContent } from '../../apps/server/seed/share-content.ts';
import { loggedIn, type RunningServer, resident } from '../integration/shop.ts';
import { arrive, button, heading, query } from './journey.ts';
import { look } from './looks.ts';
import { useStage, type Visit, type VisitOptions } from './stage.ts';

const stage = useStage();
beforeAll(async () => {
  await seedShareContent((stage.shop.servers[0] as RunningServer).deps, true);
});

/** A phone of somebody who is logged in, and their share code. */
async function sharer(number: number, options: VisitOptions = {}): Promise<Visit & { readonly code: string }> {
  const { shop } = stage;
  const visitor = await loggedIn(shop, resident(number));
  const code = (await visitor.value('shareId')).shareId ?? '';
  const visit = await stage.visit(options);
  const [name = '', value = ''] = visitor.cookie.split('=');
  await visit.context.addCookies([{ name, value, url: shop.origin }]);
  return { ...visit, code };
}

const panel = (page: Page) => page.getByRole('dialog', { name: '分享', exact: true });
const openPanel = async (page: Page) => {
  await button(page, '分享').click();
  await panel(page).getByRole('button', { name: '复制文案' }).waitFor();
};

test('in a browser: the poster is drawn, saved and forwarded by its link; a share is opened and kept for an order', async () => {
  const { shop } = stage;
  const { page, code, open, expectTrouble } = await sharer(401);
  await open('#/index?area=320500');
  await openPanel(page);
  await panel(page).getByRole('button', { name: '生成海报' }).click();
  const poster = page.getByRole('img', { name: /海报，二维码打开产品页/ });
  await poster.waitFor();
  expect(await poster.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1125);
  await look(page, 'share-poster');
  const saved = page.getByRole('link', { name: '保存到相册' });
  const address = (await saved.getAttribute('href')) ?? '';
  expect(address).toMatch(/\/poster\/[0-9a-f]{32}\.png\?save=1$/);
  expect((await page.request.get(address)).headers()['content-disposition']).toMatch(/^attachment/);
  await button(page, '复制链接给好友').click();
  await page.getByText('复制成功').waitFor();
  await button(page, '取消').click();
  await poster.waitFor({ state: 'detached' });

  // A picture that does not come: said, and asked for again.
  expectTrouble(/poster\/|ERR_FAILED/);
  await page.route('**/poster/*', (route) => route.abort());
  await openPanel(page);
  await panel(page).getByRole('button', { name: '生成海报' }).click();
  await page.getByText('海报没有生成，请重试').waitFor();
  await look(page, 'share-poster-failed');
  await page.unroute('**/poster/*');
  await button(page, '重试').click();
  await poster.waitFor();
  await button(page, '取消').click();

  const friend = await stage.visit();
  await friend.open(`#/index?shareCode=${code}&shareFrom=poster`);
  await expect
    .poll(() => friend.page.evaluate(() => localStorage.getItem('huimin-share-visit')))
    .toMatch(/^[\w-]{40}$/);
  const { deps } = shop.servers[0] as RunningServer;
  await expect
    .poll(() => deps.database.query('select step, share_from from share_steps where share_code = $1', [code]))
    .toEqual(
      expect.arrayContaining([
        { step: 'forward', share_from: 'poster' },
        { step: 'open', share_from: 'poster' },
      ]),
    );
});

test('an article leads to the product, in large letters too, and says who approved what', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  await visit.open('#/link');
  await page.getByRole('link', { name: /买之前，先弄清这四件事/ }).click();
  await heading(page, '买之前，先弄清这四件事').waitFor();
  await page.getByText(/本文审批号 YS-/).waitFor();
  await look(page, 'article');
  await openPanel(page);
  expect(await panel(page).getByRole('button', { name: '生成海报' }).count()).toBe(0);
  await button(page, '取消').click();
  await page.getByRole('link', { name: '看产品' }).click();
  await arrive(page, 'index', /苏民安/);
  await visit.open('#/link?id=no-such-article');
  await page.getByText('这篇文章停用了').waitFor();
  await visit.open('#/webview?channel=nobody');
  await page.getByText('这个合作渠道没有开通').waitFor();

  const elder = await stage.visit({ elder: true, browser: 'wechat' });
  await elder.open('#/webview');
  await elder.page.getByRole('link', { name: /买之前，先弄清这四件事/ }).click();
  await heading(elder.page, '买之前，先弄清这四件事').waitFor();
  await look(elder.page, 'article', { elder: true });
  await openPanel(elder.page);
  await look(elder.page, 'share-panel', { elder: true });
});

test('inside the messaging app its menu hands on the approved card, of an article the article’s own', async () => {
  const { shop } = stage;
  const { control } = shop.sandbox;
  const visit = await sharer(403, { browser: 'wechat' });
  const { page, code } = visit;
  await visit.open('?from=singlemessage#/index');
  const last = (call: string) => control.shares().findLast((one) => one.call === call)?.data;
  await expect
    .poll(() => last('updateTimelineShareData')?.link)
    .toBe(`${shop.origin}/#/index?shareCode=${code}&shareFrom=moments`);
  expect(last('updateAppMessageShareData')).toMatchObject({
    title: '江苏省补充医疗保险，政府指导',
    link: `${shop.origin}/#/index?shareCode=${code}&shareFrom=card`,
    imgUrl: `${shop.origin}/share-card.png`,
  });
  await openPanel(page);
  await panel(page).getByRole('button', { name: '转发给好友' }).click();
  const tip = page.getByRole('dialog', { name: '分享给好友' });
  await tip.waitFor();
  await button(page, /^知道了/).click();
  await tip.waitFor({ state: 'detached' });

  // The closed dialog takes its step out of the history a moment later.
  const article = page.getByRole('link', { name: /买之前，先弄清这四件事/ });
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        if (!location.hash.startsWith('#/link')) location.hash = '#/link';
      });
      return article.count();
    })
    .toBe(1);
  await article.click();
  await heading(page, '买之前，先弄清这四件事').waitFor();
  await expect.poll(() => last('updateAppMessageShareData')?.title).toBe('买之前，先弄清这四件事');
  expect(last('updateAppMessageShareData')?.link).toMatch(/#\/link\?id=four-things-\w+&shareCode=/);
  await page.getByRole('link', { name: '看产品' }).click();
  await expect.poll(() => last('updateAppMessageShareData')?.title).toBe('江苏省补充医疗保险，政府指导');
});

test('a signature that the messaging app refuses, a refused authorisation and a preview page are said in words', async () => {
  const { control } = stage.shop.sandbox;
  const visit = await stage.visit({ browser: 'wechat' });
  const { page } = visit;
  const asked: string[] = [];
  await page.route('**/jsapi/signature/create*', async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('url') ?? '');
    const answer = await route.fetch();
    const envelope = (await answer.json()) as { result: object };
    await route.fulfill({ json: { ...envelope, result: { ...envelope.result, signature: '0'.repeat(40) } } });
  });
  control.faults.add({ provider: 'wechat-account', call: 'oauth.authorise', kind: 'user_refused' });
  await visit.open('?shareCode=0123456789abcdef#/index');
  await page.getByText('您没有同意微信授权').waitFor();
  await expect.poll(() => query(page).has('wxauth')).toBe(false);
  // One address, or two where they differ; never more.
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThanOrEqual(2);
  await expect
    .poll(async () => {
      await openPanel(page);
      const said = await panel(page).getByText('微信没有接受这次的分享设置').count();
      await button(page, '取消').click();
      await panel(page).waitFor({ state: 'detached' });
      return said;
    })
    .toBe(1);

  const preview = await stage.visit({ browser: 'wechat' });
  await preview.open('#/index?wxauth=preview');
  await preview.page.getByText('现在是预览页面').waitFor();
});

test('a partner’s app shares and saves by itself; a mini-program shows no button', async () => {
  const visit = await sharer(405);
  const { page, code } = visit;
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(window, {
      told,
      huiminBridge: {
        share: (payload: string, target: string) => told.push([JSON.parse(payload), target]),
        savePicture: (address: string) => told.push(address),
      },
    });
  });
  const told = () => page.evaluate(() => (window as unknown as { told: unknown[] }).told);
  await visit.open('#/index');
  await openPanel(page);
  await look(page, 'share-inapp');
  await panel(page).getByRole('button', { name: '分享到朋友圈' }).click();
  const { origin } = stage.shop;
  expect(await told()).toEqual([
    [
      {
        num: 1,
        tag: 3,
        page: `${origin}/#/index?shareCode=${code}&shareFrom=moments`,
        title: '江苏省补充医疗保险，政府指导',
        content: '年龄不限，职业不限。有起付线和比例，以条款为准',
        image: `${origin}/share-card.png`,
      },
      'moments',
    ],
  ]);
  await openPanel(page);
  await panel(page).getByRole('button', { name: '生成海报' }).click();
  await page.getByRole('img', { name: /海报，二维码打开产品页/ }).waitFor();
  await button(page, '保存到相册').click();
  expect((await told()).at(-1)).toMatch(/\/poster\/[0-9a-f]{32}\.png$/);

  const inside = await stage.visit({ browser: 'wechat' });
  await inside.page.addInitScript(() => Object.assign(window, { __wxjs_environment: 'miniprogram' }));
  await inside.open('#/index');
  await heading(inside.page, /苏民安/).waitFor();
  await expect.poll(() => button(inside.page, '分享').count()).toBe(0);
});
