// @vitest-environment happy-dom
import type { PublishedDocumentValue } from '@huimin/contract';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallReply, Client } from '../../api/client.ts';
import { ClientProvider } from '../../api/client-context.ts';
import { DocumentSheet } from './document-sheet.tsx';

vi.mock('../../api/calls.ts', () => ({ calls: { queryPage: { name: 'queryPage' } } }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const clauses: PublishedDocumentValue = {
  pageKey: 'clauses',
  editionCode: 'test26',
  version: 3,
  title: '保险条款',
  publishedAt: '2025-10-01T00:00:00+08:00',
  sha256: '',
  blocks: [
    { kind: 'heading', text: '第一条' },
    { kind: 'paragraph', text: '保障期内的费用，按约定赔付。' },
    { kind: 'list', items: ['恶性肿瘤', '冠心病'] },
    { kind: 'strong', text: '境外就医不赔。' },
    { kind: 'paragraph', text: '问 400-065-1066 或0512-65000000。编号 2026-400-065-10661。' },
    { kind: 'paragraph', text: '<script>alert(1)</script>' },
  ],
};

let root: Root;
let reply: CallReply<unknown>;
let read: PublishedDocumentValue[];
const client = { call: async () => reply } as unknown as Client;

beforeEach(() => {
  reply = { ok: true, value: clauses };
  read = [];
  root = createRoot(document.createElement('div'));
});
afterEach(async () => {
  await act(async () => root.unmount());
});

/** Gives the text a height; without a layout every height is 0. */
function layOut(scrollTop: number, clientHeight: number, scrollHeight: number): Promise<void> {
  const body = document.querySelector('.sheet-body') as HTMLElement;
  for (const [name, value] of Object.entries({ clientHeight, scrollHeight })) {
    Object.defineProperty(body, name, { value, configurable: true });
  }
  body.scrollTop = scrollTop;
  return act(async () => {
    body.dispatchEvent(new Event('scroll'));
  });
}

const open = (forced: boolean, pageKey = 'clauses') =>
  act(async () => {
    root.render(
      <ClientProvider value={client}>
        <DocumentSheet
          pageKey={pageKey}
          title="条款"
          onClose={() => {}}
          onRead={forced ? (document) => read.push(document) : undefined}
        />
      </ClientProvider>,
    );
  });
const foot = () => document.querySelector('.sheet-foot button') as HTMLButtonElement;

describe('forced reading', () => {
  it('goes on only after the end was on the screen, and hands over the version that was read', async () => {
    await open(true);
    await layOut(0, 400, 2000);
    expect(foot().textContent).toBe('读到最后可继续（已读 20%）');
    await act(async () => foot().click());
    expect(read).toEqual([]);
    await layOut(1600, 400, 2000);
    expect(foot().textContent).toBe('我已读完');
    await act(async () => foot().click());
    expect(read.map((document) => document.version)).toEqual([3]);
  });

  it('goes to the beginning of the next document, under its name', async () => {
    await open(true);
    expect(document.activeElement?.getAttribute('role')).toBe('dialog');
    reply = { ok: true, value: { ...clauses, pageKey: 'exclusions', title: '免除责任' } };
    await open(true, 'exclusions');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('免除责任正文');
  });

  it('has no button to pass, and asks nobody to read on, where the text could not be had', async () => {
    reply = { ok: false, code: 500000, name: 'server-busy', message: '系统忙，请稍后再试', result: null };
    await open(true);
    await layOut(0, 400, 300);
    expect(foot()).toBeNull();
    expect(document.body.textContent).not.toContain('向上滑动');
    expect(document.body.textContent).toContain('再试一次');
    expect(read).toEqual([]);
  });
});

/** A phone that reads aloud when it is told to. */
function speakingPhone() {
  const waiting: { text: string; onstart?: () => void; onend?: () => void; onerror?: () => void }[] = [];
  const speak = vi.fn((one: (typeof waiting)[number]) => waiting.push(one));
  const cancel = vi.fn(() => waiting.splice(0));
  vi.stubGlobal('speechSynthesis', { speak, cancel });
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
  const shown: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent ?? '');
  });
  /** Says the next sentence. */
  const sayNext = () =>
    act(async () => {
      const one = waiting.shift();
      one?.onstart?.();
      one?.onend?.();
    });
  const failNext = () => act(async () => waiting.shift()?.onerror?.());
  return { waiting, shown, sayNext, failNext };
}

