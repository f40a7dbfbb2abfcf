import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { creditCodeOf } from '../integration/company-people.ts';
import { eventually, loggedIn, pay, placeOrder, resident } from '../integration/shop.ts';
import { fillCompany } from './company-form.ts';
import {
  addMember,
  arrive,
  askForCode,
  begin,
  button,
  buyForSelf,
  choose,
  consent,
  fillMember,
  heading,
  logIn,
  openCashier,
  orderForSelf,
  placeOrder as placeOrderInBrowser,
  pressAtCashier,
  readCode,
  readDocuments,
  readToTheEnd,
} from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

/** Of one purchase at a time: the second stands in line. */
const stage = useStage({ environment: { PURCHASE_ROOM: '1' } });
const OFFLINE = /ERR_INTERNET_DISCONNECTED/;
const MINUTE_MS = 60_000;

/** `2026-11-20 08:00:00` */
const beijingTime = (ms: number): string =>
  new Date(ms + 8 * 60 * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');

/** A purchase that is under way, and fills the room, until `end`. */
async function heldPurchase(order: () => Promise<unknown>): Promise<{ end: () => Promise<void> }> {
  const holding = new pg.Client({ connectionString: stage.shop.database.url });
  await holding.connect();
  await holding.query('begin; lock table orders in access exclusive mode');
  const ordering = order();
  await eventually(
    async () => (await fetch(`${stage.shop.origin}/metrics`)).text(),
    (text) => /^hm_purchases_inside 1$/m.test(text),
  );
  // Where a test ends before it lets go, the next ones do not find the shop held.
  ordering.catch(() => undefined);
  let letGo: Promise<void> | undefined;
  const release = () => {
    letGo ??= holding.query('commit').then(() => holding.end());
    return letGo;
  };
  onTestFinished(release);
  return {
    async end() {
      await release();
      await ordering;
    },
  };
}

/** Changes the edition on sale in the database and lets the server see it. */
async function changeEdition(change: Record<string, unknown>): Promise<void> {
  const { deps } = stage.shop.servers[0] as (typeof stage.shop.servers)[number];
  await deps.database.query(
    'update editions set document = document || $1::jsonb, config_version = config_version + 1 where is_default',
    [JSON.stringify(change)],
  );
  await deps.editions.refresh();
}

test('after cancelling and after a short balance nothing is charged, and the same order can be paid', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(20));
  for (const unpaid of ['cancel', 'balance-short'] as const) {
    await openCashier(page);
    await pressAtCashier(page, unpaid);
    await page.waitForURL(/#\/payLoading/);
    await button(page, '还没付').click();
    await page.waitForURL(/#\/payFail/);
    await page.getByText('没有扣款，订单还为您保留').waitFor();
    await page.getByRole('link', { name: '重新支付' }).click();
    await arrive(page, 'pay', '应付金额');
    expect(page.url()).toContain(orderNo);
  }
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'paySuccess', '支付成功');
  const atProvider = stage.shop.sandbox.control.orders.list().filter((order) => order.outTradeNo.startsWith(orderNo));
  expect(atProvider.filter((order) => order.tradeState === 'SUCCESS')).toHaveLength(1);
});

test('who pays and does not come back finds the order paid, and an old payment link says so', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(22));
  await openCashier(page);
  await pressAtCashier(page, 'pay-no-return');
  await page.getByText('已付款，没有返回商家').waitFor();
  await visit.open(`#/pay?orderNo=${orderNo}`);
  await arrive(page, 'paySuccess', '支付成功');
  await visit.open(`#/payFail?orderNo=${orderNo}`);
  await arrive(page, 'paySuccess', '支付成功');
});

