import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { readPdf } from '../../apps/server/src/papers/read-pdf.ts';
import { eventually, resident } from '../integration/shop.ts';
import { arrive, button, buyForSelf, heading, openCashier, orderForSelf, pressAtCashier, query } from './journey.ts';
import { look } from './looks.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();
const MINUTE_MS = 60_000;
afterEach(() => stage.shop.sandbox.control.faults.remove());

/** The lines of the story: what happened, without when. */
const story = (page: Page): Promise<string[]> =>
  page.locator('.progress-steps b').evaluateAll((all) => all.map((one) => one.lastChild?.textContent ?? ''));

async function follow(page: Page, orderNo: string, visit: Visit, title = '付款和退款记录'): Promise<void> {
  await visit.open(`#/orderMoney?orderNo=${orderNo}`);
  await arrive(page, 'orderMoney', title);
  await page.getByText('：下单').waitFor();
}

/** Makes the provider take money by an attempt that was closed before: its page stood open in another tab. */
function payClosed(orderNo: string): void {
  const { orders } = stage.shop.sandbox.control;
  const closed = orders.list().find((order) => order.outTradeNo.startsWith(orderNo) && order.tradeState === 'CLOSED');
  if (!closed) throw new Error('nothing was closed');
  orders.act(closed.outTradeNo, 'force-pay');
}

test('the way from saved to paid is told, from the order and from the result', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(300));
  await follow(page, orderNo, visit);
  await page.getByText('等您付款').waitFor();
  await look(page, 'order-money-unpaid');
  await visit.open(`#/pay?orderNo=${orderNo}`);
  await arrive(page, 'pay', '应付金额');
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  await page.getByText('电子保单已生成').waitFor();
  await page.getByRole('link', { name: '付款和退款记录' }).click();
  await arrive(page, 'orderMoney', '付款和退款记录');
  await page.getByText('保障开始').waitFor();
  expect(await story(page)).toEqual(['下单', '微信支付已扣', '1 份电子保单已生成', '保障开始']);
  await page.getByText('您一共被扣').waitFor();
  await page.getByText('用于参保，1 人').waitFor();
  await look(page, 'order-money-paid');
  await button(page, /^下载记录/).click();
  const record = page.getByRole('dialog').getByRole('link', { name: /^下载 PDF/ });
  const [saved] = await Promise.all([page.waitForEvent('download'), record.click()]);
  expect(saved.suggestedFilename()).toContain(`付款和退款记录 ${orderNo}.pdf`);
  const { text } = await readPdf(await readFile(await saved.path()));
  for (const said of [orderNo, '微信支付已扣', '158.00', '1 份电子保单已生成', '保障开始'])
    expect(text).toContain(said);
  await button(page, '关闭').click();
  await page.getByRole('link', { name: '看订单' }).click();
  await arrive(page, 'orderDetail', '已付款');
  await page.getByRole('link', { name: /付款和退款记录/ }).click();
  await arrive(page, 'orderMoney', '付款和退款记录');
});

test('paid twice: the second is on its way back without asking, until it is back', async () => {
  const { shop } = stage;
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, shop, resident(302));
  await openCashier(page);
  await pressAtCashier(page, 'cancel');
  await page.waitForURL(/#\/payLoading/);
  await visit.open(`#/pay?orderNo=${orderNo}`);
  await arrive(page, 'pay', '应付金额');
  await page.getByText('支付宝', { exact: true }).click();
  await button(page, /^用支付宝/).click();
  await page.getByRole('heading', { name: '确认付款' }).waitFor();
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_pending' });
  payClosed(orderNo);
  await shop.sandbox.control.settle();

  await follow(page, orderNo, visit);
  await page.getByText('等微信支付退回').waitFor();
  await page.getByText(/^多付的 158\.00 元正在退回微信支付/).waitFor();
  await page.getByText(/不用申请，最晚 .* 18:00.* 到账/).waitFor();
  expect((await story(page)).filter((line) => !line.includes('电子保单'))).toEqual([
    '下单',
    '微信支付没有返回结果',
    '支付宝已扣',
    '微信支付也扣了',
    '发现付了两次，自动退款',
    '微信支付已收下退款',
    '等微信支付退回',
    '保障开始',
  ]);
  expect(await page.locator('.money-legend .num').allTextContents()).toEqual(['158.00 元', '158.00 元']);
  await look(page, 'order-money-twice');

  const old = await stage.visit({ elder: true });
  await old.context.addCookies(await visit.context.cookies());
  await follow(old.page, orderNo, old, '钱去了哪里');
  await old.page.getByText('您付了两次，多的会自动退').waitFor();
  await old.page.getByText('正在退给您', { exact: true }).waitFor();
  expect(await old.page.getByText('下载记录').count()).toBe(0);
  await look(old.page, 'order-money-twice', { elder: true });

  const { refunds } = shop.sandbox.control;
  for (const refund of refunds.list().filter((one) => one.outTradeNo.startsWith(orderNo))) {
    refunds.settle(refund.outRefundNo);
  }
  await shop.sandbox.control.settle();
  // The page looks again by itself.
  await page.getByText(/已退回微信支付/).waitFor();
  expect((await story(page)).some((line) => line === '等微信支付退回')).toBe(false);
});

