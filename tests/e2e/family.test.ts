import { addDays, beijingDate } from '@huimin/domain/date';
import type { Person } from '@huimin/testing';
import { expect, test } from 'vitest';
import { agreements, eventually, keep, loggedIn, pay, REQUIRED, resident, type Visitor } from '../integration/shop.ts';
import { arrive, askForCode, button, heading, query, readCode } from './journey.ts';
import { look } from './looks.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();

/** Somebody who keeps parents and a child, and has paid for the first `insured` of the family. */
async function family(first: number, insured: number): Promise<Visitor> {
  const { shop } = stage;
  const self = resident(first);
  const visitor = await loggedIn(shop, self);
  const memberIds = [await keep(visitor, self, '00'), await keepWithPhone(visitor, resident(first + 1))];
  memberIds.push(await keep(visitor, resident(first + 2), '02'));
  const { orderNo } = await visitor.value('saveOrder', {
    clientKey: `family-of-resident-${first}`,
    policyholderMemberId: memberIds[0] as string,
    insuredMemberIds: memberIds.slice(0, insured),
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  });
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('selectListPolicy', {}),
    (list) => list.policies.length === insured,
  );
  return visitor;
}

/** Keeps a parent who leaves a phone. */
async function keepWithPhone(visitor: Visitor, { name, idNumber, phone }: Person): Promise<string> {
  const details = { relationship: '02', idType: '01', regionCode: '320500', consent: true } as const;
  return (await visitor.value('addMember', { ...details, name, idNumber, phone })).memberId;
}

/** The visitor's login in a phone. */
async function phoneOf(visitor: Visitor, elder = false): Promise<Visit> {
  const visit = await stage.visit({ elder });
  const [name = '', value = ''] = visitor.cookie.split('=');
  await visit.context.addCookies([{ name, value, url: stage.shop.origin }]);
  await visit.context.addInitScript(() => {
    localStorage.setItem('huimin-account', '190****0000');
    localStorage.setItem('huimin-region', '320500');
  });
  return visit;
}

