import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { seedClaims } from '../../apps/server/seed/demonstration-claims.ts';
import { seedOutletStaff } from '../../apps/server/seed/outlet-staff.ts';
import { seedServices } from '../../apps/server/seed/services.ts';
import { seedShareContent } from '../../apps/server/seed/share-content.ts';
import type { ServerDependencies } from '../../apps/server/src/dependencies.ts';
import { ROUTES } from '../../apps/storefront/src/app/route-table.ts';
import { agreements, keep, loggedIn, pay, placeOrder, REQUIRED, resident, type Visitor } from '../integration/shop.ts';
import { arrive, button, choose, logIn, pickRegion } from './journey.ts';
import { faultsInTheLeastRoom, picture, violations } from './looks.ts';
import { useStage, type Visit } from './stage.ts';

const stage = useStage();
const { routes: SCREENS } = JSON.parse(readFileSync(new URL('../facts/routes.json', import.meta.url), 'utf8')) as {
  routes: { name: string; path: string }[];
};
const STAFF = { phone: '13900000099' };

/** What the screens are about: one resident's orders in every state, and a help at an outlet under way. */
interface Things {
  readonly paid: string;
  readonly waiting: string;
  readonly cancelled: string;
  readonly assistance: string;
}

/** What stands in the address of a screen that is about something. */
const QUERIES: Readonly<Record<string, (things: Things) => string>> = {
  ...queries(['orderDetail', 'fixInfoDetail', 'voucher', 'voucher_new', 'love'], ({ paid }) => `orderNo=${paid}`),
  ...queries(['refundReason', 'refund-reason', 'refund-reason-new', 'refund-step1'], ({ paid }) => `orderNo=${paid}`),
  ...queries(['refund-confirm', 'refund-confirm-new', 'refund-step2'], ({ paid }) => `orderNo=${paid}`),
  ...queries(['paySuccess', 'payMidSuccess', 'paySuccessSubscribed'], ({ paid }) => `orderNo=${paid}`),
  ...queries(['pay', 'payMid', 'payLoading', 'payMidLoading', 'payFail'], ({ waiting }) => `orderNo=${waiting}`),
  ...queries(['pay_error'], ({ waiting }) => `orderNo=${waiting}&reason=browser`),
  ...queries(['order-cancel'], ({ cancelled }) => `orderNo=${cancelled}`),
  ...queries(['temp-confirm'], ({ assistance }) => `code=${assistance}`),
};
/** Screens of who helps at an outlet. */
const OF_STAFF = ['temp-index'];

function queries(names: readonly string[], query: (things: Things) => string): typeof QUERIES {
  return Object.fromEntries(names.map((name) => [name, query]));
}

test('every screen of the specification shows itself under its title, in standard and in elder mode', async () => {
  const { shop } = stage;
  const [server] = shop.servers;
  if (server) await seedDemonstration(server.deps);
  const self = resident(180);
  const [mother, sister, aunt] = [resident(182), resident(184), resident(186)];
  const visitor = await loggedIn(shop, self);
  const { orderNo: paid } = await placeOrder(visitor, [self]);
  await pay(visitor, paid, shop.sandbox);
  const waiting = await orderFor(visitor, await keep(visitor, mother, '02'));
  const cancelled = await orderFor(visitor, await keep(visitor, sister, '02'));
  await visitor.value('cancelOrder', { orderNo: cancelled });
  await keep(visitor, aunt, '02');
  const staff = await loggedIn(shop, STAFF);
  const digits = (await staff.value('openAssistance', {})).code?.digits ?? '';
  const things = { paid, waiting, cancelled, assistance: digits };

  // Nobody is sent two codes within a minute.
  stage.clock.advance(61_000);
  const own = await stage.visit();
  await own.open('#/login');
  await logIn(own, shop, self);
  const desk = await stage.visit();
  await desk.open('#/login');
  await logIn(desk, shop, STAFF);
  await own.open('#/beforeAuthUser');
  await pickRegion(own.page);
  await choose(own.page, aunt);
  await own.open(`#/refund-reason?orderNo=${paid}`);
  await chooseRefund(own.page);

  for (const mode of ['standard', 'elder'] as const) {
    if (mode === 'elder') for (const visit of [own, desk]) await turnElder(visit);
    const faults: string[] = [];
    for (const screen of SCREENS) {
      const { page } = OF_STAFF.includes(screen.name) ? desk : own;
      faults.push(...(await faultsOf(page, screen, QUERIES[screen.name]?.(things) ?? '', mode)));
    }
    expect(faults).toEqual([]);
  }
}, 300_000);

/** What a plain start has in its lists. */
async function seedDemonstration(deps: ServerDependencies): Promise<void> {
  await seedOutletStaff(deps);
  await seedShareContent(deps, true);
  await seedClaims(deps);
  await seedServices(deps);
}

async function orderFor(visitor: Visitor, memberId: string): Promise<string> {
  const { orderNo } = await visitor.value('saveOrder', {
    clientKey: `screens${memberId}`.slice(0, 32).padEnd(32, '0'),
    policyholderMemberId: (await visitor.value('queryFamily', {}))[0]?.memberId ?? '',
    insuredMemberIds: [memberId],
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  });
  return orderNo;
}

async function chooseRefund(page: Page): Promise<void> {
  await arrive(page, 'refund-reason', '申请退保');
  await page.getByRole('checkbox').first().check();
  await page.getByRole('radio').first().check();
  await button(page, '下一步').click();
  await arrive(page, 'refund-confirm', '确认退保');
}

async function turnElder({ page }: Visit): Promise<void> {
  await page.evaluate(() => localStorage.setItem('huimin-mode', 'elder'));
  await page.reload();
}

/** What is wrong with a screen: it leads elsewhere, has another title or none, breaks the rules of accessibility, or has no room. */
async function faultsOf(
  page: Page,
  { name, path }: { name: string; path: string },
  query: string,
  mode: string,
): Promise<string[]> {
  const title = ROUTES.find((route) => route.name === name)?.title ?? '苏民安';
  await page.evaluate((hash) => window.location.assign(hash), `#${path}${query && `?${query}`}`);
  const isThere = await page
    .waitForFunction(
      ({ path, title }) =>
        location.hash.split('?')[0] === `#${path}` &&
        document.title.startsWith(title) &&
        document.querySelector('h1') !== null &&
        document.querySelector('.skeleton, [aria-busy="true"]') === null,
      { path, title },
      { timeout: 10_000 },
    )
    .then(() => true)
    .catch(() => false);
  const where = `${name} (${mode})`;
  if (!isThere) return [`${where}: is ${new URL(page.url()).hash} “${await page.title()}”`];
  await picture(page, `screens-${mode}`, name);
  const faults = await violations(page);
  if (mode === 'elder') faults.push(...(await faultsInTheLeastRoom(page, name)));
  return faults.map((text) => `${where}: ${text}`);
}
