import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { ensureChromium } from '../../scripts/find-chromium.mjs';
import { ensureConsole, ensureStorefront, runtimeNode } from '../../scripts/prepare.mjs';
import { openShop, type Shop, type ShopOptions } from '../integration/shop.ts';
import { createRunningClock, type RunningClock } from './running-clock.ts';

const WECHAT_USER_AGENT =
  'Mozilla/5.0 (Linux; Android 13; V2183A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.47 NetType/WIFI Language/zh_CN';
const ALIPAY_USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; V2183A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 AlipayClient/10.5.0';
const PHONE = { width: 375, height: 812 };
/** Not where the product is sold: it is in Beijing time whatever a phone says. */
const TIME_ZONE = 'America/New_York';

export interface VisitOptions {
  /** An ordinary phone browser unless given. */
  readonly browser?: 'plain' | 'wechat' | 'alipay';
  readonly elder?: boolean;
  readonly dark?: boolean;
  readonly size?: { readonly width: number; readonly height: number };
  /** Which server process answers; the first unless given. */
  readonly server?: number;
  /** A browser without service workers: every request can be answered by the test. */
  readonly withoutWorker?: boolean;
}

/** One phone: its own cookies and storage, watched for everything that goes wrong in it. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opens an address of the shop: `#/orders`, `?shareCode=1#/index`; or a whole one. */
  open(address?: string): Promise<void>;
  /** One more tab of the same phone. */
  tab(address: string): Promise<Page>;
  /** What this test provokes on purpose; anything else that goes wrong fails the test. */
  expectTrouble(pattern: RegExp): void;
  /** Whatever went wrong so far and was not expected. */
  troubles(): readonly string[];
}

export interface Stage {
  readonly shop: Shop;
  readonly clock: RunningClock;
  visit(options?: VisitOptions): Promise<Visit>;
}

/**
 * Not what the product is used with, but the same engine with a sixth less processor time: a page lives too short here to win back what
 * the optimizing compilers cost, and a machine without graphics need not play their part.
 */
const THRIFT = ['--js-flags=--no-opt --no-maglev', '--disable-gpu'];

/** One for all files that a process runs; what a visit keeps goes with its context. */
let running: Promise<Browser> | null = null;

async function theBrowser(): Promise<Browser> {
  const former = await running?.catch(() => null);
  if (former?.isConnected()) return former;
  // In a container the browser may not make a sandbox of its own, and shared memory is small.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--lang=zh-CN', ...THRIFT];
  // Newer ones tell `document.lastModified` by the zone of their process, whatever zone a visit is given.
  const env = { ...process.env, TZ: TIME_ZONE };
  running = chromium.launch({ executablePath: ensureChromium(), args, env });
  return running;
}

/**
 * The whole product and a browser for a test file. Visits are closed after each test, which fails if a page logged an
 * error, threw, broke the content security policy, or had a request that failed.
 */
export function useStage({ environment }: Pick<ShopOptions, 'environment'> = {}): Stage {
  let shop: Shop | undefined;
  let browser: Browser | undefined;
  let visits: { visit: Visit; close(): Promise<void> }[] = [];
  const clock = createRunningClock();

  beforeAll(async () => {
    ensureStorefront(runtimeNode());
    ensureConsole(runtimeNode());
    [shop, browser] = await Promise.all([openShop({ clock, environment }), theBrowser()]);
  });
  afterEach(async ({ task }) => {
    const ended = visits;
    visits = [];
    // Tells and shows where a failed journey stood.
    if (task.result?.state === 'fail') await tellPages(ended.map((one) => one.visit));
    const name = task.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
    const path = task.result?.state === 'fail' ? picturePath('failed', name) : null;
    if (path)
      await ended[0]?.visit.context
        .pages()
        .at(-1)
        ?.screenshot({ path })
        .catch(() => {});
    await Promise.all(ended.map((one) => one.close()));
    expect(ended.flatMap(({ visit }) => visit.troubles())).toEqual([]);
  });
  afterAll(async () => void (await shop?.close()));

  return {
    clock,
    get shop() {
      if (!shop) throw new Error('the shop opens in beforeAll');
      return shop;
    },
    async visit(options = {}) {
      if (!browser || !shop) throw new Error('the browser starts in beforeAll');
      const origin = (shop.servers[options.server ?? 0] ?? shop.servers[0])?.origin ?? shop.origin;
      const visit = await openVisit(browser, origin, options);
      visits.push({ visit, close: () => visit.context.close() });
      return visit;
    },
  };
}

