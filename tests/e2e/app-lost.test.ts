import { expect, test } from 'vitest';
import { button, heading } from './journey.ts';
import { look } from './looks.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const again = '网络不好，点这里重新加载';

test('an app that does not come over the network is said to be missing, and comes by one press', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  visit.expectTrouble(/console|request/);
  await page.route(/\/assets\/app-.*\.js/, (route) => route.abort());
  await visit.open('#/index');
  await button(page, again).waitFor();
  await look(page, 'app-lost');
  // What the server wrote stays to be read, also after a tap that leads nowhere yet.
  await page.getByRole('link', { name: /立即参保/ }).click();
  expect(await page.getByText('保障期', { exact: true }).isVisible()).toBe(true);
  await page.unroute(/\/assets\/app-.*\.js/);
  await button(page, again).click();
  await heading(page, '手机号登录').waitFor();
  expect(await button(page, again).isVisible()).toBe(false);
});

test('an address of another screen says the same, and comes by one press', async () => {
  const visit = await stage.visit();
  const { page } = visit;
  visit.expectTrouble(/console|request/);
  await page.route(/\/assets\/app-.*\.js/, (route) => route.abort());
  await visit.open('#/login');
  await button(page, again).waitFor();
  await look(page, 'app-lost-elsewhere');
  await page.unroute(/\/assets\/app-.*\.js/);
  await button(page, again).click();
  await heading(page, '手机号登录').waitFor();
});
