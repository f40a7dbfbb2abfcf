import type { Page } from 'playwright-core';
import { expect } from 'vitest';

type Role = 'button' | 'link' | 'checkbox' | 'radio' | 'textbox' | 'region';

export interface Keys {
  /** Tab until this has the focus. Every stop on the way has a name, is seen to have the focus and is not covered. */
  tabTo(role: Role, name: string | RegExp): Promise<void>;
  /** Presses a key; the focus is on something afterwards. */
  press(key: 'Enter' | 'Space' | 'Escape' | 'End' | 'ArrowRight', times?: number): Promise<void>;
  type(text: string): Promise<void>;
  /** A screen has come: the focus is on its heading. */
  atHeading(): Promise<void>;
}

/** A phone that is used by a keyboard alone. */
export function byKeyboard(page: Page): Keys {
  const { keyboard } = page;

  async function checkStop(): Promise<void> {
    // A sheet may still be sliding in, a screen taking the place of another.
    const faults = async () => {
      if (await page.evaluate(() => document.activeElement === document.body)) return [];
      const [line = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n');
      const isNamed = /^- \w+ "[^"]+"|^- \w+: \S/.test(line);
      return [...(await page.evaluate(focusFaults)), ...(isNamed ? [] : [`no name: ${line}`])];
    };
    await expect.poll(faults, { timeout: 3_000 }).toEqual([]);
  }

  return {
    async tabTo(role, name) {
      const target = page.getByRole(role, { name }).first();
      await target.waitFor();
      for (let presses = 0; presses < 60; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await keyboard.press('Tab');
        await checkStop();
      }
      throw new Error(`no way to ${role} ${name} by keyboard`);
    },
    async press(key, times = 1) {
      for (let pressed = 0; pressed < times; pressed++) await keyboard.press(key);
      await page.waitForFunction(() => document.activeElement !== document.body);
      await checkStop();
    },
    type: (text) => keyboard.insertText(text),
    atHeading: async () => void (await page.waitForFunction(() => document.activeElement?.tagName === 'H1')),
  };
}

/** In the page: why somebody who looks at it would not see where the focus is. */
function focusFaults(): string[] {
  const element = document.activeElement as HTMLInputElement;
  const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30) || element.id;
  const box = element.getBoundingClientRect();
  const at = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
  const uncovered = at && (element.contains(at) || at.contains(element) || element.labels?.[0]?.contains(at));
  const drawn = [element, element.nextElementSibling, element.closest('.input')].some((part) => {
    const style = part && getComputedStyle(part);
    return style && (style.outlineStyle !== 'none' || style.boxShadow !== 'none');
  });
  // What was given the focus by the page, to be read out, has no ring.
  const asked = element.tabIndex >= 0;
  return [...(uncovered ? [] : [`${name} is covered`]), ...(drawn || !asked ? [] : [`${name} shows no focus`])];
}
