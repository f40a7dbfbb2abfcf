import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import {
  addMember,
  arrive,
  begin,
  button,
  buyForSelf,
  choose,
  consent,
  fillMember,
  heading,
  logIn,
  openCashier,
  pickRegion,
  placeOrder,
  pressAtCashier,
  query,
  readDocuments,
  readToTheEnd,
  saveMember,
  titled,
} from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('back, refresh and a closed page lose nothing at any step of the purchase', async () => {
  const { shop } = stage;
  const [self, child] = [resident(70), resident(72)];
  const visit = await stage.visit();
  let { page } = visit;
  await visit.open();
  await page.getByRole('link', { name: /立即参保/ }).click();
  // Back closes the sheet first.
  await page.getByRole('dialog', { name: '选择医保所在地' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(page.url()).toContain('#/index');
  await page.getByRole('link', { name: /立即参保/ }).click();
  await pickRegion(page);
  await arrive(page, 'login', '手机号登录');
  await page.reload();
  await logIn(visit, shop, self);
  await arrive(page, 'beforeAuthUser', '为谁参保');
  await page.reload();
  await addMember(page, self, 'self');

  await page.getByRole('link', { name: '添加家人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await fillMember(page, child, 'child');
  await page.getByRole('link', { name: '为什么要填这些？' }).click();
  await arrive(page, 'beforeAddDesc', '为什么要填这些');
  await button(page, '知道了').click();
  await page.getByText('上次没填完的内容还在').waitFor();
  await page.reload();
  await page.getByText('上次没填完的内容还在').waitFor();
  expect(await page.getByLabel('姓名').inputValue()).toBe(child.name);
  expect(await page.getByRole('checkbox', { name: /个人信息授权书/ }).isChecked()).toBe(false);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }));
  expect(kept).not.toContain(child.idNumber);
  await saveMember(page);

  await choose(page, self, child);
  await button(page, '继续阅读').click();
  await readToTheEnd(page);
  await readToTheEnd(page);
  // Back closes the document, not the page.
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await heading(page, '核对参保信息').waitFor();
  await page.getByText('请逐份读完（2 / 4）').waitFor();
  await page.reload();
  await page.getByText('请逐份读完（2 / 4）').waitFor();
  await page.goBack();
  await arrive(page, 'beforeAuthUser', '为谁参保');
  for (const person of [self, child])
    expect(await page.getByRole('checkbox', { name: new RegExp(person.name) }).isChecked()).toBe(true);
  await page.goForward();
  await arrive(page, 'beforeConfirm', '核对参保信息');

  page = await visit.tab('#/beforeConfirm');
  await visit.page.close();
  // Another visit has a record of its own, which has to show the reading.
  await page.getByText('请逐份读完（0 / 4）').waitFor();
  await page.getByText('2 人合计').waitFor();
  // Who ticks before having read is led to what is to be read.
  await consent(page).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await consent(page).isChecked()).toBe(false);
  expect(await readDocuments(page)).toBe(4);
  expect(await consent(page).isChecked()).toBe(false);
  await consent(page).check();
  await button(page, '去付款').click();
  await arrive(page, 'pay', '应付金额');
  await page.reload();
  await arrive(page, 'pay', '应付金额');
  const number = query(page).get('orderNo');
  // What is in an order is not told as waiting for one as well.
  await page.goto(`${shop.origin}/#/mysure`);
  await page.getByRole('link', { name: /的订单还没付款/ }).waitFor();
  expect(await page.getByText('还没下单').count()).toBe(0);
  await page.goto(`${shop.origin}/#/pay?orderNo=${number}`);
  await arrive(page, 'pay', '应付金额');
  await openCashier(page);
  await page.goBack();
  await arrive(page, 'pay', '应付金额');
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  await page.getByText('电子保单已生成').waitFor();
  const orderNo = query(page).get('orderNo');
  await page.reload();
  await arrive(page, 'paySuccess', '支付成功');

  await page.goto(`${shop.origin}/#/mysure`);
  await page.getByText('2 人已有').waitFor();
  expect(await page.getByText('没办完的').count()).toBe(0);

  // An old link to the confirm page holds nothing that could be bought twice.
  await page.goto(`${shop.origin}/#/beforeConfirm`);
  await page.getByText(`${self.name}、${child.name}已经参加本年度保障，不用再买`).waitFor();
  expect(await button(page, '去付款').count()).toBe(0);
  await button(page, '修改名单').click();
  await arrive(page, 'beforeAuthUser', '为谁参保');
  for (const person of [self, child])
    expect(await page.getByRole('checkbox', { name: new RegExp(person.name) }).isDisabled()).toBe(true);
  await page.goto(`${shop.origin}/#/payLoading?orderNo=${orderNo}`);
  await arrive(page, 'paySuccess', '支付成功');
});

