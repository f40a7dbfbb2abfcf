// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { confirmDialog } from './dialog.tsx';
import { Sheet } from './sheet.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const press = (key: string, shiftKey = false) =>
  act(async () => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
  });
const button = (words: string) =>
  Array.from(document.querySelectorAll('button')).find(
    (b) => (b.getAttribute('aria-label') ?? b.textContent) === words,
  );
const tap = (words: string) => act(async () => button(words)?.click());
const dialog = () => document.querySelector('[role=dialog]');

function PageWithSheet() {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      <Sheet
        open={open}
        title="选择医保所在地"
        onClose={() => setOpen(false)}
        footer={<button type="button">确认</button>}
      >
        <input aria-label="里面" />
      </Sheet>
    </main>
  );
}

async function openSheet() {
  await act(async () => root.render(<PageWithSheet />));
  button('打开')?.focus();
  await tap('打开');
}

describe('a sheet', () => {
  it('is a named modal dialog with the focus inside and the page out of reach', async () => {
    await openSheet();
    expect(dialog()?.getAttribute('aria-modal')).toBe('true');
    const name = document.getElementById(dialog()?.getAttribute('aria-labelledby') ?? '');
    expect(name?.textContent).toBe('选择医保所在地');
    expect(dialog()?.contains(document.activeElement)).toBe(true);
    expect(page.hasAttribute('inert')).toBe(true);
    expect(page.getAttribute('aria-hidden')).toBe('true');
  });

  it('keeps Tab inside, in both directions', async () => {
    await openSheet();
    button('确认')?.focus();
    await press('Tab');
    expect(document.activeElement).toBe(button('关闭'));
    await press('Tab', true);
    expect(document.activeElement).toBe(button('确认'));
  });

  it('brings the focus back when something moves it out', async () => {
    await openSheet();
    await act(async () => button('打开')?.focus());
    expect(dialog()?.contains(document.activeElement)).toBe(true);
  });

  it('closes by Escape, frees the page and gives the focus back', async () => {
    await openSheet();
    await press('Escape');
    expect(dialog()).toBeNull();
    expect(page.hasAttribute('inert')).toBe(false);
    expect(page.hasAttribute('aria-hidden')).toBe(false);
    expect(document.activeElement).toBe(button('打开'));
  });

  it('closes by a tap outside', async () => {
    await openSheet();
    await act(async () => document.querySelector<HTMLElement>('.scrim')?.click());
    expect(dialog()).toBeNull();
  });

  it('leaves toasts and the loading panel alone', async () => {
    const toasts = document.createElement('div');
    toasts.setAttribute('data-over-layers', '');
    document.body.append(toasts);
    await openSheet();
    expect(toasts.hasAttribute('inert')).toBe(false);
  });

  it('comes into reach again when a dialog above it is answered', async () => {
    await openSheet();
    let answer: boolean | undefined;
    await act(async () => {
      void confirmDialog({ title: '温馨提示', body: '未登录，请重新登录', confirm: '去登录', cancel: '取消' }).then(
        (yes) => {
          answer = yes;
        },
      );
    });
    const sheetLayer = document.querySelector('.sheet')?.closest('.layer');
    expect(sheetLayer?.hasAttribute('inert')).toBe(true);
    await press('Escape');
    // The answer comes once the dialog has taken its own history entry off.
    await vi.waitFor(() => expect(answer).toBe(false), 3_000);
    expect(sheetLayer?.hasAttribute('inert')).toBe(false);
    expect(page.hasAttribute('inert')).toBe(true);
  });
});

describe('a question', () => {
  const ask = async () => {
    const answers: boolean[] = [];
    await act(async () => {
      void confirmDialog({ title: '温馨提示', body: '未登录，请重新登录', confirm: '去登录', cancel: '取消' }).then(
        (yes) => answers.push(yes),
      );
    });
    return answers;
  };

  it('says its words to a screen reader', async () => {
    await ask();
    const described = document.getElementById(dialog()?.getAttribute('aria-describedby') ?? '');
    expect(described?.textContent).toBe('未登录，请重新登录');
    await tap('取消');
  });

  it('answers yes only to the confirming button', async () => {
    const yes = await ask();
    await tap('去登录');
    await vi.waitFor(() => expect(yes).toEqual([true]), 3_000);
    const no = await ask();
    await tap('取消');
    await vi.waitFor(() => expect(no).toEqual([false]), 3_000);
    expect(dialog()).toBeNull();
  });

  it('is not answered by a tap outside', async () => {
    const answers = await ask();
    await act(async () => document.querySelector<HTMLElement>('.scrim')?.click());
    expect(answers).toEqual([]);
    expect(dialog()).not.toBeNull();
    await tap('取消');
  });
});
