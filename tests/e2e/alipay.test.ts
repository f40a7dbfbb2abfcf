import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { arrive, button, buyForSelf, openCashier, orderForSelf, pressAtCashier, query } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('in a phone’s browser: chosen, left once, chosen again, paid, and the policy is there', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await buyForSelf(visit, stage.shop, resident(60));
  const leave = async () => {
    await page.getByText('支付宝', { exact: true }).click();
    await button(page, /^用支付宝/).click();
    await page.getByRole('heading', { name: '确认付款' }).waitFor();
  };
  await leave();
  await pressAtCashier(page, 'cancel');
  await arrive(page, 'pay', '应付金额');
  expect(query(page).get('orderNo')).toBe(orderNo);
  await leave();
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  const { orders } = stage.shop.sandbox.control.alipay;
  const atProvider = orders.list().filter((order) => order.outTradeNo.startsWith(orderNo));
  expect(atProvider.map((order) => order.tradeState)).toEqual(['TRADE_SUCCESS']);
});

test('from Alipay to WeChat Pay: what was begun there cannot be paid any more', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(62));
  await page.getByText('支付宝', { exact: true }).click();
  await button(page, /^用支付宝/).click();
  await page.getByRole('heading', { name: '确认付款' }).waitFor();
  await pressAtCashier(page, 'balance-short');
  await arrive(page, 'pay', '应付金额');
  await openCashier(page);
  const { orders } = stage.shop.sandbox.control.alipay;
  expect(orders.list().find((order) => order.outTradeNo.startsWith(orderNo))?.tradeState).toBe('TRADE_CLOSED');
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
});

test('inside WeChat Alipay is shown with where it works, and cannot be chosen', async () => {
  const visit = await stage.visit({ browser: 'wechat' });
  const { page } = visit;
  await orderForSelf(visit, stage.shop, resident(64));
  await page.getByText('要在手机浏览器里打开后付款').first().waitFor();
  expect(await page.getByRole('radio', { name: /支付宝/ }).isDisabled()).toBe(true);
  expect(await page.getByRole('radio', { name: /微信支付/ }).isChecked()).toBe(true);
  expect(await button(page, /^用支付宝/).count()).toBe(0);
});
