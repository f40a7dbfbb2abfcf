import { beforeAll, expect, test } from 'vitest';
import { eventually, newestCode, pay, placeOrder, resident } from '../integration/shop.ts';
import { expectInSight, hasFocus, useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-orders');
const UNIT_FEN = 15_800;

beforeAll(async () => {
  const [server] = stage.shop.servers;
  if (!server) return;
  await server.deps.database.query(
    `update editions set document = document || '{"refundReview": true}', config_version = config_version + 1`,
  );
  await server.deps.editions.refresh();
});

/** An order that is issued; with `asks`, somebody of it wants the money back. */
async function bought(index: number, people: number, asks: boolean): Promise<string> {
  const { shop } = stage;
  const family = Array.from({ length: people }, (_, more) => resident(index + more));
  const payer = resident(index);
  const visitor = shop.visitor();
  await visitor.logIn(payer);
  const { orderNo } = await placeOrder(visitor, family);
  await pay(visitor, orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo }),
    (state) => state.issuedCount === people,
  );
  if (!asks) return orderNo;
  const detail = await visitor.value('queryOrderDetail', { orderNo });
  const policyNos = detail.people.slice(0, 1).map(({ policyNo }) => policyNo as string);
  shop.clock.advance(61_000);
  const choice = { orderNo, policyNos, reason: 'duplicate' as const };
  await visitor.value('saveRefundSubmission', choice);
  const code = newestCode(shop.sandbox, payer.phone);
  await visitor.value('applyRefund', { ...choice, expectedFen: UNIT_FEN, clientKey: `desk-refund-${orderNo}`, code });
  return orderNo;
}

