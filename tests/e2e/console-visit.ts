import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { seedStaffOfDemonstration } from '../../apps/server/seed/demonstration-staff.ts';
import { DEMONSTRATION_PASSWORD } from '../../apps/server/src/features/staff/index.ts';
import { signedIn } from '../integration/desk.ts';
import { button, heading } from './journey.ts';
import { violations } from './looks.ts';
import { picturePath, type Stage, type Visit } from './stage.ts';

const DESK = { width: 1440, height: 900 };
const SMALL_DESK = { width: 1024, height: 768 };
const LARGE_DESK = { width: 1920, height: 1080 };

/** Whether this has the focus now. */
export const hasFocus = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => element === element.ownerDocument.activeElement);

/** In a small window what decides stands in sight without scrolling, and nothing goes past the right edge. */
export async function expectInSight(page: Page, ...decisions: Locator[]): Promise<void> {
  await page.setViewportSize(SMALL_DESK);
  for (const one of decisions) {
    await one.waitFor();
    const shown = await one.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return element.contains(there);
    });
    expect(shown, await one.innerText()).toBe(true);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SMALL_DESK.width);
  await page.setViewportSize(DESK);
}

/** One picture for each window that the console is worked in, the usual one last. */
async function takePictures(page: Page, path: string): Promise<void> {
  for (const size of [SMALL_DESK, LARGE_DESK, DESK]) {
    await page.setViewportSize(size);
    // What is drawn for a width is drawn anew.
    await page.waitForTimeout(300);
    await page.screenshot({ path: size === DESK ? path : path.replace(/\.png$/, `-${size.width}.png`) });
  }
}

/** What a journey at the operators' desk needs; made by `useConsole`. */
export interface ConsoleStage {
  /** A desk's browser with the console open at an address (`/orders?city=3205`), nobody signed in. */
  open(address?: string): Promise<Visit>;
  /** Account and password; the second step shows afterwards. */
  atDoor(visit: Visit, account: string, password?: string): Promise<void>;
  /** Somebody of the demonstration, signed in and at an address. */
  signIn(account: string, address?: string, expectTrouble?: RegExp): Promise<Visit>;
  /** Takes the picture where pictures are wanted, and lets nothing pass that keeps somebody out. */
  look(page: Page, name: string): Promise<void>;
}

/** Gives the shop of a journey its people of the demonstration, before the first test. `pictures`: the folder of the looks. */
export function useConsole(stage: Stage, pictures: string): ConsoleStage {
  beforeAll(async () => {
    const [server] = stage.shop.servers;
    if (!server) throw new Error('no server');
    await seedStaffOfDemonstration(server.deps);
  });

  const open = async (address = ''): Promise<Visit> => {
    const visit = await stage.visit({ size: DESK });
    await visit.open(`hmb-js26/console${address}`);
    return visit;
  };
  const atDoor = async ({ page }: Visit, account: string, password = DEMONSTRATION_PASSWORD): Promise<void> => {
    await heading(page, /登录/).waitFor();
    await page.getByLabel('账号', { exact: true }).fill(account);
    await page.getByLabel('密码', { exact: true }).fill(password);
    await button(page, '下一步').click();
  };
  return {
    open,
    atDoor,
    async signIn(account, address = '', expectTrouble = undefined) {
      // The door has its own journeys; here somebody has come in by it.
      const { setCookie } = await signedIn(stage.shop, account);
      const [pair = '', ...attributes] = setCookie.split(/;\s*/);
      const [name = '', value = ''] = pair.split('=');
      const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/';
      const visit = await stage.visit({ size: DESK });
      if (expectTrouble) visit.expectTrouble(expectTrouble);
      const { hostname: domain } = new URL(stage.shop.origin);
      await visit.page.context().addCookies([{ name, value, domain, path, httpOnly: true, sameSite: 'Strict' }]);
      await visit.open(`hmb-js26/console${address}`);
      await visit.page.getByRole('navigation', { name: '菜单' }).waitFor();
      return visit;
    },
    async look(page, name) {
      await expect.poll(() => page.locator('.ant-spin-spinning, .ant-skeleton').count()).toBe(0);
      const path = picturePath(pictures, name);
      if (path) await takePictures(page, path);
      // Only the desk's main part scrolls: a longer page would be pushed up by the first thing that comes into view, its bar with it.
      const tooLong = () => document.querySelector('.shell') && document.documentElement.scrollHeight - innerHeight;
      expect((await page.evaluate(tooLong)) ?? 0).toBe(0);
      expect(await violations(page)).toEqual([]);
    },
  };
}