describe('listening', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const offered = () => vi.waitFor(() => expect(document.body.textContent).toContain('念给我听'));
  const press = (name: string) =>
    act(async () => {
      const found = [...document.querySelectorAll('.sheet button')].find(({ textContent }) => textContent === name);
      (found as HTMLButtonElement).click();
    });

  it('reads the text aloud and brings what it says onto the screen, up to the end', async () => {
    const phone = speakingPhone();
    await open(true);
    await offered();
    await layOut(0, 400, 2000);
    await press('念给我听');
    expect(document.body.textContent).toContain('停下来');
    while (phone.waiting.length > 0) await phone.sayNext();
    expect(phone.shown[0]).toBe('第一条');
    expect(phone.shown).toContain('冠心病');
    expect(phone.shown.at(-1)).toContain('<script>');
    expect(document.body.textContent).not.toContain('停下来');
  });

  it('stops when it is told to, with another document, and with the sheet', async () => {
    const phone = speakingPhone();
    await open(true);
    await offered();
    await press('念给我听');
    await press('停下来');
    expect(phone.waiting).toEqual([]);
    await press('念给我听');
    reply = { ok: true, value: { ...clauses, pageKey: 'exclusions', title: '免除责任' } };
    await open(true, 'exclusions');
    expect(phone.waiting).toEqual([]);
    await press('念给我听');
    expect(phone.waiting[0]?.text).toBe('免除责任');
    await act(async () => root.render(null));
    expect(phone.waiting).toEqual([]);
  });

  it('says that it cannot, and is not offered where the phone does not know how', async () => {
    const phone = speakingPhone();
    await open(false);
    await offered();
    await press('念给我听');
    await phone.failNext();
    await vi.waitFor(() => expect(document.body.textContent).toContain('手机念不出来'));
    vi.unstubAllGlobals();
    await act(async () => root.unmount());
    root = createRoot(document.createElement('div'));
    await open(true);
    expect(document.body.textContent).not.toContain('念给我听');
  });
});

describe('reading', () => {
  it('shows the text by its structure, and markup in it as words', async () => {
    await open(false);
    expect(document.querySelector('[role=dialog] h2')?.textContent).toBe('保险条款');
    expect(document.querySelector('.document h3')?.textContent).toBe('第一条');
    expect(document.querySelectorAll('.document li')).toHaveLength(2);
    expect(document.querySelector('.document strong')?.textContent).toBe('境外就医不赔。');
    expect(document.querySelector('.document script')).toBeNull();
    expect(document.body.textContent).toContain('<script>alert(1)</script>');
  });

  it('lets its phone numbers be called, and no other', async () => {
    await open(false);
    const links = [...document.querySelectorAll('.document a')] as HTMLAnchorElement[];
    expect(links.map(({ href, textContent }) => [href, textContent])).toEqual([
      ['tel:4000651066', '400-065-1066'],
      ['tel:051265000000', '0512-65000000'],
    ]);
    expect(document.querySelector('.document')?.textContent).toContain('。编号 2026-400-065-10661。');
  });

  it('has no link in a text that must be read to its end', async () => {
    await open(true);
    expect(document.querySelector('.document')?.textContent).toContain('问 400-065-1066 或');
    expect(document.querySelector('.document a')).toBeNull();
  });

  it('has no button to pass', async () => {
    await open(false);
    expect(foot()).toBeNull();
  });
});
