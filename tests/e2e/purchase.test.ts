import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import {
  addMember,
  arrive,
  button,
  choose,
  consent,
  DOCUMENTS,
  heading,
  logIn,
  openCashier,
  pickRegion,
  placeOrder,
  pressAtCashier,
  query,
  readCodeOnPhone,
  readDocuments,
  titled,
} from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const KEPT = 'shareCode=SC1&shareFrom=poster&agentCode=AG7&area=320500&area1=320571';

test('a resident buys for herself and her mother in an ordinary browser and gets policies and vouchers', async () => {
  const { shop } = stage;
  const [self, mother] = [resident(2), resident(4)];
  const visit = await stage.visit();
  const { page } = visit;

  await visit.open(`?${KEPT}`);
  await heading(page, /苏民安/).waitFor();
  expect(await page.title()).toMatch(/^苏民安/);
  await page.getByRole('link', { name: /立即参保/ }).click();

  const sheet = page.getByRole('dialog', { name: '选择医保所在地' });
  await sheet.getByRole('button', { name: '确认添加' }).click();
  await sheet.getByRole('alert').waitFor();
  await sheet.getByRole('radio', { name: '苏州' }).check();
  await sheet.getByRole('button', { name: '确认添加' }).click();
  expect(await sheet.getByRole('alert').textContent()).toMatch(/区|县/);
  await pickRegion(page);

  await arrive(page, 'login', '手机号登录');
  await titled(page, '登录');
  await logIn(visit, shop, self, (phone) => readCodeOnPhone(visit, shop, phone));

  await arrive(page, 'beforeAuthUser', '为谁参保');
  await titled(page, '选择被保险人');
  await addMember(page, self, 'self');
  await addMember(page, mother, 'parent');
  await choose(page, self, mother);

  await titled(page, '核对参保信息');
  await page.getByText('2 人合计').waitFor();
  await page.getByText('苏州 - 工业园区 · 职工医保').waitFor();
  await page.getByText('苏州 - 工业园区 · 居民医保').waitFor();
  expect(await consent(page).isChecked()).toBe(false);
  expect(await button(page, '去付款').count()).toBe(0);
  expect(await readDocuments(page)).toBe(DOCUMENTS.length);
  await button(page, '去付款').click();
  await page.getByText('请看完以上内容后勾选，再去付款').waitFor();
  const orderNo = await placeOrder(page);
  await titled(page, '确认支付');
  for (const [name, value] of new URLSearchParams(KEPT)) expect(query(page).get(name)).toBe(value);

  await openCashier(page);
  expect(await page.getByTestId('amount').textContent()).toContain('316.00');
  await pressAtCashier(page, 'pay');
  await page.waitForURL((url) => url.hash.startsWith('#/payLoading') || url.hash.startsWith('#/paySuccess'));
  await arrive(page, 'paySuccess', '支付成功');
  await titled(page, '支付成功');
  await page.getByText('2 人参保完成').waitFor();
  await page.getByText('电子保单已生成').waitFor();
  const love = page.getByRole('link', { name: /领取爱心证书/ });
  expect(await love.getAttribute('href')).toBe(`#/love?orderNo=${orderNo}`);
  for (const [name, value] of new URLSearchParams(KEPT)) expect(query(page).get(name)).toBe(value);

  await visit.open('#/orders');
  await arrive(page, 'orders', '我的订单');
  const card = page.getByRole('article', { name: new RegExp(self.name) });
  await card.getByText(orderNo).waitFor();
  await card.getByRole('link', { name: '看详情' }).click();
  await page.waitForURL(/#\/orderDetail/);
  await titled(page, '订单详情');
  await page.getByText('职工医保', { exact: true }).waitFor();
  const papers = page.getByRole('link', { name: new RegExp(`^看保单，${self.name}的保单`) });
  const pdf = await page.request.get(new URL((await papers.getAttribute('href')) ?? '', page.url()).href);
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('link', { name: '保险凭证' }).click();
  await arrive(page, 'voucher', '保险凭证');
  await page.getByText('人民币壹佰伍拾捌元整').waitFor();
  const code = page.getByRole('link', { name: '打开验真页面' });
  await code.getByRole('img', { name: /验真二维码/ }).waitFor();
  await code.click();
  await page.waitForURL(/\/v\//);
  const text = (await page.textContent('body')) ?? '';
  expect(text).toContain(`${self.name.slice(0, 1)}*`);
  expect(text).not.toContain(self.idNumber);
});
