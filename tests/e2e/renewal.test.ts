import { randomBytes } from 'node:crypto';
import type { Person } from '@huimin/testing';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buyWithContract, openEdition } from '../integration/contract-buyer.ts';
import { eventually, loggedIn, placeOrder as order, pay, resident } from '../integration/shop.ts';
import { arrive, button, logIn, pickRegion, placeOrder, readDocuments } from './journey.ts';
import { look } from './looks.ts';
import { useStage, type Visit, type VisitOptions } from './stage.ts';

const stage = useStage();
const DAY_MS = 86_400_000;
const [first, second, third, signing] = [resident(8_500), resident(8_501), resident(8_502), resident(8_503)];

const theSwitch = (page: Page) => page.getByRole('switch', { name: '自动重新投保' });
const beijingYear = () => new Date(stage.clock.now() + 8 * 3_600_000).getUTCFullYear();
const next = (offset: number) => `demo${String(beijingYear() + offset).slice(2)}`;

/** What goes on by itself, now instead of at its turn. */
async function work(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    for (const name of ['withholding-plans', 'withholding-years', 'withholding-messages']) {
      await stage.shop.runJob(name);
    }
    await stage.shop.sandbox.control.settle();
  }
  // One that the server's own round has taken is on its way: time does not pass under it.
  const { database } = (stage.shop.servers[0] ?? expect.fail()).deps;
  const onTheirWay = () => database.query(`select 1 from withholding_messages where state = 'SENDING'`);
  await eventually(onTheirWay, (rows) => rows.length === 0);
}

async function at(moment: string): Promise<void> {
  stage.clock.set(moment);
  await work();
}

/** A browser of somebody who has just logged in. */
async function visitOf(person: Person, options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit(options);
  const { cookie } = await loggedIn(stage.shop, person);
  const [name = '', value = ''] = cookie.split('=');
  await visit.context.addCookies([{ name, value, url: stage.shop.origin }]);
  return visit;
}

test('a year later: two of three people again with what changed, and a changed price that is confirmed before it is taken', async () => {
  const { shop } = stage;
  const visitor = await loggedIn(shop, first);
  const { orderNo } = await order(visitor, [first, second, third], randomBytes(16).toString('hex'));
  await pay(visitor, orderNo, shop.sandbox);
  const contract = await buyWithContract(shop, [signing]);
  const issued = () => visitor.value('selectListPolicy', { limit: 10 });
  await eventually(issued, ({ policies }) => policies.length === 3);
  const signed = () => contract.visitor.value('queryWithholdings', {});
  await eventually(signed, ({ contracts }) => contracts[0]?.standing === true);

  const year = beijingYear() + 1;
  const { database, editions } = (shop.servers[0] ?? expect.fail()).deps;
  // The demonstration has an edition of that year, too, which the contract is not to go on by.
  await database.query(
    `update editions set config_version = config_version + 1, document = document || '{"automaticReapplicationOffered": false}'
     where code like 'soon%'`,
  );
  await editions.refresh();
  stage.clock.set(`${year}-02-01T10:00:00+08:00`);
  // A browser goes by the machine's time, so the sale has begun there too.
  const change = () => ({ insureStart: `${year - 1}-01-01`, flows: undefined });
  await openEdition(shop, { code: next(1), year, premiumFen: 17_800, change });
  await database.query('update editions set is_default = (code = $1)', [next(1)]);
  await editions.refresh();
  await work();

  await renewTwoOfThree();
  await confirmAndPay(year);
});

