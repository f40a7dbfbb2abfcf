import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newestCode, resident, type Shop } from '../integration/shop.ts';
import {
  addMember,
  arrive,
  begin,
  button,
  choose,
  heading,
  openCashier,
  placeOrder,
  pressAtCashier,
  query,
  readDocuments,
  titled,
} from './journey.ts';
import { look } from './looks.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();

/** Buys for oneself and one's mother and ends on the order's page. */
async function insureTwo(visit: Visit, shop: Shop, first: number): Promise<string> {
  const { page } = visit;
  const [self, mother] = [resident(first), resident(first + 2)];
  await begin(visit, shop, self);
  await addMember(page, self, 'self');
  await addMember(page, mother, 'parent');
  await choose(page, self, mother);
  await readDocuments(page);
  const orderNo = await placeOrder(page);
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', /支付成功|付好了/);
  await page.getByText('电子保单已生成').waitFor();
  await visit.open(`#/orderDetail?orderNo=${orderNo}`);
  await page.getByRole('link', { name: '申请退保' }).waitFor();
  return orderNo;
}

/** On the confirmation: asks for the code, reads it, agrees. The login's code was the last one, a minute must pass. */
async function confirmByCode(page: Page, shop: Shop, phone: string): Promise<void> {
  stage.clock.advance(61_000);
  await button(page, '获取验证码').click();
  await page.getByText('分钟内有效').waitFor();
  await page.getByLabel('短信验证码').fill(newestCode(shop.sandbox, phone));
  await page.getByRole('checkbox', { name: /我知道退保后/ }).check();
}

/** The provider takes the refund and keeps it under way until `settles`. */
function holdRefunds(shop: Shop): void {
  shop.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'refund_pending' });
}

/** The provider gives the money back; the page, which looks again by itself, says so. */
async function settles(page: Page, shop: Shop, orderNo: string): Promise<void> {
  for (const refund of atProvider(shop, orderNo)) shop.sandbox.control.refunds.settle(refund.outRefundNo);
  await shop.sandbox.control.settle();
  await heading(page, '已退款').waitFor();
}

const atProvider = (shop: Shop, orderNo: string) =>
  shop.sandbox.control.refunds.list().filter((refund) => refund.outTradeNo.startsWith(orderNo));

test('one of two gives back the policy of her mother and follows the money', async () => {
  const { shop } = stage;
  const visit = await stage.visit();
  const { page } = visit;
  const [self, mother] = [resident(60), resident(62)];
  const orderNo = await insureTwo(visit, shop, 60);

  await page.getByRole('link', { name: '申请退保' }).click();
  await arrive(page, 'refund-reason', '申请退保');
  await titled(page, '申请退保');
  await page.getByText(/年没有保障/).waitFor();
  await look(page, 'refund-reason');
  await button(page, '下一步').click();
  await page.getByRole('alert').filter({ hasText: '请选择退谁的' }).waitFor();

  // By keyboard: the focus went to the first person.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await page.getByRole('checkbox', { name: new RegExp(mother.name) }).isChecked()).toBe(true);
  await page.getByRole('radio', { name: '信息填错了，想重新买' }).check();
  await page.getByText('1 人，可退').waitFor();
  await look(page, 'refund-reason-chosen');
  await button(page, '下一步').click();

  await arrive(page, 'refund-confirm', '确认退保');
  await page.getByText(`${mother.name}（父母）`).waitFor();
  expect(await page.getByRole('checkbox', { name: /我知道退保后/ }).isChecked()).toBe(false);
  await button(page, '确认退保').click();
  await page.getByText('请填写短信里的 6 位数字').waitFor();
  await look(page, 'refund-confirm');
  // Back to the first step: the choice is still there.
  await page.goBack();
  await arrive(page, 'refund-reason', '申请退保');
  expect(await page.getByRole('checkbox', { name: new RegExp(mother.name) }).isChecked()).toBe(true);
  await button(page, '下一步').click();
  await arrive(page, 'refund-confirm', '确认退保');
  await confirmByCode(page, shop, self.phone);
  holdRefunds(shop);
  await button(page, '确认退保').dblclick();

  await arrive(page, 'refund-reason', /退款申请中|退款处理中/);
  expect(query(page).get('orderNo')).toBe(orderNo);
  await heading(page, '退款处理中').waitFor();
  await look(page, 'refund-progress');
  expect(atProvider(shop, orderNo)).toHaveLength(1);
  await settles(page, shop, orderNo);
  await page.getByText('保单已终止').waitFor();
  await page.getByRole('link', { name: '重新参保' }).waitFor();
  await look(page, 'refund-settled');

  await page.getByRole('link', { name: '看订单' }).click();
  await arrive(page, 'orderDetail', '部分退款');
  await page.getByText('已退保', { exact: true }).waitFor();
  const returned = page.getByText('已退', { exact: true });
  expect(await returned.locator('xpath=following-sibling::dd[1]').textContent()).toBe('¥158.00');
  await look(page, 'order-partly-refunded');

  await visit.open('#/voucher_list');
  await arrive(page, 'voucher_list', '保险凭证');
  await page.getByText('1 人已作废').waitFor();
  await look(page, 'voucher-list-partly-void');
  await page.getByRole('link', { name: new RegExp(mother.name) }).click();
  await heading(page, '保险凭证').waitFor();
  const ofMother = button(page, `${mother.name}（已作废）`);
  await ofMother.waitFor();
  expect(await page.getByText('这份凭证已作废').count()).toBe(0);
  await ofMother.click();
  await page.getByText('这份凭证已作废：已退保').waitFor();
  await look(page, 'voucher-void');
});

test('in elder mode the whole order is given back, and cannot be given back twice', async () => {
  const { shop } = stage;
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  const orderNo = await insureTwo(visit, shop, 70);
  await visit.open(`#/refund-step1?orderNo=${orderNo}`);
  await arrive(page, 'refund-step1', '申请退保');
  await button(page, '全选').click();
  await page.getByRole('radio', { name: '不再需要' }).check();
  await look(page, 'refund-reason', { elder: true });
  await button(page, '下一步').click();
  await arrive(page, 'refund-confirm', '确认退保');
  await page.getByText('退款金额').waitFor();
  await look(page, 'refund-confirm', { elder: true });
  await confirmByCode(page, shop, resident(70).phone);
  holdRefunds(shop);
  await button(page, '确认退保').click();
  await heading(page, '退款处理中').waitFor();
  await look(page, 'refund-progress', { elder: true });
  await settles(page, shop, orderNo);
  await visit.open(`#/orderDetail?orderNo=${orderNo}`);
  await arrive(page, 'orderDetail', '已退款');
  const progress = page.getByRole('link', { name: '看退款进度' });
  await progress.waitFor();
  expect(await page.getByRole('link', { name: '申请退保' }).count()).toBe(0);
  await progress.click();
  await heading(page, '已退款').waitFor();
});
