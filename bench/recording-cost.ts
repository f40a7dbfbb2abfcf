import type { Browser, CDPSession } from 'playwright-core';
import type { Shop } from '../tests/integration/shop.ts';
import { buyAsAPerson, type PurchaseOptions } from './recording-purchase.ts';

/** How many times slower than this machine the phone is. */
const SLOWER_PROCESSOR = 4;
const LONG_MS = 50;
const TASK = 'RunTask';

/** What a page's own thread did in a purchase up to its payment, in the phone's processor time. */
export interface Cost {
  readonly ms: number;
  /** As Chromium counts it: without what goes on after a promise, which is among the tasks alone. */
  readonly scriptMs: number;
  readonly taskMs: number;
  readonly blockedMs: number;
  readonly longestMs: number;
}

/**
 * One purchase with the recorder, with plain rrweb in its place or with its script missing; all else is the same. What the
 * thread itself used of the processor is taken times four: the same as a processor slowed down four times, but for what
 * else the machine is doing, which a clock on the wall counts as well.
 */
export async function costOfPurchase(
  browser: Browser,
  shop: Shop,
  number: number,
  { recorder, pace }: Required<Pick<PurchaseOptions, 'recorder' | 'pace'>>,
): Promise<Cost> {
  let session: CDPSession | null = null;
  let cost: Cost | null = null;
  let begunMs = 0;
  await buyAsAPerson(browser, shop, number, {
    withTable: true,
    pace,
    recorder,
    async onOpened(page) {
      session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline'] });
      begunMs = Date.now();
    },
    async beforePayment() {
      if (session) cost = await read(browser, session, Date.now() - begunMs);
    },
  });
  if (cost === null) throw new Error('nothing was measured');
  return cost;
}

async function read(browser: Browser, session: CDPSession, ms: number): Promise<Cost> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  const tasks = tasksIn(await browser.stopTracing()).map((taskMs) => taskMs * SLOWER_PROCESSOR);
  return {
    ms,
    scriptMs: seconds('ScriptDuration') * 1_000 * SLOWER_PROCESSOR,
    taskMs: seconds('TaskDuration') * 1_000 * SLOWER_PROCESSOR,
    blockedMs: tasks.reduce((sum, task) => sum + Math.max(0, task - LONG_MS), 0),
    longestMs: Math.max(0, ...tasks),
  };
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** How long each task of the page's own thread had the processor, in ms. */
function tasksIn(trace: Buffer): number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const tasks = threads.map(({ pid, tid }) =>
    traceEvents.flatMap((event) =>
      event.name === TASK && event.pid === pid && event.tid === tid ? [(event.tdur ?? 0) / 1_000] : [],
    ),
  );
  // Other pages of the browser stand still.
  return tasks.sort((a, b) => b.length - a.length)[0] ?? [];
}