test('while the provider does not answer, the payment is neither confirmed nor offered again', async () => {
  const { control } = stage.shop.sandbox;
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await orderForSelf(visit, stage.shop, resident(24));
  control.faults.add({ provider: 'wechat-pay', call: 'order.query', kind: 'http_500', times: 10_000 });
  control.faults.add({ provider: 'wechat-pay', call: 'notify', kind: 'notify_lost', times: 10_000 });
  await openCashier(page);
  await pressAtCashier(page, 'pay');
  await arrive(page, 'payLoading', '正在确认付款结果');
  await page.getByText(orderNo).waitFor();
  await visit.open(`#/pay?orderNo=${orderNo}`);
  await arrive(page, 'payLoading', '正在确认付款结果');
  // The way it was to be paid comes with the answer that would offer more.
  await page.getByText('微信支付', { exact: true }).waitFor();
  expect(await button(page, /用微信支付/).count()).toBe(0);
  expect(await button(page, '还没付').count()).toBe(0);
  control.faults.remove();
  await arrive(page, 'paySuccess', '支付成功');
});

test('somebody else insures the person while the order is being checked: the page says who and leads back', async () => {
  const { shop } = stage;
  const [buyer, mother, other] = [resident(26), resident(28), resident(30)];
  const visit = await stage.visit();
  const { page } = visit;
  await begin(visit, shop, buyer);
  await addMember(page, buyer, 'self');
  await addMember(page, mother, 'parent');
  await choose(page, buyer, mother);
  await readDocuments(page);
  await consent(page).check();

  const relative = await loggedIn(shop, other);
  const { orderNo } = await placeOrder(relative, [other, mother]);
  await pay(relative, orderNo, shop.sandbox);
  await eventually(
    () => relative.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === 2,
  );

  const report = page.waitForRequest(/\/monitoring\/report/);
  await button(page, '去付款').click();
  const dialog = page.getByRole('dialog', { name: '有人现在不能参保' });
  await dialog.getByText(mother.name).waitFor();
  await dialog.getByRole('button', { name: '修改名单' }).click();
  await arrive(page, 'beforeAuthUser', '为谁参保');
  await page.getByText('已参保').waitFor();
  const choice = page.getByRole('checkbox', { name: new RegExp(mother.name) });
  expect(await choice.isDisabled()).toBe(true);
  expect(await choice.isChecked()).toBe(false);
  expect(await page.getByRole('checkbox', { name: new RegExp(buyer.name) }).isChecked()).toBe(true);

  // Whoever watches over the shop is told of the refusal, and by which release.
  const { events } = (await report).postDataJSON() as { events: { kind: string; call: string; release: string }[] };
  const scripts = await page.evaluate(() => [...document.scripts].map(({ src }) => src.split('/').pop()));
  const script = scripts.find((name) => name?.startsWith('app-'))?.replace('.js', '');
  expect(script).toMatch(/^app-[\w-]{7}$/);
  expect(events).toContainEqual(expect.objectContaining({ kind: 'reply-code', call: 'saveOrder', release: script }));
});

test('where more are buying than can be served, a resident stands in line, may leave it, and comes through by turn', async () => {
  const { shop } = stage;
  const [buyer, other] = [resident(64), resident(66)];
  const visit = await stage.visit();
  const { page } = visit;
  await begin(visit, shop, buyer);
  await addMember(page, buyer, 'self');
  await choose(page, buyer);
  await readDocuments(page);
  await consent(page).check();

  const relative = await loggedIn(shop, other);
  const held = await heldPurchase(() => placeOrder(relative, [other]));
  await button(page, '去付款').click();
  const line = page.getByRole('dialog', { name: '买的人多，正在排队' });
  await line.getByText('马上轮到您').waitFor();
  await look(page, 'purchase-line');
  await line.getByRole('button', { name: '先不排了' }).click();
  await page.getByText('已经不排了，填好的内容都在。过一会儿再点“去付款”').waitFor();
  await button(page, '去付款').click();
  await line.waitFor();
  await held.end();
  await arrive(page, 'pay', '应付金额');
});

