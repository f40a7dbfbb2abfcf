import { creditCodeCheckCharacter } from '@huimin/domain/person';
import type { Person } from '@huimin/testing';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  confirmReceipt,
  contactGroup,
  enterReceipt,
  type GroupDependencies,
  makeBill,
  openRoster,
} from '../../apps/server/src/features/group/index.ts';
import { agreements, eventually, REQUIRED, resident, type Shop } from '../integration/shop.ts';
import { fillCompany } from './company-form.ts';
import { arrive, button, heading, logIn, query, readCode, readToTheEnd } from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const CONTACT = { name: '陈示范', phone: '13900000654' };
const FIRST = '91320594MA1EXAMP1';
const CREDIT_CODE = `${FIRST}${creditCodeCheckCharacter(FIRST)}`;
const HOUR_MS = 3_600_000;
const staff = Array.from({ length: 11 }, (_, index) => resident(760 + index));
const staffOf = (index: number): Person => staff[index] as Person;

/** Messages about a list go out by day only: to the next ten o'clock, which is far from the night on both sides. */
function goToDaytime(): void {
  const hour = new Date(stage.clock.now() + 8 * HOUR_MS).getUTCHours();
  stage.clock.advance(((34 - hour) % 24) * HOUR_MS);
}

/** What an operator does in the meantime; the routes are tested without a browser. */
function operatorOf(shop: Shop): GroupDependencies {
  return shop.servers[0]?.deps as unknown as GroupDependencies;
}

async function turnElder(page: Page, on: boolean): Promise<void> {
  await page.evaluate((mode) => localStorage.setItem('huimin-mode', mode), on ? 'elder' : 'standard');
  await page.reload();
}

function linkOf(shop: Shop, person: Person): string | undefined {
  return shop.sandbox.control.sms(person.phone).find(({ params }) => 'link' in params)?.params.link;
}