test('an order is found and seen whole by the keyboard, and a refund goes through two pairs of hands', async () => {
  const asked = await bought(720, 2, true);
  const also = await bought(730, 1, true);
  const whole = await bought(740, 3, false);

  // What is no choice of a filter falls away, and so does what is no day: each of them.
  const { page } = await signIn('caiwu01', '/orders?group=gone&source=nobody&from=gone&to=2026-02-30&number=12');
  const rows = page.getByRole('table', { name: /订单列表/ }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(4);
  expect(new URL(page.url()).search).toBe('');
  // Wherever the focus was, Enter is for the row that was chosen since.
  await page.getByRole('button', { name: /导出/ }).focus();
  await page.keyboard.press('j');
  await expect.poll(() => hasFocus(page.locator('tr[aria-selected="true"]'))).toBe(true);
  await page
    .getByRole('complementary', { name: '选中的订单' })
    .getByText('资金')
    .or(page.getByText('渠道'))
    .first()
    .waitFor();
  await look(page, 'list');
  // On a phone a field in the middle opens its calendar inside the window.
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('从哪天').click();
  const calendar = page.locator('.ant-picker-dropdown:visible');
  await calendar.waitFor();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width, height });
  await page.locator('tr[aria-selected="true"]').focus();
  await page.keyboard.press('Enter');
  await heading(page, whole).waitFor();
  await page.getByRole('region', { name: '资金时间线' }).waitFor();
  await look(page, 'order');
  // It is there again after loading anew, and the next one is a key away.
  await page.reload();
  await page.getByRole('region', { name: '资金时间线' }).waitFor();
  await page.keyboard.press('j');
  await heading(page, also).waitFor();
  // Back to the list where that began, not to the one before; and from there to the order again.
  await button(page, '返回').click();
  await heading(page, '订单台').waitFor();
  await page.getByRole('link', { name: whole }).click();
  await heading(page, whole).waitFor();
  await page.getByRole('region', { name: '资金时间线' }).waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: '发起退款' }).waitFor();
  await page.keyboard.press('Escape');
  // A number that somebody reads out leads to what has it, and a person's own stands in no address.
  await page.keyboard.press('/');
  await page.keyboard.type(also.toLowerCase());
  await page.getByText(`在订单台里查 ${also.toLowerCase()}`).filter({ visible: true }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, also).waitFor();
  const { idNumber } = resident(740);
  await page.keyboard.press('/');
  await page.keyboard.type(idNumber);
  await page.getByText('去订单台里填，证件号和手机号不写进地址').filter({ visible: true }).waitFor();
  await page.keyboard.press('Enter');
  await heading(page, '订单台').waitFor();
  await page.getByRole('searchbox', { name: /付款单号/ }).fill(idNumber);
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: new RegExp(whole) }).waitFor();
  expect(page.url()).not.toContain(idNumber);
  // As it is pasted: in groups, with the country's code. From further down in the list it begins at its newest again.
  const persons = page.getByRole('searchbox', { name: /缴费人身份证号或手机号/ });
  await page.goto(`${page.url().split('?')[0]}?before=1_1`);
  await page.getByText('没有这样的订单').waitFor();
  await persons.fill(`${idNumber.slice(0, 6)} ${idNumber.slice(6, 14)} ${idNumber.slice(14)}`);
  await persons.press('Enter');
  await page.getByRole('row', { name: new RegExp(whole) }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await persons.fill(`+86 ${resident(740).phone.replace(/^(...)(....)/, '$1-$2-')}`);
  await persons.press('Enter');
  await page.getByRole('row', { name: new RegExp(whole) }).waitFor();
  await expect.poll(() => rows.count()).toBe(2);
  // The file would hold everybody's orders, and whoever asks for it is told.
  await page.getByRole('button', { name: /导出/ }).click();
  await page.getByText('文件不按编号、证件号和手机号筛，其余条件下的都在里面').waitFor();
  await page.keyboard.press('Escape');
  // An end of a number finds nobody, and is not looked for.
  await persons.fill(idNumber.slice(-4));
  await persons.press('Enter');
  await page.getByText('只有姓名或后几位查不到').waitFor();
  await button(page, '重置').click();
  expect(await persons.inputValue()).toBe('');
  // Everything above the list is made anew, and what was pressed has the focus still.
  // What cannot be the number of anything is not asked for.
  const numbers = page.getByRole('searchbox', { name: /付款单号/ });
  await numbers.fill('12');
  await numbers.press('Enter');
  await page.getByText('请写完整的编号，6 位以上的字母和数字').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await button(page, '重置').press('Enter');
  await expect.poll(() => rows.count()).toBe(4);
  await expect.poll(() => hasFocus(button(page, '重置'))).toBe(true);

  await page.getByRole('link', { name: /退款审核/ }).click();
  await page.getByRole('tab', { name: '待审 2' }).waitFor();
  const checks = page.getByRole('complementary', { name: '退款详情' }).getByText('自动检查');
  await checks.waitFor();
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/refunds/agree')) sent += 1;
  });
  // What has not come up yet is not decided by a key.
  let comeUp = () => {};
  const held = new Promise<void>((resolve) => {
    comeUp = resolve;
  });
  await page.route(/\/refunds\/R[^/]+$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('j');
  await checks.waitFor({ state: 'detached' });
  await page.keyboard.press('a');
  comeUp();
  await checks.waitFor();
  expect(sent).toBe(0);
  await page.unrouteAll();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await page.getByText('已选 1 单，1 人，158.00 元').waitFor();
  await look(page, 'refunds');
  const refund = page.getByRole('complementary', { name: '退款详情' });
  // Once round a dialog and out again: the focus comes back to what opened it.
  const exporting = page.getByRole('button', { name: /导出/ });
  await exporting.press('Enter');
  await page.getByRole('dialog').waitFor();
  for (let tabs = 0; tabs < 7; tabs += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect.poll(() => hasFocus(exporting)).toBe(true);
  await expectInSight(
    page,
    ...[refund.getByRole('button', { name: /退 ?回/ }), refund.getByRole('button', { name: /同意退 158.00/ })],
    ...[button(page, /批量退回/), button(page, /批量同意，交复核/)],
  );
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  // Held down it is one decision.
  for (let times = 0; times < 4; times += 1) await page.keyboard.down('a');
  await page.keyboard.up('a');
  await page.getByRole('tab', { name: '待复核 1 批' }).waitFor();
  expect(sent).toBe(1);

  const { page: other } = await signIn('hegui01', '/refunds?tab=second');
  await other.getByText('2 笔退款，共 316.00 元').waitFor();
  const batch = other.getByRole('table', { name: '这一批的退款' });
  await batch.getByRole('row', { name: /合计 2 笔.*2.*316\.00/ }).waitFor();
  for (const orderNo of [asked, also]) await other.getByRole('link', { name: orderNo }).waitFor();
  await look(other, 'second');
  await button(other, '通过').click();
  await button(other, '通过，马上办').click();
  await other.getByRole('tab', { name: '待复核 0 批' }).waitFor();
  const [server] = stage.shop.servers;
  const waiting = async () => server?.deps.database.query(`select 1 as one from refunds where state = 'REVIEWING'`);
  await expect.poll(async () => (await waiting())?.length).toBe(0);
});
