import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type InventedSale, invent } from '../integration/report-people.ts';
import { useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'dashboard');
const HOUR_MS = 3_600_000;
const CITIES = ['320500', '320100', '320200', '320600', '320300', '320400', '320900', '321000', '320000'];

beforeAll(async () => {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
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

test('a day of which nothing was counted yet shows no figures, which would all be nought', async () => {
  // Three days in which nothing was counted: the job leaves alone what somebody else holds.
  const [server] = stage.shop.servers;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let counting: Promise<void> | undefined;
  await new Promise<void>((held) => {
    counting = server?.deps.database.transaction(async (inside) => {
      await inside('select 1 as one from report_progress for update');
      held();
      await released;
    });
  });
  try {
    stage.clock.advance(72 * HOUR_MS);
    const { page } = await signIn('caiwu01', '/dashboard');
    await page.getByText('今天的数还没有统计到').waitFor();
    await page.getByText(/^只统计到 /).waitFor();
    expect(await page.getByText('今天参保').count()).toBe(0);
    await look(page, 'uncounted');
    await page.getByText('本版累计', { exact: true }).click();
    await page.getByText('本版累计参保').waitFor();
  } finally {
    release();
    await counting;
  }
});
