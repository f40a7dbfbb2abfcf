import { people } from '@huimin/testing';
import { expect, test } from 'vitest';
import { seedPartnerJumps } from '../../apps/server/seed/partner-jumps.ts';
import { seedShareContent } from '../../apps/server/seed/share-content.ts';
import { loggedIn } from '../integration/shop.ts';
import { arrive, button, heading, logIn } from './journey.ts';
import { cutOff, picture, violations } from './looks.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();
const MODES = [
  ['standard', {}],
  ['elder', { elder: true }],
  ['dark', { dark: true }],
] as const;

async function looksRight({ page }: Visit, group: string, name: string): Promise<string[]> {
  await picture(page, group, name);
  return [...(await violations(page)), ...(await cutOff(page))].map((text) => `${group} ${name}: ${text}`);
}

/** What opens the layer of a part, and the words by which it is known to be there. */
const LAYERS: Readonly<Record<string, readonly [open: string, there: string]>> = {
  'region-picker': ['打开', '选择医保所在地'],
  'agreement-sheet': ['只看', '正文'],
  dialogs: ['两个按钮', '未登录，请重新登录'],
  // The overlay and the tip close by themselves; a unit test has the tip's time in its hands.
  share: ['打开', '生成海报'],
  toasts: ['成功', '已保存'],
  copy: ['复制“江苏惠民保”', '复制成功'],
};

test.each(MODES)('every shared element has a page of its own in %s mode', async (mode, options) => {
  const [server] = stage.shop.servers;
  if (server) await seedShareContent(server.deps, true);
  const visit = await stage.visit(options);
  const { page } = visit;
  await visit.context.grantPermissions(['clipboard-write', 'clipboard-read']);
  await visit.open('#/elements');
  await heading(page, '界面组件').waitFor();
  const found = await looksRight(visit, `elements-${mode}`, 'list');
  const addresses = await page
    .locator('a[href^="#/elements?part="]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) {
    const name = address.split('=')[1] ?? '';
    await visit.open(address);
    await page.getByRole('link', { name: '全部组件' }).waitFor();
    found.push(...(await looksRight(visit, `elements-${mode}`, name)));
    const layer = LAYERS[name];
    if (!layer) continue;
    await button(page, layer[0]).click();
    await (name === 'agreement-sheet'
      ? page.getByRole('region', { name: layer[1] })
      : page.getByText(layer[1]).first()
    ).waitFor();
    found.push(...(await looksRight(visit, `elements-${mode}`, `${name}-open`)));
  }
  expect(found).toEqual([]);
});

test('a phone checks itself; a document shows its versions; the bureau’s page is gone to with a consent', async () => {
  const { shop } = stage;
  const [server] = shop.servers;
  if (!server) throw new Error('no server');
  await seedPartnerJumps(server.deps, true);
  const visit = await stage.visit();
  const { page } = visit;
  await visit.open('#/test');
  await heading(page, '手机自检').waitFor();
  await page.getByText(/项要留意|都正常/).waitFor();
  const code = (await page.getByRole('img', { name: /^自检码/ }).getAttribute('aria-label')) ?? '';
  expect(code).toMatch(/^自检码( [2-9A-Z]){6}$/);
  expect(await looksRight(visit, 'small', 'self-check')).toEqual([]);

  await visit.open('#/agreement');
  await page.getByRole('link', { name: /保险条款/ }).click();
  await heading(page, /保险条款/).waitFor();
  await button(page, /全部版本/).click();
  await page.getByText('正在看').waitFor();
  expect(await looksRight(visit, 'small', 'document')).toEqual([]);

  const person = people.linMei;
  await loggedIn(shop, person);
  stage.clock.advance(61_000);
  await visit.open('#/login');
  await logIn(visit, shop, person);
  await visit.open('#/myAccount');
  await button(page, /查医保个人账户/).click();
  const whole = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 500 });
  await button(page, '前往医保页面').click();
  // The sheet is longer than the screen: what is wrong is in sight all the same, not below the sheet's buttons.
  const problem = page.getByText('请先勾选同意，再前往');
  const isInSight = (line: Element) => {
    const { left, bottom } = line.getBoundingClientRect();
    return line.contains(document.elementFromPoint(left + 1, bottom - 1));
  };
  await expect.poll(() => problem.evaluate(isInSight)).toBe(true);
  if (whole) await page.setViewportSize(whole);
  expect(await looksRight(visit, 'small', 'jump')).toEqual([]);
  await page.getByRole('checkbox', { name: /同意这一次/ }).check();
  await button(page, '前往医保页面').click();
  await page.waitForURL(/\/medical-app\?ticket=/);
  await heading(page, '医保个人账户').waitFor();
  expect(shop.sandbox.control.medicalAccount.jumps()).toMatchObject([{ phone: person.phone }]);
  await page.goBack();
  await arrive(page, 'myAccount', /.+/);
});
