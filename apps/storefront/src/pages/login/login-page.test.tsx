// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { productInfo } from '../../../../../tests/fixtures/product-info.ts';
import type { CallReply, Client } from '../../api/client.ts';
import { ClientProvider } from '../../api/client-context.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { plainChannel } from '../../channel/plain.ts';
import { EnvironmentContext } from '../../context/environment.ts';
import { keepReturnAddress } from '../../context/index.ts';
import { ProductContext } from '../../context/product-context.ts';
import { ScreenContext } from '../../context/screen-context.ts';
import { isKnownLoggedOut, rememberLogin } from '../../features/account/login-memory.ts';
import { browserDraft } from '../../features/draft-order/browser-draft.ts';
import { withMembers } from '../../features/draft-order/order-draft.ts';
import { keepIdentityRequest, keptIdentityRequest } from '../../features/identity/identity-request.ts';
import { keepRefund, keptRefund } from '../../features/refund/refund-draft.ts';
import { readChosenRegion, rememberChosenRegion } from '../../features/region/chosen-region.ts';
import { leaveAccount } from './leave-account.ts';
import LoginPage from './login-page.tsx';

vi.mock('../../api/calls.ts', () => ({
  calls: new Proxy({}, { get: (_, name) => ({ name }) }),
}));
(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const PHONE = '19000000000';
const account = { phoneMasked: '190****0000', nameMasked: null, regionCode: null, wechatBound: false };
let root: Root;
let box: HTMLElement;
let calls: { name: string; input: unknown }[];
let went: string[];
let answers: Record<string, CallReply<unknown> | NetworkFailure>;
const client = {
  call: async ({ name }: { name: string }, input: unknown) => {
    calls.push({ name, input });
    const answer = answers[name];
    if (answer instanceof NetworkFailure) throw answer;
    return answer;
  },
} as unknown as Client;

beforeEach(async () => {
  await leaveAccount();
  localStorage.clear();
  sessionStorage.clear();
  [calls, went] = [[], []];
  answers = {
    sendSmsCode: { ok: true, value: { resendAfterSeconds: 60, validMinutes: 10 } },
    loginBySms: { ok: true, value: account },
  };
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
  vi.useRealTimers();
});

const show = (search = '') =>
  act(async () =>
    root.render(
      <ClientProvider value={client}>
        <EnvironmentContext value={{ serverClock: { now: () => 0, offsetMs: () => 0 }, channel: plainChannel }}>
          <ProductContext
            value={{ product: productInfo, sale: { window: 'insureing', notYetOnSale: false, flow: 'normal' } }}
          >
            <ScreenContext
              value={{
                navigator: { navigate: (to) => void went.push(to), goBack: (to) => void went.push(`back or ${to}`) },
                search,
              }}
            >
              <LoginPage />
            </ScreenContext>
          </ProductContext>
        </EnvironmentContext>
      </ClientProvider>,
    ),
  );
const type = (id: string, text: string) =>
  act(async () => {
    const input = box.querySelector<HTMLInputElement>(`#${id}`);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const button = (words: string) =>
  Array.from(box.querySelectorAll('button')).find((one) => one.textContent?.includes(words));
const press = (words: string) => act(async () => button(words)?.click());
const agreement = () => box.querySelector<HTMLInputElement>('#login-agree');
const logIn = async () => {
  await type('login-phone', PHONE);
  await type('login-code', '204816');
  if (!agreement()?.checked) await act(async () => agreement()?.click());
  await act(async () => box.querySelector('form')?.requestSubmit());
};

it('says under each field what is missing and sends nothing', async () => {
  await show();
  expect(agreement()?.checked).toBe(false);
  await act(async () => box.querySelector('form')?.requestSubmit());
  for (const words of ['请填写手机号', '请填写短信里的 6 位数字', '请先阅读并同意这两份协议']) {
    expect(box.textContent).toContain(words);
  }
  await type('login-phone', '1900000');
  await press('获取验证码');
  expect(box.textContent).toContain('手机号应为 11 位，现在是 7 位');
  expect(calls).toEqual([]);
});

it('counts the wait down, also after a reload, and keeps what was typed', async () => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  await show();
  await type('login-phone', PHONE);
  await press('获取验证码');
  expect(button('60 秒后可重发')?.textContent).toContain('60 秒后可重发');
  expect(box.textContent).toContain('已发送到 190 0000 0000，10 分钟内有效');
  await act(async () => vi.advanceTimersByTime(12_000));
  expect(button('48 秒后可重发')?.textContent).toContain('48 秒后可重发');
  await act(async () => root.unmount());
  root = createRoot(box);
  await show();
  expect(button('48 秒后可重发')?.textContent).toContain('48 秒后可重发');
  expect(box.querySelector<HTMLInputElement>('#login-phone')?.value).toBe('190 0000 0000');
  await press('48 秒后可重发');
  expect(calls).toHaveLength(1);
  await act(async () => vi.advanceTimersByTime(48_000));
  expect(button('重新获取')?.textContent).toContain('重新获取');
});

it('says the server’s sentence under the code and keeps the code', async () => {
  await show();
  const message = '验证码不对。请看最新一条短信，重新输入 6 位数字';
  answers.loginBySms = { ok: false, code: 400201, name: 'sms-code-wrong', message, result: null };
  await logIn();
  expect(box.querySelector('#login-code-error')?.textContent).toBe(message);
  expect(box.querySelector<HTMLInputElement>('#login-code')?.value).toBe('204816');
  expect(went).toEqual([]);
});

it('asks to agree anew to an agreement that changed, and then sends the new version', async () => {
  await show();
  const documents = [
    { key: 'user-agreement', version: 1 },
    { key: 'privacy-policy', version: 5 },
  ];
  const message = '请阅读并同意最新的协议后再登录';
  answers.loginBySms = { ok: false, code: 400302, name: 'documents-changed', message, result: { documents } };
  await logIn();
  expect(agreement()?.checked).toBe(false);
  expect(box.textContent).toContain(message);
  answers.loginBySms = { ok: true, value: account };
  await logIn();
  const clientKey = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(calls.at(-1)?.input).toEqual({ phone: PHONE, code: '204816', agreedDocuments: documents, clientKey });
});

it('tries again with the key of the first try where no answer came, also after a reload, and then makes a new one', async () => {
  const keyOf = () => (calls.at(-1)?.input as { clientKey: string } | undefined)?.clientKey;
  await show();
  answers.loginBySms = new NetworkFailure('timeout', 'loginBySms');
  await logIn();
  expect(box.querySelector('#login-code-error')?.textContent).toContain('等了很久没有回应');
  const first = keyOf();
  await act(async () => root.unmount());
  root = createRoot(box);
  await show();
  answers.loginBySms = { ok: true, value: account };
  await logIn();
  expect(keyOf()).toBe(first);
  await act(async () => root.unmount());
  root = createRoot(box);
  await show();
  await logIn();
  expect(keyOf()).not.toBe(first);
});

it('goes back to the screen that asked for the login', async () => {
  keepReturnAddress(sessionStorage, '#/beforeAuthUser?shareCode=S1');
  await show('instead=1');
  await logIn();
  expect(went).toEqual(['/beforeAuthUser?shareCode=S1']);
  expect(isKnownLoggedOut()).toBe(false);
});

it('goes one step back where the asking screen stayed behind', async () => {
  keepReturnAddress(sessionStorage, '#/beforeAdd');
  await show();
  await logIn();
  expect(went).toEqual(['back or /beforeAdd']);
});

it('keeps what was left half done for the same account and throws it away for another one', async () => {
  const store = browserDraft(productInfo.editionCode);
  const choose = () => store.change((draft, making) => withMembers(draft, ['0000000001'], making));
  rememberLogin(account.phoneMasked);
  choose();
  keepIdentityRequest({
    ...{ purpose: 'change-phone', subject: 'sealed', nameMasked: '林*', idNumberMasked: '320****02X', face: 'wbface' },
    ...{ triesLeft: 3, carrier: false, backTo: '/changePhone', manualTo: null },
  });
  keepRefund({ orderNo: 'JS1', policyNos: ['SMA1'], reason: null });
  const left = () => [keptIdentityRequest()?.nameMasked, keptRefund('JS1')?.policyNos];
  await show();
  await logIn();
  expect(store.get().memberIds).toEqual(['0000000001']);
  expect(left()).toEqual(['林*', ['SMA1']]);

  answers.loginBySms = { ok: true, value: { ...account, phoneMasked: '190****0009' } };
  await logIn();
  expect(store.get().memberIds).toEqual([]);
  expect(left()).toEqual([undefined, undefined]);
});

it('does not make the place of one account that of the next', async () => {
  rememberLogin('190****0009');
  rememberChosenRegion('320500');
  answers.loginBySms = { ok: true, value: { ...account, regionCode: '320100' } };
  await show();
  await logIn();
  expect(readChosenRegion()).toBe('320100');
  expect(calls.filter(({ name }) => name === 'saveMedicalInsuranceRegion')).toEqual([]);
});

it('shows the agreements that count for an account: those of the edition shown first, whichever page it is on', async () => {
  answers.queryPage = {
    ok: true,
    value: { pageKey: 'privacy-policy', title: '个人信息保护政策', version: 1, blocks: [] },
  };
  await show();
  const link = [...box.querySelectorAll<HTMLElement>('a, button')].find(
    ({ textContent }) => textContent === '《个人信息保护政策》',
  );
  await act(async () => link?.click());
  expect(calls.filter(({ name }) => name === 'queryPage').map(({ input }) => input)).toEqual([
    { pageKey: 'privacy-policy' },
  ]);
});
