import { setTimeout as pause } from 'node:timers/promises';
import { isDamage } from '@huimin/evidence/bytes';
import { openPart, readChunk } from '@huimin/evidence/chunk';
import type { BrowserContext, Page } from 'playwright-core';
import { chunksOfRecording, openKeys, readChunks } from '../../apps/server/src/features/recording/index.ts';
import type { RunningServer, Shop } from '../integration/shop.ts';
import { createPhoneBrowser } from './browser.ts';
import type { Cell, Limits, Said } from './cells.ts';
import { isBeyondReach, nameOf, wronglyLost } from './cells.ts';
import type { Undecided } from './decide.ts';
import { happen, waitingRows } from './in-page.ts';
import type { Line } from './line.ts';

export interface Outcome {
  readonly cell: Cell;
  readonly said: number;
  readonly lost: number;
  /** What had to be there and is not; empty for a cell that passes. */
  readonly wrong: readonly Said[];
  /** Age of the oldest that is lost when the page ended. */
  readonly oldestLostMs: number;
}

export interface Stage {
  readonly shop: Shop;
  readonly line: Line;
  readonly limits: Limits;
  /** How long a page lives at least when everything has happened that is to wait. */
  readonly leastMs: number;
  /** From 0 up to but without 1. */
  readonly chance: () => number;
}

const NEXT_VISIT_MS = 40_000;

/** More than all that is waited for with a limit of its own; what hangs beyond it hangs for good. */
const CELL_MS = 480_000;

/**
 * Lets one thing happen to one phone, and compares what its page said with what the server has after the next visit. Throws when
 * what is to happen does not come about.
 */
export async function runCell(cell: Cell, stage: Stage): Promise<Outcome> {
  const phone = createPhoneBrowser();
  const living = liveThrough(cell, stage, phone);
  // What was given up ends with its browser, and nobody waits for it any more.
  living.catch(() => {});
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`came to no end in ${CELL_MS / 1_000} s`)), CELL_MS);
  });
  try {
    return await Promise.race([living, late]);
  } finally {
    clearTimeout(limit);
    await phone.close();
  }
}

async function liveThrough(
  cell: Cell,
  { shop, line, limits, leastMs, chance }: Stage,
  phone: ReturnType<typeof createPhoneBrowser>,
): Promise<Outcome> {
  const said: Said[] = [];
  Object.assign(line, { cut: false, latencyMs: 0, loss: 0, crossOrigin: cell.end === 'cross-origin' });
  let context = await phone.start();
  await prepare(context, cell);
  await context.exposeBinding('sayOutside', (_, one: Said) => void said.push(one));
  const page = await context.newPage();
  if (cell.disk === 'full') await fill(page, line.origin);
  await page.goto(`${line.origin}/#/agreement`);
  await page.getByRole('heading', { level: 1, name: '相关协议' }).waitFor();
  const trace = await recordedAs(page);
  await until(async () => (await storedText(shop, trace)) !== '', NEXT_VISIT_MS);

  line.cut = true;
  const slowMs = leastMs + Math.floor(chance() * 1_200);
  const marksMs = chance() < 0.5 ? slowMs + 1_000 : Math.floor(slowMs / 4);
  await page.evaluate(happen, {
    bytes: cell.pendingKb * 1_024,
    slowMs: 60_000,
    marksMs,
    seed: 1 + Math.floor(chance() * 1e6),
  });
  await until(async () => said.length >= cell.pendingKb, NEXT_VISIT_MS);
  if (said.length < cell.pendingKb)
    throw new Error(`the page said ${said.length} things, ${cell.pendingKb} were to wait`);
  await pause(slowMs);
  if (cell.end === 'latency') line.latencyMs = 300;
  if (cell.end === 'loss') line.loss = 0.05;
  if (!['crash', 'kill', 'offline'].includes(cell.end)) line.cut = false;
  const endedAt = await end(cell, page, phone, context);

  line.cut = false;
  if (cell.end === 'kill') {
    context = await phone.start();
    await prepare(context, cell);
  }
  const next = await context.newPage();
  if (cell.disk === 'full') await fill(next, line.origin);
  await next.goto(`${line.origin}/#/branch`);
  await until(async () => (await next.evaluate(waitingRows, trace)) === 0, NEXT_VISIT_MS);
  const waiting = await next.evaluate(waitingRows, trace);
  // What is still on the phone is not lost, nor is it shown that it comes.
  if (waiting > 0)
    throw new Error(`${waiting} rows still wait on the phone ${NEXT_VISIT_MS / 1_000} s into the next visit`);
  const stored = new Set((await storedText(shop, trace)).match(/kill-(?:event|mark)-\d{5}/g));
  const lost = said.filter(({ id }) => !stored.has(id));
  return {
    cell,
    said: said.length,
    lost: lost.length,
    wrong: wronglyLost(cell, lost, endedAt, limits),
    oldestLostMs: lost.reduce((oldest, { at }) => Math.max(oldest, endedAt - at), 0),
  };
}

