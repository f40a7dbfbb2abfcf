import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Shop } from '../tests/integration/shop.ts';
import { buyAsAPerson } from './recording-purchase.ts';

const SLOWER_PROCESSOR = 4;
const LONG_MS = 50;

/** What a page's own thread did in a purchase up to its payment. */
export interface Cost {
  readonly ms: number;
  readonly scriptMs: number;
  readonly taskMs: number;
  readonly blockedMs: number;
  readonly longestMs: number;
}

/** One purchase with a processor four times slower, with the recorder or with its script missing; all else is the same. */
export async function costOfPurchase(
  browser: Browser,
  shop: Shop,
  number: number,
  { recorded, pace }: { readonly recorded: boolean; readonly pace: number },
): Promise<Cost> {
  let session: CDPSession | null = null;
  let cost: Cost | null = null;
  let begunMs = 0;
  await buyAsAPerson(browser, shop, number, {
    withTable: true,
    pace,
    withRecorder: recorded,
    async onOpened(page) {
      session = await page.context().newCDPSession(page);
      await session.send('Performance.enable');
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
      await page.evaluate(watchTasks);
      begunMs = Date.now();
    },
    async beforePayment(page) {
      if (session) cost = await read(page, session, Date.now() - begunMs);
      await session?.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    },
  });
  if (cost === null) throw new Error('nothing was measured');
  return cost;
}

async function read(page: Page, session: CDPSession, ms: number): Promise<Cost> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
  return {
    ms,
    scriptMs: seconds('ScriptDuration') * 1_000,
    taskMs: seconds('TaskDuration') * 1_000,
    blockedMs: tasks.reduce((sum, task) => sum + task - LONG_MS, 0),
    longestMs: Math.max(0, ...tasks),
  };
}

/** Runs in the page. */
function watchTasks(): void {
  const longTasks: number[] = [];
  (window as unknown as { longTasks: number[] }).longTasks = longTasks;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  }).observe({ type: 'longtask' });
}
