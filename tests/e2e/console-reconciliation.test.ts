import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import { people } from '@huimin/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { putSettlements, storeIssueFile } from '../../apps/server/src/features/reconciliation/index.ts';
import { pay, placeOrder } from '../integration/shop.ts';
import { expectInSight, useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'reconciliation');
const FEE_FEN = 95;

beforeAll(async () => {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
  stage.clock.set(beijingMs(`${addDays(beijingDate(stage.clock.now()), 1)} 12:00:00`));
  const visitor = stage.shop.visitor();
  await visitor.logIn(people.linMei);
  const { orderNo } = await placeOrder(visitor, [people.linMei]);
  await pay(visitor, orderNo, stage.shop.sandbox);
  stage.shop.sandbox.control.faults.add({ provider: 'wechat-pay', kind: 'bill_amount_diff', times: 50 });
  stage.clock.set(beijingMs(`${addDays(beijingDate(stage.clock.now()), 1)} 10:05:00`));
  while ((await stage.shop.runJob('reconciliation')) > 0);
  const now = stage.clock.now();
  const day = addDays(beijingDate(now), -1);
  const transfer = { provider: 'wechat-pay', day, arrivedOn: beijingDate(now), reference: 'BANK-20270101-0001' };
  const grossFen = 15_800;
  const settled = { ...transfer, grossFen, feeFen: FEE_FEN, netFen: grossFen - FEE_FEN };
  await putSettlements(server.deps.database.query, [settled], '财务 01', now);
});