test('paid after the order had closed: all of it goes back, and nobody is asked to pay again', async () => {
  const { shop } = stage;
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, shop, resident(304));
  await openCashier(page);
  await pressAtCashier(page, 'cancel');
  await page.waitForURL(/#\/payLoading/);
  stage.clock.advance(31 * MINUTE_MS);
  const { orders } = shop.sandbox.control;
  await eventually(
    async () => orders.list().filter((order) => order.outTradeNo.startsWith(orderNo)),
    ([order]) => order?.tradeState === 'CLOSED',
    30_000,
  );
  // The provider closes first; the order follows.
  const { deps } = shop.servers[0] as (typeof shop.servers)[number];
  const status = () =>
    deps.database.query<{ status: number }>('select status from orders order by created_at desc limit 1');
  await eventually(status, ([newest]) => newest?.status === 71, 30_000);
  payClosed(orderNo);
  await eventually(
    async () => {
      await shop.sandbox.control.settle();
      return status();
    },
    ([newest]) => newest?.status === 60 || newest?.status === 62,
    30_000,
  );
  await follow(page, orderNo, visit);
  await page.getByText('订单关闭后，微信支付扣了款').waitFor();
  await page.getByText('超时没有付款，订单已关闭').waitFor();
  await page.getByText('订单已关闭，自动退款').waitFor();
  await page.getByText(/158\.00 元(正在退回|已退回)微信支付/).waitFor();
  await look(page, 'order-money-late');
  for (const route of ['pay', 'payFail', 'payLoading', 'pay_error']) {
    await visit.open(`#/${route}?orderNo=${orderNo}&reason=limit`);
    await arrive(page, 'orderDetail', /退款/);
  }
});

test('while nobody knows whether it was paid, no screen offers to pay', async () => {
  const { control } = stage.shop.sandbox;
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await buyForSelf(visit, stage.shop, resident(306));
  control.faults.add({ provider: 'wechat-pay', call: 'order.query', kind: 'http_500', times: 10_000 });
  control.faults.add({ provider: 'wechat-pay', call: 'notify', kind: 'notify_lost', times: 10_000 });
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'payLoading', '正在确认付款结果');
  // Promised by the server, so it may be said.
  await page.getByText('也会发短信').waitFor();
  await page.getByText('微信支付', { exact: true }).waitFor();
  await look(page, 'pay-unclear');

  const offers = page.getByText(/去付款|重新支付|再付|换一种方式付款|^用(微信支付|支付宝|银联)/);
  for (const route of ['pay', 'payFail', 'paySuccess', 'payMidSuccess', 'paySuccessSubscribed', 'payMid']) {
    await visit.open(`#/${route}?orderNo=${orderNo}`);
    await arrive(page, 'payLoading', '正在确认付款结果');
    await page.getByText('微信支付', { exact: true }).waitFor();
    expect(await offers.count(), route).toBe(0);
  }
  for (const reason of ['browser', 'window', 'limit', 'x']) {
    await visit.open(`#/pay_error?reason=${reason}&orderNo=${orderNo}`);
    await arrive(page, 'payLoading', '正在确认付款结果');
  }
  for (const [route, title] of [
    ['orders', '我的订单'],
    [`orderDetail?orderNo=${orderNo}`, /确认中|待付款/],
    ['beforeAuthUser', '为谁参保'],
  ] as const) {
    await visit.open(`#/${route}`);
    await heading(page, title).waitFor();
    await page.getByRole('link', { name: /看付款结果/ }).waitFor();
    expect(await offers.count(), route).toBe(0);
  }
  await page.getByRole('link', { name: /看付款结果/ }).click();
  await arrive(page, 'payLoading', '正在确认付款结果');
  expect(query(page).get('orderNo')).toBe(orderNo);

  await follow(page, orderNo, visit);
  await page.getByText(/可能已经扣款，请不要重复付款。最晚 .* 18:00 有结果/).waitFor();
  expect(await offers.count()).toBe(0);
  await look(page, 'order-money-unclear');

  control.faults.remove();
  await page.getByText('微信支付已扣').waitFor();
});