test('a company asks, hands in its list, everybody answers on an own phone, and one transfer pays for all', async () => {
  const { shop } = stage;
  goToDaytime();
  const visit = await stage.visit();
  const { page } = visit;
  // What no agent is called is not put into the form for somebody who did not type it.
  await visit.open(`#/company?agentCode=${'a'.repeat(65)}`);
  await heading(page, '团体参保预约').waitFor();
  expect(await page.getByLabel('服务网点或业务员代码').inputValue()).toBe('');
  await button(page, '提交预约').click();
  await page.getByText('处需要修改').waitFor();
  await turnElder(page, true);
  await heading(page, '团体参保预约').waitFor();
  await look(page, 'company', { elder: true });
  await turnElder(page, false);
  await fillCompany(visit, shop, { ...CONTACT, creditCode: CREDIT_CODE });
  await look(page, 'company');
  const agent = page.getByLabel('服务网点或业务员代码');
  await agent.fill('小王');
  await button(page, '提交预约').click();
  await page.getByText('代码只有字母和数字，请核对，没有就不填').first().waitFor();
  await agent.fill('');
  // Away and back: all of it is there but the code.
  await visit.open('#/agreement');
  await arrive(page, 'agreement', '相关协议');
  await page.goBack();
  await page.getByText('上次没填完的内容还在').waitFor();
  expect(await page.getByLabel('单位名称').inputValue()).toBe('示例科技（苏州）有限公司');
  expect(await page.getByLabel('联系人', { exact: true }).inputValue()).toBe(CONTACT.name);
  await page.getByText('苏州 - 工业园区').waitFor();
  await page.getByLabel('短信验证码').fill(readCode(shop, CONTACT.phone));
  await page.getByRole('checkbox', { name: /同意工作人员联系我/ }).check();
  await button(page, '提交预约').click();
  await heading(page, '预约已提交').waitFor();
  stage.clock.advance(61_000);
  await button(page, '去登录').click();
  await arrive(page, 'login', '手机号登录');
  await logIn(visit, shop, CONTACT);
  await arrive(page, 'groupProgress', '团体参保进度');
  await page.getByText('预约已提交').waitFor();
  const groupNo = query(page).get('groupNo') ?? '';

  const deps = operatorOf(shop);
  const id = deps.numbers.groupId(groupNo) as bigint;
  await contactGroup(deps, id, '张经理', '电话联系');
  await openRoster(deps, id, '张经理', null);
  await page.reload();
  const rows = [
    ['姓名', '身份证号', '手机号', '医保所在地'],
    ...staff.map((person) => [person.name, person.idNumber, person.phone, '苏州工业园区']),
    ['王试', staffOf(0).idNumber.slice(0, 17), staffOf(0).phone, ''],
    ['李样', staffOf(2).idNumber, staffOf(2).phone, ''],
  ];
  const buffer = Buffer.from(rows.map((cells) => cells.join(',')).join('\n'));
  await page.getByLabel('选择名单文件').setInputFiles({ name: '名单.csv', mimeType: 'text/csv', buffer });
  await page.getByText('和第 4 行是同一个人').waitFor();
  await look(page, 'group-progress');
  await page.getByRole('link', { name: /看每个人/ }).click();
  await arrive(page, 'groupPeople', '名单里的人');
  await page.getByText('等本人确认').first().waitFor();

  const own = await stage.visit();
  const link = await eventually(
    async () => linkOf(shop, staffOf(0)),
    (found) => found !== undefined,
  );
  await own.open(`g/${link}`);
  await arrive(own.page, 'groupConfirm', '单位为您投保，请您确认');
  await own.page.getByLabel('您的证件号码后 6 位').fill(staffOf(0).idNumber.slice(-6));
  await button(own.page, '下一步').click();
  await own.page.getByText(`${staffOf(0).name}，请您自己看一遍`).waitFor();
  await look(own.page, 'group-confirm');
  await button(own.page, '去读文件').click();
  do await readToTheEnd(own.page);
  while ((await own.page.getByRole('dialog').count()) > 0);
  await own.page.getByRole('checkbox', { name: /作为投保人为我投保/ }).check();
  await button(own.page, '确认参加').click();
  await heading(own.page, '您已确认参加').waitFor();

  const others = shop.visitor();
  const agreedDocuments = await agreements(others.value, REQUIRED);
  for (const person of staff.slice(1)) {
    const theirs = await eventually(
      async () => linkOf(shop, person),
      (found) => found !== undefined,
    );
    const idTail = person.idNumber.slice(-6);
    const answer = { link: theirs ?? '', idTail, join: true, regionCode: '320540', agreedDocuments };
    await others.value('answerInvitation', { ...answer, consent: true });
  }
  await makeBill(deps, id, '张经理');
  await page.goBack();
  await arrive(page, 'groupProgress', '团体参保进度');
  await page.getByRole('link', { name: '去转账' }).click();
  await arrive(page, 'groupPay', '对公转账');
  await page.getByText('1,738.00').first().waitFor();
  await turnElder(page, true);
  await page.getByText('1,738.00').first().waitFor();
  await look(page, 'group-pay', { elder: true });

  const receivedOn = new Date(deps.clock.now() + 8 * HOUR_MS).toISOString().slice(0, 10);
  // One company in ten transfers a round sum: what is over is told, with what becomes of it.
  const receipt = { amountFen: 200_000, payerName: '示例科技', payerAccount: '6222000000000001', receivedOn };
  const entered = await enterReceipt(deps, id, { ...receipt, bankReference: 'BANK-E2E-0001', by: '张会计' });
  if (entered.kind !== 'done') throw new Error('the receipt was not entered');
  await confirmReceipt(deps, id, BigInt(entered.receiptId), '李会计');
  await page.getByRole('link', { name: '看进度' }).click();
  await page.getByText('保单每人一份，本人用').waitFor();
  await page.getByText('多出的，转账退回单位').waitFor();
  await page.getByText('262.00 元').waitFor();
  await look(page, 'group-spare-elder', { elder: true });
  await turnElder(page, false);
  await page.getByText('262.00 元').waitFor();
  await look(page, 'group-spare');
  await visit.open('#/groupPay?groupNo=unknown');
  await page.getByText('没有找到这个单位').waitFor();
  await page.getByRole('link', { name: '看我提交的单位' }).click();
  await arrive(page, 'groupProgress', '团体参保进度');

  await own.page.reload();
  await own.page.getByLabel('您的证件号码后 6 位').fill(staffOf(0).idNumber.slice(-6));
  await button(own.page, '下一步').click();
  await heading(own.page, '保单已出').waitFor();
  const href = await own.page.getByRole('link', { name: /看保单/ }).getAttribute('href');
  expect((await fetch(`${shop.origin}${href}`)).headers.get('content-type')).toBe('application/pdf');
  await turnElder(own.page, true);
  await own.page.getByLabel('您的证件号码后 6 位').fill(staffOf(0).idNumber.slice(-6));
  await button(own.page, '下一步').click();
  await heading(own.page, '保单已出').waitFor();
  await look(own.page, 'group-insured', { elder: true });
});
