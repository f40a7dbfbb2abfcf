import { expect, test } from 'vitest';
import { mayOpen } from '../../apps/console/src/app/menu.ts';
import { PAGES } from '../../apps/console/src/app/page-registry.ts';
import { DEMONSTRATION_PEOPLE } from '../../apps/server/seed/demonstration-staff.ts';
import { signedIn } from '../integration/desk.ts';
import { useConsole } from './console-visit.ts';
import { heading } from './journey.ts';
import { useStage } from './stage.ts';

const stage = useStage();
const { signIn, look } = useConsole(stage, 'console-roles');
/** Opened by somebody whose scope is everything; a narrower one may break what they saw whole. */
const opened = new Set<string>();

test.each(DEMONSTRATION_PEOPLE.map(({ account, roles }) => [roles.join('、'), account] as const))(
  '%s finds their own pages in the menu and no others, and each of them opens',
  async (_, account) => {
    const self = await (await signedIn(stage.shop, account)).value('whoAmI');
    const own = PAGES.filter((page) => page.icon !== null && mayOpen(page, self));
    const { page } = await signIn(account);
    const links = page.getByRole('navigation', { name: '菜单' }).getByRole('link');
    expect((await links.allInnerTexts()).map((text) => text.split('\n')[0]).sort()).toEqual(
      own.map(({ title }) => title).sort(),
    );
    const isNarrow = Object.values(self.scope).some((part) => part !== null);
    for (const { path, title } of own.filter((one) => isNarrow || !opened.has(one.path))) {
      await page.getByRole('navigation', { name: '菜单' }).locator(`a[href$="/console${path}"]`).click();
      await expect.poll(() => new URL(page.url()).pathname).toBe(`/hmb-js26/console${path}`);
      await page.locator('h1').waitFor();
      await expect.poll(() => page.locator('.ant-skeleton').count()).toBe(0);
      // Nothing that could not be loaded, whatever the scope.
      expect([title, await page.getByRole('button', { name: '再试一次' }).count()]).toEqual([title, 0]);
      if (!opened.has(path)) await look(page, path.slice(1));
      if (!isNarrow) opened.add(path);
    }
    // Somebody else's address is refused in words.
    const foreign = PAGES.find((one) => one.icon !== null && !mayOpen(one, self));
    if (foreign) {
      await page.goto(`${stage.shop.origin}/hmb-js26/console${foreign.path}`);
      await page.getByText('您的角色不能看这一页').waitFor();
      expect(await page.title()).toBe(`${foreign.title} · 惠民保运营`);
      await heading(page, foreign.title).waitFor({ state: 'detached' });
    }
  },
);
