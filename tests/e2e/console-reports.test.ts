import { addDays, beijingDate, beijingMs } from '@huimin/domain/date';
import { beforeAll, expect, test } from 'vitest';
import { type InventedSale, invent } from '../integration/report-people.ts';
import { useConsole } from './console-visit.ts';
import { button, heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'reports');
const CITIES = ['320500', '320100', '320600'];
let month: string;

beforeAll(async () => {
  const [server] = stage.shop.servers;
  if (!server) throw new Error('no server');
  const edition = server.deps.editions.all().find(({ isDefault }) => isDefault)?.code ?? '';
  month = addDays(`${beijingDate(stage.clock.now()).slice(0, 7)}-01`, 40).slice(0, 7);
  const first = `${month}-01`;
  stage.clock.set(beijingMs(addDays(first, 40)) + 10 * 3_600_000);
  const sold = (day: number, index: number): InventedSale => ({
    at: new Date(beijingMs(addDays(first, day)) + 9 * 3_600_000 + index).toISOString(),
    city: CITIES[Math.floor(index / 12) % 3] ?? '',
    channel: null,
    method: index % 3 === 0 ? 'wxpay' : 'xmybpay',
    born: index % 4 === 0 ? [1980, 1950] : [1975],
    premiumFen: 15_800,
    refusals: index % 7 === 0 ? ['closed'] : [],
    ...(index % 11 === 0 ? { refundedAt: new Date(beijingMs(addDays(first, day + 2))).toISOString() } : {}),
  });
  const days = [26, 38, 4, 5, 33, 29, 15, 0, 36, 41, 12, 30];
  await invent(
    server.deps,
    edition,
    days.flatMap((many, day) => Array.from({ length: many }, (_, index) => sold(day, index))),
  );
  while ((await stage.shop.runJob('reports')) > 0);
});

test('a report is chosen by its address, read as pictures and as a table, and asked for as a file', async () => {
  const { page } = await signIn('caiwu01', '/reports?by=gone&month=gone&edition=gone', /400|404/);
  await heading(page, '报表').waitFor();
  await page.getByRole('img', { name: /^按天人数。/ }).waitFor();
  // What no report has falls away from the address.
  expect(new URL(page.url()).search).toBe('');
  await page.locator('.board-chart canvas').waitFor();
  await look(page, 'sales');
  const cells = page.getByRole('table', { name: '参保日报' }).getByRole('cell');
  await cells.first().waitFor();
  const numbers = (await cells.allInnerTexts()).map((text) => Number(text.replaceAll(',', '')));
  expect(numbers.some((count) => count >= 10)).toBe(true);
  expect(numbers.filter((count) => count > 0 && count < 10)).toEqual([]);
  await page.getByText('按年龄段', { exact: true }).click();
  await page.getByRole('columnheader', { name: '61 到 70 岁' }).or(page.getByText('41 到 60 岁')).first().waitFor();
  expect(new URL(page.url()).searchParams.get('by')).toBe('band');
  await page.reload();
  await page.getByRole('table', { name: '参保日报' }).getByText('41 到 60 岁').waitFor();
  await button(page, '看表格：按年龄段合计').click();
  await look(page, 'bands');
  for (const [tab, figure, name] of [
    ['退款', '退款金额', 'refunds'],
    ['共保分保费', '净保费', 'premium'],
    ['理赔和赔付', '赔付率', 'claims'],
    ['销售行为', '证据完整率', 'conduct'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await page.getByRole('list', { name: tab }).getByText(figure).waitFor();
    await look(page, name);
  }
  await page.goto(`${page.url().split('?')[0]}?month=${month}`);
  await button(page, /^导出/).click();
  await page.getByRole('dialog', { name: /^导出/ }).getByText('合规或审计管理员的另一个人').waitFor();
  await look(page, 'export');
  await page.getByLabel('原因', { exact: true }).fill('月报留底备查');
  await button(page, '提交申请').click();
  await page.getByText('已提交，等第二个人同意').waitFor();
});
