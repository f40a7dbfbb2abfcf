import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
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
  pickRegion,
  placeOrder,
  pressAtCashier,
  query,
  readCode,
  readToTheEnd,
  saveMember,
} from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();

/** Every screen of the slice, in the order of a purchase, each looked at as it stands. */
async function walk(elder: boolean, first: number): Promise<void> {
  const { shop } = stage;
  const [self, mother] = [resident(first), resident(first + 2)];
  const visit = await stage.visit({ elder });
  const { page } = visit;
  const at = (name: string) => look(page, name, { elder });
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

test('a purchase by keyboard alone', async () => {
  const { shop } = stage;
  const self = resident(88);
  const visit = await stage.visit({ size: { width: 1280, height: 900 } });
  const { page } = visit;
  const { keyboard } = page;

  /** Tab until this is focused; then the focus must be seen and not be covered. */
  async function tabTo(role: 'button' | 'link' | 'checkbox' | 'radio' | 'textbox' | 'region', name: string | RegExp) {
    const target = page.getByRole(role, { name }).first();
    await target.waitFor();
    for (let presses = 0; presses < 90; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        // A sheet may still be sliding in.
        const covered = () =>
          target.evaluate((element) => {
            const box = element.getBoundingClientRect();
            const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
            const label = (element as HTMLInputElement).labels?.[0];
            return !(at && (element.contains(at) || at.contains(element) || label?.contains(at)));
          });
        await expect.poll(covered, { message: `${role} ${name} is covered` }).toBe(false);
        return;
      }
      await keyboard.press('Tab');
    }
    throw new Error(`no way to ${role} ${name} by keyboard`);
  }
  const headingHasFocus = () => page.waitForFunction(() => document.activeElement?.tagName === 'H1');

  await visit.open();
  await tabTo('link', /立即参保/);
  await keyboard.press('Enter');
  await page.getByRole('dialog', { name: '选择医保所在地' }).waitFor();
  await tabTo('radio', '南京');
  await keyboard.press('Space');
  await tabTo('button', '确认添加');
  await keyboard.press('Enter');
  await arrive(page, 'login', '手机号登录');
  await headingHasFocus();
  await tabTo('textbox', '手机号');
  await keyboard.type(self.phone);
  await tabTo('button', '获取验证码');
  await keyboard.press('Enter');
  await page.getByText('分钟内有效').waitFor();
  const code = readCode(shop, self.phone);
  await page.waitForFunction(() => document.activeElement?.id === 'login-code');
  await keyboard.type(code);
  await tabTo('checkbox', /我已阅读并同意/);
  await keyboard.press('Space');
  await tabTo('button', /^登录$/);
  await keyboard.press('Enter');
  await arrive(page, 'beforeAuthUser', '为谁参保');
  await headingHasFocus();
  await tabTo('link', '添加本人');
  await keyboard.press('Enter');
  await arrive(page, 'beforeAdd', '添加被保险人');
  await tabTo('textbox', '姓名');
  await keyboard.insertText(self.name);
  await tabTo('textbox', '证件号码');
  await keyboard.type(self.idNumber);
  await tabTo('checkbox', /个人信息授权书/);
  await keyboard.press('Space');
  await tabTo('button', '保存');
  await keyboard.press('Enter');
  await arrive(page, 'beforeAuthUser', '为谁参保');
  await tabTo('checkbox', new RegExp(self.name));
  await keyboard.press('Space');
  await tabTo('button', '下一步');
  await keyboard.press('Enter');
  await arrive(page, 'beforeConfirm', '核对参保信息');
  await headingHasFocus();
  await tabTo('button', '继续阅读');
  await keyboard.press('Enter');
  for (let left = 4; left > 0; left--) {
    await tabTo('region', '正文');
    await page.getByRole('region', { name: '正文' }).getByRole('heading').first().waitFor();
    for (let presses = 0; presses < 40 && (await button(page, /^读完了/).count()) === 0; presses++)
      await keyboard.press('End');
    await tabTo('button', /^读完了/);
    await keyboard.press('Enter');
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await tabTo('checkbox', /我已读完并同意/);
  await keyboard.press('Space');
  await tabTo('button', '去付款');
  await keyboard.press('Enter');
  await arrive(page, 'pay', '应付金额');
  await headingHasFocus();
  await tabTo('button', /^用微信支付/);
  await keyboard.press('Enter');
  await page.getByTestId('pay').press('Enter');
  await arrive(page, 'paySuccess', '支付成功');
  expect(query(page).get('orderNo')).toMatch(/^JS/);
});
