import type { Person } from '@huimin/testing';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { newestCode, placeOrder as placeOrderByCalls, type Shop } from '../integration/shop.ts';
import type { Visit } from './stage.ts';

/** The steps of a purchase, done the way a person does them: by the words on the screen. */

export const DOCUMENTS = ['健康告知', '投保须知', '保险条款', '免责条款'];

/** While the last press of it is still at work, the console's button takes no other: it is waited for. */
export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name }).and(page.locator(':not(.ant-btn-loading)'));
export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** Waits until this screen is shown: its address and its heading. */
export async function arrive(page: Page, route: string, title: string | RegExp): Promise<void> {
  await page.waitForURL((url) => url.hash.split('?')[0] === `#/${route}`);
  await heading(page, title).waitFor();
}

/** Waits until the container shows this title. */
export async function titled(page: Page, title: string): Promise<void> {
  await page.waitForFunction((wanted) => document.title === wanted, title);
}

/** The hash's query. */
export function query(page: Page): URLSearchParams {
  return new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '');
}

/** In the open region picker: Suzhou, Industrial Park. */
export async function pickRegion(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: '选择医保所在地' });
  await sheet.getByRole('radio', { name: '苏州' }).check();
  await sheet.getByRole('radio', { name: '工业园区' }).check();
  await sheet.getByRole('button', { name: '确认添加' }).click();
  await sheet.waitFor({ state: 'detached' });
}

/** The newest code sent to a phone. */
export const readCode = (shop: Shop, phone: string): string => newestCode(shop.sandbox, phone);

/** The same as a person at the sandbox reads it: on its phone page, in a tab of its own. */
export async function readCodeOnPhone(visit: Visit, shop: Shop, phone: string): Promise<string> {
  const tab = await visit.tab(`${shop.sandbox.origin}/phone?number=${phone}`);
  const code = await tab.getByTestId('code').first().textContent();
  await tab.close();
  return code ?? '';
}

export async function askForCode(page: Page, phone: string): Promise<void> {
  await page.getByLabel('手机号', { exact: true }).fill(phone);
  await button(page, '获取验证码').click();
  await page.getByText('分钟内有效').waitFor();
}

/** On the login page: asks for a code, reads it, agrees, logs in. */
export async function logIn(
  { page }: Pick<Visit, 'page'>,
  shop: Shop,
  person: Pick<Person, 'phone'>,
  read: (phone: string) => string | Promise<string> = (phone) => readCode(shop, phone),
): Promise<void> {
  await heading(page, '手机号登录').waitFor();
  await askForCode(page, person.phone);
  await page.getByLabel('短信验证码').fill(await read(person.phone));
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await heading(page, '手机号登录').waitFor({ state: 'detached' });
}

/** The first steps of buying as somebody new: region, login. Ends on the list of people. Null: the home page is open. */
export async function begin(visit: Visit, shop: Shop, person: Person, address: string | null = ''): Promise<void> {
  const { page } = visit;
  if (address !== null) await visit.open(address);
  await page.getByRole('link', { name: /立即参保|我要参保/ }).click();
  await pickRegion(page);
  await arrive(page, 'login', '手机号登录');
  await logIn(visit, shop, person);
  await arrive(page, 'beforeAuthUser', /为谁参保|给谁买/);
}

const RELATIONSHIPS = { self: '本人', spouse: '配偶', parent: '父母', child: '子女' } as const;

/** Fills the form of a person; the region comes from the start, one's own phone from the login. */
export async function fillMember(page: Page, person: Person, relationship: keyof typeof RELATIONSHIPS): Promise<void> {
  await page.getByLabel('姓名').fill(person.name);
  await page
    .getByRole('group', { name: '与您的关系' })
    .getByRole('radio', { name: RELATIONSHIPS[relationship] })
    .check();
  await page.getByRole('textbox', { name: '证件号码' }).fill(person.idNumber);
  await page.getByText('号码有效').waitFor();
  await page.getByRole('radio', { name: relationship === 'self' ? '职工医保' : '居民医保' }).check();
  if (relationship === 'self') await expectValue(page.getByLabel('手机号'), person.phone);
}

async function expectValue(field: Locator, digits: string): Promise<void> {
  expect((await field.inputValue()).replace(/\D/g, '')).toBe(digits);
}