/** What the open pages of a failed journey said, into the record of the run. */
async function tellPages(visits: readonly Visit[]): Promise<void> {
  for (const page of visits.flatMap(({ context }) => context.pages())) {
    const said = await page
      .locator('body')
      .innerText({ timeout: 2_000 })
      .catch(() => '(no answer)');
    console.error(`open page ${page.url()}\n${said.replace(/\s*\n\s*/g, ' | ').slice(0, 1_200)}`);
  }
}

/** Once in some thousands of times Chromium never answers the wish for a page, which has no time limit of its own. */
const PAGE_WITHIN_MS = 15_000;

async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  for (let asked = 1; ; asked += 1) {
    const context = await browser.newContext(options);
    const opening = context.newPage();
    opening.catch(() => {});
    const page = await Promise.race([opening, setTimeout(PAGE_WITHIN_MS, null, { ref: false })]);
    if (page) return { context, page };
    if (asked === 3) throw new Error('the browser opens no page');
    console.error('the browser did not open a page; it is asked again');
    void context.close().catch(() => {});
  }
}

async function openVisit(browser: Browser, origin: string, options: VisitOptions): Promise<Visit> {
  const size = options.size ?? PHONE;
  const isPhone = size.width < 800;
  const { context, page } = await openPage(browser, {
    viewport: size,
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'zh-CN',
    timezoneId: TIME_ZONE,
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    ...(options.withoutWorker ? { serviceWorkers: 'block' as const } : {}),
    ...(options.browser === 'wechat' ? { userAgent: WECHAT_USER_AGENT } : {}),
    ...(options.browser === 'alipay' ? { userAgent: ALIPAY_USER_AGENT } : {}),
    ...(options.elder
      ? {
          storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'huimin-mode', value: 'elder' }] }] },
        }
      : {}),
  });
  context.setDefaultTimeout(20_000);
  const found: string[] = [];
  const expected: RegExp[] = [];
  watch(page, found);
  context.on('page', (page) => watch(page, found));
  return {
    context,
    page,
    open: async (address = '') => void (await page.goto(address.startsWith('http') ? address : `${origin}/${address}`)),
    async tab(address) {
      const tab = await context.newPage();
      await tab.goto(address.startsWith('http') ? address : `${origin}/${address}`);
      return tab;
    },
    expectTrouble: (pattern) => void expected.push(pattern),
    troubles: () => found.filter((text) => !expected.some((pattern) => pattern.test(text))),
  };
}

function watch(page: Page, found: string[]): void {
  page.on('console', (message) => {
    // Chromium reports violations of the content security policy as errors too.
    if (message.type() === 'error') found.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => found.push(`page error: ${error.stack || `${error.name} ${error.message}`}`));
  page.on('crash', () => found.push('the page crashed'));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A navigation breaks off what the page it leaves was still asking for.
    if (reason !== 'net::ERR_ABORTED') found.push(`request failed: ${reason} ${request.method()} ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`answer ${response.status()}: ${response.url()}`);
  });
}

/** Where a picture goes, or null when nobody wants pictures (SCREENSHOT_DIR is not set). */
export function picturePath(group: string, name: string): string | null {
  const folder = process.env.SCREENSHOT_DIR;
  if (!folder) return null;
  mkdirSync(join(folder, group), { recursive: true });
  return join(folder, group, `${name}.png`);
}
