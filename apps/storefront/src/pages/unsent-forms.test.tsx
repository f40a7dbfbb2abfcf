// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallReply, Client } from '../api/client.ts';
import { ClientProvider } from '../api/client-context.ts';
import { NetworkFailure } from '../api/network-failure.ts';
import { LoveForm } from './love/love-form.tsx';
import { ContactSheet } from './my/contact-sheet.tsx';
import { PaperMail } from './policies/paper-mail.tsx';

vi.mock('../api/calls.ts', () => ({ calls: new Proxy({}, { get: (_, name) => ({ name }) }) }));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
let box: HTMLElement;
let answer: CallReply<unknown> | NetworkFailure;
let sent: { clientKey?: string; address?: string }[];
const client = {
  call: async (_call: unknown, input: { clientKey?: string }) => {
    sent.push(input);
    if (answer instanceof NetworkFailure) throw answer;
    return answer;
  },
} as unknown as Client;

beforeEach(() => {
  answer = new NetworkFailure('offline', 'save');
  sent = [];
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const show = (form: ReactNode) => act(async () => root.render(<ClientProvider value={client}>{form}</ClientProvider>));
const type = (id: string, text: string) =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>(`#${id}`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const press = (words: string) =>
  act(async () => {
    const buttons = Array.from(document.querySelectorAll('button'));
    buttons.find(({ textContent }) => textContent === words)?.click();
  });
const said = () => Array.from(document.querySelectorAll('[role=alert]'), ({ textContent }) => textContent).join('');

const love = {
  ...{ orderNo: 'JS1', nickname: null, gift: 'guard', donationPossible: false, withShareCode: false },
} as unknown as Parameters<typeof LoveForm>[0]['love'];

it('a certificate that was not saved says so, and a wrong name is gone to', async () => {
  await show(<LoveForm love={love} onSaved={() => expect.fail()} />);
  await press('生成证书');
  expect(document.activeElement?.id).toBe('love-nickname');
  await type('love-nickname', '晚风');
  await press('生成证书');
  expect(said()).toBe('网络不通，没有保存，请再试一次');
});

it('a mail of which no answer came says so; to a corrected address it is another mail', async () => {
  await show(<PaperMail input={{ orderNo: 'JS1', paper: 'voucher' }} />);
  const send = async () => {
    await press('发送到邮箱');
    await press('对，发送');
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBe(null), 3_000);
    await act(async () => {});
  };
  await type('mail-address', 'linmei@qq.con');
  await send();
  await vi.waitFor(() => expect(said()).toBe('网络不通，不知道发出去没有，请再试一次，不会重复发'));
  await send();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.clientKey).toBe(sent[0]?.clientKey);
  await type('mail-address', 'linmei@qq.com');
  await send();
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[2]?.clientKey).not.toBe(sent[0]?.clientKey);
});

it('contact data that was refused for none of its fields says why', async () => {
  await show(
    <ContactSheet
      contact={{ nickname: '小林', email: null, address: null }}
      onClose={() => {}}
      onSaved={() => expect.fail()}
    />,
  );
  await press('保存');
  expect(said()).toBe('网络不通，没有保存，请再试一次');
  answer = {
    ok: false,
    code: 500001,
    name: 'server-busy',
    message: '系统忙，请稍后再试',
    result: null,
  } as CallReply<unknown>;
  await press('保存');
  expect(said()).toBe('系统忙，请稍后再试');
});