test('a company’s contact person stands in line too, and has the same place and no other code after a reload', async () => {
  const { shop } = stage;
  const visit = await stage.visit();
  const { page } = visit;
  const contact = { name: '陈示范', phone: '13900000657', creditCode: creditCodeOf('91320594MA1QUEU7X') };
  await visit.open('#/company');
  await fillCompany(visit, shop, contact);
  const consented = page.getByRole('checkbox', { name: /同意工作人员联系我/ });
  await consented.check();
  const other = resident(68);
  const relative = await loggedIn(shop, other);
  const held = await heldPurchase(() => placeOrder(relative, [other]));
  await button(page, '提交预约').click();
  const line = page.getByRole('dialog', { name: '买的人多，正在排队' });
  await line.getByText('马上轮到您').waitFor();
  await page.reload();
  await page.getByText('上次没填完的内容还在').waitFor();
  // It was used up before.
  await page.getByLabel('短信验证码').fill(readCode(shop, contact.phone));
  await consented.check();
  await button(page, '提交预约').click();
  await line.waitFor();
  await held.end();
  await heading(page, '预约已提交').waitFor();
});

test('a document that changed must be read again, and only that one', async () => {
  const { shop } = stage;
  const self = resident(32);
  const visit = await stage.visit();
  const { page } = visit;
  await begin(visit, shop, self);
  await addMember(page, self, 'self');
  await choose(page, self);
  await readDocuments(page);
  await consent(page).check();

  const { deps } = shop.servers[0] as (typeof shop.servers)[number];
  await deps.database.query(
    `insert into documents (edition_code, document_key, version, title, required, blocks, sha256, published_at)
     select edition_code, document_key, version + 1, title, required, blocks, sha256, now() from documents
     where document_key = 'exclusions' and edition_code = (select code from editions where is_default)`,
  );
  await deps.editions.refresh();

  await button(page, '去付款').click();
  await page.getByText('《免除责任》有更新，请重新读完再付款').waitFor();
  await page.getByText('请逐份读完（3 / 4）').waitFor();
  expect(await consent(page).isChecked()).toBe(false);
  await button(page, '继续阅读').click();
  await readToTheEnd(page);
  await page.getByText('请逐份读完（4 / 4）').waitFor();
  await placeOrderInBrowser(page);
});

