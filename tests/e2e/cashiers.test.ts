import { beforeAll, expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { arrive, button, orderForSelf, pressAtCashier, query } from './journey.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();

/** An edition that lists both cashiers, as an operator would make it. */
beforeAll(async () => {
  const [server] = stage.shop.servers;
  const list = [
    { label: '拉卡拉收银台', value: 'lakala', icon: 'cashier' },
    { label: '保险公司收银台', value: 'rb', icon: 'cashier' },
  ];
  await server?.deps.database.query(
    'update editions set document = document || $1::jsonb, config_version = config_version + 1 where is_default',
    [JSON.stringify({ payList: list, aliPayList: list })],
  );
  await server?.deps.editions.refresh();
});

async function leave({ page }: Visit, label: string): Promise<void> {
  await page.getByRole('radio', { name: label }).check();
  await button(page, new RegExp(`^用${label}`)).click();
  await page.getByRole('heading', { name: '确认付款' }).waitFor();
  expect(new URL(page.url()).origin).toBe(stage.shop.sandbox.origin);
}

test('at Lakala’s counter: given up, then another way to pay chosen there, and back to the policy', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(90));
  await page.getByText('会打开拉卡拉的付款页面').waitFor();
  await leave(visit, '拉卡拉收银台');
  await pressAtCashier(page, 'cancel');
  await page.waitForURL(/#\/payLoading/);
  // The way back says nothing about money, so the server asks; unpaid, the order can still be paid.
  await visit.open(`#/pay?orderNo=${orderNo}`);
  await arrive(page, 'pay', '应付金额');
  await leave(visit, '拉卡拉收银台');
  await page.getByRole('radio', { name: '银联云闪付' }).check();
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  expect(query(page).get('orderNo')).toBe(orderNo);
  const there = stage.shop.sandbox.control.lakala.orders.list().filter((one) => one.outOrderNo.startsWith(orderNo));
  expect(there).toMatchObject([{ orderStatus: '2', trades: [{ payMode: 'UNION' }] }]);
});

test('at the insurer’s cashier, inside WeChat: paid, and back to the policy', async () => {
  const visit = await stage.visit({ browser: 'wechat' });
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(92));
  await leave(visit, '保险公司收银台');
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  const there = stage.shop.sandbox.control.rb.orders.list().filter((one) => one.outTradeNo.startsWith(orderNo));
  expect(there.map(({ status }) => status)).toEqual(['PAID']);
});