export async function saveMember(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /个人信息授权书/ }).check();
  await button(page, '保存').click();
  await arrive(page, 'beforeAuthUser', /为谁参保|给谁买/);
}

/** From the list of people: adds one and comes back to the list. */
export async function addMember(page: Page, person: Person, relationship: keyof typeof RELATIONSHIPS): Promise<void> {
  await page.getByRole('link', { name: relationship === 'self' ? '添加本人' : '添加家人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await fillMember(page, person, relationship);
  await saveMember(page);
  await page.getByText(person.name, { exact: true }).waitFor();
}

export async function choose(page: Page, ...chosen: readonly Person[]): Promise<void> {
  for (const person of chosen) await page.getByRole('checkbox', { name: new RegExp(person.name) }).check();
  await button(page, '下一步').click();
  await arrive(page, 'beforeConfirm', /核对参保信息|看看对不对/);
}

/** In the open document: its end cannot be passed unseen; scrolls there and, when `atEnd` has looked at it, goes on. */
export async function readToTheEnd(page: Page, atEnd?: () => Promise<void>): Promise<void> {
  const text = page.getByRole('region', { name: '正文' });
  const goOn = button(page, /^读完了/);
  await text.getByRole('heading').first().waitFor();
  const title = await page.getByRole('dialog').getByRole('heading', { level: 2 }).textContent();
  const longerThanShown = await text.evaluate((element) => element.scrollHeight > element.clientHeight + 4);
  if (longerThanShown) {
    const notYet = button(page, /^读到最后可继续/);
    expect(await notYet.getAttribute('aria-disabled')).toBe('true');
    await notYet.click({ force: true });
    expect(await page.getByRole('dialog').getByRole('heading', { level: 2 }).textContent()).toBe(title);
  }
  await text.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await goOn.waitFor();
  await atEnd?.();
  await goOn.click();
  await page.waitForFunction((former) => document.querySelector('[role="dialog"] h2')?.textContent !== former, title);
}

/** On the confirm page: reads what has to be read. Answers how many documents that were. */
export async function readDocuments(page: Page, begin: Locator = button(page, '继续阅读')): Promise<number> {
  await begin.click();
  let count = 0;
  do {
    await readToTheEnd(page);
    count += 1;
  } while ((await page.getByRole('dialog').count()) > 0);
  return count;
}

export const consent = (page: Page): Locator => page.getByRole('checkbox', { name: /我已读完并同意|我看完了/ });

/** From the confirm page to the payment page. Answers the order's number. */
export async function placeOrder(page: Page): Promise<string> {
  await consent(page).check();
  await button(page, '去付款').click();
  await arrive(page, 'pay', /应付金额|一共要付/);
  return query(page).get('orderNo') ?? '';
}

/** From nothing to the payment page, screen by screen. */
export async function buyForSelf(visit: Visit, shop: Shop, person: Person): Promise<string> {
  await begin(visit, shop, person);
  await addMember(visit.page, person, 'self');
  await choose(visit.page, person);
  await readDocuments(visit.page);
  return placeOrder(visit.page);
}

/** On the payment page of an order that this phone's calls have made, for tests about what comes after. */
export async function orderForSelf({ context, page, open }: Visit, shop: Shop, person: Person): Promise<string> {
  const visitor = shop.visitor();
  visitor.userAgent = await page.evaluate(() => navigator.userAgent);
  await visitor.logIn(person);
  const { orderNo } = await placeOrderByCalls(visitor, [person]);
  const [name = '', value = ''] = visitor.cookie.split('=');
  await context.addCookies([{ name, value, url: shop.origin }]);
  await open(`#/pay?orderNo=${orderNo}`);
  await arrive(page, 'pay', /应付金额|一共要付/);
  return orderNo;
}

/** Leaves for the H5 cashier of the sandbox. */
export async function openCashier(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /微信支付/ }).check();
  await button(page, /^用微信支付/).click();
  await page.getByRole('heading', { name: '确认付款' }).waitFor();
}

export type CashierButton = 'pay' | 'cancel' | 'pay-no-return' | 'balance-short' | 'close';
export const pressAtCashier = (page: Page, name: CashierButton): Promise<void> => page.getByTestId(name).click();
