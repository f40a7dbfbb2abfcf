import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beijingDate } from '@huimin/domain/date';
import { creditCodeCheckCharacter } from '@huimin/domain/person';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answerInvitationAs } from '../integration/company-people.ts';
import { signedIn } from '../integration/desk.ts';
import { eventually, resident } from '../integration/shop.ts';
import { useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-groups');
const FIRST = '91320594MA1EXAMP2';
const HOUR_MS = 3_600_000;
const staff = Array.from({ length: 12 }, (_, index) => resident(800 + index));

test('a company is put down, its list read, a wrong line put right by the keyboard, another taken out', async () => {
  const { page } = await signIn('yunying01', '/groups');
  await heading(page, '团体参保').waitFor();
  await page.getByText('还没有单位').waitFor();
  const register = async (contactName: string, people: string) => {
    await button(page, '登记单位').click();
    await page.getByLabel('单位名称').fill('示范机械（苏州）有限公司');
    await page.getByLabel('统一社会信用代码').fill(`${FIRST}${creditCodeCheckCharacter(FIRST)}`);
    await page.getByLabel('医保所在地').fill('工业园区');
    await page.keyboard.press('Enter');
    await page.getByLabel(/^人数/).fill(people);
    await page.getByLabel('联系人', { exact: true }).fill(contactName);
    await page.getByLabel('联系人手机号').fill('13900000871');
  };
  const dialog = page.getByRole('dialog', { name: '登记单位' });
  const send = () => dialog.getByRole('button', { name: /登\s*记/ }).click();
  // A figure is what stands in its field: the kit's own sent the last one within its limits.
  await register('王示范', '120000');
  await page.getByLabel(/^人数/).press('Control+Enter');
  await dialog.getByText('不能大于 10000').waitFor();
  await page.getByLabel(/^人数/).fill('１２ 人');
  await look(page, 'register');
  await send();
  await page.getByRole('heading', { name: '示范机械（苏州）有限公司' }).waitFor();
  // Put down once more by somebody who does not know of it: told that nothing of it was kept.
  await register('李后来', '15');
  await send();
  const known = page.getByRole('dialog', { name: '这个单位已经登记过' });
  await known.getByText('刚填的没有记上').waitFor();
  await known.getByRole('button', { name: '知道了' }).click();
  await known.waitFor({ state: 'hidden' });

  const step = async (name: string, ok: RegExp, note?: string) => {
    await button(page, name).click();
    const dialog = page.getByRole('dialog', { name });
    if (note !== undefined) await dialog.getByRole('textbox').fill(note);
    await dialog.getByRole('button', { name: ok }).click();
    await dialog.waitFor({ state: 'hidden' });
  };
  await step('我来跟进', /接\s*手/);
  await step('记跟进', /记\s*下/, '电话里说好了');
  await button(page, '换联系人').click();
  const contact = page.getByRole('dialog', { name: '换联系人' });
  await contact.getByLabel('新联系人', { exact: true }).fill('周示范');
  await contact.getByLabel('新联系人手机号').fill('139 0000 0872');
  await contact.getByLabel('原因').fill('原来的联系人离职了');
  await look(page, 'contact');
  await contact.getByRole('button', { name: /^换$/ }).click();
  await contact.waitFor({ state: 'hidden' });
  await page.getByText('周*范').waitFor();
  await step('开始收名单', /开始收/);
  const lines = staff.map((one, place) => {
    const idNumber = place === 6 ? one.idNumber.slice(0, 17) : one.idNumber;
    return [one.name, idNumber, one.phone, '苏州工业园区'].join(',');
  });
  const path = join(tmpdir(), `huimin-roster-${process.pid}.csv`);
  writeFileSync(path, ['姓名,身份证号,手机号,医保所在地', ...lines, lines[2]].join('\r\n'));
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText('有问题 2').waitFor();
  await page.getByText('和第 4 行是同一个人').waitFor();
  await page.locator('body').press('ArrowDown');
  await page.locator('tr[aria-selected="true"]').getByText('第 8 行').waitFor();
  await look(page, 'roster');
  await page.locator('body').press('Enter');
  const mend = page.getByRole('dialog', { name: /改第 8 行/ });
  const person = staff[6];
  await mend.getByLabel('姓名').fill(person?.name ?? '');
  await mend.getByLabel('证件号码').fill(person?.idNumber ?? '');
  await mend.getByLabel('本人手机号').fill(person?.phone ?? '');
  await look(page, 'mend');
  await mend.getByRole('button', { name: '改好了' }).click();
  await mend.waitFor({ state: 'hidden' });
  await page.getByText('有问题 1').waitFor();
  await button(page, '把第 14 行移出名单').click();
  const asked = page.getByRole('dialog', { name: '把第 14 行移出名单？' });
  await asked.getByRole('button', { name: /移\s*出/ }).click();
  // Nothing is left to be put right: everybody who is in it, and no part that is empty.
  await page.getByRole('row', { name: /第 2 行.*等本人确认/ }).waitFor();
  expect(await page.getByText(/^有问题/).count()).toBe(0);
  // What the address says is there again after a reload.
  await page.reload();
  await page.getByRole('heading', { name: '示范机械（苏州）有限公司' }).waitFor();
  await page.getByText('通过 12').waitFor();
  await look(page, 'whole');
});

test('a bill is paid by two people; its price is changed, it is stopped; the next one insures, what is over goes back by two, and somebody leaves', async () => {
  const { shop } = stage;
  const deps = shop.servers[0]?.deps ?? expect.fail();
  // Nobody is sent a message at night: ten in the morning of the next day.
  const hour = new Date(stage.clock.now() + 8 * HOUR_MS).getUTCHours();
  stage.clock.advance((34 - hour) * HOUR_MS);
  const operations = await signIn('yunying01', '/groups');
  const { page } = operations;
  await page.getByRole('link', { name: /示范机械/ }).click();
  await page.getByText('通过 12').waitFor();
  for (const person of staff) {
    await eventually(
      async () => shop.sandbox.control.sms(person.phone).some(({ params }) => 'link' in params),
      (isThere) => isThere,
    );
    expect((await answerInvitationAs(shop, person)).envelope.code).toBe(200000);
  }
  await page.reload();
  await button(page, '给 12 人出账单 1,896.00').click();
  await page.getByRole('dialog', { name: '出账单' }).getByRole('button', { name: '出账单' }).click();
  await page.getByText(/前转账，还差 1,896.00 元/).waitFor();

  const enter = async (desk: Page, open: string, dialog: string, fields: Readonly<Record<string, string>>) => {
    await button(desk, open).click();
    const form = desk.getByRole('dialog', { name: dialog });
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
    await look(desk, dialog);
    await form.getByRole('button', { name: /提交|记\s*下/ }).click();
    await form.waitFor({ state: 'hidden' });
  };
  const day = beijingDate(shop.clock.now());
  // In the narrowest window the company's name gives way, and what waits for somebody is still in the bar.
  await page.setViewportSize({ width: 390, height: 844 });
  const bell = await page.getByRole('button', { name: /^待您同意的申请/ }).boundingBox();
  expect(bell && bell.x + bell.width).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, '登记到账', '登记到账', {
    ...{
      银行流水号: 'BANK-E2E-1',
      '金额（元）': '1896',
      付款户名: '示范机械（苏州）有限公司',
      付款账号: '622200001111',
    },
    到账日期: day,
  });
  // Whoever entered it cannot confirm it; and before it is confirmed, the product costs more.
  const entered = page.getByRole('row', { name: /到账 BANK-E2E-1.*待另一人确认/ });
  await entered.getByRole('button', { name: /撤\s*回/ }).waitFor();
  expect(await entered.getByRole('button', { name: '和银行流水核对过，确认' }).count()).toBe(0);
  await deps.database.query(
    `update editions set config_version = config_version + 1, document = jsonb_set(document, '{plans,0,premiumFen}', '17800')
     where is_default`,
  );
  await deps.editions.refresh();
  const finance = await signIn('caiwu01', '/groups');
  await finance.page.getByRole('link', { name: /示范机械/ }).click();
  // It insures twelve people and cannot be taken back: the sum is said once more, and a double click is one confirmation.
  let confirmed = 0;
  finance.page.on('request', (request) => {
    if (request.method() === 'POST' && /\/receipts\//.test(request.url())) confirmed += 1;
  });
  await button(finance.page, '和银行流水核对过，确认').click();
  const sure = finance.page.getByRole('dialog', { name: '确认到账 1,896.00 元？' });
  await sure.getByText('流水 BANK-E2E-1').waitFor();
  await sure.getByRole('button', { name: '确认到账' }).dblclick();
  await finance.page.getByText('到账已确认').waitFor();
  expect(confirmed).toBe(1);

  await page.reload();
  await page.getByText(/账单单价 158.00 元，产品现在 178.00 元/).waitFor();
  await look(page, 'stopped');
  await button(page, '停这张账单').click();
  const stop = page.getByRole('dialog', { name: '停这张账单' });
  await stop.getByRole('textbox').fill('产品改了价，先停');
  await stop.getByRole('button', { name: /停/ }).click();
  await page.getByText(/没参保的人可以重新出账单/).waitFor();
  // Billed anew at the price of today, and more is transferred than is asked for: they are insured, the rest goes back.
  const [desk, cashier] = [await signedIn(shop, 'yunying01'), await signedIn(shop, 'caiwu01')];
  const groupNo = (await desk.value('listCompanyGroups')).groups[0]?.groupNo ?? '';
  const shown = () => desk.value('showCompanyGroup', { groupNo });
  await eventually(shown, ({ statusLabel }) => statusLabel === '已完成');
  for (const next of ['open-roster', 'bill'] as const) await desk.value('moveCompanyGroup', { groupNo, step: next });
  await page.reload();
  await page.getByText(/前转账，还差 240.00 元/).waitFor();
  const payer = { payerName: '示范机械（苏州）有限公司', payerAccount: '622200001111' };
  const transfer = { groupNo, bankReference: 'BANK-E2E-3', amountFen: 213_600, receivedOn: day };
  await desk.value('enterGroupReceipt', { ...transfer, ...payer });
  const { receipts } = await cashier.value('showCompanyGroup', { groupNo });
  const receiptNo = receipts.find(({ bankReference }) => bankReference === 'BANK-E2E-3')?.receiptNo ?? '';
  await cashier.value('settleGroupReceipt', { groupNo, receiptNo, decision: 'confirm' });
  await eventually(shown, ({ counts }) => counts.insured === 12);
  await page.reload();
  await enter(page, '退回单位款', '退回单位款', {
    ...{
      '金额（元）': '1896',
      收款户名: '示范机械（苏州）有限公司',
      开户行: '演示银行苏州分行',
      收款账号: '622200001111',
    },
    原因: '多转了一笔，单位要退',
  });
  const proposed = page.getByRole('row', { name: /多转了一笔，单位要退.*待另一人付款/ });
  await proposed.getByRole('button', { name: /撤\s*回/ }).waitFor();
  expect(await proposed.getByRole('button', { name: '已付款' }).count()).toBe(0);
  await finance.page.reload();
  await enter(finance.page, '已付款', '退款已付', { 银行流水号: 'BANK-E2E-2', 付款日期: day });
  await finance.page.getByText(/已退 1,896.00/).waitFor();
  await look(finance.page, 'paid-back');

  // The invoice is noted by whoever keeps the money, somebody taken out by whoever looks after companies.
  await enter(finance.page, '登记发票', '登记发票', { 发票号码: '25320000000000012345', 开票日期: day });
  await finance.page.getByText(/发票 25320000000000012345，/).waitFor();
  await finance.page.getByText('通过 12').waitFor();
  await finance.page.getByRole('row', { name: /第 2 行/ }).waitFor();
  expect(await button(finance.page, /减员$/).count()).toBe(0);

  await page.reload();
  await button(page, '第 2 行减员').click();
  const leaving = page.getByRole('dialog', { name: /^第 2 行减员/ });
  await leaving.getByRole('button', { name: /减\s*员/ }).click();
  await leaving.getByText('请写原因，至少 4 个字').waitFor();
  await leaving.getByLabel('原因').fill('单位来函，人已离职');
  await look(page, 'leaving');
  await leaving.getByRole('button', { name: /减\s*员/ }).click();
  await leaving.waitFor({ state: 'hidden' });
  await eventually(shown, ({ counts, money }) => counts.removed === 1 && money.leftFen === 17_800);
  await page.reload();
  await page.getByRole('row', { name: /第 3 行.*已参保/ }).waitFor();
  expect(await page.getByRole('row', { name: /第 2 行/ }).count()).toBe(0);
  await page.getByText(/余 178.00/).waitFor();
  await page.getByText('通过 11').waitFor();
  await look(page, 'left');
  await page.getByText('已离开 1').click();
  await page.getByRole('row', { name: /第 2 行.*已减员/ }).waitFor();
  expect(await page.getByRole('row', { name: /第 3 行/ }).count()).toBe(0);
  // The regulator reads what is there and does nothing.
  const { page: regulator } = await signIn('jianguan01', '/groups');
  await regulator.getByRole('link', { name: /示范机械/ }).click();
  await regulator.getByText('通过 11').waitFor();
  await regulator.getByText(/发票 25320000000000012345，/).waitFor();
  await regulator.getByRole('row', { name: /第 3 行/ }).waitFor();
  expect(await button(regulator, /登记发票|减员$/).count()).toBe(0);
  const lines = finance.page.getByRole('region', { name: '单位转账' }).locator('.scroll-x');
  expect(await lines.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
});