test('two tabs and hasty fingers make one order', async () => {
  const { shop } = stage;
  const self = resident(74);
  const visit = await stage.visit();
  const { page } = visit;
  await begin(visit, shop, self);
  await addMember(page, self, 'self');
  await choose(page, self);
  await readDocuments(page);
  const other = await visit.tab('#/beforeConfirm');
  await other.getByText('请逐份读完（0 / 4）').waitFor();
  expect(await readDocuments(other)).toBe(4);
  await page.getByText('请逐份读完（4 / 4）').waitFor();
  for (const tab of [page, other]) await consent(tab).check();
  await Promise.all([page, other].map((tab) => button(tab, '去付款').dblclick()));
  for (const tab of [page, other]) await arrive(tab, 'pay', '应付金额');
  expect(query(page).get('orderNo')).toBe(query(other).get('orderNo'));
  await page.goto(`${shop.origin}/#/orders`);
  await page.getByRole('article').first().waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);

  // Both tabs go to the cashier; one pays, the other finds out.
  await openCashier(other);
  await pressAtCashier(other, 'pay');
  await arrive(other, 'paySuccess', '支付成功');
  await page.goto(`${shop.origin}/#/pay?orderNo=${query(other).get('orderNo')}`);
  await arrive(page, 'paySuccess', '支付成功');
});

test('who corrects the payer on the way back from paying does not pay for the order with the former one', async () => {
  const { shop } = stage;
  const [self, mother] = [resident(174), resident(178)];
  const visit = await stage.visit();
  const { page } = visit;
  await begin(visit, shop, self);
  await addMember(page, self, 'self');
  await addMember(page, mother, 'parent');
  await choose(page, mother);
  await readDocuments(page);
  await placeOrder(page);
  await page.goBack();
  await arrive(page, 'beforeConfirm', '核对参保信息');
  await page.getByRole('link', { name: /^修改/ }).last().click();
  await page.getByLabel('姓名').fill('钱改');
  await page.getByRole('checkbox', { name: /个人信息授权书/ }).check();
  await button(page, '保存').click();
  await arrive(page, 'beforeConfirm', '核对参保信息');
  await page.getByText('钱改').waitFor();
  if (!(await consent(page).isChecked())) await consent(page).check();
  await button(page, '去付款').click();
  const dialog = page.getByRole('dialog', { name: '有人现在不能参保' });
  await dialog.getByText('改过信息的，要取消后重新下单').waitFor();
  await dialog.getByRole('button', { name: '看那笔订单' }).click();
  await arrive(page, 'pay', '应付金额');
});

test('an order can be cancelled, and its people are free again', async () => {
  const { shop } = stage;
  const self = resident(76);
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await buyForSelf(visit, shop, self);
  await page.goto(`${shop.origin}/#/beforeAuthUser`);
  await page.getByText('有未付款订单').waitFor();
  await page.getByRole('link', { name: `去付款：${self.name}的订单` }).click();
  await arrive(page, 'pay', '应付金额');
  expect(query(page).get('orderNo')).toBe(orderNo);

  await page.goto(`${shop.origin}/#/orderDetail?orderNo=${orderNo}`);
  await button(page, '取消订单').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '先不取消' }).waitFor();
  // What became of it nobody knows: how to see it, and what to do, stays until it is read.
  visit.expectTrouble(/ERR_INTERNET_DISCONNECTED/);
  await visit.context.setOffline(true);
  await dialog.getByRole('button', { name: '取消订单' }).click();
  await dialog.getByText(/^网络不通，不知道取消了没有/).waitFor();
  await dialog.getByRole('button', { name: '知道了' }).click();
  await visit.context.setOffline(false);
  await button(page, '取消订单').click();
  await dialog.getByRole('button', { name: '取消订单' }).click();
  await arrive(page, 'order-cancel', '取消成功');
  await titled(page, '取消成功');
  await page.goto(`${shop.origin}/#/pay?orderNo=${orderNo}`);
  await arrive(page, 'orderDetail', /取消|关闭/);
  await page.goto(`${shop.origin}/#/beforeAuthUser`);
  const choice = page.getByRole('checkbox', { name: new RegExp(self.name) });
  await choice.waitFor();
  expect(await choice.isEnabled()).toBe(true);
});

test('login stands in front of what belongs to a person and leads back to it', async () => {
  const { shop } = stage;
  const visit = await stage.visit();
  const { page } = visit;
  await visit.open('#/orders');
  await page.getByText('登录后才能看订单').waitFor();
  const dialog = page.getByRole('dialog', { name: '温馨提示' });
  await dialog.getByRole('button', { name: '取消' }).click();
  await button(page, '去登录').click();
  await arrive(page, 'login', '手机号登录');
  await logIn(visit, shop, resident(78));
  await arrive(page, 'orders', '我的订单');
  await page.getByText('还没有订单').waitFor();

  await visit.open('#/user_login');
  await arrive(page, 'user_login', '手机号登录');
  await titled(page, '登录');
  await visit.open('#/noSale');
  await arrive(page, 'noSale', '现在可以参保');
  await titled(page, '暂未开售');
});