async function prepare(context: BrowserContext, { disk }: Cell): Promise<void> {
  if (disk !== 'off') return;
  await context.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
}

/** The browser gives the origin no room at all; to be asked before the origin is first used. */
async function fill(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
}

async function recordedAs(page: Page): Promise<string> {
  const found = await page.waitForFunction(() => sessionStorage.getItem('cx-record-uuid'));
  return String(await found.jsonValue());
}

async function end(
  { end: how }: Cell,
  page: Page,
  phone: ReturnType<typeof createPhoneBrowser>,
  context: BrowserContext,
): Promise<number> {
  if (how === 'kill') {
    const at = Date.now();
    await phone.kill();
    return at;
  }
  if (how === 'crash') {
    const session = await context.newCDPSession(page);
    const gone = new Promise((resolve) => page.once('crash', resolve));
    const at = Date.now();
    session.send('Page.crash').catch(() => {});
    await gone;
    return at;
  }
  if (how === 'navigate') await page.goto('about:blank');
  else {
    // Waited for together: one that gives up while the other goes on would otherwise end the whole program.
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
  }
  return Date.now();
}

/** Everything that the server has of a recording, in clear. */
async function storedText(shop: Shop, trace: string): Promise<string> {
  const { built, deps } = shop.servers[0] as RunningServer;
  const rows = (await chunksOfRecording(deps.database.query, trace)).filter(({ kind }) => kind === 'client');
  if (rows.length === 0) return '';
  const keys = await openKeys(built.recordings, trace, { by: 'test', reason: 'looking' });
  if (keys === null) return '';
  const chunks = (await readChunks(built.recordings, rows)).map(readChunk);
  return chunks.map((chunk) => (isDamage(chunk) ? '' : String(openPart(chunk, 'view', keys.view)))).join('\n');
}

async function until(holds: () => Promise<boolean>, limitMs: number): Promise<void> {
  const last = Date.now() + limitMs;
  while (!(await holds()) && Date.now() < last) await pause(100);
}

/** One line of the table. */
export function lineOf(result: Outcome | Undecided): string {
  if ('undecided' in result) return `${nameOf(result.cell)}: undecided: ${result.undecided}`;
  const { cell, said, lost, wrong, oldestLostMs } = result;
  const verdict = isBeyondReach(cell) ? 'beyond reach' : wrong.length === 0 ? 'ok' : `LOST ${wrong.length}`;
  const { end: how, pendingKb, disk } = cell;
  const words = [how.padEnd(12), `${pendingKb} KB`.padStart(6), disk.padEnd(4), `${said} said`.padStart(9)];
  return [...words, `${lost} lost`.padStart(9), `oldest ${oldestLostMs} ms`.padStart(16), verdict].join('  ');
}
