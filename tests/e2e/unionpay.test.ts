import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { arrive, button, openCashier, orderForSelf, pressAtCashier, query } from './journey.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();

/** From the payment page to UnionPay's own. */
async function leave({ page }: Visit): Promise<void> {
  await page.getByRole('radio', { name: /银联云闪付/ }).check();
  await button(page, /^用银联云闪付/).click();
  await page.getByRole('heading', { name: '确认付款' }).waitFor();
  expect(new URL(page.url()).origin).toBe(stage.shop.sandbox.origin);
}

const atUnionpay = (orderNo: string) =>
  stage.shop.sandbox.control.unionpay.orders.list().filter((order) => order.orderId.startsWith(orderNo));

test('in a phone’s browser: chosen, given up, chosen again, paid, and back over the form to the policy', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(70));
  await page.getByText('会打开银联的付款页面').waitFor();
  await leave(visit);
  await pressAtCashier(page, 'cancel');
  await arrive(page, 'pay', '应付金额');
  expect(query(page).get('orderNo')).toBe(orderNo);
  await leave(visit);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  expect(atUnionpay(orderNo).map((order) => order.respCode)).toEqual(['00']);
});

test('paid, and the browser never came back: opened again by hand, the order is paid', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(72));
  await leave(visit);
  await pressAtCashier(page, 'pay-no-return');
  await page.getByText('没有返回商家').waitFor();
  await visit.open(`#/pay?orderNo=${orderNo}`);
  await arrive(page, 'paySuccess', '支付成功');
});

test('from UnionPay to WeChat Pay, paid at both: one payment stands, the other goes back', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(74));
  await leave(visit);
  await visit.open(`#/pay?orderNo=${orderNo}`);
  await arrive(page, 'pay', '应付金额');
  expect(await page.getByRole('radio', { name: /银联云闪付/ }).isChecked()).toBe(true);
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  const { control } = stage.shop.sandbox;
  const [left] = atUnionpay(orderNo);
  const { queryId } = control.unionpay.orders.act(left?.orderId ?? '', 'pay');
  await expect
    .poll(() => control.unionpay.refunds.list().filter((one) => one.origQryId === queryId), { timeout: 60_000 })
    .toMatchObject([{ txnFen: 15_800 }]);
});

test('while the bank is at work nobody is asked to pay again', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(76));
  await leave(visit);
  stage.shop.sandbox.control.faults.add({ provider: 'unionpay', kind: 'pay_pending', call: 'cashier' });
  await pressAtCashier(page, 'pay');
  await arrive(page, 'payLoading', '正在确认付款结果');
  await page.getByText('请不要重复付款').waitFor();
  await page.getByText('银联云闪付', { exact: true }).waitFor();
  expect(await button(page, '还没付').count()).toBe(0);
  const [started] = atUnionpay(orderNo);
  stage.shop.sandbox.control.unionpay.settle(started?.orderId ?? '');
  await arrive(page, 'paySuccess', '支付成功');
});

test('inside WeChat it is shown with where it works, and cannot be chosen', async () => {
  const visit = await stage.visit({ browser: 'wechat' });
  const { page } = visit;
  await orderForSelf(visit, stage.shop, resident(78));
  const way = page.getByRole('radio', { name: /银联云闪付/ });
  await way.waitFor();
  expect(await way.isDisabled()).toBe(true);
  await expect.poll(() => page.getByText('要在手机浏览器里打开后付款').count()).toBe(2);
  expect(await page.getByText('会打开银联的付款页面').count()).toBe(0);
});