test('a difference is looked at, decided by two, and its day says so', async () => {
  const { page } = await signIn('caiwu01', '/reconciliation');
  await heading(page, '三方对账').waitFor();
  const panel = page.getByRole('complementary', { name: '处理差异' });
  await panel.getByText('对账归为金额不符').waitFor();
  await page.getByText('差 1 笔，未结清').waitFor();
  // A number that is none of the day's differences says what to do, and leads back to them.
  for (const number of ['999', 'abc']) {
    const { page: other } = await signIn('caiwu01', `/reconciliation?difference=${number}`, /\b40[04]\b/);
    await other.getByText(/^没有.*请核对地址里的编号，或者从列表里选/).waitFor();
    await button(other, '看列表').click();
    await other.getByText('对账归为金额不符').waitFor();
  }
  // Whoever comes by the alert reads it in the desk's words and is led to its day.
  const { page: alerts } = await signIn('caiwu01', '/alerts');
  const openDay = alerts.getByRole('article', { name: /^对账有差异/ });
  await openDay.getByText(/渠道 微信支付\s+差异 1 笔/).waitFor();
  await look(alerts, 'alerts');
  // In a low window the menu's counts are below its end: they make the menu longer, not the page.
  await alerts.setViewportSize({ width: 1024, height: 480 });
  expect(await alerts.evaluate(() => document.documentElement.scrollHeight)).toBe(480);
  await alerts.setViewportSize({ width: 1440, height: 900 });
  await openDay.getByRole('link', { name: '看这一天的对账' }).waitFor();
  await alerts.locator('body').press('Enter');
  await alerts.getByText('对账归为金额不符').waitFor();
  // The third leg: what came, less the fee, beside a bill that says a fen more.
  const settled = page.getByRole('region', { name: '资金到账' }).getByRole('row').filter({ hasText: '微信支付' });
  await settled.getByText('157.05').waitFor();
  await settled.getByText('少结算').waitFor();
  await look(page, 'open');
  await button(page, '试算平衡').click();
  const balance = page.getByRole('dialog', { name: '试算平衡' });
  await button(page, '再算一次').click();
  await balance.getByRole('row', { name: /渠道待清算·微信支付/ }).waitFor();
  await balance.getByRole('row', { name: /^合计/ }).getByText('0.00').waitFor();
  await look(page, 'balance');
  const alert = (desk: Page) => desk.getByRole('alert').filter({ hasText: '账不平' });
  const books = stage.shop.servers[0]?.deps.database ?? expect.fail();
  await books.query('update payments set amount_fen = amount_fen - 100');
  await button(page, '再算一次').click();
  await alert(page).waitFor();
  // Whoever looks after the servers is told, too, and led no further than they may go.
  const { page: system } = await signIn('yunwei01', '/running');
  await alert(system).getByText('微信支付账上多 1.00 元').waitFor();
  await look(system, 'unbalanced-running');
  await alert(system).getByRole('link', { name: '看提醒' }).click();
  await system.getByRole('heading', { name: '账不平' }).waitFor();
  await look(system, 'unbalanced-alerts');
  const { page: overview } = await signIn('caiwu01', '/dashboard');
  await alert(overview).getByText('微信支付账上多 1.00 元').waitFor();
  await look(overview, 'unbalanced');
  await alert(overview).getByRole('link', { name: '看试算平衡' }).click();
  const opened = overview.getByRole('dialog', { name: '试算平衡' });
  await opened
    .getByRole('row', { name: /^微信支付/ })
    .getByText('不符')
    .waitFor();
  await look(overview, 'unbalanced-balance');
  await books.query('update payments set amount_fen = amount_fen + 100');
  await button(overview, '再算一次').click();
  await opened.getByText('账平', { exact: true }).waitFor();
  await system.reload();
  // Nothing of that kind is left, so that the list is no longer narrowed to it: what else is open stands there, alone.
  await system.getByRole('article', { name: /^对账有差异/ }).waitFor();
  expect(await system.getByRole('article').count()).toBe(1);
  expect(new URL(system.url()).searchParams.get('kind')).toBeNull();
  await balance
    .getByRole('button', { name: /取\s*消|关\s*闭/ })
    .first()
    .click();
  await balance.waitFor({ state: 'hidden' });
  await settled.scrollIntoViewIfNeeded();
  await look(page, 'settled');
  // Where the statement goes: chosen already, and what finance does not give is not offered.
  await page.getByRole('link', { name: '导入到账流水' }).click();
  await button(page, '上传文件').click();
  await page.getByRole('dialog').getByTitle('到账流水').waitFor();
  await look(page, 'statement');
  await page.goBack();
  await page.getByRole('link', { name: '导入出单文件' }).click();
  await button(page, '上传文件').click();
  await page.getByRole('dialog').getByTitle('保司出单').waitFor();
  await look(page, 'issue-file');
  await page.goBack();
  await panel.getByText('对账归为金额不符').waitFor();
  await panel.getByRole('radio', { name: /已核实/ }).check();
  await panel.getByLabel('处理说明').fill('渠道确认账单写错一分');
  await expectInSight(page, button(page, '提交复核'));
  await button(page, '提交复核').click();
  await panel.getByText(/已核实，待同意/).waitFor();

  const { page: second } = await signIn('hegui01', '/approvals');
  await second.getByRole('button', { name: '同意', exact: true }).click();
  await button(second, '同意并办理').click();
  await second.getByText('没有等您同意的申请').waitFor();
  await stage.shop.runJob('reconciliation-decisions');

  // Whoever asked comes back to the page and sees what the other person decided.
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('focus')));
        return panel.getByText(/已核实，待同意/).count();
      },
      { interval: 500, timeout: 10_000 },
    )
    .toBe(0);
  await page.getByText('差异都处理了').waitFor();
  // It has ended by itself: nobody has to say once more that it was seen to.
  await alerts.goBack();
  await alerts.getByRole('tab', { name: '已处理' }).click();
  await openDay.getByText('差异都处理了，提醒自动消掉').waitFor();
  await panel.getByText('财务 01、合规 01：渠道确认账单写错一分').waitFor();
  await look(page, 'decided');

  // The insurer's own file has a policy that is none of ours; all such differences go out as a file, by two.
  const day = addDays(beijingDate(stage.clock.now()), -1);
  const edition = stage.shop.servers[0]?.deps.editions.edition()?.code ?? expect.fail();
  const told = `保单号,版本,出单日期,保费,状态,份额:甲信财产\nXX-000001,${edition},${day},158.00,有效,158.00\n`;
  await storeIssueFile(books.query, Readable.from([Buffer.from(told)]), { day, by: '张会计' }, stage.clock.now());
  while ((await stage.shop.runJob('issue-files')) > 0);
  await page.reload();
  await page.getByText('XX-000001').waitFor();
  await button(page, /^导出出单差/).click();
  const asking = page.getByRole('dialog', { name: '导出出单差' });
  await asking.getByRole('radio', { name: /CSV/ }).check();
  await asking.getByLabel('原因').fill('和保司核对用');
  await look(page, 'issue-export');
  await asking.getByRole('button', { name: '提交申请' }).click();
  await asking.waitFor({ state: 'hidden' });
  await second.reload();
  await second.getByRole('button', { name: '同意', exact: true }).click();
  await second
    .getByRole('dialog')
    .getByRole('button', { name: /^同\s*意/ })
    .click();
  await second.getByText('没有等您同意的申请').waitFor();
  const { page: files } = await signIn('caiwu01', '/exports');
  const [file] = await Promise.all([
    files.waitForEvent('download'),
    files
      .getByRole('row', { name: /出单差/ })
      .getByRole('link', { name: /下\s*载/ })
      .click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(',保司有我无,XX-000001,');
  await look(files, 'issue-exported');
  // Whoever answers the telephone sees neither the bills nor a file of them.
  const { page: telephone } = await signIn('kefu01', '/reconciliation');
  await telephone.getByText('您的角色不能看这一页').waitFor();
  expect(await button(telephone, /^导出出单差/).count()).toBe(0);
});
