import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { DEMONSTRATION_PASSWORD } from '../../apps/server/src/features/staff/index.ts';
import { demonstrationCode } from '../integration/desk.ts';
import { type InventedSale, invent } from '../integration/report-people.ts';
import { button, heading } from './journey.ts';
import { violations } from './looks.ts';
import { picturePath, useStage, type Visit } from './stage.ts';

const stage = useStage();
const DESK = { width: 1440, height: 900 };
const HOUR_MS = 3_600_000;
const CITIES = ['320500', '320100', '320200', '320600', '320300', '320400', '320900', '321000', '320000'];

beforeAll(async () => {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
  await seedStaffOfDemonstration(server.deps);
  const edition = server.deps.editions.all().find(({ isDefault }) => isDefault)?.code ?? '';
  // Tomorrow at six past ten.
  const today = beijingMs(addDays(beijingDate(stage.clock.now()), 1));
  stage.clock.set(today + 10.1 * HOUR_MS);
  const sold = (time: number, index: number): InventedSale => ({
    at: new Date(time).toISOString(),
    city: CITIES[Math.floor((index % 45) ** 1.6 / 50)] ?? '320500',
    channel: null,
    method: index % 3 === 0 ? 'wxpay' : 'xmybpay',
    born: index % 4 === 0 ? [1980, 1950] : [1975],
    premiumFen: 15_800,
    refusals: index % 9 === 0 ? ['42201'] : index % 13 === 0 ? ['closed'] : [],
  });
  const hours = [1, 0, 0, 0, 0, 1, 3, 6, 14, 22];
  const today_ = hours.flatMap((many, hour) =>
    Array.from({ length: many }, (_, i) => sold(today + hour * HOUR_MS + i, i)),
  );
  const before = hours.flatMap((many, hour) =>
    Array.from({ length: Math.ceil(many * 0.8) }, (_, i) => sold(today - (24 - hour * 2) * HOUR_MS + i, i)),
  );
  await invent(server.deps, edition, [...today_, ...before]);
  while ((await stage.shop.runJob('reports')) > 0);
});

async function look(page: Page, name: string): Promise<void> {
  const path = picturePath('dashboard', name);
  if (path) await page.screenshot({ path });
  expect(await violations(page)).toEqual([]);
}

async function signIn(account: string, address: string): Promise<Visit> {
  const visit = await stage.visit({ size: DESK });
  await visit.open(`hmb-js26/console${address}`);
  const { page } = visit;
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(DEMONSTRATION_PASSWORD);
  await button(page, '下一步').click();
  await heading(page, '第二步：输入动态口令').waitFor();
  // No code works twice.
  stage.clock.advance(30_000);
  await page.getByLabel('动态口令').fill(demonstrationCode(stage, account));
  await button(page, '登录').click();
  await page.getByRole('navigation', { name: '菜单' }).waitFor();
  return visit;
}

const part = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });

test('the day stands as pictures and as numbers that add up, for the period and the city in the address', async () => {
  const { page } = await signIn('caiwu01', '/');
  await heading(page, '数据总览').waitFor();
  await page.getByRole('img', { name: /^按小时参保人数。9 时 最多/ }).waitFor();
  await page.locator('.board-chart canvas').waitFor();
  await look(page, 'today');
  await button(page, '看表格：按小时参保人数').click();
  const sum = page.getByRole('row', { name: /^合计/ }).first();
  const people = (await sum.getByRole('cell').first().innerText()).trim();
  expect(people).toMatch(/^\d+$/);
  await page.getByText(`今天参保${people}人`).waitFor();
  await button(page, '看表格：各市参保人数').click();
  await button(page, '看表格：付款没成的原因').click();
  await look(page, 'numbers');
  await page.getByText('近 7 天', { exact: true }).click();
  await part(page, '按天参保人数').waitFor();
  expect(new URL(page.url()).searchParams.get('period')).toBe('week');
  await page.reload();
  await part(page, '按天参保人数').waitFor();
  await page.locator('.board-chart canvas').waitFor();
  await look(page, 'week');

  // An outlet sees its own city, and nothing of whom it cannot know.
  const outlet = await signIn('wangdian01', '/dashboard?period=edition');
  await part(outlet.page, '按天参保人数').waitFor();
  expect(await outlet.page.getByText('打开参保页').count()).toBe(0);
  await look(outlet.page, 'outlet');
});
