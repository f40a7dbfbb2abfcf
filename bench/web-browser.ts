import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';

/** What DevTools and Lighthouse call Slow 4G, as applied to every request. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const SLOWER_PROCESSOR = 4;
const PHONE = { width: 375, height: 812 };
/** After the last answer, for late paintings and idle work. */
const SETTLE_MS = 2_500;

export interface Landing {
  readonly lcpMs: number;
  readonly contentMs: number;
  readonly requestsToLcp: number;
  readonly layoutShift: number;
  /** The longest task after the first paint. */
  readonly longestTaskMs: number;
}

interface Seen {
  lcpMs: number;
  layoutShift: number;
  tasks: { startMs: number; durationMs: number }[];
}
type SeenWindow = Window & { seen: Seen };

export async function openBrowser(executablePath: string): Promise<Browser> {
  // In a container the browser may not make a sandbox of its own, and shared memory is small.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--lang=zh-CN'] });
}

/** A phone that was never here. */
export async function newPhone(browser: Browser): Promise<BrowserContext> {
  // A measurement's own proxy has a certificate of its own.
  const more = { isMobile: true, hasTouch: true, locale: 'zh-CN', ignoreHTTPSErrors: true };
  const context = await browser.newContext({ viewport: PHONE, ...more });
  await context.addInitScript(watchPaintings);
  return context;
}

/** Slow 4G and a processor four times slower, from now on. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  return session;
}

/** Opens the landing page on a slow phone and looks at it until nothing happens any more. */
export async function visitLanding(context: BrowserContext, address: string): Promise<Landing> {
  const page = await context.newPage();
  await slowDown(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLE_MS);
  const inPage = await page.evaluate(() => {
    const { seen } = window as unknown as SeenWindow;
    const paintings = performance.getEntriesByType('paint');
    const firstMs = paintings.find(({ name }) => name === 'first-paint')?.startTime ?? Number.NaN;
    const contentMs = paintings.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? Number.NaN;
    const later = seen.tasks.filter(({ startMs }) => startMs >= firstMs).map(({ durationMs }) => durationMs);
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < seen.lcpMs);
    return {
      lcpMs: seen.lcpMs,
      contentMs,
      requestsToLcp: 1 + before.filter(({ name }) => name.startsWith('http')).length,
      layoutShift: seen.layoutShift,
      longestTaskMs: Math.max(0, ...later),
    };
  });
  await page.close();
  if (!(inPage.lcpMs > 0)) throw new Error(`${address} painted nothing`);
  return inPage;
}

/** Runs in the page before anything else. */
function watchPaintings(): void {
  const seen: Seen = { lcpMs: 0, layoutShift: 0, tasks: [] };
  (window as unknown as SeenWindow).seen = seen;
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.layoutShift += value;
  });
  watch('longtask', ({ startTime, duration }) => void seen.tasks.push({ startMs: startTime, durationMs: duration }));
}
