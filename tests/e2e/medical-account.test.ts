import { calls } from '@huimin/contract';
import type { Person } from '@huimin/testing';
import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { arrive, button, buyForSelf, openCashier, orderForSelf, pressAtCashier, query } from './journey.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();

/** Chooses the personal account and agrees that the bureau is asked about it. */
async function agree({ page }: Visit): Promise<void> {
  await page.getByRole('radio', { name: /医保个人账户/ }).check();
  await button(page, /^用医保账户支付/).click();
  const sheet = page.getByRole('dialog', { name: '查询医保个人账户' });
  await sheet.getByRole('button', { name: '同意并继续' }).click();
  await sheet.waitFor({ state: 'detached' });
}

/** At the bureau's page of permission. */
async function decide({ page }: Visit, testId: 'ok' | 'cancel'): Promise<void> {
  await page.getByRole('heading', { name: '授权使用医保个人账户' }).waitFor();
  await page.getByTestId(testId).click();
}

function account(person: Person, change: object): void {
  stage.shop.sandbox.control.medicalAccount.accounts.set({
    ...{ idNo: person.idNumber, userName: person.name, insuPlc: '320540', accountOpen: true },
    ...{ closedReason: '40301', balanceFen: 500_000, ...change },
  });
}

test('agreed, permitted at the bureau, on to its cashier by itself, paid from the account, insured', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const person = resident(90);
  const orderNo = await orderForSelf(visit, stage.shop, person);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes(calls.medicalAccountIsOpen.path)) asked += 1;
  });
  await page.getByRole('radio', { name: /医保个人账户/ }).check();
  await button(page, /^用医保账户支付/).click();
  const sheet = page.getByRole('dialog', { name: '查询医保个人账户' });
  await sheet.getByText('不查余额是多少').waitFor();
  await sheet.getByRole('button', { name: '不同意，换一种付款方式' }).click();
  await sheet.waitFor({ state: 'detached' });
  // Without consent nobody was asked.
  const { accounts, orders } = stage.shop.sandbox.control.medicalAccount;
  expect(accounts.find(person.idNumber)).toBeUndefined();
  await agree(visit);
  await decide(visit, 'ok');
  await page.getByRole('heading', { name: '确认付款' }).waitFor();
  // The one time is that of the consent.
  expect(asked).toBe(1);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  expect(query(page).get('orderNo')).toBe(orderNo);
  expect(orders.list().filter((order) => order.outTradeNo.startsWith(orderNo))).toMatchObject([
    { tradeStatus: 'SUCCESS', accountFen: 15_800 },
  ]);
  expect(accounts.find(person.idNumber)?.balanceFen).toBe(484_200);
});

test('not open, balance short, declined: each said in words, and another way pays', async () => {
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  const person = resident(91);
  await buyForSelf(visit, stage.shop, person);
  const alert = page.getByRole('alert');
  account(person, { accountOpen: false });
  await agree(visit);
  await alert.getByText('当前参保地暂未开通个账支付（苏州 - 工业园区），请更换支付方式').waitFor();
  account(person, { balanceFen: 0 });
  await agree(visit);
  await alert.getByText('个人账户余额不足，请更换支付方式').waitFor();
  account(person, {});
  await agree(visit);
  await decide(visit, 'cancel');
  await arrive(page, 'pay', '一共要付');
  await alert.getByText('您没有授权，没有扣款').waitFor();
  // What was brought back is followed once only.
  expect(query(page).has('encData')).toBe(false);
  account(person, { balanceFen: 15_799 });
  await agree(visit);
  await decide(visit, 'ok');
  await alert.getByText('个人账户余额不足，请更换支付方式').waitFor();
  await page.getByRole('radio', { name: /微信支付/ }).check();
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
});
