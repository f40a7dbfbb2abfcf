import { expect, test } from 'vitest';
import { eventually, pay, placeOrder, resident } from '../integration/shop.ts';
import { arrive, button, heading } from './journey.ts';
import { enlargeText, look } from './looks.ts';
import { useStage, type Visit, type VisitOptions } from './stage.ts';

const stage = useStage();

/** Somebody whose family is insured, bought without the screens: what comes after is looked at. */
async function insured(
  first: number,
): Promise<{ orderNo: string; arriveAs: (options?: VisitOptions) => Promise<Visit> }> {
  const { shop } = stage;
  const visitor = shop.visitor();
  const [self, mother] = [resident(first), resident(first + 2)];
  await visitor.logIn(self);
  const { orderNo } = await placeOrder(visitor, [self, mother]);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === 2,
  );
  const [name = '', value = ''] = visitor.cookie.split('=');
  return {
    orderNo,
    async arriveAs(options) {
      const visit = await stage.visit(options);
      await visit.context.addCookies([{ name, value, url: shop.origin }]);
      return visit;
    },
  };
}

test('a voucher is kept as picture, by e-mail and by link, and where no PDF opens, too', async () => {
  const { shop } = stage;
  const { orderNo, arriveAs } = await insured(240);
  const visit = await arriveAs();
  const { page } = visit;
  await visit.open(`#/voucher?orderNo=${orderNo}`);
  await page.getByText('可下载').waitFor();
  await look(page, 'voucher-with-policy');
  await button(page, /^保存保单/).click();
  const sheet = page.getByRole('dialog', { name: /^保存.*电子保单/ });
  await sheet.getByText('复制链接').waitFor();
  expect(await sheet.getByRole('link', { name: /下载 PDF/ }).getAttribute('href')).toContain('disposition=attachment');
  await look(page, 'save-sheet');

  await sheet.getByRole('link', { name: /保存图片/ }).click();
  await arrive(page, 'paper', /电子保单$/);
  const pictures = page.getByRole('img', { name: /的图片，第/ });
  await expect.poll(() => pictures.count()).toBe(2);
  await expect.poll(() => pictures.nth(1).evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1240);
  await look(page, 'paper-pictures');

  await button(page, /^其他办法/).click();
  await page.getByRole('link', { name: /发到邮箱/ }).click();
  await arrive(page, 'paper', '发到邮箱');
  const field = page.getByLabel('邮箱', { exact: true });
  await button(page, '发送到邮箱').click();
  await page.getByText('请填写邮箱').waitFor();
  await field.fill('family@qq.con');
  await page.getByText('是不是').waitFor();
  await look(page, 'paper-mail');
  await button(page, '改成这个').click();
  expect(await field.inputValue()).toBe('family@qq.com');
  await button(page, '发送到邮箱').click();
  await page.getByRole('dialog', { name: '邮箱对吗？' }).getByText('family@qq.com').waitFor();
  await button(page, '对，发送').click();
  await heading(page, '已经发出').waitFor();
  await look(page, 'paper-mail-sent');
  const mail = await visit.tab(`${shop.sandbox.origin}/mail`);
  await mail.getByTestId('mail').getByRole('link', { name: '电子保单.pdf' }).waitFor();

  const wechat = await arriveAs({ browser: 'wechat', elder: true });
  await wechat.open(`#/voucher?orderNo=${orderNo}`);
  await wechat.page.getByText('可下载').waitFor();
  await look(wechat.page, 'voucher-with-policy', { elder: true });
  await wechat.page.getByRole('link', { name: /^看凭证/ }).click();
  await arrive(wechat.page, 'paper', /付款凭证$/);
  await wechat.page.getByText('长按图片，选“保存图片”').waitFor();
  await look(wechat.page, 'paper-pictures', { elder: true });
  await button(wechat.page, /^其他办法/).click();
  await wechat.page.getByRole('dialog').getByText('在浏览器打开').waitFor();
  expect(await wechat.page.getByRole('link', { name: /^下载 PDF/ }).count()).toBe(0);
});

test('a love certificate is made, renamed and kept as picture', async () => {
  const { orderNo, arriveAs } = await insured(244);
  const visit = await arriveAs();
  const { page } = visit;
  await visit.open('#/love-index');
  await heading(page, '爱心证书').waitFor();
  await page.getByText('做一张爱心证书').waitFor();
  await look(page, 'love-list');
  await page.getByText('做一张爱心证书').click();
  await arrive(page, 'love', '做一张爱心证书');
  await page.getByLabel('证书上的称呼').fill('省医保局');
  await button(page, '生成证书').click();
  await page.getByText('这个称呼不能用，请换一个').waitFor();
  await look(page, 'love-form');
  await page.getByLabel('证书上的称呼').fill('晚风');
  await button(page, '生成证书').click();
  await page.getByText('为家人送上一份守护').waitFor();
  await look(page, 'love');
  const picture = (await page.getByRole('link', { name: '保存图片' }).getAttribute('href')) ?? '';
  expect((await page.request.get(picture)).headers()['content-type']).toBe('image/png');
  await page.getByRole('switch', { name: '带上我的分享码' }).click();
  await expect.poll(() => page.getByRole('switch', { name: '带上我的分享码' }).isChecked()).toBe(true);

  const elder = await arriveAs({ browser: 'wechat', elder: true });
  await elder.open(`#/love?orderNo=${orderNo}`);
  await elder.page.getByText('晚风').first().waitFor();
  await look(elder.page, 'love', { elder: true });
  await button(elder.page, '保存图片').click();
  const image = elder.page.getByRole('img', { name: /^爱心证书：晚风/ });
  await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalHeight)).toBe(1440);
});

test('a paper that cannot be fetched leaves the page where it is, and is opened once the network is back', async () => {
  const { orderNo, arriveAs } = await insured(248);
  const visit = await arriveAs();
  const { page, context } = visit;
  visit.expectTrouble(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await visit.open(`#/voucher?orderNo=${orderNo}`);
  const link = page.getByRole('link', { name: /^看凭证/ });
  await link.waitFor();
  // What watches the links comes once the page is at rest.
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await link.click();
  await page.getByRole('status').filter({ hasText: '网络不通，检查网络后再试' }).waitFor();
  await arrive(page, 'voucher', '保险凭证');
  await context.setOffline(false);
  const [answer] = await Promise.all([page.waitForResponse(/downloadPolicy/), link.click()]);
  expect(answer.headers()['content-type']).toBe('application/pdf');
});

test.each([false, true])('the code of a paper is seen whole where it is typed, elder %s', async (elder) => {
  const code = '7F3A-22C8-0A1B-9KWM-QQ44-XYZ7-1W';
  const visit = await stage.visit();
  visit.expectTrouble(/\/v\?|404/);
  const { page } = visit;
  await visit.open(`${stage.shop.origin}/v${elder ? '?elder=1' : ''}`);
  const field = page.getByLabel('查询码', { exact: true });
  const isWhole = () =>
    field.evaluate((box) => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth);
  await field.fill(code);
  expect(await isWhole()).toBe(true);
  await look(page, 'verification-ask', { elder });
  await enlargeText(page, true);
  expect(await isWhole()).toBe(true);
  await button(page, '验真').click();
  await page.getByText('没有查到这份凭证').waitFor();
  expect(await field.inputValue()).toBe(code);
});