test('the family: who is covered, what is missing, a slip undone, and buying for the one without', async () => {
  const visitor = await family(2_000, 2);
  const [self, covered, open] = [resident(2_000), resident(2_001), resident(2_002)];
  const visit = await phoneOf(visitor);
  const { page } = visit;
  const { editionYear: year } = await visitor.value('productInfo', {});
  const card = (name: string) => page.getByRole('article', { name, exact: true });

  await visit.open('#/myAccount');
  await page.getByRole('link', { name: '我的家庭' }).click();
  await arrive(page, 'home-list', '我的家庭');
  await page.getByText(`${year} 年，2 人已参保`).waitFor();
  await card(self.name).getByText('待生效').waitFor();
  await card(open.name).getByText('没有保障').first().waitFor();
  await look(page, 'home-list');

  const policy = card(covered.name).getByRole('link', { name: /^看保单/ });
  const pdf = await page.request.get(new URL((await policy.getAttribute('href')) ?? '', page.url()).href);
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  await card(covered.name)
    .getByRole('button', { name: /^参保记录/ })
    .click();
  const history = page.getByRole('dialog', { name: `${covered.name}的参保记录` });
  await history.getByText(`${year}.01.01 - ${year}.12.31`).waitFor();
  await history.getByRole('button', { name: '关闭' }).click();

  // A baby with a birth certificate: date from the calendar, a guardian's consent.
  await page.getByRole('link', { name: '添加家人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await page.getByRole('radio', { name: '子女' }).check();
  await page.getByLabel('姓名').fill('钱小满');
  await page.getByLabel('证件类型').selectOption('04');
  await page.getByRole('textbox', { name: '证件号码' }).fill('Q320012345');
  await button(page, '打开日历，选出生日期').click();
  const calendar = page.getByRole('dialog', { name: '选择出生日期' });
  const born = beijingDate(stage.clock.now() - 40 * 86_400_000);
  const [birthYear, birthMonth, birthDay] = born.split('-').map(Number);
  await calendar.getByRole('button', { name: `${birthYear} 年`, exact: true }).click();
  await calendar.getByRole('button', { name: `${birthYear} 年 ${birthMonth} 月`, exact: true }).click();
  await look(page, 'date-days');
  await page.keyboard.press('ArrowRight');
  const dayName = `${birthYear} 年 ${birthMonth} 月 ${birthDay} 日`;
  await calendar.getByRole('button', { name: dayName, exact: true }).click();
  const birthDate = page.getByLabel('出生日期', { exact: true });
  expect(await birthDate.inputValue()).toBe(born);
  const dayBefore = addDays(born, -1);
  await birthDate.fill(dayBefore.replaceAll('-', ''));
  expect(await birthDate.inputValue()).toBe(dayBefore);
  await page.getByRole('radio', { name: '女', exact: true }).check();
  await page.getByRole('checkbox', { name: /个人信息授权书/ }).check();
  await button(page, '保存').click();
  await page.getByText('14 岁以下的孩子，请先取得监护人的同意').first().waitFor();
  await look(page, 'add-insured-baby');
  await page.getByRole('checkbox', { name: /我是监护人/ }).check();
  await button(page, '保存').click();
  await arrive(page, 'home-list', '我的家庭');
  await card('钱小满').waitFor();

  // Taken off the list by a slip, and back again.
  await card('钱小满').getByRole('link', { name: '修改钱小满的信息' }).click();
  await arrive(page, 'beforeAdd', '修改被保险人');
  await button(page, '删除这位家人').click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await arrive(page, 'home-list', '我的家庭');
  await button(page, '撤销删除').waitFor();
  await card(open.name).waitFor();
  expect(await card('钱小满').count()).toBe(0);
  await button(page, '撤销删除').click();
  await card('钱小满').waitFor();

  // Nobody is chosen by itself; whoever was pressed for is.
  await button(page, '去投保').last().click();
  await arrive(page, 'beforeAuthUser', '为谁参保');
  await page.getByRole('checkbox', { name: new RegExp(open.name) }).waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await page.goBack();
  await arrive(page, 'home-list', '我的家庭');
  await card(open.name)
    .getByRole('button', { name: /^去投保/ })
    .click();
  await arrive(page, 'beforeAuthUser', '为谁参保');
  const chosen = page.getByRole('checkbox', { checked: true });
  await expect.poll(() => chosen.count()).toBe(1);
  expect(await page.getByRole('checkbox', { name: new RegExp(open.name) }).isChecked()).toBe(true);
});

test('the family in elder mode', async () => {
  const visitor = await family(2_010, 2);
  const { page, open } = await phoneOf(visitor, true);
  await open('#/home-list');
  await arrive(page, 'home-list', '我的家人');
  await page.getByText('已经买好').first().waitFor();
  await look(page, 'home-list', { elder: true });
  await open('#/order_search');
  await arrive(page, 'order_search', '保单查询');
  await look(page, 'order-search', { elder: true });
  await open('#/order_search_list?by=login');
  await page
    .getByRole('link', { name: /^看订单/ })
    .first()
    .waitFor();
  await look(page, 'order-search-mine', { elder: true });
  await open('#/home-list');
  await button(page, `替${resident(2_012).name}买（158 元）`).click();
  await arrive(page, 'beforeAuthUser', '给谁买');
});

test('policies are found by login, and by name, number and a code; a wrong name and nobody look the same', async () => {
  const { shop } = stage;
  const visitor = await family(2_020, 2);
  const parent = resident(2_021);
  const visit = await stage.visit();
  const { page } = visit;

  const search = async (name: string, idNumber: string, phone: string) => {
    await visit.open('#/order_search');
    await arrive(page, 'order_search', '保单查询');
    await page.getByLabel('被保险人姓名').fill(name);
    await page.getByRole('textbox', { name: '证件号码' }).fill(idNumber);
    await askForCode(page, phone);
    await page.getByLabel('短信验证码').fill(readCode(shop, phone));
    await button(page, '查询').click();
    await arrive(page, 'order_search_list', '查询结果');
  };

  await visit.open('#/order_search');
  await button(page, '查询').click();
  await page.getByRole('alert').first().waitFor();
  await look(page, 'order-search');

  await search(parent.name, parent.idNumber, parent.phone);
  const { editionYear: year } = await visitor.value('productInfo', {});
  await page.getByRole('heading', { name: `${year} 年` }).waitFor();
  await page.getByText(/^SMA/).waitFor();
  const link = page.getByRole('link', { name: /^下载保单/ });
  const pdf = await page.request.get(new URL((await link.getAttribute('href')) ?? '', page.url()).href);
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  await look(page, 'order-search-list');
  await page.reload();
  await page.getByText('请重新查询').waitFor();

  const screens: string[] = [];
  for (const [index, [name, idNumber]] of [
    ['钱不在', parent.idNumber],
    [resident(2_022).name, resident(2_022).idNumber],
  ].entries()) {
    await search(name ?? '', idNumber ?? '', resident(2_030 + index).phone);
    await page.getByText('没有查到保单').waitFor();
    await page.getByText('单位刚办好，保单还在生成').waitFor();
    screens.push(await page.getByRole('main').innerText());
  }
  expect(screens[1]).toBe(screens[0]);

  await search(parent.name, parent.idNumber, resident(2_040).phone);
  await page.getByText('只显示部分信息').waitFor();
  expect(await page.getByText(parent.name, { exact: true }).count()).toBe(0);
  expect(await page.getByRole('link', { name: /保单/ }).count()).toBe(0);
  await look(page, 'order-search-partial');

  const mine = await phoneOf(visitor);
  await mine.open('#/order_search');
  await mine.page.getByRole('link', { name: /登录查询/ }).click();
  await arrive(mine.page, 'order_search_list', '我的保单');
  expect(query(mine.page).get('by')).toBe('login');
  await expect.poll(() => mine.page.getByRole('link', { name: /^看订单/ }).count()).toBe(2);
  await button(mine.page, '只看某一段时间的保障').click();
  await mine.page.getByLabel('从', { exact: true }).fill(`${year + 1}-01-01`);
  await mine.page.getByText('这段时间没有保障').waitFor();
  await look(mine.page, 'order-search-mine');
  await mine.page.getByLabel('从', { exact: true }).fill(`${year}/3/1`);
  await mine.page.getByLabel('到', { exact: true }).fill(`${year}-02-01`);
  await mine.page.getByText('结束日期要在开始日期之后').waitFor();
  await heading(mine.page, '我的保单').waitFor();
});
