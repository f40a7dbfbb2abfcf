import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resident } from '../integration/shop.ts';
import { arrive, begin, button, heading } from './journey.ts';
import { look } from './looks.ts';
import { copyOfBuild, nextRelease } from './next-release.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();
const AGREEMENT_FILE = /\/assets\/agreement-page-[\w-]+\.js$/;

/** Begins to buy and leaves a form half filled in. */
async function halfFilled(visit: Visit, index: number): Promise<void> {
  const { page } = visit;
  await begin(visit, stage.shop, resident(index));
  await page.getByRole('link', { name: '添加本人' }).click();
  await arrive(page, 'beforeAdd', '添加被保险人');
  await page.getByLabel('姓名').fill('钱安然');
  // Kept once the form has been left and found again.
  await page.getByRole('link', { name: '为什么要填这些？' }).click();
  await arrive(page, 'beforeAddDesc', '为什么要填这些');
  await button(page, '知道了').click();
  await page.getByText('上次没填完的内容还在').waitFor();
}

/** Opens the home page and waits for the app, which puts the address right. */
async function opened({ open, page }: Visit): Promise<void> {
  await open();
  await page.waitForURL(/#\/index/);
  await heading(page, /苏民安/).waitFor();
}

test('a page of before a release reloads itself once for a file that is gone, and what was typed stays', async () => {
  const visit = await stage.visit({ withoutWorker: true });
  const { page, context } = visit;
  visit.expectTrouble(/answer 404|404 \(Not Found\)|dynamically imported module/);
  await halfFilled(visit, 191);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await context.route(AGREEMENT_FILE, (route) => route.fulfill({ status: 404, body: '' }));
  await context.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const answer = await route.fetch();
      const built = Date.parse(answer.headers()['last-modified'] ?? '');
      const later = { 'last-modified': new Date(built + 24 * 60 * 60 * 1000).toUTCString() };
      const asks = route.request().method() === 'HEAD';
      await route.fulfill({ response: answer, headers: { ...answer.headers(), ...(asks ? later : {}) } });
    },
  );
  await page.evaluate(() => window.location.assign('#/agreement'));
  await heading(page, '页面有新版本').waitFor();
  expect(loads).toBe(1);
  // Which version there is now stands there once the server has been asked.
  const betweenVersionsMs = async () => {
    const versions = await page.locator('dd').allTextContents();
    const [shown = 0, present = 0] = versions.map((version) => Date.parse(version.replace(/[.]/g, '-')));
    return present - shown;
  };
  await expect.poll(betweenVersionsMs).toBe(24 * 60 * 60 * 1000);
  await page.getByText('价格没有变，158 元').waitFor();
  await page.getByText('保障内容没有变').waitFor();
  await look(page, 'stale-version');

  await context.unroute(AGREEMENT_FILE);
  await button(page, '更新页面').click();
  await arrive(page, 'agreement', '相关协议');
  await visit.open('#/beforeAdd');
  await arrive(page, 'beforeAdd', '添加被保险人');
  await expect.poll(() => page.getByLabel('姓名').inputValue()).toBe('钱安然');
});

test('where reloading brings the file, nobody sees more than the screen they went to', async () => {
  const visit = await stage.visit({ withoutWorker: true });
  const { page, context } = visit;
  visit.expectTrouble(/answer 404|404 \(Not Found\)|dynamically imported module/);
  await opened(visit);
  let asked = 0;
  await context.route(AGREEMENT_FILE, (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
  });
  await page.evaluate(() => window.location.assign('#/agreement'));
  await arrive(page, 'agreement', '相关协议');
  expect(await heading(page, '页面有新版本').count()).toBe(0);
});

test('a file that does not come for two minutes is not waited for any longer', async () => {
  const visit = await stage.visit({ withoutWorker: true });
  const { page, context } = visit;
  visit.expectTrouble(/ERR_|dynamically imported module|Failed to fetch/);
  await page.clock.install({ time: Date.now() });
  await opened(visit);
  let asked = 0;
  // The first is never answered.
  await context.route(AGREEMENT_FILE, (route) => {
    asked += 1;
    return asked === 1 ? undefined : route.continue();
  });
  await page.evaluate(() => window.location.assign('#/agreement'));
  await expect.poll(() => asked).toBe(1);
  await page.clock.fastForward(119_000);
  expect(await heading(page, '相关协议').count()).toBe(0);
  await page.clock.fastForward(2_000);
  // It reloads, and the file comes at once.
  await arrive(page, 'agreement', '相关协议');
});

test('while a release is rolled out, a page of one server has its files from a server of the other, both ways', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  copyOfBuild(folder);
  nextRelease(folder, 1);
  await stage.shop.release(folder);
  const [now, next] = stage.shop.servers;
  const styles: (string | undefined)[] = [];
  for (const [server, others] of [
    [0, next],
    [1, now],
  ] as const) {
    const visit = await stage.visit({ server, withoutWorker: true });
    const { page, context } = visit;
    const fetched: string[] = [];
    await context.route(
      ({ pathname }) => pathname.startsWith('/assets/'),
      async (route) => {
        const { pathname } = new URL(route.request().url());
        fetched.push(pathname);
        await route.fulfill({ response: await route.fetch({ url: `${others?.origin}${pathname}` }) });
      },
    );
    await opened(visit);
    await page.evaluate(() => window.location.assign('#/agreement'));
    await arrive(page, 'agreement', '相关协议');
    styles.push(fetched.find((path) => /\/styles-.*\.css$/.test(path)));
    // What it still fetches ahead by itself ends with its window.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  }
  for (const style of styles) expect(style).toMatch(/^\/assets\/styles-[\w-]+\.css$/);
  expect(styles[0]).not.toBe(styles[1]);
  rmSync(folder, { recursive: true });
});