test('without network the form is kept and saved later; a page that did not load comes with the network', async () => {
  const [self, mother] = [resident(34), resident(36)];
  const visit = await stage.visit();
  visit.expectTrouble(OFFLINE);
  const { page, context } = visit;
  await begin(visit, stage.shop, self);
  await addMember(page, self, 'self');
  await page.getByRole('link', { name: '添加家人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await fillMember(page, mother, 'parent');
  await page.getByRole('checkbox', { name: /个人信息授权书/ }).check();

  await context.setOffline(true);
  await page.getByText('网络不通，您填的内容还在').waitFor();
  await button(page, '保存').click();
  await page.getByText('网络不通，没有保存。您填的内容还在，请再试一次').waitFor();
  expect(await page.getByLabel('姓名').inputValue()).toBe(mother.name);
  await context.setOffline(false);
  await button(page, '保存').click();
  await arrive(page, 'beforeAuthUser', '为谁参保');
  await page.getByText(mother.name, { exact: true }).waitFor();

  await page.getByRole('link', { name: '添加家人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await context.setOffline(true);
  await page.goBack();
  await button(page, '重新加载').waitFor();
  // Whoever came by a link has nothing to go back to.
  expect(await page.getByRole('link', { name: '回首页' }).getAttribute('href')).toBe('#/index');
  await button(page, '重新加载').click();
  await button(page, '重新加载').waitFor();
  // Nobody has to know that the network is back.
  await context.setOffline(false);
  await page.getByText(mother.name, { exact: true }).waitFor();
});

test('an ended session asks to log in and comes back to the same step with the draft', async () => {
  const self = resident(38);
  const visit = await stage.visit();
  const { page, context } = visit;
  await begin(visit, stage.shop, self);
  await addMember(page, self, 'self');
  await choose(page, self);
  await readDocuments(page);
  await consent(page).check();
  await context.clearCookies();

  await button(page, '去付款').click();
  const dialog = page.getByRole('dialog', { name: '温馨提示' });
  await dialog.getByText('未登录，请重新登录').waitFor();
  await dialog.getByRole('button', { name: '取消' }).click();
  await dialog.waitFor({ state: 'detached' });
  await heading(page, '核对参保信息').waitFor();
  await button(page, '去付款').click();
  await dialog.getByRole('button', { name: '去登录' }).click();
  await arrive(page, 'login', '手机号登录');
  // A second code for the same phone is sent after a minute.
  stage.clock.advance(MINUTE_MS);
  await logIn(visit, stage.shop, self);
  await arrive(page, 'beforeConfirm', '核对参保信息');
  await page.getByText('请逐份读完（4 / 4）').waitFor();
  await page.getByText(self.name, { exact: true }).first().waitFor();
  await placeOrderInBrowser(page);
});

test('the sale ends while the page stands open: by the clock at once, by the server at the press', async () => {
  const self = resident(40);
  const visit = await stage.visit();
  const { page } = visit;
  await begin(visit, stage.shop, self);
  await addMember(page, self, 'self');
  await choose(page, self);
  await readDocuments(page);
  await consent(page).check();

  const before = await stage.shop.visitor().value('productInfo', {});
  try {
    await changeEdition({ insureStart: '2025-01-01', insureEnd: beijingTime(Date.now() - 60 * MINUTE_MS) });
    // The page still has the former dates; the server answers 300001, and the page asks what has changed.
    await button(page, '去付款').click();
    await arrive(page, 'noSale', /参保已截止|本期已结束/);
    await page.waitForFunction(() => document.title === '暂未开售');
  } finally {
    await changeEdition({ insureStart: before.insureStart, insureEnd: before.insureEnd });
  }

  await page.clock.install();
  await page.reload();
  await visit.open('#/beforeConfirm');
  await heading(page, '核对参保信息').waitFor();
  await page.waitForLoadState('networkidle');
  const untilEndMs = Date.parse(`${before.insureEnd.replace(' ', 'T')}+08:00`) - Date.now();
  // The server, for which no time has passed, would set the page's clock right with any answer.
  await page.route('**/hmb-js26/**', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const date = new Date(Date.parse(headers.date as string) + untilEndMs + MINUTE_MS).toUTCString();
    await route.fulfill({ response, headers: { ...headers, date } });
  });
  await page.clock.fastForward(untilEndMs + MINUTE_MS);
  await arrive(page, 'noSale', '参保已截止');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a wrong and an expired code are refused in words, and the form stays', async () => {
  const { shop } = stage;
  const person = resident(42);
  const visit = await stage.visit();
  const { page } = visit;
  await visit.open('#/user_login');
  await heading(page, '手机号登录').waitFor();
  await askForCode(page, person.phone);
  const code = readCode(shop, person.phone);
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  const field = page.getByLabel('短信验证码');
  const submit = page.getByRole('button', { name: '登录', exact: true });

  await field.fill(code === '000000' ? '000001' : '000000');
  await submit.click();
  await page.getByText('验证码不对').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  stage.clock.advance(10 * MINUTE_MS);
  await field.fill(code);
  await submit.click();
  await page.getByText('验证码已过期').waitFor();
  expect((await page.getByLabel('手机号', { exact: true }).inputValue()).replace(/\D/g, '')).toBe(person.phone);
});

test('an order whose time is up is closed, says so, and can be placed anew', async () => {
  const { shop } = stage;
  const self = resident(44);
  const visit = await stage.visit();
  const { page } = visit;
  const orderNo = await buyForSelf(visit, shop, self);
  stage.clock.advance(31 * MINUTE_MS);
  const { deps } = shop.servers[0] as (typeof shop.servers)[number];
  await eventually(
    () => deps.database.query<{ status: number }>('select status from orders order by created_at desc limit 1'),
    ([newest]) => newest?.status === 70 || newest?.status === 71,
  );
  await button(page, /^用微信支付/).click();
  await arrive(page, 'orderDetail', /关闭/);
  await page.getByText('没有扣款。还要参保的话，请重新提交订单').waitFor();

  await visit.open('#/beforeConfirm');
  await heading(page, '核对参保信息').waitFor();
  expect(await placeOrderInBrowser(page)).not.toBe(orderNo);
});
