import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { byKeyboard } from './by-keyboard.ts';
import {
  addMember,
  arrive,
  askForCode,
  button,
  choose,
  consent,
  fillMember,
  heading,
  openCashier,
  orderForSelf,
  pickRegion,
  placeOrder,
  pressAtCashier,
  query,
  readCode,
  readToTheEnd,
  saveMember,
} from './journey.ts';
import { cutOff, enlargeText, look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();

const STEPS_OF_A_PURCHASE = [
  ...['login', 'login-error', 'before-auth-user-empty', 'add-insured', 'add-insured-error', 'before-auth-user'],
  ...['confirm', 'confirm-ready', 'confirm-other-cover', 'pay'],
];

/** Every screen of the slice, in the order of a purchase, each looked at as it stands. */
async function walk(elder: boolean, first: number): Promise<void> {
  const { shop } = stage;
  const [self, mother] = [resident(first), resident(first + 2)];
  const visit = await stage.visit({ elder });
  const { page } = visit;
  const at = async (name: string) => {
    await look(page, name, { elder });
    // In large letters each step has somebody to ring.
    const rings = elder && STEPS_OF_A_PURCHASE.includes(name);
    expect(await page.getByRole('link', { name: /^不会办？打电话问/ }).count(), name).toBe(rings ? 1 : 0);
  };
  const go = async (route: string, title: string | RegExp) => {
    await visit.open(`#/${route}`);
    await arrive(page, route.split('?')[0] ?? '', title);
    await settled(page);
  };

  await visit.open();
  await heading(page, /苏民安/).waitFor();
  await at('index');
  await page.getByRole('link', { name: /立即参保|我要参保/ }).click();
  const sheet = page.getByRole('dialog', { name: '选择医保所在地' });
  await sheet.getByRole('button', { name: '确认添加' }).click();
  await sheet.getByRole('alert').waitFor();
  await at('region-picker-error');
  await sheet.getByRole('radio', { name: '苏州' }).check();
  await at('region-picker');
  await pickRegion(page);

  await arrive(page, 'login', '手机号登录');
  await at('login');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('alert').first().waitFor();
  await at('login-error');
  await askForCode(page, self.phone);
  await page.getByLabel('短信验证码').fill(readCode(shop, self.phone));
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await page.getByRole('button', { name: '登录', exact: true }).click();

  await arrive(page, 'beforeAuthUser', /为谁参保|给谁买/);
  await page.getByText('先添加您本人').waitFor();
  await at('before-auth-user-empty');
  await addMember(page, self, 'self');
  await page.getByRole('link', { name: '添加家人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await at('add-insured');
  await button(page, '保存').click();
  await page.getByRole('alert').first().waitFor();
  await at('add-insured-error');
  await fillMember(page, mother, 'parent');
  await saveMember(page);
  await page.getByText(mother.name, { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: new RegExp(mother.name) }).check();
  await at('before-auth-user');
  await choose(page, self, mother);
  await at('confirm');
  await button(page, '继续阅读').click();
  await page.getByRole('region', { name: '正文' }).getByRole('heading').first().waitFor();
  await at('confirm-notice');
  do await readToTheEnd(page);
  while ((await page.getByRole('dialog').count()) > 0);
  await consent(page).check();
  await at('confirm-ready');
  const otherCover = page.getByRole('checkbox', { name: /别的医疗费用保险|别的看病保险/ });
  await otherCover.check();
  await at('confirm-other-cover');
  await otherCover.uncheck();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const orderNo = await placeOrder(page);
  await at('pay');

  await go(`orderDetail?orderNo=${orderNo}`, /待付款|未付款|等待付款/);
  await at('order-detail-waiting');
  await go(`payFail?orderNo=${orderNo}`, '这次没付成功');
  await at('pay-fail');
  await go(`payLoading?orderNo=${orderNo}`, '正在确认付款结果');
  await button(page, '还没付').waitFor();
  await at('pay-processing');
  await go(`pay?orderNo=${orderNo}`, /应付金额|一共要付/);
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  await page.getByText('电子保单已生成').waitFor();
  await at('pay-success');

  await go(`orderMoney?orderNo=${orderNo}`, /付款和退款记录|钱去了哪里/);
  await page.getByText('保障开始').waitFor();
  await at('order-money');
  await go('orders', '我的订单');
  await page.getByRole('article').first().waitFor();
  await at('orders');
  await go('orders?tab=refund', '我的订单');
  await page.getByText('没有退保的订单').waitFor();
  await at('orders-empty');
  await go(`orderDetail?orderNo=${orderNo}`, '已付款');
  await at('order-detail');
  await go(`voucher?orderNo=${orderNo}`, '保险凭证');
  await at('voucher');
  await go('voucher_list', '保险凭证');
  await page.getByText(self.name).first().waitFor();
  await at('voucher-list');
  await go('myAccount', /.+/);
  await page.getByText('退出登录').waitFor();
  await at('my-account');
  await go('withhold', '自动扣费管理');
  await page.getByText('您没有开通自动扣费').waitFor();
  await at('withhold-none');
  await go('info', '个人信息');
  await at('info');
  await go('agreement', '相关协议');
  await at('agreement');
  await go('noSale', '现在可以参保');
  await at('no-sale');
  await go('beforeAddDesc', '为什么要填这些');
  await at('add-insured-reasons');
  await go('pay_error?reason=browser', /付款/);
  await at('pay-error');
  await go('order_search', /.+/);
  await at('policy-search');
}

/** Nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.skeleton, [aria-busy="true"]') === null);
}

test('every screen is right to look at and to use: light, dark, narrow, large text', () => walk(false, 80));
test('every screen in elder mode too', () => walk(true, 84));

test.each([false, true])(
  'in the largest letters on a narrow phone nothing stands above the way to buy, elder %s',
  async (elder) => {
    const visit = await stage.visit({ elder, size: { width: 320, height: 568 } });
    const { page } = visit;
    await visit.open();
    await enlargeText(page, true);
    const above = await page.locator('.bar-row').evaluate((row) => {
      const seen = [...row.children].filter((one) => one.getClientRects().length);
      const buy = seen.find((one) => one.matches('.button-primary'));
      if (!buy) return ['no way to buy'];
      const top = (one: Element) => one.getBoundingClientRect().top;
      return seen.filter((one) => top(one) < top(buy)).map((one) => one.outerHTML);
    });
    expect(above).toEqual([]);
    // Words of the head, the price and the button are not broken.
    const lines = (text: string) =>
      page
        .getByText(text)
        .locator('visible=true')
        .first()
        .evaluate((element, part) => {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.nodeValue?.indexOf(part) ?? -1;
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + part.length);
            return range.getClientRects().length;
          }
          return 0;
        }, text);
    for (const text of ['政府指导', '元 / 人 / 年', elder ? '158\u00a0元' : '元/年'])
      expect(await lines(text), text).toBe(1);
  },
);

test.each([false, true])(
  'in the largest letters on a narrow phone the bar leaves the page its room, and the sum to pay is seen whole, elder %s',
  async (elder) => {
    const visit = await stage.visit({ elder, size: { width: 320, height: 640 } });
    const { page } = visit;
    const barHasItsShare = async () => {
      await enlargeText(page, true);
      const share = () =>
        page.locator('.bar').evaluate((bar) => bar.getBoundingClientRect().height / window.innerHeight);
      await expect.poll(share).toBeLessThanOrEqual(0.26);
      await expect.poll(() => cutOff(page)).toEqual([]);
    };
    // Letters that grow on a page that stands there, and those that are large from the beginning.
    await visit.open();
    await page.locator('.bar').waitFor();
    await page.waitForLoadState('networkidle');
    await barHasItsShare();
    await page.addInitScript(() => {
      const enlarge = () => {
        for (const name of ['-webkit-text-size-adjust', 'text-size-adjust'])
          document.documentElement.style.setProperty(name, '200%');
      };
      document.addEventListener('readystatechange', enlarge);
    });
    await visit.open();
    await barHasItsShare();
    const orderNo = await orderForSelf(visit, stage.shop, resident(elder ? 162 : 160));
    await barHasItsShare();
    // The last of the steps that elder mode counts.
    expect(await page.getByText('第 4 步，共 4 步').count()).toBe(elder ? 1 : 0);
    await visit.open(`#/orderDetail?orderNo=${orderNo}`);
    await page.getByRole('button', { name: '取消订单' }).waitFor();
    await barHasItsShare();
    // Letters as they were: so is the bar.
    await enlargeText(page, false);
    await page.locator('.bar:not(.bar-tight)').waitFor();
  },
);

test('a purchase by keyboard alone, in large letters, from the home page to the policy', async () => {
  const { shop } = stage;
  const self = resident(88);
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  const { tabTo, press, type, atHeading } = byKeyboard(page);

  await visit.open();
  await tabTo('link', /我要参保/);
  await press('Enter');
  const sheet = page.getByRole('dialog', { name: '选择医保所在地' });
  await sheet.waitFor();
  await press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await press('Enter');
  await tabTo('radio', '南京');
  // Suzhou opens its districts; what was chosen stays in sight.
  await press('ArrowRight', 4);
  await tabTo('radio', '市区');
  await press('ArrowRight');
  await tabTo('button', '确认添加');
  await press('Enter');
  await arrive(page, 'login', '手机号登录');
  await atHeading();
  await tabTo('textbox', '手机号');
  await type(self.phone);
  await tabTo('button', '获取验证码');
  await press('Enter');
  await page.getByText('分钟内有效').waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'login-code');
  await type(readCode(shop, self.phone));
  await tabTo('button', /^登录$/);
  await press('Enter');
  // Where the consent is missing, that is where one is led, and told why.
  const agree = page.getByRole('checkbox', { name: /我已阅读并同意/, description: /请先阅读并同意/ });
  await expect.poll(() => agree.evaluate((element) => element === document.activeElement)).toBe(true);
  await press('Space');
  await tabTo('button', /^登录$/);
  await press('Enter');
  await arrive(page, 'beforeAuthUser', '给谁买');
  await atHeading();
  await tabTo('link', '添加本人');
  await press('Enter');
  await arrive(page, 'beforeAdd', '添加被保险人');
  await atHeading();
  await tabTo('button', '保存');
  await press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/处需要修改/);
  await tabTo('button', '姓名');
  await press('Enter');
  await type(self.name);
  await tabTo('textbox', '证件号码');
  await type(self.idNumber);
  await tabTo('checkbox', /个人信息授权书/);
  await press('Space');
  await tabTo('button', '保存');
  await press('Enter');
  await arrive(page, 'beforeAuthUser', '给谁买');
  await atHeading();
  await tabTo('checkbox', new RegExp(self.name));
  await press('Space');
  await tabTo('button', '下一步');
  await press('Enter');
  await arrive(page, 'beforeConfirm', '看看对不对');
  await atHeading();
  await tabTo('button', '继续阅读');
  await press('Enter');
  await tabTo('region', '正文');
  for (const title of ['健康告知', '投保须知', '保险条款', '免除责任']) {
    const text = page.getByRole('region', { name: `${title}正文` });
    await text.getByRole('heading').first().waitFor();
    // The next document has the focus as soon as it is there.
    await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
    for (let presses = 0; presses < 40 && (await button(page, /^读完了/).count()) === 0; presses++) await press('End');
    await tabTo('button', /^读完了/);
    await press('Enter');
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await tabTo('checkbox', /我看完了/);
  await press('Space');
  await tabTo('button', '去付款');
  await press('Enter');
  await arrive(page, 'pay', '一共要付');
  await atHeading();
  await tabTo('button', /^用微信支付/);
  await page.keyboard.press('Enter');
  await page.getByTestId('pay').press('Enter');
  await arrive(page, 'paySuccess', '支付成功');
  await atHeading();
  expect(query(page).get('orderNo')).toMatch(/^JS/);
  await tabTo('link', '看保单');
  await press('Enter');
  await arrive(page, 'orderDetail', '已付款');
  await atHeading();
  await tabTo('link', `看保单，${self.name}的保单`);
  const href = await page.evaluate(() => (document.activeElement as HTMLAnchorElement).href);
  expect((await page.request.get(href)).headers()['content-type']).toBe('application/pdf');
});
