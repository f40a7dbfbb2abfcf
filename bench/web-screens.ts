import type { Browser } from 'playwright-core';
import {
  agreements,
  eventually,
  keep,
  loggedIn,
  pay,
  placeOrder,
  REQUIRED,
  resident,
  type Shop,
} from '../tests/integration/shop.ts';
import { newPhone, slowDown } from './web-browser.ts';

/** A screen as it is reached by one tap. Every time on a phone that was never there, so that nothing is cached. */
export interface TappedScreen {
  readonly name: string;
  /** Where the tap is made. */
  readonly from: string;
  readonly loggedIn: boolean;
  /** A box to tick first. */
  readonly tick: string | null;
  /** What is tapped; null for a link to `address` outside the page. */
  readonly tap: string | null;
  readonly address: string | null;
  /** Shows that the content is there; on the screen before there is no such text. */
  readonly text: string;
  /** Whether it waits for a call of its own. */
  readonly asks: boolean;
  /** The page before was moved under the finger: only then does the home page fetch what is likely next. */
  readonly scrolled: boolean;
}

/** Somebody with a paid order, an unpaid one, and one more person at home. */
export interface BenchResident {
  readonly cookie: { readonly name: string; readonly value: string };
  readonly names: readonly [self: string, waiting: string, free: string];
}

/** What a person takes at least to look at a screen before the next tap. */
const READING_MS = 2_000;
const HOME = '#/index';
const BUY = 'a[href^="#/beforeAuthUser"]';

/** Screens without data of their own first. */
export function screensOf({ names: [self, , free] }: BenchResident): readonly TappedScreen[] {
  const [chooseInsured, myAccount, orders] = ['#/beforeAuthUser', '#/myAccount', '#/orders'];
  const still = [
    ['login', HOME, BUY, '获取验证码'],
    ['add insured', chooseInsured, 'a.add-member', '证件号码'],
    ['agreements', myAccount, 'a[href="#/agreement"]', '投保须知'],
  ] as const;
  const asking = [
    ['choose insured', HOME, BUY, free],
    ['confirm', chooseInsured, 'button.button-primary', '继续阅读'],
    ['pay', '#/orders?tab=waiting', 'a[href^="#/pay?"]', '应付金额'],
    // Reached from the messaging app's menu.
    ['my account', HOME, null, `${self.slice(0, 1)}*`],
    ['orders', myAccount, `a[href="${orders}"]`, '已付款'],
    ['order detail', orders, 'a[href^="#/orderDetail"]', '缴费人'],
    ['voucher', '#/voucher_list', 'a[href^="#/voucher?"]', '元整'],
    ['vouchers', myAccount, 'a[href="#/voucher_list"]', self],
    ['own details', myAccount, 'a[href="#/info"]', '未绑定'],
  ] as const;
  const screens = [...still.map((row) => screenOf(row, false)), ...asking.map((row) => screenOf(row, true))];
  return screens.flatMap((screen) => {
    if (screen.from !== HOME) return [screen];
    const named = (how: string, scrolled: boolean) => ({ ...screen, name: `${screen.name}, ${how}`, scrolled });
    return [named('home page scrolled before', true), named('home page not touched before', false)];
  });

  function screenOf([name, from, tap, text]: (typeof still | typeof asking)[number], asks: boolean): TappedScreen {
    const address = tap === null ? '#/myAccount' : null;
    return {
      name,
      from,
      tap,
      address,
      text,
      asks,
      scrolled: false,
      loggedIn: name !== 'login',
      tick: name === 'confirm' ? free : null,
    };
  }
}

export async function prepareResident(shop: Shop): Promise<BenchResident> {
  const [self, waiting, free] = [resident(11), resident(12), resident(13)];
  const visitor = await loggedIn(shop, self);
  const paid = await placeOrder(visitor, [self]);
  await pay(visitor, paid.orderNo, shop.sandbox);
  await eventually(
    () => visitor.value('queryInsureOrder', { orderNo: paid.orderNo }),
    ({ issuedCount }) => issuedCount === 1,
  );
  await visitor.value('saveOrder', {
    clientKey: 'bench-web-0000000000000000',
    policyholderMemberId: paid.memberIds[0] as string,
    insuredMemberIds: [await keep(visitor, waiting, '02')],
    agreedDocuments: await agreements(visitor.value, REQUIRED),
  });
  await keep(visitor, free, '03');
  const [name = '', value = ''] = visitor.cookie.split('=');
  return { cookie: { name, value }, names: [self.name, waiting.name, free.name] };
}

/** Milliseconds from the finger to the first picture with the screen's content. */
export async function tapToContent(
  browser: Browser,
  origin: string,
  { cookie }: BenchResident,
  screen: TappedScreen,
): Promise<number> {
  const phone = await newPhone(browser);
  try {
    await phone.addInitScript(
      (account) => {
        localStorage.setItem('huimin-region', '320540');
        if (account) localStorage.setItem('huimin-account', account);
      },
      screen.loggedIn ? '138****0000' : '',
    );
    if (screen.loggedIn) await phone.addCookies([{ ...cookie, url: origin }]);
    const page = await phone.newPage();
    await slowDown(page);
    await page.goto(`${origin}/${screen.from}`);
    if (screen.tick) await page.getByRole('checkbox', { name: new RegExp(screen.tick) }).check();
    if (screen.address) await page.evaluate(putLink, screen.address);
    const target = page
      .locator(screen.tap ?? '#outside')
      .locator('visible=true')
      .first();
    // What comes later may put another list in the place of the first.
    await target.waitFor();
    await page.waitForLoadState('networkidle');
    await target.scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    if (screen.scrolled) {
      await page.mouse.wheel(0, 300);
      await page.mouse.wheel(0, -300);
    }
    await page.waitForTimeout(READING_MS);
    await page.waitForLoadState('networkidle');
    await page.evaluate(watchForContent, screen.text);
    await target.tap();
    return await page.evaluate(() => (window as unknown as { arrived: Promise<number> }).arrived);
  } catch (error) {
    throw new Error(`${screen.name}: ${(error as Error).message}`, { cause: error });
  } finally {
    await phone.close();
  }
}

/** Runs in the page: a link to tap that is not the page's own. */
function putLink(address: string): void {
  const link = document.createElement('a');
  Object.assign(link, { id: 'outside', href: address, textContent: address });
  document.body.prepend(link);
}

/** Runs in the page: a promise of the time between the next tap and the picture with the text. */
function watchForContent(text: string): void {
  const shown = () => document.getElementById('root')?.textContent ?? '';
  if (shown().includes(text)) throw new Error(`${text} is there before the tap`);
  (window as unknown as { arrived: Promise<number> }).arrived = new Promise((resolve, reject) => {
    let tappedMs: number | undefined;
    addEventListener(
      'click',
      ({ timeStamp }) => {
        tappedMs = timeStamp;
      },
      { capture: true, once: true },
    );
    const observer = new MutationObserver(() => {
      if (tappedMs === undefined || !shown().includes(text)) return;
      observer.disconnect();
      const from = tappedMs;
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    setTimeout(() => reject(new Error(`${text} did not come: ${shown().slice(0, 200)}`)), 15_000);
  });
}
