import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picturePath } from './stage.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** What other colours can break: the page is the same otherwise. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** What rules need loaded first: media. Style sheets are read for one rule alone, which is none of these (an experimental one). */
const PRELOAD = { assets: ['media'] };
const NARROWEST_PX = 320;

interface AxeWindow {
  axe?: {
    run(
      root: unknown,
      options: object,
    ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
  };
}

/** Violations of the accessibility rules (WCAG 2.2 AA) on the page as it stands, once its colours do. */
export async function violations(page: Page, rules: readonly string[] = RULES): Promise<string[]> {
  await settleColors(page);
  return brokenRules(page, rules);
}

async function brokenRules(page: Page, rules: readonly string[] = RULES): Promise<string[]> {
  // Through the debugger, so that the page's content security policy stays as it is.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options = { runOnly: rules, resultTypes: ['violations'], preload: PRELOAD };
  return page.evaluate(async (options) => {
    const result = await (window as AxeWindow).axe?.run(document, options);
    return (result?.violations ?? [{ id: 'axe did not run', nodes: [] }]).flatMap(({ id, nodes }) => [
      ...(nodes.length === 0 ? [id] : []),
      ...nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${(node.failureSummary ?? '').replace(/\s+/g, ' ')}`),
    ]);
  }, options);
}

/** What sticks out of the screen sideways or is cut off. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    // A phone shows a page that is too wide smaller, as a whole: its window has then grown with it.
    const { scrollWidth, clientWidth: windowWidth } = document.documentElement;
    if (scrollWidth > windowWidth) found.push(`the page is ${scrollWidth} wide on ${windowWidth}`);
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const hidden = (element: Element) => element.closest('.sr-only, [hidden], [aria-hidden="true"]') !== null;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue?.trim() ?? '';
      if (!element || text === '' || hidden(element) || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName)) continue;
      // Spaces at the end of a line hang over its edge, where nobody sees them: only what is written counts.
      const boxes = [...(node.nodeValue ?? '').matchAll(/\S+/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return [...range.getClientRects()];
      });
      for (const box of boxes) {
        if (box.width === 0 || box.height === 0) continue;
        if ((box.right > windowWidth + 1 || box.left < -1) && !scrolls(element)) {
          found.push(`sticks out: ${text.slice(0, 40)} (${Math.round(box.left)}–${Math.round(box.right)})`);
          break;
        }
        const clip = element.closest('*');
        const clipping = clip && getComputedStyle(clip);
        if (
          clip &&
          clipping &&
          clipping.overflowX !== 'visible' &&
          !scrolls(clip) &&
          clip.scrollWidth > clip.clientWidth + 1
        ) {
          found.push(`cut: ${text.slice(0, 40)}`);
          break;
        }
      }
    }
    // A button that is narrower than its word reaches into the one beside it, which nothing clips.
    for (const button of document.querySelectorAll<HTMLElement>('.button'))
      if (!hidden(button) && button.scrollWidth > button.clientWidth + 1)
        found.push(`wider than its button: ${button.textContent} (${button.scrollWidth} in ${button.clientWidth})`);
    // What is typed in a box is no text of the page. Words may go on beyond its edge; a number is compared as a whole.
    const boxes = 'input.num';
    for (const box of document.querySelectorAll<HTMLInputElement>(boxes))
      if (!hidden(box) && box.value !== '' && box.scrollWidth > box.clientWidth + 1)
        found.push(`cut in its box: ${box.value} (${box.scrollWidth} in ${box.clientWidth})`);
    for (const line of document.querySelectorAll('.one-line > span')) {
      const [width, room] = [
        line.getBoundingClientRect().width,
        line.parentElement?.getBoundingClientRect().width ?? 0,
      ];
      if (width > room + 1) found.push(`cut in its line: ${line.textContent} (${width} in ${room})`);
    }
    return found;
  });
}

/** Dates, times, sums and masked numbers that go on in another line. What is longer than an identity number has groups to break between. */
export function brokenNumbers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      const element = node.parentElement;
      if (!element || element.closest('.grouped-number, .sr-only, [hidden], [aria-hidden="true"], script, style'))
        continue;
      for (const { 0: number, index } of text.matchAll(/¥?\d[\d.,:*]*[\d*]/gu)) {
        if (number.length > 18) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + number.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top));
        if (lines.size > 1) found.add(`broken: ${number} of “${text.trim().slice(0, 40)}”`);
      }
    }
    return [...found];
  });
}

/** Buttons, links that look like buttons, and boxes to tick that cannot be hit on `leastPx` by `leastPx`. */
export function smallTargets(page: Page, leastPx: number): Promise<string[]> {
  return page.evaluate((least) => {
    // A link inside a sentence is as high as its line (WCAG 2.5.8 leaves it out).
    const inSentence = (element: Element) => element.matches('.inline-link, .sentence-link, p > a, p button, .note a');
    const selector = 'button, a[href], summary, select, label.chip, label.option, label.agree, label.member-choice';
    const layers = [...document.querySelectorAll('[aria-modal="true"]')];
    const root = layers.at(-1) ?? document.body;
    return [...root.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      element.scrollIntoView({ block: 'center', inline: 'nearest' });
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || inSentence(element) || element.closest('.sr-only')) return [];
      const x = box.left + box.width / 2;
      const y = box.top + box.height / 2;
      const hits = (dx: number, dy: number) => {
        const at = document.elementFromPoint(x + dx, y + dy);
        return at !== null && (element.contains(at) || at.contains(element));
      };
      const half = least / 2 - 1;
      const high = box.height >= least - 0.5 || (hits(0, -half) && hits(0, half));
      const wide = box.width >= least - 0.5 || (hits(-half, 0) && hits(half, 0));
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30);
      return high && wide ? [] : [`${name} is ${Math.round(box.width)} by ${Math.round(box.height)}`];
    });
  }, leastPx);
}

/** Words that stand in an empty box and are fainter than the lightest text there is; the rules for contrast leave them out. */
function faintPlaceholders(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.style.color = 'var(--c-text-3)';
    const lightest = getComputedStyle(probe).color;
    probe.remove();
    const boxes = [...document.querySelectorAll<HTMLInputElement>('input[placeholder], textarea[placeholder]')];
    return boxes.flatMap((box) => {
      const { color, opacity } = getComputedStyle(box, '::placeholder');
      return color === lightest && opacity === '1' ? [] : [`${box.placeholder} is ${color}, not ${lightest}`];
    });
  });
}

const TOUCH_PX = 44;
const ELDER_BUTTON_PX = 60;

async function smallElderButtons(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const buttons = [...document.querySelectorAll<HTMLElement>('.button-primary, .button-secondary, .button-neutral')];
    return buttons.flatMap((button) => {
      const { height } = button.getBoundingClientRect();
      return height === 0 || height >= least ? [] : [`${button.textContent} is ${Math.round(height)} high`];
    });
  }, ELDER_BUTTON_PX);
}

/**
 * Looks at the screen as it stands: in light and dark, 320 px wide, and with text twice as large. Nothing may break the
 * accessibility rules, stick out, be cut or be too small to hit. Writes pictures where they are wanted. What is still being
 * loaded is waited for: grey lines have no faults.
 */
export async function look(page: Page, name: string, { elder = false } = {}): Promise<void> {
  const faults: string[] = [];
  const add = (where: string, list: readonly string[]) => faults.push(...list.map((text) => `${where}: ${text}`));
  const kind = elder ? 'elder' : 'normal';
  const before = page.viewportSize();
  const scrolledTo = await page.evaluate(() => window.scrollY);

  await page.waitForFunction(() => document.querySelector('.skeleton') === null);
  const letMove = await holdStill(page);
  await picture(page, kind, name);
  add('axe', await brokenRules(page));
  add('cut', await cutOff(page));
  add('target', await smallTargets(page, TOUCH_PX));
  if (elder) add('elder button', await smallElderButtons(page));

  // As the phone's settings would.
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, `${kind}-dark`, name);
  add('axe, dark', await brokenRules(page, COLOR_RULES));
  add('placeholder, dark', await faintPlaceholders(page));
  await page.emulateMedia({ colorScheme: 'light' });

  await page.setViewportSize({ width: NARROWEST_PX, height: before?.height ?? 812 });
  // Lines that are fitted to their box follow once the page was laid out.
  await drawn(page);
  add('at 320 px', await cutOff(page));
  await picture(page, `${kind}-320`, name);
  if (before) await page.setViewportSize(before);

  await enlargeText(page, true);
  await drawn(page);
  add('at 200 % text', await cutOff(page));
  await picture(page, `${kind}-200`, name);
  await enlargeText(page, false);
  await letMove();

  await page.evaluate((top) => window.scrollTo(0, top), scrolledTo);
  await drawn(page);
  expect(faults, `${name} (${kind})`).toEqual([]);
}

/** What is cut off, or broken in the middle of a number, where the screen is narrowest and its letters largest. */
export async function faultsInTheLeastRoom(page: Page, name: string): Promise<string[]> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: NARROWEST_PX, height: before?.height ?? 812 });
  await enlargeText(page, true);
  await drawn(page);
  const faults = [...(await cutOff(page)), ...(await brokenNumbers(page))];
  await picture(page, 'least-room', name);
  await enlargeText(page, false);
  if (before) await page.setViewportSize(before);
  return faults;
}

/** Waits until the screen shows the page as it is now: a tap goes by what the screen shows. */
function drawn(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/**
 * Takes the transitions out of the page until the answer is called: what changes has its last look at once, instead of
 * going there frame by frame through every element (see `settleColors`).
 */
async function holdStill(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  return async () => {
    await sheet.evaluate((added) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== added);
    });
    await sheet.dispose();
  };
}

/**
 * Brings every colour to where it is going. The rules for reduced motion give every property a transition of
 * 0.01 ms, which goes from each element to the next inside it frame by frame; taken out of the page and put back at once,
 * all elements have their last colours.
 */
async function settleColors(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { style } = document.documentElement;
    const top = window.scrollY;
    style.display = 'none';
    document.documentElement.getBoundingClientRect();
    style.removeProperty('display');
    window.scrollTo(0, top);
  });
}

/** What the messaging app and Android's browsers do for "larger text": the letters grow, the rest does not. */
export function enlargeText(page: Page, on: boolean): Promise<void> {
  return page.evaluate(async (larger) => {
    const { style } = document.documentElement;
    for (const name of ['-webkit-text-size-adjust', 'text-size-adjust'])
      if (larger) style.setProperty(name, '200%');
      else style.removeProperty(name);
    // The new size comes to a page that is still being drawn in more than one pass, each in a frame of its own.
    const places = () =>
      [...document.body.querySelectorAll<HTMLElement>('*')].map((one) => [one.offsetTop, one.offsetHeight]).join(' ');
    let before = '';
    for (let still = 0; larger && still < 4; ) {
      await new Promise((frame) => requestAnimationFrame(frame));
      const now = places();
      still = now === before ? still + 1 : 0;
      before = now;
    }
  }, on);
}

export async function picture(page: Page, group: string, name: string): Promise<void> {
  const path = picturePath(group, name);
  if (path) await page.screenshot({ path, fullPage: true });
}