async function renewTwoOfThree(): Promise<void> {
  const visit = await stage.visit();
  const { page } = visit;
  await visit.open('#/login');
  await logIn(visit, stage.shop, first);
  // The way there stands wherever last year's policies do.
  await visit.open('#/orders');
  await page.getByRole('link', { name: '以前参保过，去续保' }).waitFor();
  await visit.open('#/voucher_list');
  await page.getByRole('link', { name: /^续保/ }).waitFor();
  await look(page, 'voucher-list-renew');
  await visit.open('#/myAccount');
  // The year that runs, although the next one is on sale.
  await page.getByRole('link', { name: `3 人已有 ${beijingYear()} 年保障` }).waitFor();
  await page.getByRole('link', { name: /续保/ }).click();
  await arrive(page, 'renew', '以前参保的家人');
  const of = (person: Person) => page.getByRole('group', { name: `${person.name}的选择` });
  await of(first).waitFor();
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0);
  await look(page, 'renew');
  await button(page, '下一步').click();
  await page.getByText('还有 3 人没选').waitFor();
  await button(page, /版有 \d 处变化/).click();
  await page.getByRole('dialog').getByText('每人 178.00 元').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await of(first)
    .getByRole('radio', { name: /续保.*多 20\.00 元/ })
    .check();
  await of(second).getByRole('radio', { name: /续保/ }).check();
  await of(third)
    .getByRole('radio', { name: /不再投保/ })
    .check();
  await button(page, '下一步').click();

  await arrive(page, 'renew-check', '核对家人信息');
  await page.getByText('还有 2 人没核对').waitFor();
  await look(page, 'renew-check');
  const check = (person: Person) => page.getByRole('group', { name: `${person.name}的信息` });
  await check(first).getByRole('radio', { name: '没有变' }).check();
  await check(second).getByRole('radio', { name: '变了', exact: true }).check();
  await page.getByRole('link', { name: '去修改' }).click();
  await arrive(page, 'beforeAdd', /被保险人/);
  await page.getByRole('button', { name: /医保所在地/ }).click();
  await pickRegion(page);
  await page.getByRole('checkbox', { name: /家人同意/ }).check();
  await button(page, '保存').click();
  await arrive(page, 'renew-check', '核对家人信息');
  await page.getByText('已经按新的信息投保').waitFor();
  await button(page, '下一步').click();
  await arrive(page, 'beforeConfirm', '核对参保信息');
  await page.getByText('2 人合计').waitFor();
  await readDocuments(page);
  const orderNo = await placeOrder(page);
  const { deps } = stage.shop.servers[0] ?? expect.fail();
  const people = await deps.database.query(
    'select relationship, region_code, premium_fen from insured where order_id = $1 order by id',
    [deps.numbers.orderId(orderNo)],
  );
  expect(people).toEqual([
    { relationship: '00', region_code: '320500', premium_fen: 17_800 },
    { relationship: '02', region_code: '320540', premium_fen: 17_800 },
  ]);
}

async function confirmAndPay(year: number): Promise<void> {
  const visit = await visitOf(signing, { browser: 'wechat' });
  const { page } = visit;
  await visit.open('#/withhold');
  await page.getByText(`${year + 1} 版开售了，请您确认`).waitFor();
  await look(page, 'withhold-asking');
  await page.getByRole('link', { name: '看变化，再决定' }).click();
  await arrive(page, 'withhold-confirm', '确认下一次扣费');
  await page.getByText('178.00 元，多 20.00 元').waitFor();
  await look(page, 'withhold-confirm');
  await readDocuments(page);
  await button(page, '确认继续投保').click();
  await page.getByText('请看完以上内容后勾选，再确认').waitFor();
  await page.getByRole('checkbox', { name: /同意.*扣 178\.00 元/ }).check();
  await button(page, '确认继续投保').click();
  await arrive(page, 'withhold', '自动扣费管理');
  await page.getByText('您确认了继续投保').waitFor();
  await page.getByText('待扣费').waitFor();

  const { deps } = stage.shop.servers[0] ?? expect.fail();
  const [run] = await deps.database.query<{ charge_on: string }>('select charge_on from withholding_runs');
  const chargeMs = Date.parse(`${run?.charge_on}T08:00:00+08:00`);
  const before = (days: number, hour: number) =>
    new Date(chargeMs - days * DAY_MS + (hour - 8) * 3_600_000).toISOString();
  for (const [days, hour] of [
    [30, 10],
    [7, 10],
    [2, 8],
    [1, 10],
    [0, 8],
  ] as const)
    await at(before(days, hour));
  stage.clock.advance(60_000);
  await work();
  const later = await visitOf(signing, { browser: 'wechat', elder: true });
  await later.open('#/withhold');
  await later.page.getByText('扣费成功').first().waitFor();
  await later.page.getByText('提前 30 天、7 天、1 天，共 3 条').waitFor();
  expect(await theSwitch(later.page).isChecked()).toBe(true);
  await look(later.page, 'withhold-charged', { elder: true });
}