test('nothing charged: until when the order is kept, the same way again or another one', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  await orderForSelf(visit, stage.shop, resident(308));
  await openCashier(page);
  await pressAtCashier(page, 'balance-short');
  await page.waitForURL(/#\/payLoading/);
  await button(page, '还没付').click();
  await page.waitForURL(/#\/payFail/);
  await page.getByText('订单保留至').waitFor();
  await page.getByRole('link', { name: '联系客服' }).waitFor();
  await look(page, 'pay-fail-again');
  await page.getByRole('link', { name: '换一种方式付款' }).click();
  await arrive(page, 'pay', '应付金额');
  expect(await page.getByRole('radio', { name: /微信支付/ }).isChecked()).toBe(false);
  await page.goBack();
  await page.getByRole('link', { name: '重新支付' }).click();
  await arrive(page, 'pay', '应付金额');
  expect(await page.getByRole('radio', { name: /微信支付/ }).isChecked()).toBe(true);
});

test('why nothing can be paid: a limit leads to other ways, a time that is over to the order', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  await orderForSelf(visit, stage.shop, resident(310));
  stage.shop.sandbox.control.faults.add({ provider: 'wechat-pay', call: 'order.create', kind: 'rule_limit' });
  await button(page, /^用微信支付/).click();
  await arrive(page, 'pay_error', '超过了付款限额');
  await page.getByText('没有扣款。请换一种方式付款，或者明天再付').waitFor();
  await look(page, 'pay-error-limit');
  await page.getByRole('link', { name: '换一种方式付款' }).click();
  await arrive(page, 'pay', '应付金额');
  expect(await page.getByRole('radio', { name: /微信支付/ }).isChecked()).toBe(false);
  await page.getByText('支付宝', { exact: true }).click();

  // In the last minute of an order nothing is started any more; this page has not heard that it has come.
  const { deps } = stage.shop.servers[0] as (typeof stage.shop.servers)[number];
  const [order] = await deps.database.query<{ expires_at: number }>(
    'select expires_at from orders order by created_at desc limit 1',
  );
  stage.clock.advance((order?.expires_at ?? 0) - stage.clock.now() - MINUTE_MS + 1_000);
  await button(page, /^用支付宝/).click();
  await arrive(page, 'pay_error', '现在不能付款了');
  await page.getByText('没有扣款。已经过了付款时间').waitFor();
  await look(page, 'pay-error-window');
  expect(await page.getByRole('link', { name: '换一种方式付款' }).count()).toBe(0);

  // Once it is closed, the old address of the page tells that, and leads to a new order.
  stage.clock.advance(MINUTE_MS);
  const { orderNo } = Object.fromEntries(query(page));
  await expect
    .poll(async () => {
      await visit.open(`#/pay_error?reason=limit&orderNo=${orderNo}`);
      await page.getByText(/^没有扣款。/).waitFor();
      return page.url();
    })
    .toContain('#/payFail');
  await heading(page, '订单已关闭').waitFor();
  await page.getByRole('link', { name: '重新参保' }).waitFor();
});
