import type { Person } from '@huimin/testing';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { addMember, arrive, begin, button, choose, heading, placeOrder, readDocuments } from './journey.ts';
import { look } from './looks.ts';
import { picturePath, useStage, type Visit } from './stage.ts';

const stage = useStage();

const choice = (page: Page) => page.getByRole('checkbox', { name: /明年自动重新投保/ });
const theSwitch = (page: Page) => page.getByRole('switch', { name: '自动重新投保' });

/** Somebody inside the messaging app on the payment page. */
async function atPayment(self: Person): Promise<{ visit: Visit; orderNo: string }> {
  const { shop } = stage;
  const visit = await stage.visit({ browser: 'wechat' });
  await visit.open('#/index');
  await visit.page.waitForURL((url) => url.origin === shop.origin && url.hash.startsWith('#/index'));
  await heading(visit.page, /苏民安/).waitFor();
  await begin(visit, shop, self, null);
  await addMember(visit.page, self, 'self');
  await choose(visit.page, self);
  await readDocuments(visit.page);
  return { visit, orderNo: await placeOrder(visit.page) };
}

/** Chooses it, pays, and presses at the cashier what is to become of both. */
async function payAndSign(page: Page, signing: RegExp): Promise<void> {
  expect(await choice(page).isChecked()).toBe(false);
  await choice(page).check();
  await page.getByText('不超过 158.00 元').waitFor();
  await picture(page, 'pay');
  await button(page, /^用微信支付/).click();
  const cashier = page.frameLocator('[data-testid="wechat-cashier"]');
  await cashier.getByRole('radio', { name: signing }).check();
  await cashier.getByTestId('pay').click();
}

async function picture(page: Page, name: string): Promise<void> {
  const path = picturePath('withholding', name);
  if (path) await page.screenshot({ path, fullPage: true });
}

test('paid and signed, closed with one confirmation, opened again on the messaging app’s own page', async () => {
  const self = resident(7_900);
  const { visit, orderNo } = await atPayment(self);
  const { page } = visit;
  const { contracts } = stage.shop.sandbox.control.papay;
  await payAndSign(page, /付款并签约/);
  await arrive(page, 'paySuccessSubscribed', '支付成功');
  await page.getByText('已开通自动重新投保').waitFor();
  await picture(page, 'subscribed');
  expect(contracts.find(`K${orderNo}01`)).toMatchObject({ state: 'SIGNED' });

  await page.getByRole('link', { name: '自动扣费管理' }).click();
  await arrive(page, 'withhold', '自动扣费管理');
  expect(await theSwitch(page).isChecked()).toBe(true);
  await page.getByText('您开通了自动重新投保').waitFor();
  await picture(page, 'open');
  await theSwitch(page).click();
  const question = page.getByRole('dialog', { name: '关闭自动重新投保？' });
  await question.getByText(`${self.name} `).waitFor();
  await picture(page, 'confirm');
  await question.getByRole('button', { name: '先不关' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await theSwitch(page).isChecked()).toBe(true);

  await theSwitch(page).click();
  await question.getByRole('button', { name: '关闭', exact: true }).click();
  await page.getByText('您已关闭自动重新投保，已生效保单不受影响').waitFor();
  await page.getByText('您关闭了自动重新投保').waitFor();
  expect(await theSwitch(page).isChecked()).toBe(false);
  expect(contracts.find(`K${orderNo}01`)).toMatchObject({ state: 'ENDED', endMode: '3' });
  await picture(page, 'closed');

  await visit.open('#/withhold?shareCode=a1&area=320500');
  await theSwitch(page).click();
  await page.getByRole('dialog', { name: '开通自动重新投保？' }).getByRole('button', { name: '去微信签约' }).click();
  await page.getByRole('heading', { name: '开通自动扣费' }).waitFor();
  await page.getByTestId('sign').click();
  await arrive(page, 'withhold', '自动扣费管理');
  await expect.poll(() => theSwitch(page).isChecked()).toBe(true);
  expect(await page.evaluate(() => window.location.hash)).toBe('#/withhold?shareCode=a1&area=320500');
  expect(contracts.find(`K${orderNo}02`)).toMatchObject({ state: 'SIGNED' });
});

test('signing fails while the payment succeeds: the cover is there, and the page says what was not opened', async () => {
  const { visit, orderNo } = await atPayment(resident(7_901));
  const { page } = visit;
  await payAndSign(page, /只付款/);
  await arrive(page, 'paySuccessSubscribed', '支付成功');
  await page.getByText('自动重新投保没有开通').waitFor();
  await page.getByText('不影响这次参保').waitFor();
  await look(page, 'pay-success-unsigned');
  expect(stage.shop.sandbox.control.papay.contracts.find(`K${orderNo}01`)).toMatchObject({ state: 'WAITING' });
  await page.getByRole('link', { name: '自动扣费管理' }).click();
  await arrive(page, 'withhold', '自动扣费管理');
  await page.getByText('没有开通成功').waitFor();
  await look(page, 'withhold-unsigned');
  expect(await theSwitch(page).isChecked()).toBe(false);
});

test('the payment fails while signing succeeds: still to be paid, and nothing is asked twice', async () => {
  const { visit, orderNo } = await atPayment(resident(7_902));
  const { page } = visit;
  await payAndSign(page, /只签约/);
  await page.waitForURL(/#\/payFail/);
  await page.getByText('没有扣款，订单还为您保留').waitFor();
  await page.getByRole('link', { name: '重新支付' }).click();
  await arrive(page, 'pay', '应付金额');
  await button(page, /^用微信支付/).click();
  await page.frameLocator('[data-testid="wechat-cashier"]').getByTestId('pay').click();
  await arrive(page, 'paySuccess', '支付成功');
  await page.getByText('已开通自动重新投保').waitFor();
  expect(
    stage.shop.sandbox.control.papay.contracts.list().filter((one) => one.contractCode.includes(orderNo)),
  ).toHaveLength(1);
});
