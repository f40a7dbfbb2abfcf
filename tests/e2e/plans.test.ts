import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import {
  addMember,
  arrive,
  button,
  choose,
  consent,
  heading,
  logIn,
  openCashier,
  pickRegion,
  placeOrder,
  pressAtCashier,
  query,
  readDocuments,
} from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();

test('a resident compares the editions, buys the basic plan for two, raises one policy and finds both orders', async () => {
  const { shop } = stage;
  const [self, mother] = [resident(700), resident(702)];
  const visit = await stage.visit();
  const { page } = visit;

  await visit.open();
  await heading(page, /苏民安/).waitFor();
  await page.getByText('门诊补充险').click();
  await page.getByText('已经停售').waitFor();
  await page.getByRole('link', { name: '各版放在一起看' }).click();
  await arrive(page, 'editions', /版和 \d+ 版/);
  await button(page, '和 2025 版比').click();
  await page.getByRole('heading', { name: /和 2025 基础款比，变了 3 处/ }).waitFor();
  await look(page, 'editions');
  await page.getByRole('link', { name: /两款版 也在参保/ }).click();
  await heading(page, /两款版/).waitFor();
  expect(new URL(page.url()).searchParams.get('productId') ?? query(page).get('productId')).toMatch(/plus$/);
  await page.getByRole('heading', { name: '选方案' }).waitFor();
  await look(page, 'index-plans');

  await page.getByRole('link', { name: /^升级款/ }).click();
  await arrive(page, 'login', '手机号登录');
  await logIn(visit, shop, self);
  await pickRegion(page);
  await arrive(page, 'beforeAuthUser', '为谁参保');
  await addMember(page, self, 'self');
  await addMember(page, mother, 'parent');
  const plans = page.getByRole('group', { name: /选方案/ });
  await look(page, 'choose-plan');
  expect(await plans.getByRole('radio', { name: /^升级款/ }).isChecked()).toBe(true);
  await plans.getByRole('radio', { name: /^基础款/ }).check();
  // The card was pressed once; neither another screen, nor back, nor loading anew presses it again.
  await page.getByRole('link', { name: '添加家人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await page.goBack();
  await arrive(page, 'beforeAuthUser', '为谁参保');
  expect(await plans.getByRole('radio', { name: /^基础款/ }).isChecked()).toBe(true);
  await page.reload();
  await arrive(page, 'beforeAuthUser', '为谁参保');
  expect(await plans.getByRole('radio', { name: /^基础款/ }).isChecked()).toBe(true);
  await choose(page, self, mother);
  await page.getByRole('link', { name: '换方案' }).waitFor();
  await readDocuments(page);
  await look(page, 'confirm-plan');
  const orderNo = await placeOrder(page);
  await openCashier(page);
  expect(await page.getByTestId('amount').textContent()).toContain('316.00');
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  await page.getByText('电子保单已生成').waitFor();

  await visit.open(`#/orderDetail?orderNo=${orderNo}`);
  await page.getByRole('link', { name: /升级到更高的方案/ }).click();
  await arrive(page, 'upgrade', '保单升级');
  await button(page, '去付差价').click();
  await page.getByText('请选择给谁升级').waitFor();
  await page.getByRole('checkbox', { name: new RegExp(self.name) }).check();
  await look(page, 'upgrade');
  // Another sale, whose record has to show the reading: who ticks before is led to it.
  expect(await readDocuments(page, consent(page))).toBeGreaterThan(0);
  await consent(page).check();
  await button(page, '去付差价').click();
  await arrive(page, 'pay', '应付金额');
  const upgradeNo = query(page).get('orderNo') ?? '';
  await openCashier(page);
  expect(await page.getByTestId('amount').textContent()).toContain('100.00');
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  await page.getByText('1 人升级完成').waitFor();
  await page.getByText('保单已升级', { exact: true }).waitFor();

  await visit.open(`#/orderDetail?orderNo=${upgradeNo}`);
  await page.getByText('1 份保单已升级').waitFor();
  await look(page, 'upgrade-order');
  await page.getByRole('link', { name: /参保的订单/ }).click();
  await page.waitForURL((url) => url.hash.includes(orderNo));
  await page.getByText('批单号').waitFor();
  await look(page, 'order-upgraded');
  await page.getByRole('link', { name: '保险凭证' }).click();
  await arrive(page, 'voucher', '保险凭证');
  await page.getByText('人民币贰佰伍拾捌元整').waitFor();
  await page.getByRole('link', { name: '看这笔订单' }).click();
  await page.getByRole('link', { name: '申请退保' }).click();
  await arrive(page, 'refund-reason', '申请退保');
  await page.getByText('（含升级差价 ¥100.00）').waitFor();
  await visit.open(`#/refund-reason?orderNo=${upgradeNo}`);
  await arrive(page, 'refund-reason', '退回升级');
  await page.getByRole('heading', { name: '退谁的升级' }).waitFor();
  await look(page, 'refund-upgrade');

  await visit.open('#/orders?year=all');
  await arrive(page, 'orders', '我的订单');
  await page.getByRole('article', { name: /升级差价/ }).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(2);
  await look(page, 'orders-plans');
  await page.getByRole('searchbox', { name: '订单号或保单号' }).fill(orderNo.toLowerCase());
  await button(page, '查').click();
  await page.getByRole('region', { name: '查到的订单' }).waitFor();
  await page.getByRole('article', { name: /基础款/ }).waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await page.getByRole('searchbox', { name: '订单号或保单号' }).fill('SMA0000000000000000000000');
  await button(page, '查').click();
  await page.getByText('没有查到这个号码的订单').waitFor();
  await button(page, '看全部').click();
  await page.getByRole('article', { name: /升级差价/ }).waitFor();
});

test('the comparison and the choice of a plan can be read in elder mode', async () => {
  const visit = await stage.visit({ elder: true });
  const { page } = visit;
  const editions = await stage.shop.visitor().value('productQuery', {});
  const two = editions.find(({ plans, onSale }) => onSale && plans.length > 1);
  await visit.open(`?productId=${two?.editionCode}#/editions`);
  await arrive(page, 'editions', /版和 \d+ 版/);
  await page.getByText(/也有升级款/).waitFor();
  await look(page, 'editions-plans', { elder: true });
  await visit.open(`?productId=${two?.editionCode}#/index`);
  await page.getByRole('heading', { name: '选方案' }).waitFor();
  await look(page, 'index-plans', { elder: true });
});

test('an address that names an edition that is none shows the one on sale, and hands the name on to nobody', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  await visit.open('?area=320500&productId=gone25#/index');
  await heading(page, /苏民安/).waitFor();
  expect([...query(page)]).toEqual([['area', '320500']]);
  const tab = await visit.tab('#/agreement?key=clauses&productId=gone25');
  await heading(tab, /保险条款/).waitFor();
  expect([...query(tab)]).toEqual([['key', 'clauses']]);
  // Nor does a document name its edition in the address of whoever looks for an older version of it.
  await tab.getByRole('button', { name: /^全部版本/ }).click();
  await tab.getByText('正在看').waitFor();
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(stage.clock.now());
  await tab.getByLabel('看哪一天的版本').fill(today);
  await tab.getByRole('link', { name: /的版本$/ }).click();
  await tab.waitForURL((url) => url.hash.includes('asOf='));
  await heading(tab, /保险条款/).waitFor();
  expect(query(tab).get('productId')).toBeNull();
});
